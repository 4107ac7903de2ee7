"""The tables of the history.

What comes from a table is kept twice: as the bytes of its journal (`segments`), which can be checked against the
table's hashes at any time, and as rows made from them, which can be made anew from the bytes at any time (rebuild.py).
What is entered on the laptop (players, who sits where, amendments) is nowhere else. Rows are only added; an undone hand
is marked, never deleted.

A change of this file is a change of SCHEMA and a new file in migrations/versions.
"""

import sqlalchemy as sa

from mjtable.columns import (
    ANSWERED,
    DICE,
    MOMENT,
    MOVED,
    NAME,
    PLACE,
    PLAYERS,
    RECORD,
    SCORES,
    SEEN,
    SMALL,
    TIME,
    VERSION,
    checked,
)

SCHEMA = 3

meta = sa.MetaData()

schema = checked(sa.Table("schema", meta, sa.Column("version", sa.Integer, nullable=False, info=VERSION)))

tables = checked(
    sa.Table(
        "tables",
        meta,
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("board", sa.String(32), nullable=False),
        sa.Column("firmware", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False, info=SEEN),  # UTC, ISO 8601
    )
)

# People by their names, entered on the laptop.
players = checked(
    sa.Table(
        "players",
        meta,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(64), nullable=False, unique=True),
        sa.Column("time", sa.BigInteger, nullable=False, info=MOMENT),
    )
)

# A table's journal begins anew when its flash was formatted; the old one stays as it was.
journals = checked(
    sa.Table(
        "journals",
        meta,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False, index=True),
        sa.Column("segment", sa.Integer, nullable=False),  # all before this segment and offset is here
        sa.Column("offset", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),  # number of the last event here
        sa.Column("state", sa.LargeBinary, nullable=False),  # Table.snapshot() after that event
    )
)

segments = checked(
    sa.Table(
        "segments",
        meta,
        sa.Column("journal_id", sa.ForeignKey("journals.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("bytes", sa.LargeBinary, nullable=False),
    )
)

events = checked(
    sa.Table(
        "events",
        meta,
        sa.Column("journal_id", sa.ForeignKey("journals.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("segment", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False, info=TIME),
        sa.Column("bytes", sa.LargeBinary, nullable=False),
        sa.Index("ix_events_segment", "journal_id", "segment", "seq"),
    )
)

sessions = checked(
    sa.Table(
        "sessions",
        meta,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("journal_id", sa.ForeignKey("journals.id"), nullable=False, index=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False, info=TIME),
        sa.Column("scores", sa.JSON, nullable=False, info=SCORES),  # what each seat begins with
        sa.UniqueConstraint("journal_id", "seq"),
    )
)

hands = checked(
    sa.Table(
        "hands",
        meta,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("session_id", sa.ForeignKey("sessions.id"), nullable=False, index=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False, info=TIME),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("region", sa.String(32), nullable=False, info=NAME),
        sa.Column("record", sa.JSON, nullable=False, info=RECORD),
        sa.Column("answer", sa.JSON, nullable=False, info=ANSWERED),  # the table's
        sa.Column("undone", sa.Integer),  # number of the event that took it back
        sa.Column("house", sa.String(40), nullable=False, server_default=""),  # the name of a house's own rules
        sa.Column("sub_in", sa.Integer, info=PLACE),  # the seat that whoever sat out takes over after it
        sa.UniqueConstraint("session_id", "seq"),
        sa.Index("ix_hands_seq", "seq"),
        # What statistics ask of a hand, without reading its record.
        sa.Index("ix_hands_brief", "id", "region", "house", "undone", "session_id"),
    )
)

payments = checked(
    sa.Table(
        "payments",
        meta,
        sa.Column("hand_id", sa.ForeignKey("hands.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, info=PLACE),
        sa.Column("delta", sa.BigInteger, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),  # after the hand
        sa.Column("player_id", sa.ForeignKey("players.id"), index=True),  # as `seats` says
    )
)

# The claims to have won a hand, as its answer has them.
claims = checked(
    sa.Table(
        "claims",
        meta,
        sa.Column("hand_id", sa.ForeignKey("hands.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),  # place in the record
        sa.Column("seat", sa.Integer, nullable=False, info=PLACE),
        sa.Column("giver", sa.Integer, info=PLACE),  # whose discard or kong it was; none: self-drawn
        sa.Column("valid", sa.Boolean, nullable=False),
        sa.Column("value", sa.BigInteger, nullable=False),
    )
)

# The patterns of the valid ones.
patterns = checked(
    sa.Table(
        "patterns",
        meta,
        sa.Column("hand_id", sa.ForeignKey("hands.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("pattern", sa.String(64), primary_key=True),
        sa.Column("times", sa.Integer, nullable=False),
    )
)

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")

throws = checked(
    sa.Table(
        "throws",
        meta,
        sa.Column("journal_id", sa.ForeignKey("journals.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False, info=TIME),
        sa.Column("seat", sa.Integer, nullable=False, info=PLACE),
        sa.Column("dice", sa.JSON, nullable=False, info=DICE),
        sa.Column("by_hand", sa.Boolean, nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),  # hexadecimal, "" when entered by hand
        sa.Column("press", sa.String(512), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("region", sa.String(32), nullable=False, server_default=""),  # "": the table had none yet
        sa.Column("player_id", sa.ForeignKey("players.id"), index=True),
        # How often each face came.
        *(sa.Column(face, sa.Integer, nullable=False, server_default="0", info=SMALL) for face in FACES),
    )
)

corrections = checked(
    sa.Table(
        "corrections",
        meta,
        sa.Column("session_id", sa.ForeignKey("sessions.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False, info=TIME),
        sa.Column("delta", sa.JSON, nullable=False, info=SCORES),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("players", sa.JSON(none_as_null=True), info=PLAYERS),  # by seat, as `seats` says
        # Where those who sit in the seats now sat before: their scores went along, nobody has won or lost anything.
        sa.Column("moved", sa.JSON(none_as_null=True), info=MOVED),
    )
)

# What table and laptop did not agree on, as it was found; never deleted.
differences = checked(
    sa.Table(
        "differences",
        meta,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("journal_id", sa.ForeignKey("journals.id"), nullable=False, index=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("what", sa.String(64), nullable=False),
        sa.Column("table_says", sa.Text, nullable=False),
        sa.Column("laptop_says", sa.Text, nullable=False),
    )
)

# ---------------------------------------------------------------- entered on the laptop

# Who sits where in a session. An entry counts for what happens after event `since`, until the next one of its seat.
seats = checked(
    sa.Table(
        "seats",
        meta,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("session_id", sa.ForeignKey("sessions.id"), nullable=False, index=True),
        sa.Column("seat", sa.Integer, nullable=False, info=PLACE),
        sa.Column("player_id", sa.ForeignKey("players.id"), index=True),  # none: somebody without a name
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False, info=MOMENT),
    )
)

# Corrections of a hand that were agreed on afterwards: the table does not know of them.
amendments = checked(
    sa.Table(
        "amendments",
        meta,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("hand_id", sa.ForeignKey("hands.id"), nullable=False, index=True),
        sa.Column("time", sa.BigInteger, nullable=False, info=MOMENT),
        sa.Column("delta", sa.JSON, nullable=False, info=SCORES),
        sa.Column("reason", sa.Text, nullable=False),
    )
)
