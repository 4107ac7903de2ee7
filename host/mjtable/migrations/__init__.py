"""Changes of the history's schema, one file each (Alembic). mjtable.migrate runs them."""
