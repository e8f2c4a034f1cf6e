"""Sums along axes."""

from samebits.conformance.reveal.adapter import Adapter
from samebits.conformance.reveal.adapters import reductions_adapter as reductions

ADAPTER = Adapter(reductions.plan, reductions.layout)
