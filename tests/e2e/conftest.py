import shutil

import pytest

from tests.e2e.controllers import SMALL, controller, image
from tests.e2e.run import Home
from tests.waiting import locked


@pytest.fixture
def home(tmp_path, compiled):
    """A user of the command line, with folders of his own; the compiled firmware is kept between tests."""
    return Home(tmp_path, compiled)


@pytest.fixture
def table(home):
    """`mjtable sim`, running."""
    with home.sim() as running:
        yield running


@pytest.fixture(scope="session")
def installed_flash(tmp_path_factory, shared, compiled):
    """The flash of a controller on which a table with Ningbo was installed; a controller gets a copy of it."""
    pytest.importorskip("mpremote")
    flash = shared / "installed.flash"
    with locked(shared / "installed.lock"):
        if not flash.exists():
            home = Home(tmp_path_factory.mktemp("installed"), compiled)
            with controller(home):
                home.json("install", *SMALL)
            shutil.copy(image(home), flash)
    return flash
