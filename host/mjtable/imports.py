"""Modules by the paths of their sources ("engine_core/score.py"), and what an import in one of them means."""

import ast


def module(path: str) -> str:
    """The module that a source is."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def source_of(path: str, node: ast.ImportFrom) -> list[str]:
    """The folders and the module (or package) that an import of a source has something of."""
    above = path.split("/")[: -node.level] if node.level else []
    return [*above, *filter(None, (node.module or "").split("."))]
