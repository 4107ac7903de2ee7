"""The programs in tools/, as modules."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def tool(name):
    """tools/hardware/<name>.py; ImportError where it needs a package that is not there."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / "hardware" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
