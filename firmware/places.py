"""Places and seats. A table has four sides; keys and displays belong to a side, its place (0..3, in order of play).

Where four play a place is a seat. Where three play one side is empty, and the seats go in order over the others.
"""


def seat_at(place: int, seats: int, empty: int) -> "int | None":
    """The seat at a place; None: nobody sits there."""
    if seats != 3:
        return place
    return None if place == empty else place - (place > empty)


def place_of(seat: int, seats: int, empty: int) -> int:
    return seat + (seat >= empty) if seats == 3 else seat
