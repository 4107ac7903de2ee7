"""Statistics of the history, counted by the database. Hands that were taken back do not count."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from mjtable import chisquare
from mjtable.schema import (
    FACES,
    amendments,
    claims,
    corrections,
    hands,
    journals,
    patterns,
    payments,
    players,
    sessions,
    throws,
)
from mjtable.store import Store

Who = tuple[int | None, int | None]  # a player, or a seat whose player has no name


class Of(NamedTuple):
    """Which hands: of a player (by number), a region, a table, a session; ended at `since` (unix seconds) or later."""

    player: int | None = None
    region: str | None = None
    table: str | None = None
    session: int | None = None
    since: int | None = None


class Row(NamedTuple):
    """One player (or a seat without a name) in one region by one house's rules.

    `wins` counts claims, of which a hand may have several; `dealt_in` hands in which one or more were won from him.
    `worth`: the average of his wins, None without any.
    """

    player: str | None
    seat: int | None
    region: str
    house: str
    hands: int
    wins: int
    self_draws: int
    dealt_in: int
    worth: float | None
    points: int


class Pattern(NamedTuple):
    """How often a pattern was in a win, how often it counted there, and what these wins were worth on average."""

    region: str
    house: str
    pattern: str
    wins: int
    times: int
    worth: float
    of: int  # all wins of these rules


LEAST = 30  # dice, five of each face: of fewer chi-square says nothing


class Dice(NamedTuple):
    """Faces 1 to 6 of dice that should be fair; `p`: how often chance alone does worse. `by_hand`: real dice."""

    by_hand: bool
    throws: int
    faces: list[int]
    chi: float
    p: float

    @property
    def enough(self) -> bool:
        return sum(self.faces) >= LEAST


def regions(past: Store) -> list[str]:
    """The ids of all regions that were played."""
    return sorted(row.region for row in past.rows(sa.select(hands.c.region).where(hands.c.undone.is_(None)).distinct()))


def players_of(past: Store, of: Of) -> list[Row]:
    """By points, the best first; seats without a name last."""
    seat = sa.type_coerce(sa.case((payments.c.player_id.is_(None), payments.c.seat)), sa.Integer)
    who = (payments.c.player_id, seat.label("place"), hands.c.region, hands.c.house)
    # Of everybody, hands come first, in their own order: "+ 0" keeps SQLite from looking up each payment's hand.
    each = payments.c.hand_id == (hands.c.id + 0 if of.player is None else hands.c.id)
    paid = _of(sa.select(*who, sa.func.count(), _total(payments.c.delta)).join_from(hands, payments, each), of)
    mine = (claims.c.hand_id == payments.c.hand_id) & (claims.c.seat == payments.c.seat)
    drawn = _total(sa.case((claims.c.giver.is_(None), 1), else_=0))
    won = sa.select(*who, sa.func.count(), drawn, _total(claims.c.value))
    won = _of(won.join_from(claims, payments, mine).join(hands, claims.c.hand_id == hands.c.id), of)
    given = (claims.c.hand_id == payments.c.hand_id) & (claims.c.giver == payments.c.seat)
    dealt = sa.select(*who, sa.func.count(sa.distinct(claims.c.hand_id)))
    dealt = _of(dealt.join_from(claims, payments, given).join(hands, claims.c.hand_id == hands.c.id), of)
    with past.reading() as c:
        known: dict[int, str] = {row.id: row.name for row in c.execute(sa.select(players.c.id, players.c.name))}
        total = _grouped(c, paid, who)
        wins = _grouped(c, won.where(claims.c.valid), who)
        lost = _grouped(c, dealt.where(claims.c.valid), who)
    out = []
    for key, (count, points) in total.items():
        player, place, region, house = key
        n, self_draws, worth = wins.get(key, (0, 0, 0))
        name, given_away = known.get(player) if player else None, lost.get(key, (0,))[0]
        average = worth / n if n else None
        out.append(Row(name, place, region, house, count, n, self_draws, given_away, average, points))
    return sorted(out, key=lambda row: (row.player is None, -row.points, row.player or "", row.seat or 0, row.region))


def _total(column: sa.ColumnElement[int]) -> sa.ColumnElement[int]:
    """A sum as a whole number, which PostgreSQL makes a decimal one."""
    return sa.cast(sa.func.sum(column), sa.BigInteger)


def _grouped(c: sa.Connection, query: sa.Select[Any], who: tuple[Any, ...]) -> dict[Any, tuple[Any, ...]]:
    return {tuple(row[:4]): tuple(row[4:]) for row in c.execute(query.group_by(*who)).all()}


def _of(query: sa.Select[Any], of: Of) -> sa.Select[Any]:
    """Of the hands that a query joins those that are meant. It joins payments where a player is."""
    query = query.where(hands.c.undone.is_(None))
    if of.region is not None:
        query = query.where(hands.c.region == of.region)
    if of.session is not None:
        query = query.where(hands.c.session_id == of.session)
    if of.since is not None:
        query = query.where(hands.c.time >= of.since)
    if of.table is not None:
        query = query.join(sessions, hands.c.session_id == sessions.c.id)
        query = query.join(journals, sessions.c.journal_id == journals.c.id).where(journals.c.table_id == of.table)
    return query if of.player is None else query.where(payments.c.player_id == of.player)


def patterns_of(past: Store, of: Of) -> list[Pattern]:
    """By region and rules, the most frequent first."""
    rules = (hands.c.region, hands.c.house)
    joined = (patterns.c.hand_id == claims.c.hand_id) & (patterns.c.number == claims.c.number)
    value = sa.func.avg(sa.cast(claims.c.value, sa.Float))
    query = sa.select(*rules, patterns.c.pattern, sa.func.count(), _total(patterns.c.times), value)
    query = _won(query.join_from(patterns, claims, joined), of)
    with past.reading() as c:
        every = _won(sa.select(*rules, sa.func.count()).select_from(claims), of).group_by(*rules)
        wins = {(row[0], row[1]): row[2] for row in c.execute(every)}
        found = c.execute(query.group_by(*rules, patterns.c.pattern)).all()
    out = []
    for region, house, pattern, count, times, worth in found:
        out.append(Pattern(region, house, pattern, count, times, float(worth), wins[region, house]))
    return sorted(out, key=lambda row: (row.region, row.house, -row.wins, row.pattern))


def _won(query: sa.Select[Any], of: Of) -> sa.Select[Any]:
    query = query.join(hands, claims.c.hand_id == hands.c.id).where(claims.c.valid)
    if of.player is not None:
        mine = (claims.c.hand_id == payments.c.hand_id) & (claims.c.seat == payments.c.seat)
        query = query.join(payments, mine)
    return _of(query, of)


def dice_of(past: Store, of: Of) -> list[Dice]:
    """The table's own dice first, then real ones that were entered."""
    query: Any = sa.select(throws.c.by_hand, sa.func.count(), *(_total(throws.c[face]) for face in FACES))
    if of.region is not None:
        query = query.where(throws.c.region == of.region)
    if of.player is not None:
        query = query.where(throws.c.player_id == of.player)
    if of.since is not None:
        query = query.where(throws.c.time >= of.since)
    if of.table is not None:
        query = query.join(journals).where(journals.c.table_id == of.table)
    out = []
    found: Any = past.rows(query.group_by(throws.c.by_hand).order_by(throws.c.by_hand))
    for by_hand, count, *sums in found:
        faces = list(sums)
        chi = chisquare.statistic(faces)
        out.append(Dice(by_hand, count, faces, chi, chisquare.p_value(chi, len(faces) - 1)))
    return out


# ---------------------------------------------------------------- standings


class Standing(NamedTuple):
    """A player over all sessions: points won in hands, by corrections and amendments, and all together."""

    player: str
    sessions: int
    hands: int
    won: int
    corrected: int
    points: int


def standings(past: Store, of: Of) -> list[Standing]:
    """By points, the best first."""
    count: Any = sa.func.count(sa.distinct(hands.c.session_id))
    query: Any = sa.select(payments.c.player_id, count, sa.func.count(), _total(payments.c.delta))
    each = payments.c.hand_id == hands.c.id + 0  # as in players_of
    query = _of(query.join_from(hands, payments, each), of).where(payments.c.player_id.is_not(None))
    with past.reading() as c:
        known = {row.id: row.name for row in c.execute(sa.select(players.c.id, players.c.name))}
        found = c.execute(query.group_by(payments.c.player_id)).all()
    extra = corrected(past, of)
    rows = {player: (sessions_, n, won) for player, sessions_, n, won in found}
    out = []
    for player in sorted({*rows, *extra}):
        sessions_, n, won = rows.get(player, (0, 0, 0))
        out.append(Standing(known[player], sessions_, n, won, extra.get(player, 0), won + extra.get(player, 0)))
    return sorted(out, key=lambda row: (-row.points, row.player))


def unnamed(past: Store, of: Of) -> int:
    """Hands in which a seat has no name."""
    query = sa.select(sa.func.count(sa.distinct(payments.c.hand_id))).join_from(payments, hands)
    found: Any = past.rows(_of(query, of).where(payments.c.player_id.is_(None)))
    return int(found[0][0])


def corrected(past: Store, of: Of) -> dict[int, int]:
    """Points that players got by corrections at the table and amendments on the laptop."""
    query = sa.select(corrections.c.delta, corrections.c.players).join_from(corrections, sessions)
    query = query.where(corrections.c.moved.is_(None))
    if of.session is not None:
        query = query.where(sessions.c.id == of.session)
    if of.since is not None:
        query = query.where(corrections.c.time >= of.since)
    if of.table is not None:
        query = query.join(journals, sessions.c.journal_id == journals.c.id).where(journals.c.table_id == of.table)
    out: dict[int, int] = {}
    for row in past.rows(query):
        _add(out, row.players or [], row.delta)
    late: Any = sa.select(amendments.c.id, amendments.c.delta, payments.c.seat, payments.c.player_id)
    late = late.join_from(amendments, payments, amendments.c.hand_id == payments.c.hand_id)
    late = _of(late.join(hands, amendments.c.hand_id == hands.c.id), of)
    for row in past.rows(late):
        if row.seat < len(row.delta):
            _add(out, [row.player_id], [row.delta[row.seat]])
    return out


def _add(out: dict[int, int], who: Sequence[int | None], delta: Sequence[int]) -> None:
    for player, points in zip(who, delta, strict=False):
        if player is not None and points:
            out[player] = out.get(player, 0) + points
