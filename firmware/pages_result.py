"""Pages after a hand: result, why, who pays, next dealer, drawn hand, standings, undo.

How a page function works: pages_open.py.
"""

from engine_core.settle import Settlement
from engine_core.table import Table
from firmware.canvas import FOOT, TOP
from firmware.parts import Page, signed


def summary(settlement: Settlement) -> dict:
    """The message of a settled hand (engine_core.settle.Settlement).

    Keys: delta; wins [[winner, giver or None, robbed, value]]; fouls, the seats whose claims were refused; payments
    [[payer, payee, amount]]; terms [[key of a text, worth or "", values in the text]]: patterns of the first winner,
    best first, steps of the formula, reasons of refusals, what the hand leaves to the next. `_words` adds what they are
    in the table's language.
    """
    wins: list = []
    fouls: list = []
    steps, reasons, patterns = [], [], []
    for c in settlement.claims:
        giver = c.win.giver if c.win.giver >= 0 else None
        if c.reason is None:
            if not wins:
                patterns = sorted(c.patterns, key=lambda row: (-row[1], row[0]))
                steps = c.steps
            wins.append([c.win.seat, giver, c.robbed, c.value])
        else:
            fouls.append(c.win.seat)
            reasons.append(["reason." + c.reason, "", ()])
    terms = [["pattern." + row[0], str(row[1]) if row[1] else "", ()] for row in patterns]
    terms += [[step[0], "", step[1:]] for step in steps]
    left = [[note[0], "", note[1:]] for note in settlement.notes]
    payments: dict = {}
    for payer, payee, amount, _, _ in settlement.payments:
        payments[payer, payee] = payments.get((payer, payee), 0) + amount
    return {
        "page": "result", "annulled": annulled(settlement),
        "delta": settlement.delta(), "wins": wins, "fouls": fouls, "terms": terms + reasons + left,
        "payments": [[a, b, payments[a, b]] for a, b in sorted(payments)],
    }  # fmt: skip


def annulled(settlement: Settlement) -> bool:
    """Does the region take the hand for one that was not played, because of a false win."""
    return ("carry.annulled",) in settlement.notes


def _words(p: Page, table: Table, m: dict) -> None:
    """Adds to the message what its terms are in the table's language, kept until that changes: rows [[text, worth]],
    name of the best pattern ("" without one), lang."""
    if m.get("lang") == p.t.lang:
        return
    from engine_core import texts

    terms = m["terms"]
    names = texts.find(table.region or "", [term[0] for term in terms], p.t.lang)
    m["rows"] = rows = [[names[key].format(*values) if values else names[key], worth] for key, worth, values in terms]
    m["name"] = rows[0][0] if rows and terms[0][0].startswith("pattern.") else ""
    m["lang"] = p.t.lang


def has(table: Table, m: dict, seat: int) -> int:
    """The score that whoever sat there in the hand has after it: `sub_in`, the seat that has changed hands since."""
    return table.scores[-1 if seat == m.get("sub_in") else seat]  # type: ignore[no-any-return]


def result(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """What the hand was worth. `detail`: {seat: ["why" or "pay", first row]} opens on a seat the reasons, and behind
    them who pays whom. `goes_on`: the hand is not over."""
    _words(p, table, m)
    if seat is None:
        if not p.grid(m["delta"][:4], m.get("dealer")):
            return True
        right = str(m["wins"][0][3]) if len(m["wins"]) == 1 else ""
        if len(m["delta"]) > 4:  # five players: the one who sits out
            right = p.t("result.fifth", signed(m["delta"][4]))
        p.title(_headline(p, m, 122 - p.width(right or "0")), right)
        return True
    kind, top = m.get("detail", {}).get(seat) or ("", 0)
    if kind == "why":
        _why(p, m, top)
    elif kind == "pay":
        _pay(p, m, top)
    else:
        p.text(1, TOP, _named(p, m), 127)
        p.score(signed(m["delta"][seat]))
        total = p.t("result.goes_on") if m.get("goes_on") else p.t("result.total", has(table, m, seat))
        if p.width(total) <= 78:
            p.text(1, FOOT, total, 78)
            p.icon("down", 83, 53)
            p.text(95, FOOT, p.t("result.why"), 33)
        else:
            p.text(1, FOOT, total, 114)
            p.icon("down", 118, 53)
    return True


def _headline(p: Page, m: dict, w: int = 126) -> str:
    """Who won how, in one line of at most w; nothing when a number leaves no room for words."""
    return p.first(w, _how(p, m, w), p.t("result"), "")


def _how(p: Page, m: dict, w: int) -> str:
    t, wins = p.t, m["wins"]

    def one(key: str, seat: int) -> str:
        text = t(key, t.seat(seat))
        return text if p.width(text) <= w else t(key, t.wind(seat))

    if not wins:
        return one("result.foul", m["fouls"][0]) if m["fouls"] else t(ended(m))
    winner, giver, robbed, _ = wins[0]
    if any(w[1] != giver for w in wins) or len(wins) > 1 and giver is None:
        return t("result")
    if len(wins) > 2:
        return t("result.three", t.wind(giver))
    if len(wins) == 2:
        return t("result.two", t.wind(giver), t.wind(winner), t.wind(wins[1][0]))
    if giver is None:
        return one("result.self_draw", winner)
    return t("result.rob" if robbed else "result.discard", t.wind(giver), t.wind(winner))


def _named(p: Page, m: dict) -> str:
    """The winner and his best pattern; without its name where that is too long."""
    if len(m["wins"]) == 1 and m["name"]:
        winner = m["wins"][0][0]
        text = p.t("result.named", p.t.seat(winner) if p.t.lang == "zh" else p.t.wind(winner), m["name"])
        if p.width(text) <= 127:
            return text
    return _headline(p, m)


def _why(p: Page, m: dict, top: int) -> None:
    """Patterns with their worth, then the formula's steps, then why a claim was refused; what is longer than a row goes
    on in the next one."""
    rows: list = []
    for text, worth in m["rows"]:
        while p.width(text) > 115:
            cut = _cut(p, text, 115)
            rows.append([text[:cut], "", None])
            text = text[cut:].lstrip()
        if worth and p.width(text) + 4 + p.width(worth) > 115:
            rows.append([text, "", None])
            text = ""
        rows.append([text, worth, None])
    last = max(0, len(rows) - 2)
    if top > last:
        _pay(p, m, top - last - 1)
        return
    value = str(m["wins"][0][3]) if len(m["wins"]) == 1 else ""
    p.title(_headline(p, m, 122 - p.width(value or "0")), value)
    p.rows(rows, -1, top)


def _cut(p: Page, text: str, w: int) -> int:
    """How many characters fit into w, up to a space if there is one; all of a number that is wider."""
    cut = p.fitting(text, w)
    space = text[:cut].rfind(" ")
    return space if space > 0 else cut or len(text)


def _pay(p: Page, m: dict, top: int) -> None:
    t, payments = p.t, m["payments"]
    p.title(t("result.pays"))
    top = max(0, min(top, len(payments) - 2))
    rows: list = [None] * len(payments)
    for k, (payer, payee, amount) in enumerate(payments):
        if top <= k < top + 2:
            a, b, right = t.wind(payer), t.wind(payee), str(amount)
            text = t("result.pay", a, b, t.seat(payer), t.seat(payee))
            rows[k] = [p.first(111 - p.width(right), text, t("result.pay", a, b, a, b), a + " " + b), right, None]
    p.rows(rows, -1, top)


def following(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """Who deals next; number and round of the hand that comes."""
    if seat is not None:
        return False
    t, dealer = p.t, m["dealer"]
    p.headline(t("next.lot") if dealer is None else t("next", t.seat(dealer), t.wind(dealer)))
    key = "next.hand" if table.rules and table.rules.ROUND_WIND else "next.hand.plain"
    p.text(0, 45, t(key, m["hand"], t.wind(m.get("round", 0))), 128, "c")
    return True


def drawn(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    if seat is not None:
        return False
    t, dealer = p.t, m["dealer"]
    p.headline(t(ended(m)), inverse=True)
    if dealer is None:
        text = t("drawn.lot")
    else:
        text = t("drawn.held" if m.get("held") else "drawn.passed", t.seat(dealer))
    p.text(0, 45, text, 128, "c")
    return True


def ended(m: dict) -> str:
    """How a hand ended that nobody won: a text's key."""
    return "drawn.annulled" if m.get("annulled") else "drawn"


def ask(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """A question that a second seat answers (`what`: drawn), or the one who asked (new)."""
    if seat is None or m.get("seat") not in (None, seat):
        return False
    key = "ask." + m["what"]
    p.headline(p.t(key), 2)
    p.keys(("ok", p.t(key + ".ok")), ("no", p.t(key + ".no")))
    return True


def standings(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """Best first, in reading order; on a seat its own place and how far it is to the first."""
    scores = list(table.scores[: table.seats])
    order = sorted(range(len(scores)), key=lambda s: (-scores[s], s))
    hands = max(0, table.hand_no - 1)
    if seat is None:
        if p.grid(scores, table.dealer, order):
            right = p.t("standings.hands", hands)
            if len(table.scores) > table.seats:  # who sits out
                right = p.t("result.fifth", signed(table.scores[-1]))
            p.title(p.first(122 - p.width(right), p.t("standings"), ""), right)
        return True
    own, best = scores[seat], scores[order[0]]
    place = 1 + sum([s > own for s in scores])
    named = p.t("place.%d" % place)
    text = p.t("standings.place", named, hands)
    if scores.count(own) > 1:
        text = p.first(127, p.t("standings.level", named, hands), text)
    p.text(1, TOP, text, 127)
    p.score(signed(own))
    gap, key = best - own, "standings.behind"
    if place == 1:
        gap = own - scores[order[1]] if len(scores) > 1 else 0
        key = "standings.ahead" if gap else "standings.even"
    text = p.t(key, gap)
    p.text(1, FOOT, p.first(127, text, p.t(key + ".far", gap)) if gap else text, 127)
    return True


def undo(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """Two seats hold ✗: the bar fills, then the last hand is taken back. A hand that has begun since goes with it."""
    if seat is None:
        return False
    held = m.get("held", 1)
    p.title(p.t("undo", m["hand"]), "%d/2" % min(held, 2))
    begun = table.phase in ("throw", "wild", "play")
    if begun:
        p.text(0, 18, p.t("undo.begun", table.hand_no), 128)
    p.bar(0, 35 if begun else 26, 128, 10 if begun else 13, m.get("done", 0), 100, 3)
    p.keys(("no", p.t("undo.one" if held < 2 else "undo.two")))
    return True
