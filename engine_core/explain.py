"""A settled hand as lines for people, in Chinese or English. Loaded only when somebody asks why."""

from . import texts, tiles
from .check import Record
from .rules import Ruleset
from .settle import Claim, Settlement

ORDER = (
    "word.winds", "word.digits", "word.suits", "word.honours", "word.flowers", "region.name", "line.house",
    "line.region",
    "line.seat", "line.seat_wind", "line.wind", "line.wilds", "line.drawn", "line.self_draw", "line.discard",
    "line.rob", "line.claim", "line.pattern", "line.pattern_times", "line.pay", "line.pay_times", "line.total",
    "line.next", "line.next_dice", "line.void", "line.ready", "line.others", "word.ashore",
)  # fmt: skip


def _keys(s: Settlement) -> list[str]:
    """Every text that the settlement needs, so that the files are read once."""
    keys = list(ORDER)
    for c in s.claims + s.ready:
        keys += ["pattern." + p for p in c.ids()] + [step[0] for step in c.steps]
        if c.reason:
            keys.append("reason." + c.reason)
        if c.line:
            keys.append(c.line)
    for rows in list(s.told.values()) + [s.notes]:
        keys += [row[0] for row in rows]
    return keys + ["why." + p[3] for p in s.payments]


class _Lines:
    def __init__(self, r: Record, rules: Ruleset, s: Settlement, lang: str):
        self.lang = lang
        self.r = r
        self.rules = rules
        self.s = s
        self.text = texts.find(r.region, _keys(s), lang)

    def name(self, seat: int) -> str:
        """A seat goes by the wind of its place at the table, whoever deals, as on the displays: seat 0 is East."""
        return self.text["word.winds"][seat] if seat < self.r.seats else self.text["word.ashore"]

    def seat(self, seat: int) -> str:
        """Name and number: the number is what the record says."""
        return self.text["line.seat"].format(self.name(seat), seat)

    def tile(self, kind: int) -> str:
        """四万, 东, 春 in Chinese, the tile text in English."""
        suit = tiles.letter(kind)
        n = kind - tiles.FIRST[suit]
        if self.text["word.suits"] == "mps":
            return tiles.name(kind)
        if suit < 3:
            return self.text["word.digits"][n] + self.text["word.suits"][suit]
        return self.text["word.honours" if suit == 3 else "word.flowers"][n]

    def head(self) -> list[str]:
        t = self.text
        name = texts.house_name(self.rules.options["house"], self.lang)
        name = t["line.house"].format(name, t["region.name"]) if name else t["region.name"]
        out = [t["line.region"].format(name, self.seat(self.r.dealer))]
        if self.rules.ROUND_WIND:
            out.append(t["line.wind"].format(t["word.winds"][self.r.round_wind]))
        wilds = self.rules.wilds(self.r.indicator)
        if wilds:
            out.append(t["line.wilds"].format(" ".join([self.tile(k) for k in wilds])))
        return out

    def claim(self, i: int, c: Claim) -> list[str]:
        t = self.text
        w = c.win
        if c.reason is not None:
            refused = t["line.claim"].format(self.seat(w.seat), t["reason." + c.reason])
            return [refused] + ["  " + x for x in self.patterns(c) + self.formula(c)]
        tile = self.tile(w.tile) if w.tile >= 0 else "–"
        if c.line:
            out = [t[c.line].format(self.seat(w.seat), tile, "" if w.giver < 0 else self.name(w.giver), c.value)]
        elif w.giver < 0:
            out = [t["line.self_draw"].format(self.seat(w.seat), tile, c.value)]
        else:
            how = "line.rob" if c.robbed else "line.discard"
            out = [t[how].format(self.seat(w.seat), tile, self.name(w.giver), c.value)]
        if self.rules.ROUND_WIND and self.r.dealer:
            out.append("  " + t["line.seat_wind"].format(t["word.winds"][self.r.seat_wind(w.seat)]))
        return out + ["  " + x for x in self.patterns(c) + self.formula(c)] + self.payments(i)

    def patterns(self, c: Claim) -> list[str]:
        t = self.text
        worth = dict(c.patterns)
        out = []
        ids = c.ids()
        for k, p in enumerate(ids):
            if k and ids[k - 1] == p:
                continue
            n = ids.count(p)
            name = t["pattern." + p]
            if p in self.rules.BARE:
                out.append(name)
            elif n > 1:
                out.append(t["line.pattern_times"].format(name, n, n * worth[p]))
            else:
                out.append(t["line.pattern"].format(name, worth[p]))
        return out

    def formula(self, c: Claim) -> list[str]:
        return self.rows(c.steps)

    def rows(self, rows: list) -> list[str]:
        return [self.text[row[0]].format(*row[1:]) for row in rows]

    def payments(self, claim: int) -> list[str]:
        t = self.text
        out = []
        value = self.s.claims[claim].value if claim >= 0 else 0
        for k, (payer, payee, amount, why, i) in enumerate(self.s.payments):
            if i == claim:
                told = self.s.told.get(k, [])
                times = amount // value if value and amount % value == 0 and not told else 1
                line = t["line.pay" if times == 1 else "line.pay_times"]
                names = self.name(payer), self.name(payee)
                out.append("  " + line.format(names[0], names[1], amount, t["why." + why], times, value))
                out += ["    " + x for x in self.rows(told)]
        return out

    def tail(self) -> list[str]:
        t = self.text
        out = []
        for c in self.s.ready:
            out.append(t["line.ready"].format(self.seat(c.win.seat), self.tile(c.win.tile), c.value))
            out += ["  " + x for x in self.patterns(c) + self.formula(c)]
        if out:
            out.append(t["line.others"])
        out += self.payments(-1)
        delta = self.s.delta()
        amounts = ["%s %s%d" % (self.name(i), "+" if d > 0 else "", d) for i, d in enumerate(delta)]
        out.append(t["line.total"].format("  ".join(amounts)))
        out += self.rows(self.s.notes)
        dealer = self.s.next_dealer
        out.append(t["line.next_dice"] if dealer is None else t["line.next"].format(self.seat(dealer)))
        return out


def lines(r: Record, rules: Ruleset, s: Settlement, lang: str) -> list[str]:
    """The lines; `lang` is "zh" or "en"."""
    say = _Lines(r, rules, s, lang)
    out = say.head()
    for i, c in enumerate(s.claims):
        out += say.claim(i, c)
    if not s.valid():
        out.append(say.text["line.void" if s.void else "line.drawn"])
    return out + say.tail()
