"""The suites, one module each, with a function `pairs(session, threads)`.

All modules of this folder are suites. The suite `math` compares each op with several peers, and has
`measured(...)` instead.
"""
