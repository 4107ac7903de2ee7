import pytest

from tests.e2e.run import Home


@pytest.fixture
def home(tmp_path, compiled):
    """A user of the command line, with folders of his own; the compiled firmware is kept between tests."""
    return Home(tmp_path, compiled)


@pytest.fixture
def table(home):
    """`mjtable sim`, running."""
    with home.sim() as running:
        yield running
