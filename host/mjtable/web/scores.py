"""The scoreboard: `/` for all, `/tv` for the wall. What the table says, and the last hand from the history."""

import time
from typing import Any, NamedTuple

from engine_core import course, dice
from engine_core import wall as walls
from engine_core.between import moved
from engine_core.check import parse
from engine_core.rules import Ruleset, load
from mjtable.commands.hands import whole
from mjtable.regions import names, region_name
from mjtable.rulebook import notes
from mjtable.status import counted, reseated
from mjtable.web.owner import View
from mjtable.web.pieces import Pieces
from mjtable.web.settled import Settled, settled
from mjtable.web.site import Site

BY_PLAY = ("meld", "kong", "win", "back")  # entries of a hand's course that somebody's turn comes with
SEAL_DIGITS = 8  # as on the displays


class Seat(NamedTuple):
    """One place of the board. `place`: its side, 0 below, in the order of play; 4 for who sits out."""

    seat: int
    place: int
    name: str
    dealer: bool
    turn: bool
    score: int
    change: int | None
    change_label: str
    tags: list[tuple[str, str]]


class Board(NamedTuple):
    seats: list[Seat]
    digits: int
    head: str
    left: int | None
    foot: str
    wilds: list[str]
    wild_word: str
    two: bool
    stale: bool


class Last(NamedTuple):
    """The last hand: its row in the history, how it was settled (None: this mjtable cannot), one line about it."""

    id: int
    number: int
    told: Settled | None
    line: str
    names: list[str]


class Won(NamedTuple):
    """A win of a hand that goes on: who, from whom (None: drawn), and its value where the tiles are known."""

    seat: int
    giver: int | None
    value: int | None
    patterns: list[str]


class Dice(NamedTuple):
    throws: list[list[int]]  # as they are counted
    who: str
    seal: str
    fair: bool | None
    opened: str


def place(seat: int, seats: int, settings: dict[str, Any] | None) -> int:
    """The side of the table that a seat is at: where three play, one side is empty; 4: it sits out."""
    empty = (settings or {}).get("empty_side", 3)
    sides = [side for side in range(4) if not (seats == 3 and side == empty)]
    return sides[seat] if seat < min(seats, len(sides)) else 4


def seat_names(site: Site, p: Pieces, players: int) -> list[str]:
    """A name for every seat: the player's, else the place."""
    found = site.names()
    return [(found[seat] if seat < len(found) else None) or p.seat(seat) for seat in range(players)]


def rules_of(status: dict[str, Any]) -> Ruleset | None:
    """The rules that the table plays, None for a region that this mjtable does not know."""
    try:
        return load(status["region"], status["options"])
    except ValueError:
        return None


def whose_turn(view: View) -> int | None:
    """Who is to throw or to play, as far as the table knows: after the deal the dealer, then who has drawn."""
    status = view.status
    if not status or view.link != "live":
        return None
    if status["throw"]:
        return int(status["throw"]["seat"])
    if status["phase"] != "play":
        return None
    if status.get("turn") is not None:
        return int(status["turn"])
    begun = status["wall"]["taken"] is not None or any(one["what"] in BY_PLAY for one in view.course)
    return None if begun else status["dealer"]


# ---------------------------------------------------------------- the board


def board(site: Site, p: Pieces) -> Board | None:
    """The board; None where the table has no session yet, or there is no table."""
    view = site.view
    status = view.status
    if not status or not status["scores"]:
        return None
    rules = rules_of(status)
    stale = view.link != "live"
    named = seat_names(site, p, len(status["scores"]))
    money = kong_money(rules, view)
    changes = money or _last_changes(status["last"])
    label = p.t("board.kongs") if money else p.t("board.last")
    turn = whose_turn(view)
    seats = [
        Seat(
            seat=seat,
            place=place(seat, status["seats"], view.settings),
            name=named[seat],
            dealer=seat == status["dealer"],
            turn=seat == turn,
            score=score,
            change=changes[seat] if seat < len(changes) else None,
            change_label=label,
            tags=_tags(p, status, view.course, seat, named[seat]),
        )
        for seat, score in enumerate(status["scores"])
    ]
    wall = status["wall"]
    return Board(
        seats=seats,
        digits=max(3, *(len(p.num(seat.score)) for seat in seats)),
        head=_head(p, status, rules),
        left=wall["left"] if wall else None,
        foot=_foot(p, status, view, turn),
        wilds=status["wilds"],
        wild_word=wild_word(p, status["region"]),
        two=rules is not None and "void" in rules.course(),
        stale=stale,
    )


def wild_word(p: Pieces, region: str) -> str:
    """What a region calls its wild tiles."""
    called = notes.of(region, p.lang).get("wild") or p.t("wild")
    return called[:1].upper() + called[1:]


def kong_money(rules: Ruleset | None, view: View) -> list[int]:
    """What kongs have brought so far in the hand in progress; [] where none is paid."""
    if rules is None or not view.course:
        return []
    try:
        return list(course.standing(rules, list(view.course))["money"])
    except ValueError:
        return []


def _tags(
    p: Pieces, status: dict[str, Any], entries: tuple[dict[str, Any], ...], seat: int, name: str
) -> list[tuple[str, str]]:
    """(class, text): dealer and how often in a row, void suit, ready, won."""
    tags = []
    if seat == status["dealer"]:
        again = status["streak"] + 1
        tags.append(("d", p.t("tag.dealer_again", n=again) if again > 1 else p.t("tag.dealer")))
    if seat >= status["seats"] and name != p.seat(seat):
        tags.append(("", p.t("tag.out")))
    for entry in entries:
        if entry.get("seat") != seat:
            continue
        if entry["what"] == "void":
            tags.append(("", p.t("tag.void", suit=p.t("suit." + entry["suit"]))))
        elif entry["what"] == "ready":
            tags.append(("", p.t("tag." + entry["how"])))
    won = sum(entry["what"] == "win" and entry.get("seat") == seat for entry in entries)
    if won:
        tags.append(("d", p.t("tag.won") if won == 1 else p.t("tag.won_times", n=won)))
    return tags


def _head(p: Pieces, status: dict[str, Any], rules: Ruleset | None) -> str:
    hand = p.t("hand.number", n=status["hand"])
    if rules is None or not rules.ROUND_WIND:
        return hand
    return p.t("round", wind=p.letter("ESWN".index(status["round_wind"]))) + " · " + hand


def _foot(p: Pieces, status: dict[str, Any], view: View, turn: int | None) -> str:
    if view.link != "live":
        at = time.strftime("%H:%M", time.localtime(view.heard))
        return p.t("board.left_at" if status["wall"] else "board.as_of", time=at)
    if status["throw"]:
        return p.t("board.throws", seat=p.seat(status["throw"]["seat"]))
    if status["wall"]:
        last = status["wall"]
        left = p.t("board.over" if last["over"] else "board.last_tile" if last["last_tile"] else "board.left")
        return left if turn is None else left + " · " + p.t("board.turn", seat=p.seat(turn))
    return p.t("phase." + status["phase"])


# ---------------------------------------------------------------- the cards beside it


def last_hand(site: Site, p: Pieces) -> Last | None:
    row = site.last_hand()
    if row is None:
        return None
    paid = site.history.payments_with_players([row.id])
    named = [one.name or p.seat(one.seat) for one in paid]
    try:
        told = settled(row.record, p.lang)
    except ValueError:
        told = None
    return Last(row.id, row.number, told, hand_line(p, told, named), named)


def _last_changes(last: dict[str, Any] | None) -> list[int]:
    """What the last hand brought, by the seats as they are now: whoever sat out may have taken one over, and all may
    have changed theirs."""
    return moved(reseated(last["delta"], last.get("sub_in")), last.get("order")) if last else []


def won_so_far(site: Site, p: Pieces) -> list[Won]:
    """The wins of the hand in progress, where play goes on after one."""
    status, entries = site.view.status, list(site.view.course)
    rules = rules_of(status) if status and status["seats"] else None
    if status is None or rules is None:
        return []
    found = []
    for end, entry in enumerate(entries, 1):
        if entry["what"] != "win":
            continue
        value, patterns = None, []
        try:
            record = whole({"hands": [{} for _ in range(status["seats"])]}, status, entries[:end])
            claim = rules.won(parse(record), entry["seat"]).claims[-1]
        except ValueError:  # the tiles are said when the hand is over
            pass
        else:
            words = names(rules.ID, ["pattern." + one for one in claim.ids()], p.lang)
            value, patterns = claim.value, list(dict.fromkeys(words.values()))
        found.append(Won(entry["seat"], entry.get("from"), value, patterns))
    return found


def hand_line(p: Pieces, told: Settled | None, named: list[str]) -> str:
    """What became of a hand in a few words, as it is said aloud."""
    if told is None:
        return p.t("hand.unknown")
    if not told.won:
        return p.t("hand.false") if told.claims else p.t("hand.drawn")
    said = []
    for claim in told.won:
        gained = p.num(told.delta[claim.seat])
        if claim.giver is None:
            said.append(p.t("hand.self_draw", name=named[claim.seat], delta=gained))
        else:
            said.append(p.t("hand.from", name=named[claim.seat], giver=named[claim.giver], delta=gained))
    return p.t("semicolon").join(said)


def thrown(site: Site, p: Pieces) -> Dice | None:
    """The dice of the hand in progress."""
    status = site.view.status
    if not status or not status["dice"]:
        return None
    rows = site.last_throws(1)
    row = rows[0] if rows and list(rows[0].dice) == status["dice"][-len(rows[0].dice) :] else None
    who, seal, fair = "", "", None
    if row is not None:
        named = seat_names(site, p, status["seats"])
        who = named[row.seat] if row.seat < len(named) else ""
        if row.seal:
            digits = row.seal[:SEAL_DIGITS].upper()
            seal = digits[:4] + "-" + digits[4:]
            sealed, secret, press = (bytes.fromhex(text) for text in (row.seal, row.secret, row.press))
            fair = dice.verify(sealed, secret, press, bytes(row.dice))
    throws = counted(status["region"], status["options"], status["dealer"], status["dice"])
    return Dice(throws, who, seal, fair, _opened(p, status))


def _opened(p: Pieces, status: dict[str, Any]) -> str:
    """Where the wall breaks: whose wall, and how many stacks stay at its right end."""
    rules = rules_of(status)
    if rules is None or not status["wall"] or status["dealer"] is None:
        return ""
    thrown_dice = bytes(status["dice"])
    side, stays = rules.break_side(status["dealer"], thrown_dice), rules.stays(status["dealer"], thrown_dice)
    return p.t("break", seat=p.seat(side), n=stays)


def turned_up(site: Site) -> str:
    """While a tile is to be turned up: where it lies."""
    status = site.view.status
    if not status or status["phase"] != "wild":
        return ""
    opening = {key: status[key] for key in ("region", "options", "dealer", "dice")}
    return str(walls.opening(opening)["indicator_at"])


def context(site: Site, p: Pieces) -> dict[str, Any]:
    """What the scoreboard's templates show."""
    status = site.view.status
    rules = rules_of(status) if status and status["region"] else None
    found = board(site, p)
    last = last_hand(site, p) if found else None
    return {
        "board": found,
        "last": last,
        "won": won_so_far(site, p) if found else [],
        "money": kong_money(rules, site.view) if found else [],
        "money_open": rules is not None and not rules.KONGS_AT_ONCE,
        "seat_names": seat_names(site, p, len(status["scores"])) if status else [],
        "dice": thrown(site, p),
        "said": last.line if last else "",
        "indicator_at": turned_up(site),
        "region_name": region_name(status["region"], p.lang) if status and status["region"] else "",
    }
