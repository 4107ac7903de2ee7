"""Longgang settled, written from rules/longgang.md in the order of the page; longgang_hand.py reads the hands."""

from itertools import combinations

from .hand import has_foul, is_set, meld_group, parse, pay
from .longgang_hand import FLOWERS, KINDS, Claim, Table, other_total

OTHERS_COUNT_0 = {"three_wilds", "heavenly_hand", "earthly_hand", "humanly_hand"}


# Minimum to win ------------------------------------------------------------------------------------------------------


def aborted(table, wins):
    """The claims that are not examined because three were made on what one seat gave."""
    if not table.options["abort_triple_win"]:
        return []
    givers = [win.get("from") for win in wins]
    return [i for i, giver in enumerate(givers) if giver is not None and givers.count(giver) >= 3]


def is_bad_meld(table, seat, meld):
    tiles = parse(meld["tiles"])
    if any(tile in table.wild_for(seat) or tile not in KINDS for tile in tiles) or not is_set(meld):
        return True
    return meld_group(meld).kind == "chow" and meld.get("from", (seat - 1) % 4) != (seat - 1) % 4


def is_dead(table, seat):
    """A foul, or a flower set aside that was wild for the seat."""
    aside = parse(table.record["hands"][seat].get("flowers", ""))
    return has_foul(table.record, seat, "dead_hand", "false_win") or any(t in table.wild_for(seat) for t in aside)


def reason_before_the_shape(table, win, dead):
    """Reasons 2 to 5, or None."""
    seat, hand = win["seat"], table.record["hands"][win["seat"]]
    wild = table.wild_for(seat)
    if seat in dead:
        return "dead_hand"
    if win.get("from") is not None and win["tile"] in wild + FLOWERS:
        return "wild_claimed"
    if any(is_bad_meld(table, seat, meld) for meld in hand.get("melds", [])):
        return "bad_meld"
    if any(tile not in KINDS + wild for tile in [*parse(hand["concealed"]), win["tile"]]):
        return "bad_tile"
    return None


def judged(table, wins):
    """Of each claim (reason, value, tai, ids, points), and the dead seats."""
    dead = {seat for seat in range(4) if is_dead(table, seat)}
    not_examined, found, won = aborted(table, wins), [], False
    for i, win in enumerate(wins):
        if i in not_examined or won:
            found.append(("abort_triple_win" if i in not_examined else "priority", 0, 0, [], 0))
            continue
        reason = reason_before_the_shape(table, win, dead)
        if reason is None:
            claim = Claim(table, win)
            reason, value, tai, ids = claim.judged()
        if reason is not None:
            found.append((reason, 0, 0, [], 0))
            dead.add(win["seat"])
            continue
        won = True
        found.append((None, value, tai, ids, claim.points))
    return found, dead


# Payments ------------------------------------------------------------------------------------------------------------


class Debts:
    """Who owes whom how many chips for a win."""

    def __init__(self, table, win, value, tai, ids, dead):
        self.table, self.winner, self.dealer = table, win["seat"], table.dealer
        self.losers = [seat for seat in range(4) if seat != self.winner]
        self.owed = {(payer, payee): 0 for payer in range(4) for payee in range(4)}
        follow = table.follow()[min(tai, 3)]
        for loser in self.losers:
            payer = loser if self.liable(win) is None else self.liable(win)
            self.owed[payer, self.winner] += self.times(loser, self.winner) * value // 10 + follow
        counting = not OTHERS_COUNT_0 & set(ids)
        self.totals = {s: other_total(table, s) if counting and s not in dead else 0 for s in self.losers}
        for a, b in combinations(self.losers, 2):
            low, high = sorted((a, b), key=lambda seat: self.totals[seat])
            self.owed[low, high] += self.times(a, b) * (self.totals[high] - self.totals[low]) // 10

    def times(self, a, b):
        return 2 if self.dealer in (a, b) else 1

    def liable(self, win):
        giver = win.get("from")
        if giver is None or win["tile"] not in ("6z", "7z") or not has_foul(self.table.record, giver, "liable"):
            return None
        return giver

    def settle(self, delta):
        """Pays as far as the chips go; the seats that are short."""
        short = []
        for loser in sorted(self.losers, key=lambda seat: self.totals[seat]):
            stake = self.table.record["hands"][loser].get("stake")
            left = None if stake is None else stake + delta[loser]
            others = [seat % 4 for seat in range(loser + 1, loser + 4)]
            for payee in [self.winner] + [seat for seat in others if seat != self.winner]:
                due = self.owed[loser, payee]
                paid = due if left is None else min(due, left)
                pay(delta, loser, payee, paid)
                if left is not None:
                    left -= paid
                if paid < due and loser not in short:
                    short.append(loser)
        return short


def run_out(table, short):
    """What the chips leave for the next hand."""
    broke = table.record.get("carry", {}).get("broke", 0)
    if not short:
        return {"broke": 1} if broke else {}
    if broke or len(short) > 1 or table.options["no_top_up"]:
        return {"broke": 1, "over": 1}
    added = 100 if table.options["players"] == 5 else 50
    return {"broke": 1, "top_up": [added if seat in short else 0 for seat in range(4)]}


# Penalties -----------------------------------------------------------------------------------------------------------


def fine(table, claimers, delta):
    """False wins: each once, to the one sitting out too."""
    for seat in range(4):
        if seat in claimers or has_foul(table.record, seat, "false_win"):
            for other in range(table.options["players"]):
                if other != seat:
                    pay(delta, seat, other, 20 if table.dealer in (seat, other) else 10)


# The answer ----------------------------------------------------------------------------------------------------------


def points(record):
    """The face points of each claim, which are told beside the patterns when a win is called."""
    return [claim[4] for claim in judged(Table(record), record.get("wins", []))[0]]


def answer(record):
    table, wins = Table(record), record.get("wins", [])
    claims, dead = judged(table, wins)
    delta, carry = [0] * table.options["players"], run_out(table, [])
    entries, winner = [], None
    for win, (reason, value, tai, ids, _) in zip(wins, claims, strict=True):
        entry = {"seat": win["seat"], "valid": reason is None, "value": value, "patterns": ids}
        if reason is not None:
            entry["reason"] = reason
        else:
            winner = win["seat"]
            carry = run_out(table, Debts(table, win, value, tai, ids, dead).settle(delta))
        entries.append(entry)
    unpunished = ("priority", "abort_triple_win")
    fine(table, {e["seat"] for e in entries if not e["valid"] and e["reason"] not in unpunished}, delta)
    stays = winner == table.dealer
    if table.options["players"] == 5 and not stays:
        carry["sub_in"] = table.dealer
    next_dealer = table.dealer if stays else (table.dealer + 1) % 4
    return {"wins": entries, "delta": delta, "next_dealer": next_dealer, "carry": carry}
