"""The golden vectors: inputs with frozen results, and the code that reads and writes them.

`reader` returns cases and needs only the base dependencies. It verifies the SHA-256 of all data
before use. `plans/` defines the inputs and the reasons for them. `writer` asks the oracles for the
expected bits, and is the only code that writes `data/`. README.md describes the files.
"""
