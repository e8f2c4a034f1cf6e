"""Cases of the set `real`: one module an op, with `CASES`, found by name; no list to edit."""
