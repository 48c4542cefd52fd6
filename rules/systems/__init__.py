"""Rule systems, a folder each."""
