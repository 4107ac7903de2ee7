"""Serial ports: which may have a table on them, and how to open one. Only this file knows USB, DTR and RTS."""

import errno
import os
import sys
from typing import Any, NamedTuple

import serial
from serial.tools import list_ports

from mjtable.errors import PortBusy, PortMissing

BAUD = 115200
READ_SECONDS = 0.05  # a read waits so long for the first byte
WRITE_SECONDS = 2.0  # a table that takes nothing for so long is not there


class UsbRule(NamedTuple):
    """How to open ports of one USB vendor (and product): which controller it is, and what its lines DTR and RTS do."""

    vid: int
    pid: int | None
    what: str
    native: bool


# Native USB: the controller is the USB device and sends only while DTR is on. Else a USB-UART bridge, whose DTR and RTS
# pull an ESP32's reset and boot pins when they differ.
USB_RULES = (
    UsbRule(0x2E8A, None, "Raspberry Pi Pico", True),
    UsbRule(0x303A, None, "ESP32 (USB)", True),
    UsbRule(0xF055, None, "MicroPython board", True),
    UsbRule(0x10C4, 0xEA60, "CP210x", False),
    UsbRule(0x1A86, None, "CH34x", False),
    UsbRule(0x0403, None, "FTDI", False),
)


class Port(NamedTuple):
    """A serial port that may have a table on it."""

    device: str
    what: str
    serial_number: str | None


def usb_rule(vid: int | None, pid: int | None) -> UsbRule | None:
    """The rule for a USB device, None when it is no controller that we know."""
    for rule in USB_RULES:
        if vid == rule.vid and rule.pid in (None, pid):
            return rule
    return None


def usb_ports() -> list[Port]:
    """The serial ports of known controllers, by name. Others are left alone: opening one can reset what hangs on it."""
    found = []
    for info in list_ports.comports():
        rule = usb_rule(info.vid, info.pid)
        if rule:
            found.append(Port(info.device, rule.what, info.serial_number))
    return sorted(found)


def others() -> list[tuple[str, str]]:
    """Serial ports of USB devices that we do not know, and what they call themselves."""
    unknown = [info for info in list_ports.comports() if info.vid is not None and not usb_rule(info.vid, info.pid)]
    return sorted((info.device, f"{info.description or '-'} {info.vid:04x}:{info.pid or 0:04x}") for info in unknown)


def udev_rules() -> str:
    """For Linux: who sits here may open the ports of known controllers, and ModemManager leaves them alone."""
    lines = ["# mjtable: /etc/udev/rules.d/60-mjtable.rules"]
    for rule in USB_RULES:
        product = "" if rule.pid is None else f', ATTRS{{idProduct}}=="{rule.pid:04x}"'
        device = f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{rule.vid:04x}"{product}'
        lines.append(device + ', TAG+="uaccess", ENV{ID_MM_DEVICE_IGNORE}="1"')
    return "\n".join(lines) + "\n"


def holder(device: str) -> str:
    """Which other programs have the port open; "" where the system does not say."""
    if sys.platform != "linux":
        return ""
    from mjtable import linuxfacts

    return ", ".join(f"{one.name} ({one.pid})" for one in linuxfacts.holders(device))


def _rule_of(device: str) -> UsbRule | None:
    for info in list_ports.comports():
        if info.device == device:
            return usb_rule(info.vid, info.pid)
    return None


def is_url(device: str) -> bool:
    """Is it no port of this computer, but one that pyserial reaches by a URL, as rfc2217://localhost:4000?"""
    return "://" in device


def _closed(device: str) -> Any:
    """The port, to be opened. ValueError."""
    port: Any
    if is_url(device):
        port = serial.serial_for_url(device, do_not_open=True, baudrate=BAUD, timeout=READ_SECONDS)
        if not hasattr(port, "cancel_read"):
            port.cancel_read = lambda: None  # a read comes back soon by itself
    else:
        port = serial.Serial(baudrate=BAUD, timeout=READ_SECONDS, write_timeout=WRITE_SECONDS, exclusive=True)
        port.port = device
    return port


def opened(device: str) -> Any:
    """Opens `device` for us alone, as a serial.Serial; what was waiting there is thrown away. PortBusy, PortMissing."""
    try:
        port = _closed(device)
    except ValueError as e:
        raise PortMissing(port=device, why=str(e)) from e
    rule = _rule_of(device)
    if rule and not rule.native and os.name == "nt":
        # Windows sets both lines in one go: off and off is no reset. Elsewhere the kernel has switched both on before
        # we can say anything; leaving both on is no reset either, switching them off one after the other is.
        port.dtr = port.rts = False
    try:
        port.open()
    except serial.SerialException as e:
        cause = e.__context__
        number = e.errno or (cause.args[0] if cause and cause.args and isinstance(cause.args[0], int) else None)
        if number in (errno.EWOULDBLOCK, errno.EBUSY) or (os.name == "nt" and isinstance(cause, PermissionError)):
            raise PortBusy(port=device, holder=holder(device)) from e
        raise PortMissing(port=device, why=os.strerror(number) if number else str(e)) from e
    except (OSError, ValueError) as e:
        raise PortMissing(port=device, why=str(e)) from e
    return port
