"""The tree revealer: it finds the order of additions of a black box.

`reveal(SessionSummation(session, call, shapes))` probes a backend with masked sums (the method of
FPRev, arXiv 2411.00442). It recovers the summation tree, names it, and confirms it by replaying
random data. `replay` evaluates any candidate tree; the diagnosis uses it to reproduce wrong bits.
"""

from samebits.conformance.reveal.revealer import Revealed, reveal
from samebits.conformance.reveal.session import SessionSummation

__all__ = ["Revealed", "SessionSummation", "reveal"]
