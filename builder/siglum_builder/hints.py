from __future__ import annotations
def find_hints(source, root, symbols, *, format):
    return ()
