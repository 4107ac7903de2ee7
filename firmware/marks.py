"""What the ring of LEDs shows. Loaded only by boards that have one."""


def marks(table, stage) -> tuple:  # type: ignore[no-untyped-def]
    """(turn, dealer, broken) for firmware/drivers/ring.py: whose turn it is, or who has to throw; who deals; where the
    wall breaks, from the dice until the first tile is drawn."""
    if table.phase == "new":
        return None, None, None
    wall = table.wall
    due = table.throw
    broken = None
    if wall is not None and wall.taken is None:
        broken = (wall.break_side, wall.break_stack, wall.stacks[wall.break_side])
    return stage.turn if due is None else due[0], table.dealer, broken
