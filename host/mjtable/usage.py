"""Wrong usage of the command line, in the user's language, or as JSON for a program."""

import json
import sys
from typing import Any

import typer
from rich.console import Console

from mjtable.output import Output
from mjtable.phrases import said

# Typer has click inside, under a name of its own or as another package: this is its exception, wherever it lives.
UsageError: Any = typer.BadParameter.__bases__[0]
EXIT = 2


def show(out: Output, error: Any) -> int:
    """Says on standard error what is wrong with the line, and how the command is used; the exit code."""
    if type(error).__name__ == "NoArgsIsHelpError":  # the help has been shown already
        return EXIT
    message = said(error.format_message(), out.lang)
    if out.as_json:
        print(json.dumps({"error": "usage", "message": message}, ensure_ascii=False), file=sys.stderr)
        return EXIT
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    context = error.ctx
    if context is not None:
        usage = context.command.get_usage(context).partition(": ")[2]
        console.print(out.text("usage.line", usage=" ".join(usage.split())), markup=False)
        console.print(out.text("usage.help", command=context.command_path), markup=False)
    console.print("mjtable: " + message, markup=False, style="red" if sys.stderr.isatty() else "")
    return EXIT
