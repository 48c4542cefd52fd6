"""Maps from files: Universal VTT and plain pictures. Pure: bytes in, a `Map` with a report or a refusal out."""
