import sys
import types

import pytest

from tests.firmware.simulated import Device

DRAWING = types.ModuleType("framebuf")  # of MicroPython, for dialogues that are looked at without a display
DRAWING.FrameBuffer, DRAWING.MONO_VLSB = object, 0
sys.modules.setdefault("framebuf", DRAWING)


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
