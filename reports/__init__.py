"""The reports room: the evidence.

A report is one JSON Lines file: a header, one line per case, a footer that seals them (`schema.py`,
`lines.py`). It is written by `recorder.py` while the judge runs, checked by `verify.py` without
trusting it, and everything else (HTML, Markdown, JUnit, badge, the terminal) is derived from it.
"""
