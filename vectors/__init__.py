"""The golden vectors: inputs with frozen results, and the code that reads and writes them.

`reader` returns cases, with only the base dependencies. It trusts no byte whose SHA-256 it has not
checked. `plans/` contains the inputs and the reasons for them. `writer` asks the oracles for the
wanted bits. It is the only code that writes `data/`. README.md describes the files.
"""
