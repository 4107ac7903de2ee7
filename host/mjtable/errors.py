"""What can go wrong on the laptop's side: one tree, one line of meaning each.

A class carries the exit code of the command line (`EXIT`); its message is the line `error.<NAME>` of texts.tsv with the
values given, so that it can be shown in either language. `str(e)` is the English one.
"""

from collections.abc import Sequence
from typing import Any

from mjtable.phrases import said
from mjtable.texts import text


class MjtableError(Exception):
    """Anything mjtable reports to its user without a traceback."""

    NAME = "failed"
    EXIT = 1
    KIND = "error"

    def __init__(self, **values: object) -> None:
        super().__init__()
        self.values = values

    def message(self, lang: str) -> str:
        values = {name: v.message(lang) if isinstance(v, MjtableError) else v for name, v in self.values.items()}
        known = {"left": values["left"]} if "left" in values else {}
        for name in ("why", "table", "laptop"):
            if isinstance(values.get(name), str):
                values[name] = said(str(values[name]), lang, **known)
        return text("error." + self.NAME, lang, **values)

    def __str__(self) -> str:
        return self.message("en")

    def as_dict(self, lang: str = "en") -> dict[str, object]:
        """For --json: the name, the message and the values."""
        values = {name: v.as_dict(lang) if isinstance(v, MjtableError) else v for name, v in self.values.items()}
        return {self.KIND: self.NAME, "message": self.message(lang), **values}


class Remark(MjtableError, UserWarning):
    """Something that the user should know and that stops nothing: given to warnings.warn, which mjtable shows."""

    KIND = "warning"


class NotStored(Remark):
    """The table's flash does not take what happens: the game goes on in the table's RAM."""

    NAME = "not_stored"


class PartKept(Remark):
    """Somebody stopped what was being collected: so far as it came it is in `file`."""

    NAME = "part_kept"


class TagsDamaged(Remark):
    """The table's file of tags cannot be read: it knows none, and puts the file aside when it learns the next."""

    NAME = "tags_damaged"


class NotRemembered(Remark):
    """Which table was on which port cannot be written down (`cause`: an error)."""

    NAME = "not_remembered"


class ClockKept(Remark):
    """The table's clock differs from the laptop's, and setting it needs the PIN."""

    NAME = "clock_kept"


class Upgrading(Remark):
    """A history of an older mjtable is taken over, which takes a while (`db`; `have`, `want`: of the schema)."""

    NAME = "upgrading"


class Compiling(Remark):
    """The firmware is compiled, as it is once after each change of it; that takes a while."""

    NAME = "compiling"


class WasReset(Remark):
    """The table plays nothing yet, and was another one, or had another journal, before (`name`, `id`, `seen`)."""

    NAME = "was_reset"


class InSafeMode(Remark):
    """The table is in safe mode: it crashed again and again, and records nothing."""

    NAME = "in_safe_mode"


class BadFile(MjtableError):
    """A file that was named is missing, unreadable or no hand record (`file`, `why`)."""

    NAME = "bad_file"


class BadTag(MjtableError):
    """What is to be laid on the reader is neither a tile nor the id of a tag (`given`)."""

    NAME = "bad_tag"


class BadTagLine(MjtableError):
    """A line of a file of tags is not "id,tile" (`file`, `line`, `given`)."""

    NAME = "bad_tag_line"


class NoTag(MjtableError):
    """The table knows no tag of a tile (`tile`)."""

    NAME = "no_tag"


class BadRecord(MjtableError):
    """A hand record that the rules core refuses (`why`, beginning with the field)."""

    NAME = "bad_record"


class BadRules(MjtableError):
    """A region or option that the rules core does not have (`why`, beginning with the field)."""

    NAME = "bad_rules"


class BadHouse(MjtableError):
    """The file of a house is not right (`file`, `problems`: rows (line, why), all there are)."""

    NAME = "bad_house"

    def __init__(self, file: str, problems: Sequence[tuple[int, str]]) -> None:
        super().__init__(file=file, problems=[{"line": line, "why": why} for line, why in problems])
        self.problems = problems

    def message(self, lang: str) -> str:
        lines = [text("error." + self.NAME, lang, n=len(self.problems), file=self.values["file"])]
        for line, why in self.problems:
            lines.append(f"{self.values['file']}:{line}: {said(why, lang)}")  # as compilers have it
        return "\n".join(lines)

    def as_dict(self, lang: str = "en") -> dict[str, object]:
        problems = [{"line": line, "message": said(why, lang)} for line, why in self.problems]
        return {**super().as_dict(lang), "problems": problems}


class BadSetting(BadHouse):
    """... would not be right with what was to be set. Nothing has changed."""

    NAME = "bad_setting"


class CannotSet(MjtableError):
    """A setting of a house stands in its file so that only a person can change it (`file`, `line`, `setting`)."""

    NAME = "cannot_set"


class NoHouse(MjtableError):
    """There is no house of this id on the laptop (`named`, `known`: those there are)."""

    NAME = "no_house"


class NoHouseThere(NoHouse):
    """... nor on the table (`named`, `known`)."""

    NAME = "no_house_there"


class HouseThere(MjtableError):
    """A new house would take the place of one that is there (`file`)."""

    NAME = "house_there"


class EditorFailed(MjtableError):
    """The editor cannot be started, or ends with an error (`command`, `why`)."""

    NAME = "editor"


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

    @classmethod
    def of(cls, error: OSError) -> "SystemTrouble":
        return cls(why=": ".join(str(part) for part in (error.filename, error.strerror or error) if part))


class TooLong(MjtableError):
    """A request has more bytes than a table takes in a line (`field`: its longest part, `size`, `most`)."""

    NAME = "too_long"
    EXIT = 2


class NotBooked(MjtableError):
    """The user did not want the false win to be booked."""

    NAME = "not_booked"


class NothingRecorded(NotBooked):
    """A hand of which nothing was recorded is booked as a drawn one only where the user says so."""

    NAME = "nothing_recorded"


class HandOver(MjtableError):
    """The hand that was meant is over already, so nothing is booked (`hand`)."""

    NAME = "hand_over"


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


class NoPort(NoTable):
    """No controller was found on any port (`looked`: the ports)."""

    NAME = "no_port"


class NoSuchTable(NoTable):
    """None of the tables found has the id or name that was asked for (`named`, `looked`)."""

    NAME = "no_such_table"


class UnknownTable(LinkError):
    """The history has nothing of this table (`named`, `known`: those it has something of)."""

    NAME = "unknown_table"


class SeveralTables(LinkError):
    """More than one table was found and none was named (`tables`)."""

    NAME = "several_tables"


class SameName(SeveralTables):
    """More than one table is called so (`named`, `tables`)."""

    NAME = "same_name"


class PortMissing(LinkError):
    """The port does not exist, may not be opened, or was pulled (`port`, `why`)."""

    NAME = "port_missing"


class PortBusy(LinkError):
    """Another program holds the port (`port`, `holder`: which, "" where that is not known)."""

    NAME = "port_busy"

    def __init__(self, port: str, holder: str = ""):
        super().__init__(port=port, holder=holder)

    def message(self, lang: str) -> str:
        return super().message(lang) if self.values["holder"] else text("error.port_busy.unknown", lang, **self.values)


class PortLent(PortBusy):
    """Another of us has borrowed it for a while, to install, or to look at what is on the controller."""

    NAME = "port_lent"


class NoAnswer(LinkError):
    """The port is there, but no table answers on it (`port`, `method`, `seconds`)."""

    NAME = "no_answer"


class AtPrompt(NoAnswer):
    """MicroPython's prompt answers on the port: the table's firmware was stopped (`port`)."""

    NAME = "at_prompt"


class NotStarted(AtPrompt):
    """The prompt answers again after a soft reset: the firmware does not start, or there is none (`port`,
    `why`: the last that it wrote)."""

    NAME = "not_started"


class StillSafe(LinkError):
    """The table was let to try again, and is in safe mode as before (`port`, `why`)."""

    NAME = "still_safe"


class NotUnderstood(LinkError):
    """What the table answers is not what the protocol says (`port`, `method`, `what`: the place and the value)."""

    NAME = "not_understood"


class OtherTable(LinkError):
    """Another table answers on the port than the one spoken to before (`port`, `want`, `have`)."""

    NAME = "other_table"


class OtherProtocol(LinkError):
    """The table's firmware speaks a protocol that this mjtable does not (`port`, `have`, `want`)."""

    NAME = "other_protocol"


class OlderProtocol(OtherProtocol):
    """... an older one."""

    NAME = "older_protocol"


class NewerProtocol(OtherProtocol):
    """... a newer one."""

    NAME = "newer_protocol"


class MaybeDone(LinkError):
    """A request that changes something was sent, and what became of it is not known (`method`, `cause`: an error)."""

    NAME = "maybe_done"
    EXIT = 6


class Refused(MjtableError):
    """The table refused a request (`code`, `why`, `field`)."""

    NAME = "refused"
    EXIT = 4

    @property
    def code(self) -> int:
        code = self.values.get("code", 0)
        return code if isinstance(code, int) else 0


class NoRegion(Refused):
    """The table plays no region yet, so none of its options can be set."""

    NAME = "no_region"


class TableFailed(Refused):
    """The table itself failed at a request (`code`, `why`, `field`)."""

    NAME = "table_failed"


class PinNeeded(Refused):
    """The table is in use and asks for its PIN (`challenge`, `salt`; `wait`: seconds; `left`, `wrong`: tries)."""

    NAME = "pin_needed"


class WrongPin(PinNeeded):
    """It was given another one."""

    NAME = "wrong_pin"


class PinWait(PinNeeded):
    """It was given so many others that it takes none for a while (`wait`)."""

    NAME = "pin_wait"


class BadPin(MjtableError):
    """A PIN that is not 4 to 8 digits, or two that should be the same and are not."""

    NAME = "bad_pin"
    EXIT = 2


class PinsDiffer(BadPin):
    """A new PIN was typed twice, not the same."""

    NAME = "pins_differ"


class Differs(MjtableError):
    """Table and laptop, or journal and history, do not agree (`what`, `table`, `laptop`)."""

    NAME = "differs"
    EXIT = 5


class UnfairDice(Differs):
    """Throws in the history are not what their seals and secrets give (`n`, `seq`: event of the first)."""

    NAME = "unfair"


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


class BadPinMap(MjtableError):
    """A pin map cannot be read, or is not sound (`file`; `why`, a sentence, or `faults`, all there are)."""

    NAME = "bad_pin_map"

    def __init__(self, file: str, why: str = "", faults: Sequence[Any] = ()) -> None:
        super().__init__(file=file, why=why, faults=[fault.message("en") for fault in faults])
        self.faults = list(faults)

    def message(self, lang: str) -> str:
        told = [self.values["why"]] if self.values["why"] else [fault.message(lang) for fault in self.faults]
        return "\n".join([text("error." + self.NAME, lang, file=self.values["file"]), *(f"  {line}" for line in told)])


class NoFirmware(BuildError):
    """This installation lacks the firmware's sources."""

    NAME = "no_firmware"


class NoTool(MjtableError):
    """A program that installing needs is not there (`tool`)."""

    NAME = "no_tool"


class BoardError(LinkError):
    """A controller cannot be installed on, or looked at (`port`)."""

    NAME = "board"


class NoMicroPython(BoardError):
    """Nothing on the port answers as MicroPython does (`port`)."""

    NAME = "no_micropython"


class NoController(BoardError):
    """MicroPython answers there, but of a PC: what is copied would be among its files (`port`)."""

    NAME = "no_controller"


class BoardSilent(BoardError):
    """The controller stopped answering in the middle of it (`port`, `seconds`)."""

    NAME = "board_silent"


class BoardGone(BoardError):
    """The controller went away in the middle of it (`port`)."""

    NAME = "board_gone"


class BoardFull(BoardError):
    """The controller's flash took no more (`port`)."""

    NAME = "board_full"


class BoardFailed(BoardError):
    """The controller says that it failed (`port`, `why`: the last line of what it said)."""

    NAME = "board_failed"


class NoSelftest(BoardError):
    """The firmware on the controller has no self-test (`port`)."""

    NAME = "no_selftest"


class InstallRefused(MjtableError):
    """What was asked for would not work, or would lose something. Nothing has changed."""

    NAME = "install_refused"


class WhichBoard(InstallRefused):
    """It is not said which controller it is, and it does not show (`machine`, `known`)."""

    NAME = "which_board"


class WrongBoard(InstallRefused):
    """The controller is another one than was said (`board`, `machine`, `fits`: the board that it is)."""

    NAME = "wrong_board"


class OldMicroPython(InstallRefused):
    """The controller's MicroPython is too old (`have`, `want`)."""

    NAME = "old_micropython"


class OtherMpy(InstallRefused):
    """The controller's MicroPython reads other .mpy files than mpy-cross writes (`have`, `want`: versions)."""

    NAME = "other_mpy"


class NoRoom(InstallRefused):
    """The flash is too small for it (`need`, `free`: KB)."""

    NAME = "no_room"


class NotInstalled(InstallRefused):
    """There is no mjtable on the controller to be updated (`port`)."""

    NAME = "not_installed"


class OlderThanTable(InstallRefused):
    """The table has a newer firmware than is here (`have`, `want`)."""

    NAME = "older_than_table"


class OthersMain(InstallRefused):
    """The controller has a main.py which is not ours (`port`)."""

    NAME = "others_main"


class RegionPlayed(InstallRefused):
    """The region that the table plays is not among those chosen (`region`)."""

    NAME = "region_played"


class OnlyInMemory(InstallRefused):
    """The table's flash takes no events: what has happened since would be lost by a restart."""

    NAME = "only_in_memory"


class NotSame(MjtableError):
    """What was copied reads back as something else (`files`)."""

    NAME = "not_same"


class StartFails(MjtableError):
    """The firmware is installed and does not start (`port`, `why`)."""

    NAME = "start_fails"


class NothingToRestore(MjtableError):
    """The history has no table that this one was before."""

    NAME = "nothing_to_restore"


class NotFresh(MjtableError):
    """The table has played since: its scores are not to be overwritten."""

    NAME = "not_fresh"
    EXIT = 4


class Unwell(MjtableError):
    """mjtable doctor has found something wrong (`n`: how much)."""

    NAME = "unwell"


class SelftestFailed(MjtableError):
    """The table's self-test has found something wrong (`names`: what)."""

    NAME = "selftest_failed"


class NotConfirmed(MjtableError):
    """The user did not want it, or could not be asked."""

    NAME = "not_confirmed"


class StoreError(MjtableError):
    """The history cannot be opened or written (`db`, `why`)."""

    NAME = "store"


class StoreNewer(StoreError):
    """The history was written by a newer mjtable (`db`, `have`, `want`: versions of the schema)."""

    NAME = "store_newer"


class RebuildError(StoreError):
    """Bytes and events of a journal do not fit together (`journal`; its last event: here `seq`, by them `found`)."""

    NAME = "rebuild"


class NoDriver(StoreError):
    """The database's kind needs a library that is not installed (`db`, `why`)."""

    NAME = "no_driver"


class PlayerError(MjtableError):
    """Something about players and their seats that cannot be."""

    NAME = "player"
    EXIT = 2


class BadName(PlayerError):
    """A name that is empty or too long, or that cannot be seen (`name`, `most`)."""

    NAME = "bad_name"


class NameTaken(PlayerError):
    """Somebody is called that, or almost that, already (`name`)."""

    NAME = "name_taken"


class SitsElsewhere(PlayerError):
    """Who is to sit down has another seat (`name`, `seat`)."""

    NAME = "sits_elsewhere"


class UnknownPlayer(PlayerError):
    """Nobody is called that (`name`, `known`)."""

    NAME = "unknown_player"


class NoSeat(PlayerError):
    """The session has no such seat (`seat`, `most`)."""

    NAME = "no_seat"


class NobodyPlays(PlayerError):
    """A seat is to be left that nobody has (`seat`)."""

    NAME = "nobody_plays"


class NoSession(MjtableError):
    """The history has no session yet."""

    NAME = "no_session"


class NoSessionBefore(NoSession):
    """In no session before had anybody a name: there are no seats to be taken over."""

    NAME = "no_session_before"


class NoSuchSession(NoSession):
    """The history has no session of this number (`session`, `db`)."""

    NAME = "no_such_session"


class HandUndone(MjtableError):
    """A hand that was taken back cannot be amended (`hand`)."""

    NAME = "hand_undone"
    EXIT = 2


class WrongAmounts(MjtableError):
    """Not as many amounts as players (`given`, `due`)."""

    NAME = "wrong_amounts"
    EXIT = 2


class NoTiles(MjtableError):
    """The tiles of a hand are not known, so there is no picture of them (`hand`)."""

    NAME = "no_tiles"


class BadPicture(MjtableError):
    """A picture of a kind that cannot be drawn (`file`, `kinds`)."""

    NAME = "bad_picture"
    EXIT = 2


class NoPlots(MjtableError):
    """matplotlib is not installed."""

    NAME = "no_plots"


class NoWeb(MjtableError):
    """What the page on the laptop needs is not installed (`why`: what is missing)."""

    NAME = "no_web"


class AddressTaken(MjtableError):
    """The page cannot be served at an address (`host`, `listen`, `why`)."""

    NAME = "address_taken"


class NoChineseFont(Remark):
    """No font on this computer has Chinese characters: a PNG shows boxes for them."""

    NAME = "no_chinese_font"


class ArchiveError(MjtableError):
    """An export, a backup or a restore that cannot be."""

    NAME = "archive"


class HistoryThere(ArchiveError):
    """A restore would overwrite a history (`db`, `hands`)."""

    NAME = "history_there"
    EXIT = 2


class FileThere(ArchiveError):
    """A backup or export would overwrite a file (`file`)."""

    NAME = "file_there"
    EXIT = 2


class BadBackup(ArchiveError):
    """A file that is no backup, or a damaged one (`file`, `why`)."""

    NAME = "bad_backup"


class BadExport(ArchiveError):
    """A file name that does not say how to export (`file`)."""

    NAME = "bad_export"
    EXIT = 2
