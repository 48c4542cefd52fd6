"""The pure core of a table: commands in, events out, state folded from events. No web and no database in here."""
