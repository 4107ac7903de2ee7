"""A real PostgreSQL for the tests: a server of their own, in a folder of its own, reached through a socket there."""

import getpass
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.e2e.run import ends_with_us

WAIT = 60.0  # seconds for it to start
PLACES = "/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin"


def programs():
    """The folder of initdb and postgres, None where there is none."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    folders = [folder for place in PLACES for folder in Path("/").glob(place[1:]) if (folder / "initdb").is_file()]
    return max(folders, default=None)


@contextmanager
def server():
    """A running server: context in which a function makes a new database and gives its URL; they are gone after it.
    Where a server cannot be had the test is skipped, except in CI, which installs it (.ci/run)."""
    folder = programs()
    if folder is None:
        says = "no PostgreSQL on this computer (Debian: apt install postgresql)"
        pytest.fail(says) if os.environ.get("CI") else pytest.skip(says)
    home = Path(tempfile.mkdtemp(prefix="mjtable-pg-"))
    owner = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}  # it refuses root
    name = owner.get("user") or getpass.getuser()
    try:
        if owner:
            shutil.chown(home, owner["user"], owner["group"])
        make = [folder / "initdb", "-D", home / "data", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
        subprocess.run(make, check=True, capture_output=True, cwd=home, **owner)
        with open(home / "log", "wb") as log:
            options = ["-c", "listen_addresses=", "-c", "fsync=off"]
            command = [folder / "postgres", "-D", home / "data", "-k", home, *options]
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=home, preexec_fn=ends_with_us, **owner)
        try:
            yield _ready(process, home, name)
        finally:
            process.send_signal(signal.SIGQUIT)  # at once: nothing of it is needed any more
            process.wait(WAIT)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _ready(process, home, name):
    until = time.monotonic() + WAIT
    while True:
        try:
            connection = psycopg.connect(host=str(home), dbname="postgres", user=name, autocommit=True)
            break
        except psycopg.OperationalError:
            assert process.poll() is None and time.monotonic() < until, (home / "log").read_text("utf-8", "replace")
            time.sleep(0.05)
    numbers = iter(range(10**6))

    @contextmanager
    def databases():
        made = []

        def database():
            made.append(f"history{next(numbers)}")
            connection.execute(f"CREATE DATABASE {made[-1]}")
            return f"postgresql://{name}@/{made[-1]}?host={home}"

        yield database
        for one in made:
            connection.execute(f"DROP DATABASE IF EXISTS {one} WITH (FORCE)")

    return databases
