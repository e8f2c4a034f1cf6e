"""Convolutions of 1 axis: one position of each."""

from samebits.conformance.reveal.adapter import Adapter
from samebits.conformance.reveal.adapters import convolutions_adapter as convolutions

ADAPTER = Adapter(convolutions.plan(1), convolutions.layout)
