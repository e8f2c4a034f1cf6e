"""The reports room: the evidence of runs of the judge.

A report is one JSON Lines file: a header, one line per case, and a footer that seals all lines
(`schema.py`, `lines.py`). `recorder.py` writes it while the judge runs. `verify.py` checks it
without trusting it. All pages (HTML, Markdown, JUnit, badge, terminal) are derived from it.
"""
