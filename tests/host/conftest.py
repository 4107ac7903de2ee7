import pytest

from mjtable import link, simulator


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Each test has its own config, data and history."""
    folder = tmp_path / "home"
    monkeypatch.setenv("MJTABLE_HOME", str(folder))
    monkeypatch.delenv("MJTABLE_PORT", raising=False)
    monkeypatch.delenv("MJTABLE_DB", raising=False)
    return folder


@pytest.fixture(scope="session")
def compiled(tmp_path_factory):
    return tmp_path_factory.mktemp("compiled")


@pytest.fixture
def built(home, compiled):
    """The compiled firmware, kept between tests: the folder that the interpreter starts from."""
    home.mkdir(exist_ok=True)
    (home / "cache").symlink_to(compiled)
    return simulator.firmware_for(simulator.interpreter())


@pytest.fixture
def hurry(monkeypatch):
    """Called once the greeting is over: a test which has to wait for nothing waits briefly from then on."""

    def shorter():
        monkeypatch.setattr(link, "ANSWER_SECONDS", 0.3)
        monkeypatch.setattr(link, "LOOK_SECONDS", 0.1)
        monkeypatch.setattr(link, "BACK_SECONDS", 0.3)

    return shorter
