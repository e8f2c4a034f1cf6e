"""One file a suite, found by sorted folder walk. Each provides `pairs(session, threads)`.

The suite `math` compares each op with several peers, and provides `measured(...)` instead.
"""
