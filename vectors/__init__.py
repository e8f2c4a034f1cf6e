"""The vectors room: the frozen answers.

`reader` gives cases to anybody with the base dependencies and trusts no byte whose SHA-256 it has
not checked. `plans/` says which inputs exist and why, `writer` asks the oracles for the wanted
bits and is the only code that writes `data/`. README.md describes the files.
"""
