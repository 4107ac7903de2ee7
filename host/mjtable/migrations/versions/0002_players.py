"""Players and their seats, amendments, and what statistics ask of hands and throws."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")


def upgrade() -> None:
    _entered()
    _claims()
    op.add_column("hands", sa.Column("house", sa.String(40), nullable=False, server_default=""))
    op.add_column("hands", sa.Column("sub_in", sa.Integer))
    op.create_index("ix_events_segment", "events", ["journal_id", "segment", "seq"])
    op.create_index("ix_hands_seq", "hands", ["seq"])
    op.create_index("ix_hands_brief", "hands", ["id", "region", "house", "undone", "session_id"])
    for table in ("payments", "throws"):
        player = sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"))
        op.add_column(table, player, inline_references=True)
        op.create_index(f"ix_{table}_player_id", table, ["player_id"])
    op.add_column("throws", sa.Column("region", sa.String(32), nullable=False, server_default=""))
    for face in FACES:
        op.add_column("throws", sa.Column(face, sa.Integer, nullable=False, server_default="0"))
    op.add_column("corrections", sa.Column("players", sa.JSON))


def _entered() -> None:
    """What is entered on the laptop."""
    op.create_table(
        "players",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(64), nullable=False, unique=True),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("session_id", sa.Integer, sa.ForeignKey("sessions.id"), nullable=False, index=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), index=True),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "amendments",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("hand_id", sa.Integer, sa.ForeignKey("hands.id"), nullable=False, index=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("delta", sa.JSON, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )


def _claims() -> None:
    op.create_table(
        "claims",
        sa.Column("hand_id", sa.Integer, sa.ForeignKey("hands.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("giver", sa.Integer),
        sa.Column("valid", sa.Boolean, nullable=False),
        sa.Column("value", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "patterns",
        sa.Column("hand_id", sa.Integer, sa.ForeignKey("hands.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("pattern", sa.String(64), primary_key=True),
        sa.Column("times", sa.Integer, nullable=False),
    )
