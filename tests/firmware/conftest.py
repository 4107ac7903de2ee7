import pytest

from tests.firmware.simulated import Device


@pytest.fixture
def device(tmp_path):
    """A new table, switched on."""
    device = Device(tmp_path).start()
    yield device
    device.kill()
