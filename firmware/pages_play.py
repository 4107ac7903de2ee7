"""The pages that stand while a hand is played: the seats' score, the centre's tiles left, warnings.

How a page function works: pages_open.py.
"""

from engine_core.rules import Ruleset
from engine_core.table import Table
from engine_core.walk import Wall
from firmware.canvas import FOOT, NUM, TOP
from firmware.pages_head import region_name, status
from firmware.parts import CENTRE, Page, signed


def resting(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """While a tile is to be turned up: its wall and the break, elsewhere the playing page."""
    from firmware.pages_open import turn_up

    if turn_up(p, table, m, seat):
        return True
    wall = table.wall
    if seat is None or wall is None or wall.indicator_at is None:
        return play(p, table, m, seat)
    return _seat(p, table, seat, p.t("turn.wait", p.t.seat(wall.where(wall.indicator_at)[0])), False)


def play(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    rules, dealer = table.rules, table.dealer
    if rules is None or dealer is None:
        return False
    turn = m.get("turn")
    if seat is None:
        if not (m.get("next") and turn is not None and _turn(p, table.wall, turn)) and not _needs(p, table):
            _tiles_left(p, table, rules, dealer)
        return True
    if "void" in rules.course():
        from firmware import pages_course

        if pages_course.void_due(table, seat):
            return pages_course.void(p, table, m, seat)
    text, inverse = m.get("rows", {}).get(seat) or ("", False)
    first = text != ""
    over = table.wall is not None and table.wall.over
    if (table.course or over) and not text:
        from firmware import pages_course

        text, inverse, first = pages_course.row(p, pages_course.marks(p, table), m, seat, over)
    if turn == seat and not first:
        text, inverse = p.t("play.late" if m.get("late") else "play.turn"), True
    return _seat(p, table, seat, text, inverse)


def _needs(p: Page, table: Table) -> bool:
    """The centre at the end of the wall, where hands are looked at. False: not now."""
    if table.wall is None or not table.wall.over:
        return False
    from firmware import pages_course

    k = pages_course.marks(p, table)
    if k.playing and k.needed:
        pages_course.needs(p, table, k)
        return True
    return False


def _seat(p: Page, table: Table, seat: int, text: str, inverse: bool) -> bool:
    rules, dealer = table.rules, table.dealer
    if rules is None or dealer is None:
        return False
    left = table.wall.left if table.wall is not None else None
    wilds = rules.wilds(table.indicator) + rules.seat_wilds(table.indicator, dealer).get(seat, ())
    score, ready, marked = table.scores[seat], False, False
    if table.course:
        from firmware import pages_course

        k = pages_course.marks(p, table)
        score, ready = pages_course.score(k, table, seat), bool(k.ready[seat])
        marked = pages_course.column(p, k, seat)
    status(p, table, seat, left, ready)
    w = 94 if wilds or marked else 128
    p.score(signed(score), w)
    if wilds and not marked:
        p.wilds(wilds)
    if text:
        p.message(text, inverse, w)
    return True


def _tiles_left(p: Page, table: Table, rules: Ruleset, dealer: int) -> None:
    """The centre: tiles left, and beside them what is wild, or the dice, or who deals."""
    winds = rules.ROUND_WIND
    if winds:
        p.text(1, TOP, p.round(table.round_wind), 32)
        p.badge(40, 0, dealer, True)
        if table.streak:
            p.text(60, TOP, p.t("streak", table.streak), 36)
    else:
        name, room = region_name(p, table), 92
        times = rules.multiplied(table.carry)
        if times > 1:
            mark = p.first(room, p.t("course.times", times), "")
            p.text(1, TOP, mark, room, "r")
            room -= 10 + p.width(mark)
        low = name[:1] + name[1:].lower()
        p.text(1, TOP, p.first(room, name, low, "" if times > 1 else low), room + 6)
    if table.wall is not None:
        room = 31 - p.marked_wrong(CENTRE)
        p.text(96, TOP, p.first(room, p.t("left.word"), ""), room, "r")
        left = str(table.wall.left)
        width = p.number_width(left, "xl")
        x = (90 - width) // 2
        p.number(x, NUM, left, "xl")
        # The bar is below: 56 is not read as 95 from the other side.
        first = max(2, x - 9)
        p.fb.hline(first, 63, min(87, x + width + 9) - first + 1, 1)
    wilds = rules.wilds(table.indicator)
    if len(wilds) == 1:
        p.tile(103, 18, wilds[0])
        if len(table.dice) < 3:
            _dice(p, table.dice, 12, 101, 52, 15, 0)
        else:  # what they have opened
            p.icon("dice", 96, 51)
            p.number(110, 52, str(rules.stays(dealer, table.dice)), "t", 17, "c")
    elif wilds:
        p.wilds(wilds)
    elif winds and table.dice:
        _dice(p, table.dice, 22, 102, 18, 0, 23)
    else:
        p.badge(102, 24, dealer, True)
        p.text(94, 45, p.t("play.deals"), 34, "c")


def _dice(p: Page, dice: bytes, size: int, x: int, y: int, right: int, down: int) -> None:
    for k, face in enumerate(dice[:2]):
        p.die(face, size, x + right * k, y + down * k)


def _turn(p: Page, wall: Wall | None, turn: int) -> bool:
    """The centre where the table follows each draw: whose turn, the next tile's place. False: there is none."""
    place = wall.next if wall is not None else None
    if wall is None or place is None:
        return False
    from firmware.wallview import WallView

    side, stack = wall.where(place)
    view = WallView(p, wall, None)
    view.stacks()
    view.arrow(place, p.t.wind(turn), True)
    if CENTRE in p.trouble:
        p.icon("warn", 70, TOP + 1)
    else:
        p.text(66, TOP, p.t("play.turn.centre"), 40)
    p.badge(110, 0, turn, True)
    p.number(66, NUM, str(wall.left), "l", 60, "r")
    level = p.t("level.l" if place & 1 else "level.u")
    p.text(66, FOOT, p.t("play.next", p.t.wind(side), stack, level), 62, "r")
    return True


def warn(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """Last four, last tile, share-out: large on the centre, on the seats only the message row changes."""
    key = "warn." + m["kind"]
    if seat is not None:
        return _seat(p, table, seat, p.t(key + ".seat"), True)
    p.headline(p.t(key), inverse=True)
    asked = m.get("seat")
    p.text(0, 45, p.t(key + ".text", p.t.seat(asked)) if asked is not None else p.t(key + ".text"), 128, "c")
    return True
