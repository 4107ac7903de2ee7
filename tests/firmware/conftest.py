import pytest

from tests.firmware.simulated import Device


@pytest.fixture(autouse=True, scope="session")
def kept(compiled):
    """The compiled firmware is kept between tests."""


@pytest.fixture
def device(tmp_path):
    """A new table, switched on."""
    device = Device(tmp_path).start()
    yield device
    device.kill()


@pytest.fixture(params=["zh", "en"])
def lang(request):
    """Both languages of the displays."""
    return request.param
