"""The suites, one file each, found by a sorted walk of this folder, with `pairs(session, threads)`.

The suite `math` compares each op with several peers, and has `measured(...)` instead.
"""
