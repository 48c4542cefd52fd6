"""Maps from files: Universal VTT and plain pictures.

Bytes go in, a `Map` with a report or a refusal comes out; `pending` alone touches the disk.
"""
