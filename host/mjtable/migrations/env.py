"""What Alembic runs: the migrations, over the connection (and in the transaction) that mjtable.migrate gives."""

from alembic import context

from mjtable.schema import meta

context.configure(connection=context.config.attributes["connection"], target_metadata=meta)
context.run_migrations()
