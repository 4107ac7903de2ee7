"""What can go wrong on the laptop's side: one tree, one line of meaning each.

A class carries the exit code of the command line (`EXIT`); its message is the line `error.<NAME>` of texts.tsv with the
values given, so that it can be shown in either language. `str(e)` is the English one.
"""

from mjtable.phrases import said
from mjtable.texts import text


class MjtableError(Exception):
    """Anything mjtable reports to its user without a traceback."""

    NAME = "failed"
    EXIT = 1

    def __init__(self, **values: object) -> None:
        super().__init__()
        self.values = values

    def message(self, lang: str) -> str:
        values = dict(self.values)
        if isinstance(values.get("why"), str):
            known = {"left": values["left"]} if "left" in values else {}
            values["why"] = said(str(values["why"]), lang, **known)
        return text("error." + self.NAME, lang, **values)

    def __str__(self) -> str:
        return self.message("en")

    def as_dict(self, lang: str = "en") -> dict[str, object]:
        """For --json: the name, the message and the values."""
        return {"error": self.NAME, "message": self.message(lang), **self.values}


class BadFile(MjtableError):
    """A file that was named is missing, unreadable or no hand record (`file`, `why`)."""

    NAME = "bad_file"


class BadRecord(MjtableError):
    """A hand record that the rules core refuses (`why`, beginning with the field)."""

    NAME = "bad_record"


class BadRules(MjtableError):
    """A region or option that the rules core does not have (`why`, beginning with the field)."""

    NAME = "bad_rules"


class BadTile(MjtableError):
    """What was typed for a tile names none (`field`, `given`)."""

    NAME = "bad_tile"
    EXIT = 2


class BadFolder(MjtableError):
    """A folder that mjtable keeps things in cannot be made (`folder`, `why`)."""

    NAME = "bad_folder"


class SystemTrouble(MjtableError):
    """The system refuses to write or read something (`why`)."""

    NAME = "system"


class NotBooked(MjtableError):
    """The user did not want the false win to be booked."""

    NAME = "not_booked"


class NoHand(MjtableError):
    """The history has no hand of this number (`hand`, `db`)."""

    NAME = "no_hand"


class LinkError(MjtableError):
    """The table cannot be spoken to."""

    NAME = "link"
    EXIT = 3


class NoTable(LinkError):
    """No table was found on any port (`looked`: the ports)."""

    NAME = "no_table"


class NoSuchTable(NoTable):
    """None of the tables found has the id or name that was asked for (`named`, `looked`)."""

    NAME = "no_such_table"


class UnknownTable(LinkError):
    """The history has nothing of this table (`named`, `known`: those it has something of)."""

    NAME = "unknown_table"


class SeveralTables(LinkError):
    """More than one table was found and none was named (`tables`)."""

    NAME = "several_tables"


class PortMissing(LinkError):
    """The port does not exist, may not be opened, or was pulled (`port`, `why`)."""

    NAME = "port_missing"


class PortBusy(LinkError):
    """Another program holds the port (`port`)."""

    NAME = "port_busy"


class NoAnswer(LinkError):
    """The port is there, but no table answers on it (`port`, `method`, `seconds`)."""

    NAME = "no_answer"


class OtherTable(LinkError):
    """Another table answers on the port than the one spoken to before (`port`, `want`, `have`)."""

    NAME = "other_table"


class OtherProtocol(LinkError):
    """The table's firmware speaks a protocol that this mjtable does not (`port`, `have`, `want`)."""

    NAME = "other_protocol"


class Refused(MjtableError):
    """The table refused a request (`code`, `why`, `field`)."""

    NAME = "refused"
    EXIT = 4

    @property
    def code(self) -> int:
        code = self.values.get("code", 0)
        return code if isinstance(code, int) else 0


class Differs(MjtableError):
    """Table and laptop, or journal and history, do not agree (`what`, `table`, `laptop`)."""

    NAME = "differs"
    EXIT = 5


class OtherJournal(Differs):
    """The table's journal is not the one that the history has up to event `seq` (`table`: its id)."""

    NAME = "other_journal"


class SimulatorError(MjtableError):
    """The simulated table cannot be started (`why`)."""

    NAME = "simulator"


class FlashInUse(SimulatorError):
    """Another simulator runs on the same flash (`flash`)."""

    NAME = "flash_in_use"


class FirmwareSilent(SimulatorError):
    """The firmware runs but does not answer (`printed`: what it wrote instead)."""

    NAME = "firmware_silent"


class FirmwareStops(SimulatorError):
    """The firmware ends again and again (`status`, `printed`)."""

    NAME = "firmware_stops"


class NoInterpreter(SimulatorError):
    """No MicroPython to simulate a table with."""

    NAME = "no_interpreter"


class BuildError(MjtableError):
    """The firmware could not be compiled (`file`, `why`)."""

    NAME = "build"


class NoFirmware(BuildError):
    """This installation lacks the firmware's sources."""

    NAME = "no_firmware"


class StoreError(MjtableError):
    """The history cannot be opened or written (`db`, `why`)."""

    NAME = "store"


class StoreNewer(StoreError):
    """The history was written by a newer mjtable (`db`, `have`, `want`: versions of the schema)."""

    NAME = "store_newer"
