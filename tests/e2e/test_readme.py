"""What the README tells a newcomer to type works as it stands there."""

import contextlib
import io
import re
import shlex

import pytest

from mjtable.regions import region_name, regions
from tests.e2e.run import ROOT

README = (ROOT / "README.md").read_text("utf-8")


def test_the_commands_run_one_after_the_other(home, table):
    commands = re.findall(r"^    \.venv/bin/mjtable (.*?)(?:\s+#.*)?$", README, re.M)
    assert len(commands) > 5 and "sim" in commands
    (home.folder / "examples").symlink_to(ROOT / "examples")
    for command in commands:
        if command != "sim":  # runs already
            result = home.run(*shlex.split(command))
            assert result.code == 0, (command, result)


@pytest.mark.parametrize("region", regions())
def test_it_names_every_region(region):
    assert region_name(region, "zh") in README


def test_it_says_how_many_regions_there_are():
    assert ("Thirteen", 13) == (re.search(r"(\w+) sets of rules:", README)[1], len(regions()))


def test_the_python_runs():
    for block in re.findall(r"```python\n(.*?)```", README, re.S):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(block, "README.md", "exec"), {})
        assert said.getvalue()


def test_the_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"^    make (\w+)", README, re.M):
        assert re.search(rf"^{target}:", makefile, re.M)


def test_the_places_it_names_exist():
    listed = README[README.index("## Where things are") : README.index("## Licence")]
    for line in re.findall(r"^    (\S.*?)  ", listed, re.M):
        for name in re.split(r",\s*", line):
            assert (ROOT / name.split()[0].rstrip("/")).exists(), name
