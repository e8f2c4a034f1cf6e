"""Cumulative sums: one element of each."""

from samebits.conformance.reveal.adapter import Adapter
from samebits.conformance.reveal.adapters import scans_adapter as scans

ADAPTER = Adapter(scans.plan, scans.layout)
