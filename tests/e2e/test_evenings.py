"""A whole evening of every region on the simulated table, through its cable; the laptop replays it to the same end."""

import random

import pytest

from engine_core.rules import load
from mjtable import store
from mjtable.commands import hands
from mjtable.errors import BadRecord, Refused
from mjtable.simulator import Simulator
from mjtable.status import view
from mjtable.sync import Sync
from tests.host.evening import replayed
from tests.oracle import pairs

HANDS = 24
KEPT = ("hands", "wins", "kongs", "birds", "fouls")  # of a dealt record; the rest is what the table says
OPTIONS = {
    "longgang": [{}, {"players": 5}],
    "jiujiang": [{"edition": "1"}, {"edition": "2"}],
    "sichuan": [{"blood_battle": True}],
}


def evening(region):
    return [(region, options) for options in OPTIONS.get(region, [{}])]


class Evening:
    """One table, and the hands that are dealt to it."""

    def __init__(self, link, region, options):
        self.link = link
        self.region = region
        self.rng = random.Random(f"evening {region} {options}")
        self.rules = load(region, options)
        self.played = self.won = self.sessions = 0
        self.multiplied: set[str] = set()  # what earlier hands left that multiplied what a hand paid
        link.request("region.set", region=region, options=options)

    def hand(self):
        """Dice, the turned-up tile, some of the wall, and a result that the table takes."""
        status = self.link.request("status")
        while status["throw"]:
            self.link.request("dice.throw")
            status = self.link.request("status")
        record = self.record(status)
        if status["phase"] == "wild":
            self.link.request("wild.set", tile=record["indicator"])
        self.link.request("wall.event", event="draw", count=self.rng.randint(1, 30))
        if "followed" in self.rules.course() and self.rng.random() < 0.3:
            self.link.request("hand.play", entry={"what": "followed", "times": self.rng.randint(1, 2)})
        nobody = {"wins": [], "fouls": []} if self.region == "jiujiang" and self.rng.random() < 0.2 else {}
        while True:
            said = {**{key: record[key] for key in KEPT if key in record}, **nobody}
            try:
                _, result = hands.win(self.link, said)
                break
            except (Refused, BadRecord):  # nothing has changed: another result
                record = self.record(status, record.get("indicator"))
        self.played += 1
        self.won += any(win["valid"] for win in result["answer"]["wins"])
        self.unit(status["carry"], result["answer"]["delta"])
        return result

    def unit(self, carry, delta):
        """Jiujiang's page, Payments and Penalties: all is paid in units of 2 to the power of washout and follow."""
        doublings = {key: carry[key] for key in ("washout", "follow") if self.region == "jiujiang" and carry.get(key)}
        assert all(amount % 2 ** sum(doublings.values()) == 0 for amount in delta), (carry, delta)
        if any(delta):
            self.multiplied |= set(doublings)

    def record(self, status, indicator=None):
        """A dealt hand, of the indicator that lies there if there is one."""
        while True:
            record = pairs.dealt(self.region, self.rng)
            if record.get("region", self.region) != self.region or len(record["hands"]) != self.rules.SEATS:
                continue
            for hand in record["hands"]:
                hand.pop("stake", None)
            if self.rules.HAS_INDICATOR and "indicator" not in record:
                continue
            if indicator in (None, record.get("indicator")) or self.rng.random() < 0.02:
                return record

    def play(self):
        while self.played < HANDS:
            self.hand()
            if self.rng.random() < 0.1:
                self.link.request("hand.undo")
            if self.rng.random() < 0.1:
                delta = [5, -5] + [0] * (len(self.link.request("status")["scores"]) - 2)
                self.link.request("correct", delta=delta, reason="a slip")
            if self.link.request("status")["phase"] == "new":  # the session is over
                self.sessions += 1
                self.link.request("session.new", dealer=0)


@pytest.mark.parametrize("region, options", [one for region in pairs.PAIRS for one in evening(region)])
def test_an_evening(region, options, tmp_path, compiled, monkeypatch):
    (tmp_path / "home" / "cache").mkdir(parents=True)
    monkeypatch.setenv("MJTABLE_HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "cache" / "firmware").symlink_to(compiled)
    with (
        Simulator(tmp_path / "table.flash") as table,
        table.greet() as link,
        store.Store(f"sqlite:///{tmp_path / 'h.db'}") as history,
    ):
        evening = Evening(link, region, options)
        evening.play()
        assert evening.won >= HANDS // 3
        assert evening.multiplied == ({"washout", "follow"} if region == "jiujiang" else set())
        outcome = Sync(link, history).run()
        assert outcome.differences == []
        status = link.request("status")
        mine = replayed(history, link.hello["id"])
        assert {key: status[key] for key in view(mine)} == view(mine)
