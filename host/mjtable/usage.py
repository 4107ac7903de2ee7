"""Wrong usage of the command line, in the user's language, or as JSON for a program."""

import json
import re
import sys
from typing import Any

import typer
from rich.console import Console

from mjtable.output import Output
from mjtable.phrases import said
from mjtable.shapes import is_printable
from mjtable.texts import default_language, text

# Typer has click inside, under a name of its own or as another package: this is its exception, wherever it lives.
UsageError: Any = typer.BadParameter.__bases__[0]
EXIT = 2
# How it names an option that a variable can stand for.
_WITH_VARIABLE = re.compile(r"('-.+?') \(env var: '(\w+)'\)")


def refuse_what_is_no_text(command: Any, lang: str) -> None:
    """Makes wrong usage of typed text that no display and no file could hold. Names of files are left as they are."""

    def checked(context: Any, parameter: Any, value: Any) -> Any:
        for one in value if isinstance(value, list | tuple) else (value,):
            if isinstance(one, str) and not is_printable(one):
                raise typer.BadParameter(text("usage.no_text", lang), ctx=context, param=parameter)
        return value

    for parameter in command.params:
        parameter.callback = parameter.callback or checked
    for child in getattr(command, "commands", {}).values():
        refuse_what_is_no_text(child, lang)


def refuse_before(context: Any) -> None:
    """Makes wrong usage of options that stand before a command of the group, where they would be passed over."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name)
        if source is not None and source.name == "COMMANDLINE":
            behind = f"{context.command_path} {context.invoked_subcommand}"
            why = text("usage.behind", context.params["lang"] or default_language(), behind=behind)
            raise typer.BadParameter(why, ctx=context, param=parameter)


def show(out: Output, error: Any) -> int:
    """Says on standard error what is wrong with the line, and how the command is used; the exit code."""
    if type(error).__name__ == "NoArgsIsHelpError":  # the help has been shown already
        return EXIT
    message = said(_message(error), out.lang)
    if out.as_json:
        print(json.dumps({"error": "usage", "message": message}, ensure_ascii=False), file=sys.stderr)
        return EXIT
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    context = error.ctx
    if context is not None:
        console.print(context.command.get_usage(context), markup=False)
        console.print(out.text("usage.help", command=context.command_path), markup=False)
    console.print("mjtable: " + message, markup=False, style="red" if sys.stderr.isatty() else "")
    return EXIT


def _message(error: Any) -> str:
    """What the parser says; a value that is wrong has its option, or the variable it came from, before it."""
    message: str = error.format_message().replace(": Value error, ", ": ", 1)  # a word of typer's own checker
    parameter, context = getattr(error, "param", None), error.ctx
    if parameter is None or context is None:
        return message
    source = context.get_parameter_source(parameter.name)
    variable = source is not None and source.name == "ENVIRONMENT"
    return _WITH_VARIABLE.sub(r"'\2'" if variable else r"\1", message, count=1)
