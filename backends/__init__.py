"""The backends room: HOW bits are made.

The protocol, discovery, the executor of graphs, the bundled backends (`c/`, `cuda/`), and installed
libraries under test (`libraries/`). The room imports the spec and nothing else of samebits: a
backend never sees an exact function or a wanted value.
"""
