"""The table on the web: remembers, shows, asks; judges nothing itself."""
