"""The backends room: HOW bits are made.

The protocol, discovery, the executor of graphs, the bundled backends (`c/`), and the subjects that
are judged as they are installed (`subjects/`). It imports the spec and nothing else of samebits: a
backend never sees an exact function or a wanted value.
"""
