"""`mjtable web` as it is typed."""

import re
import signal
import socket
import sys
import urllib.error
import urllib.request

import pytest

from tests.e2e.run import Home


@pytest.fixture
def user(tmp_path, compiled):
    return Home(tmp_path, compiled)


def opened(process):
    """The address that it says."""
    return re.search(r"http://\S+(?<!\.)", process.stdout.readline())[0]


def read(address):
    with urllib.request.urlopen(address, timeout=20) as answer:
        return answer.read().decode()


def test_it_serves_a_simulated_table_until_it_is_interrupted(user):
    process = user.start("web", "--sim", "--listen", "0")
    address = opened(process)
    assert address.startswith("http://127.0.0.1:")
    assert "Virtual table" in read(address + "?lang=en")
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
    assert process.stderr.read() == ""


def test_on_another_address_a_token_is_needed(user):
    process = user.start("web", "--host", "0.0.0.0", "--listen", "0")
    address = opened(process)
    port, token = re.search(r":(\d+)/\?token=(\S+)", address).groups()
    assert len(token) > 20
    with pytest.raises(urllib.error.HTTPError) as e:
        read(f"http://127.0.0.1:{port}/")
    assert e.value.code == 403
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0


def test_an_address_that_is_taken_is_said(user):
    with socket.create_server(("127.0.0.1", 0)) as other:
        result = user.run("web", "--listen", str(other.getsockname()[1]))
    assert result.code == 1 and "--listen 0" in result.err


def test_a_host_that_is_none_is_said(user):
    assert user.run("web", "--host", "no.such.host.invalid", "--listen", "0").code == 1


def test_a_flash_is_for_a_simulated_table(user):
    assert user.run("web", "--flash", "x").code == 2


@pytest.mark.parametrize("missing", ["uvicorn", "jinja2", "sse_starlette"])
def test_what_is_missing_is_named_with_what_to_install(user, monkeypatch, missing):
    for name in [name for name in sys.modules if name.startswith(("mjtable.web", missing))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    result = user.run("web", "--listen", "0")
    assert result.code == 1 and missing in result.err and "pip install 'mjtable[web]'" in result.err


def test_an_open_page_does_not_keep_it_from_ending(user):
    process = user.start("web", "--sim", "--listen", "0")
    with urllib.request.urlopen(opened(process) + "events?page=score", timeout=20) as stream:
        assert stream.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
