"""The wall of one hand while it is played: where it breaks, what is drawn next, what is left.

What differs from region to region are questions to its `Ruleset`; rules/<region>.md answers them in the section "Deal,
wall, dice and break".

Places. A side is named by the seat whose wall it is. Its stacks are counted from 1 at the right end as its owner sees
it, clockwise; after the last one comes stack 1 of the seat before it in play. A stack has an upper tile `u` and a lower
one `l`, taken in this order from either end. As text "2:07u". As a number a place is counted along the wall from the
break on: 0 and 1 are the tiles of the first stack that is drawn from, so the tail is at the high numbers.
"""

from .events import WALL_BIRD, WALL_DECLINE, WALL_DRAW, WALL_FLOWER, WALL_KONG
from .rules import Ruleset


class Wall:
    """The wall after the deal, and after every event that takes a tile from it.

    `dice` are all dice thrown so far, at least as many throws as fix the break; `indicator` is the kind that was turned
    up, None: not known. Read, never set from outside:

    taken         place that the last event took a tile from, None: none
    next, tail    place of the next tile and of the next replacement (where dice are thrown for it: the one without),
                  None: nothing can be taken there any more
    left          tiles that can still be drawn, from either end
    kept_back     tiles that nobody will draw, the indicator not counted
    last_tile     the tile taken last was the last that can be drawn
    last_four     it was one of the last four and the region forces a ready player to win then
    share_out     Longgang: the share-out begins with the next turn, is running or is done
    over          the wall gives nobody another tile
    gone          one bit a place (bit place & 7 of byte place >> 3): the tile was taken
    indicator_at  place of the turned-up tile, None: none. It stays and is passed over
    break_side, break_stack   the first stack drawn from
    """

    def __init__(self, rules: Ruleset, dealer: int, dice: bytes, indicator: int | None = None) -> None:
        self.rules = rules
        self.dealer = dealer
        self.indicator = indicator
        self.stacks = tuple(rules.stacks(dealer))
        self.break_side, self.break_stack = self._forward(rules.break_side(dealer, dice), rules.stays(dealer, dice) + 1)
        places = 2 * sum(self.stacks)
        from_tail = rules.turned_up(dealer, dice)
        self.indicator_at = None if from_tail is None else places - 2 * from_tail
        self.gone = bytearray((places + 7) // 8)
        self.taken: int | None = None
        self.last_tile = self.last_four = self.share_out = False
        self._standing = places - (self.indicator_at is not None)  # tiles not taken, the indicator not counted
        self._front = 0  # no tile before this place and none in a stack behind that one is left
        self._back = places // 2 - 1
        self._replaced = 0  # replacements taken from the tail
        self._sharing = False  # a share-out tile was taken
        self._declined = 0
        self._birds = 0
        for place in range(rules.SEATS * rules.HAND + 1):  # dealt; the dealer has one more
            self._remove(place)
        self._settle()

    def apply(self, code: int, dice: bytes = b"") -> bool:
        """One event (a WALL_ code of events.py), with the dice thrown for a kong. False: refused, nothing changed.

        Whether the player has a kong or a flower is not looked at: that is for whoever sends the event.
        """
        if code == WALL_KONG:
            return self._kong(dice)
        if dice:
            return False
        if code == WALL_DRAW:
            return self._draw()
        if code == WALL_FLOWER:
            return self._flower()
        if code == WALL_DECLINE:
            return self._decline()
        return code == WALL_BIRD and self._bird()

    def where(self, place: int) -> tuple[int, int]:
        """Side and stack of a place."""
        return self._forward(self.break_side, self.break_stack + place // 2)

    def place(self, place: int | None) -> str | None:
        """The text of a place, None for None."""
        if place is None:
            return None
        return "%d:%02d" % self.where(place) + "ul"[place & 1]

    def stands(self, place: int) -> bool:
        """Whether the tile of a place was not taken yet (the turned-up one never is)."""
        return not self.gone[place >> 3] >> (place & 7) & 1

    @property
    def late_stage(self) -> bool:
        """Longgang: so few draws before the share-out that lone winds are to be discarded first."""
        draws = self.rules.options.get("late_stage")
        return draws is not None and not self.share_out and self.left - self.rules.SEATS <= draws

    # ---------------------------------------------------------------- the events

    def _draw(self) -> bool:
        if self.next is None:
            return False
        self._sharing = self.share_out
        self._take(self.next)
        return True

    def _kong(self, dice: bytes) -> bool:
        if self.tail is None or len(dice) not in self.rules.kong_dice():
            return False
        for die in dice:
            if not 1 <= die <= 6:
                return False
        self._replace(self._counted(sum(dice)) if dice else self.tail)
        return True

    def _flower(self) -> bool:
        if not self.rules.FLOWER_EVENT:
            return False
        if self.tail is not None:
            self._replace(self.tail)
            return True
        if not self.last_tile or self.rules.SHARE_OUT:
            return False
        self.taken = None  # the last tile was a flower: nothing replaces it, the hand is drawn
        self.last_tile = False
        return True

    def _decline(self) -> bool:
        if not self.rules.SEA_BOTTOM or self.over or self.left != 1:
            return False
        self._declined += 1
        self.taken = None
        self._settle()
        return True

    def _bird(self) -> bool:
        if self._birds == self.rules.birds() or self._declined and self.left:
            return False
        self._birds += 1
        if self.left:
            self._take(self._first())
            self.last_tile = False
        else:
            self.taken = None
        return True

    def _replace(self, place: int) -> None:
        if self.share_out and place == self.next:
            self._sharing = True
        else:
            self._replaced += 1
        self._take(place)
        if self.rules.SEA_BOTTOM:
            self.last_tile = False  # taken as a replacement it is no sea bottom

    def _take(self, place: int) -> None:
        self._remove(place)
        self.taken = place
        self._settle()
        self.last_tile = self.left == 0
        self.last_four = self.left < 4 and self.rules.last_four()

    # ---------------------------------------------------------------- the wall

    def _remove(self, place: int) -> None:
        self.gone[place >> 3] |= 1 << (place & 7)
        self._standing -= 1

    def _settle(self) -> None:
        """What follows from the tiles gone: what is kept back, what is left and where the next tiles lie."""
        rules = self.rules
        if not self._sharing:  # from then on what is kept back stays
            self.kept_back = 0
            if rules.SHARE_OUT:
                # Ten full stacks and what the tail ends in; a tile for each player comes first.
                kept_back = rules.SHARE_OUT - (self._replaced & 1)
                self.kept_back = min(kept_back, self._standing - rules.SEATS)
                self.share_out = self._standing <= kept_back + rules.SEATS
        self.left = self._standing - self.kept_back
        self.over = self.left == 0 or self._declined == rules.SEATS or self._birds > 0
        self.next: int | None = None if self.over else self._first()
        self.tail: int | None = None
        if not self.over and not self._declined and not self._sharing:
            full_stacks = self.share_out and self.kept_back < rules.SHARE_OUT
            self.tail = self.next if full_stacks or rules.REPLACEMENT == "next" else self._last()

    def _first(self) -> int:
        """The first tile that can be drawn. There is one."""
        while not self.stands(self._front) or self._front == self.indicator_at:
            self._front += 1
        return self._front

    def _last(self) -> int:
        """The first tile at the tail. There is one."""
        place = self._top(self._back)
        while place is None:
            self._back -= 1
            place = self._top(self._back)
        return place

    def _top(self, stack: int) -> int | None:
        """The tile that is taken first from a stack (counted from 0 at the break), None: nothing to take."""
        for place in (2 * stack, 2 * stack + 1):
            if self.stands(place) and place != self.indicator_at:
                return place
        return None

    def _counted(self, count: int) -> int:
        """The tile that dice point to: in the count-th stack from the tail, of those that still have a tile."""
        last = farthest = self._last()
        for stack in range(self._back, -1, -1):
            place = self._top(stack)
            if place is not None:
                farthest = place
                count -= 1
                if not count:
                    return place
        return last if self.rules.DICE_PAST == "last" else farthest

    def _forward(self, side: int, stack: int) -> tuple[int, int]:
        """Side and stack of a count that may run past the end of a side: it goes on clockwise."""
        while stack > self.stacks[side]:
            stack -= self.stacks[side]
            side = (side - 1) % len(self.stacks)
        return side, stack
