"""Convolutions of 3 axes: one position of each."""

from samebits.conformance.reveal.adapter import Adapter
from samebits.conformance.reveal.adapters import convolutions_adapter as convolutions

ADAPTER = Adapter(convolutions.plan(3), convolutions.layout)
