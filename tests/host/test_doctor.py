"""What a table says of itself, as doctor puts it: what is the flash's fault, and what the firmware's."""

import pytest

from mjtable import doctor, resets
from tests.host.fake import HELLO


@pytest.mark.parametrize(
    "hello, trouble, check",
    [
        ({}, "flash: failed, error 5", "flash"),
        ({}, "event 5: region: guigang is no region", "unread"),
        ({"safe": True}, "safe mode, 3 crashes in a row: RuntimeError", "safe"),
    ],
)
def test_only_a_flash_that_fails_is_called_so(journal, hello, trouble, check):
    journal.hello = {**HELLO, **hello}
    found = doctor._journal(journal, {**journal.status(), "trouble": trouble})
    assert [one.key for one in found if one.state == doctor.WRONG] == [check]


def test_a_table_in_safe_mode_is_not_taken_for_one_that_was_reset(journal):
    journal.hello = {**HELLO, "safe": True}
    assert resets.former(journal, None) is None
    assert "status" not in journal.asked
