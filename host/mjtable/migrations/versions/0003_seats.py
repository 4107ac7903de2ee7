"""Changes of seats."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("corrections", sa.Column("moved", sa.JSON))
