"""The database: the log of every table, and what stands beside it."""
