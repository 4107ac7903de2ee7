"""What the ring of LEDs shows. Loaded only by boards that have one."""

from firmware.places import place_of


def marks(table, stage, empty: int) -> tuple:  # type: ignore[no-untyped-def]
    """(turn, dealer, broken) for firmware/drivers/ring.py: whose turn it is, or who has to throw; who deals; where the
    wall breaks, from the dice until the first tile is drawn. All by place; `empty`: as in firmware/places.py."""
    if table.phase == "new":
        return None, None, None
    wall = table.wall
    due = table.throw
    broken = None
    if wall is not None and wall.taken is None:
        broken = (place_of(wall.break_side, len(wall.stacks), empty), wall.break_stack, wall.stacks[wall.break_side])
    turn = stage.turn if due is None else due[0]
    turn, dealer = (None if n is None else place_of(n, table.seats, empty) for n in (turn, table.dealer))
    return turn, dealer, broken
