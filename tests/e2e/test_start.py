"""The first moments of the command: streams that were closed, and Ctrl-C before all is loaded."""

import subprocess
import sys

import pytest

from tests.e2e.run import DEADLINE


def shell(home, line):
    """A line of a shell in which "mjtable" is the command: exit code, output, errors."""
    script = line.replace("mjtable", '"$@"', 1)
    process = subprocess.run(
        ["sh", "-c", script, "sh", *home.command],
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        env=home.environment,
        cwd=home.folder,
    )
    assert "Traceback" not in process.stderr, process.stderr
    return process.returncode, process.stdout, process.stderr


@pytest.mark.parametrize(
    "line, code",
    [
        ("mjtable ports >&-", 0),
        ("mjtable region show ningbo --json >&-", 0),
        ("mjtable region show ningbo <&- >&- 2>&-", 0),
        ("mjtable --help >&-", 0),
        ("mjtable history >&-", 0),
        ("mjtable no-such-command 2>&-", 2),
        ("mjtable score nothing.json 2>&-", 1),
    ],
)
def test_what_is_said_to_a_closed_stream_goes_nowhere(home, line, code):
    assert shell(home, line) == (code, "", "")


def test_an_error_is_said_though_the_output_is_closed(home):
    assert shell(home, "mjtable status >&-")[0] == 3
    assert "no table found" in shell(home, "mjtable status >&-")[2]


def test_a_closed_input_cannot_be_read(home):
    code, out, said = shell(home, "mjtable score - <&-")
    assert (code, out, said) == (1, "", "mjtable: -: it is not open\n")


def test_no_file_is_taken_for_a_stream_that_was_closed(home):
    """The history is the first file to be opened: as stream 1 or 2 what is printed would go into it."""
    assert shell(home, "mjtable history <&- >&- 2>&-")[0] == 0
    assert "No hands in the history yet" in shell(home, "mjtable history")[1]


INTERRUPT = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[-1]:
            os.kill(os.getpid(), signal.SIGINT)

wanted = sys.argv[-1]
sys.meta_path.insert(0, Finder())
from mjtable.cli import main
sys.argv = ["mjtable", "history", "--db", wanted]
main()
"""


@pytest.mark.parametrize(
    "module",
    [
        "mjtable.commandline",
        "typer",
        "rich.console",
        "serial",
        "engine_core.score",
        "sqlalchemy",
        "sqlalchemy.sql.base",
    ],
)
def test_ctrl_c_ends_without_a_word_while_this_is_being_loaded(home, module):
    home.command = [sys.executable, "-c", INTERRUPT]
    result = home.process(module)
    assert (result.code, result.out, result.err) == (130, "", "")
    assert not (home.folder / module).exists()


STARTED = """
import sys
from mjtable import commandline
commandline.command("zh")
print(*{"typer.rich_utils", "markdown_it", "importlib.metadata", "sqlalchemy"}.intersection(sys.modules))
"""


def test_what_only_a_help_page_or_a_history_needs_is_not_loaded_for_every_command(home):
    home.command = [sys.executable, "-c", STARTED]
    assert home.process().out == "\n"
