"""What a table says: journals, and sessions, hands, payments, throws and corrections made from them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table("schema", sa.Column("version", sa.Integer, nullable=False))
    op.create_table(
        "tables",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("board", sa.String(32), nullable=False),
        sa.Column("firmware", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
    )
    op.create_table(
        "journals",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), nullable=False, index=True),
        sa.Column("segment", sa.Integer, nullable=False),
        sa.Column("offset", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "segments",
        sa.Column("journal_id", sa.Integer, sa.ForeignKey("journals.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("bytes", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("journal_id", sa.Integer, sa.ForeignKey("journals.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("segment", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("bytes", sa.LargeBinary, nullable=False),
    )
    _rows()
    op.create_table(
        "differences",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("journal_id", sa.Integer, sa.ForeignKey("journals.id"), nullable=False, index=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("what", sa.String(64), nullable=False),
        sa.Column("table_says", sa.Text, nullable=False),
        sa.Column("laptop_says", sa.Text, nullable=False),
    )


def _rows() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("journal_id", sa.Integer, sa.ForeignKey("journals.id"), nullable=False, index=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("scores", sa.JSON, nullable=False),
        sa.UniqueConstraint("journal_id", "seq"),
    )
    op.create_table(
        "hands",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("session_id", sa.Integer, sa.ForeignKey("sessions.id"), nullable=False, index=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("region", sa.String(32), nullable=False),
        sa.Column("record", sa.JSON, nullable=False),
        sa.Column("answer", sa.JSON, nullable=False),
        sa.Column("undone", sa.Integer),
        sa.UniqueConstraint("session_id", "seq"),
    )
    op.create_table(
        "payments",
        sa.Column("hand_id", sa.Integer, sa.ForeignKey("hands.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("delta", sa.BigInteger, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "throws",
        sa.Column("journal_id", sa.Integer, sa.ForeignKey("journals.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("dice", sa.JSON, nullable=False),
        sa.Column("by_hand", sa.Boolean, nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.Column("press", sa.String(512), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
    )
    op.create_table(
        "corrections",
        sa.Column("session_id", sa.Integer, sa.ForeignKey("sessions.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("delta", sa.JSON, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
