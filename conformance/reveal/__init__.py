"""The tree revealer: which summation tree does a black box use?

`reveal(SessionSummation(session, call, shapes))` probes a backend with masked sums (the method of
FPRev, arXiv 2411.00442), recovers the tree, names it, and replays random data to confirm it.
`replay` evaluates any candidate tree; the diagnosis uses it to re-explain wrong bits.
"""

from samebits.conformance.reveal.revealer import Revealed, reveal
from samebits.conformance.reveal.session import SessionSummation

__all__ = ["Revealed", "SessionSummation", "reveal"]
