"""Pages from one hand's end to the first draw of the next: ready, dice, break, wild tile.

Every page function draws for the display of `seat` (None: the centre) and gives False, having drawn nothing, when that
display keeps its resting page. `m` is the message, see screens.py.
"""

from engine_core import tiles
from engine_core.rules import Ruleset
from engine_core.table import Table
from firmware.canvas import FOOT, MID, NUM, TOP
from firmware.pages_head import region_name, status, tile_name
from firmware.parts import CENTRE, Page
from firmware.wallview import WallView

# What a rolling die shows, picture by picture; it says nothing about the result.
ROLL = b"\x03\x05\x01\x06\x02\x04\x06\x01\x05\x02\x04\x03\x02\x06\x05\x01\x03\x04\x06\x02\x01\x05"


def new(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """Nothing set up yet: no region, or no session (any more)."""
    hint = p.t("new.session" if table.region else "new.hint")
    if seat is None:
        p.headline(p.t("new.over" if table.carry.get("over") else "name"), 2)
        p.text(0, FOOT, hint, 128, "c")
    else:
        status(p, table, seat)
        p.score(str(table.scores[seat]) if seat < len(table.scores) else "0")
        p.message(hint)
    return True


def ready(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """Between hands: region (centre), own total (seats), who throws, and what earlier hands left to this one."""
    thrower = table.throw[0] if table.throw else table.dealer
    if seat is None:
        name, left = region_name(p, table), _left(p, table)
        if left:
            p.text(0, TOP, name, 128, "c")
            p.text(0, MID, left, 128, "c")
        elif 2 * p.width(name) <= 128:
            p.headline(name, 2)
        else:
            p.text(0, 10, name, 128, "c")
        p.icon("dice", 2, 50)
        p.text(17, FOOT, p.t("ready.lot") if thrower is None else p.t("ready.centre", p.t.seat(thrower)), 97)
        p.marked_wrong(CENTRE, FOOT)
        return True
    status(p, table, seat)
    p.score(str(table.scores[seat]))
    left = _left_to(p, table, seat)
    if left:
        p.message(left, True, 112)
        if seat == thrower:
            p.icon("dice", 115, 50)
    elif seat == thrower:
        p.icon("dice", 2, 50)
        p.text(17, FOOT, p.t("throw.key"), 110)
    else:
        p.message(p.t("ready.lot") if thrower is None else p.t("ready.seat", p.t.seat(thrower)))
    return True


def _left(p: Page, table: Table) -> str:
    """What earlier hands left to the table: the next one counts several times, or somebody has run out of chips."""
    times = table.rules.multiplied(table.carry) if table.rules else 1
    if times > 1:
        return p.first(128, p.t("ready.times", times), p.t("course.times", times), "")
    return p.t("ready.broke") if table.carry.get("broke") else ""


def _left_to(p: Page, table: Table, seat: int) -> str:
    """The same for a seat: chips that it has to add, or that who sat out has come to it."""
    chips, last = table.carry.get("top_up", ()), table.last or {}
    if seat < len(chips) and chips[seat]:
        return p.t("ready.top_up", chips[seat])
    came = len(table.scores) > table.seats and "order" not in last and last.get("sub_in") == seat
    return p.t("ready.sub_in") if came else ""


# ---------------------------------------------------------------- dice


def _throws(rules: Ruleset, dealer: int) -> int:
    """How many throws the region makes in all."""
    dice = b""
    while True:
        throws = rules.throws(dealer, dice)
        missing = sum([n for _, n in throws]) - len(dice)
        if missing <= 0:
            return len(throws)
        dice += b"\x01" * missing


def throw(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """The seat whose throw is due is asked for it; the centre shows the throws made before."""
    due, made = table.throw, _made(table)
    if seat is None:
        return bool(made) and dice(p, table, {"throws": made}, seat)
    if not due or seat != due[0]:
        return False
    p.headline(p.t("throw"), 2)
    p.icon("dice", 2, 50)
    p.text(17, FOOT, p.t("throw.key"), 80)
    count = _throws(table.rules, table.dealer) if table.rules and table.dealer is not None else 1
    if count > 1:
        p.text(97, FOOT, "%d/%d" % (len(made) + 1, count), 30, "r")
    return True


def _made(table: Table) -> list:
    """The throws of this hand as [seat, dice]."""
    made: list = []
    used = 0
    if table.rules is None or table.dealer is None:
        return made
    for seat, n in table.rules.throws(table.dealer, table.dice):
        if used < len(table.dice):
            made.append([seat, table.dice[used : used + n]])
        used += n
    return made


def roll(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """Rolling dice, a picture for each `frame`; the seal stands below before the result is known.

    The seats still wait: their page of the phase that the throw has begun would tell the dice before they lie.
    """
    if seat is not None:
        if table.dice:
            status(p, table, seat)
        else:  # this throw decides who deals: the table knows it already
            p.badge(0, 0, seat, False)
        p.score(str(table.scores[seat]))
        p.message(p.t("roll.word") if seat == m["seat"] else p.t("ready.seat", p.t.seat(m["seat"])))
        return True
    frame, n = m.get("frame", 0), m.get("n", 2)
    if n == 1:
        p.rolling(ROLL[2 * frame % len(ROLL)], frame, 22, 1)
    elif n > 2:
        _many(p, bytes([ROLL[(2 * frame + 5 * k) % len(ROLL)] for k in range(n)]))
    else:
        p.rolling(ROLL[2 * frame % len(ROLL)], frame, 0, 1)
        p.rolling(ROLL[(2 * frame + 1) % len(ROLL)], frame + 2, 42, 3)
    p.text(90, 0, p.t.seat(m["seat"]), 38, "r")
    p.text(90, 20, p.t("roll.word"), 38, "r")
    if m.get("seal"):
        p.seal(m["seal"], p.t("roll.seal"))
    return True


def dice(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """What was thrown: dice and their sum, one die and the wall it opens, or two throws. `alone`: the throw opens
    nothing. The tick: the secret is revealed and logged. On the seats the seal gives way to who threw."""
    throws = m["throws"]
    faces = throws[0][1]
    below = FOOT
    if len(throws) > 1:
        _two_throws(p, table, throws)
        below = 48
    elif len(faces) == 1:
        _one_die(p, table, faces[0], m.get("alone", False))
    elif len(faces) == 2:
        p.die(faces[0], 42, 1, 1)
        p.die(faces[1], 42, 46, 1)
        p.fit(92, 1, str(sum(faces)), 36, 42, ("xl", "l"))
    else:
        _many(p, faces)
        p.fit(76, 1, str(sum(faces)), 52, 42, ("xl", "l"))
    seal, who = m.get("seal"), p.t.seat(throws[-1][0])
    if seat is not None or not seal:
        p.text(1, below, p.t("dice.threw", who), 127)
    elif len(throws) > 1:
        p.seal(seal, p.t("roll.seal"), below)
    else:
        p.seal(seal, who, below, 115)
        if m.get("revealed"):
            p.icon("ok", 118, 52)
    return True


def _many(p: Page, faces: bytes) -> None:
    """Three dice in a row, or four to six in two."""
    per, y = (3, 11) if len(faces) < 4 else ((len(faces) + 1) // 2, 0)
    for k, face in enumerate(faces):
        p.die(face, 22, 1 + 24 * (k % per), y + 23 * (k // per))


def _two_throws(p: Page, table: Table, throws: list) -> None:
    """One below the other, with the sum of both where they are counted together."""
    total = 0
    together = table.rules is not None and not table.rules.breaks_after
    for k, (who, faces) in enumerate(throws[:2]):
        y = 23 * k
        p.badge(0, y + 2, who, who == table.dealer)
        for i, face in enumerate(faces):
            p.die(face, 22, 20 + 23 * i, y)
        p.number(66 if together else 98, y + 1, str(sum(faces)), "m", 29, "r")
        total += sum(faces)
    if together:
        p.fb.vline(98, 0, 45, 1)
        p.text(101, 0, p.t("dice.sum"), 27, "c")
        p.number(101, 20, str(total), "c", 27, "c")


def _one_die(p: Page, table: Table, face: int, alone: bool) -> None:
    p.die(face, 42, 4, 1)
    rules, dealer = table.rules, table.dealer
    if rules and dealer is not None and table.dice and not alone:
        side = rules.break_side(dealer, table.dice)
        stays = rules.stays(dealer, table.dice)
        p.text(56, 6, p.t("dice.opens", p.t.seat(side)), 72, "c")
        p.text(56, 26, p.t("dice.stays", stays), 72, "c")
    else:
        p.fit(56, 1, str(face), 72, 42, ("xl",))


def manual(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """Real dice are entered by who threw them: the face of the die in the frame is being chosen."""
    if seat is None or seat != m["seat"]:
        return False
    faces, at = m["dice"], m["at"]
    p.icon("up", 4, 14)
    p.icon("down", 4, 30)
    size, step, x, y = (38, 52, 24, 5) if len(faces) < 3 else (22, 26, 22, 13) if len(faces) < 5 else (12, 18, 22, 18)
    if len(faces) == 1:
        x += step // 2
    for k, face in enumerate(faces):
        p.die(face, size, x + step * k, y)
    room = 4 if size == 38 else 2
    p.fb.rect(x + step * at - room, y - room, size + 2 * room, size + 2 * room, 1)
    last = at == len(faces) - 1
    p.keys(("ok", p.t("manual.enter") if last else p.t("manual.next")), ("no", p.t("key.back")))
    return True


# ---------------------------------------------------------------- the wall


def broken(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """Where the wall breaks: the centre, and the seat whose wall it is. `gone`: stacks that are dealt, by sensors."""
    wall, dealer = table.wall, table.dealer
    if wall is None or dealer is None:
        return False
    side = wall.rules.break_side(dealer, table.dice)
    stays = wall.rules.stays(dealer, table.dice)
    if seat is not None and seat != side:
        return False
    view = WallView(p, wall, seat)
    view.stacks(stays, m.get("gone", b""))
    view.arrow(0, p.t.wind(side), True)
    if seat is None:
        p.text(66, 0, p.t("break.wall", p.t.seat(side), p.t.wind(side)), 62, "c")
    else:
        p.text(66, 1, p.t("break.own"), 62, "c")
        p.invert(66, 0, 62, 18)
    _count(p, stays, p.t("break.stays"))
    return True


def _count(p: Page, stacks: int, below: str) -> None:
    """A number of stacks, and what about them."""
    if p.t.lang == "zh":
        p.number(64, NUM, str(stacks), "l", 36, "r")
        p.text(104, 25, p.t("stack"), 16)
    else:
        p.number(66, NUM, str(stacks), "l", 62, "c")
    p.text(64, FOOT, below, 64, "c")


def turn_up(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """After the dice of a region with wild tiles: the seat of that wall turns one up, the centre keeps the break."""
    wall = table.wall
    if wall is None or wall.indicator_at is None:
        return False
    side, stack = wall.where(wall.indicator_at)
    if seat != side:
        return broken(p, table, m, seat)
    view = WallView(p, wall, seat)
    view.stacks()
    view.arrow(wall.indicator_at, p.t.wind(side), False)
    p.text(66, 1, p.t("turn.up"), 62, "c")
    p.invert(66, 0, 62, 18)
    _count(p, stack, p.t("turn.upper"))
    return True


# ---------------------------------------------------------------- the wild tile


def enter(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """The seat that turned it up says which tile it is."""
    if table.rules is None or seat is None or seat != m["seat"]:
        return False
    kinds = [k for k in range(tiles.KINDS) if table.rules.copies(k)]
    at = kinds.index(m["tile"])
    p.text(1, TOP, p.t("enter.wild"), 34)
    p.icon("up", 4, 24)
    p.icon("down", 17, 24)
    p.tile(42, 9, kinds[at - 1], small=True)
    p.tile(66, 4, m["tile"])
    p.tile(98, 9, kinds[(at + 1) % len(kinds)], small=True)
    p.keys(("ok", tile_name(p, m["tile"])), ("no", p.t("key.back")))
    return True


def wild(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """The wild tile, large, for everybody. Where other tiles than its own kind are wild they stand below."""
    kind, rules, dealer = table.indicator, table.rules, table.dealer
    if seat is not None or kind is None or rules is None or dealer is None:
        return False
    others = [k for k in rules.wilds(kind) if k != kind]
    p.tile(0, 0, kind, big=True)
    p.text(52, 2, p.t("wild"), 76, "c", True)
    if others:
        gap = 24 if len(others) < 4 else 18
        x = 90 - (gap * (len(others) - 1) + 16) // 2
        for k, other in enumerate(others[:4]):
            p.tile(x + gap * k, 41, other, small=True)
    elif rules.seat_wilds(kind, dealer):
        p.text(52, 44, p.t("wild.own"), 76, "c")
    else:
        p.text(52, 44, tile_name(p, kind), 76, "c")
    return True
