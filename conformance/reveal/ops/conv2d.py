"""Convolutions of 2 axes: one position of each."""

from samebits.conformance.reveal.adapter import Adapter
from samebits.conformance.reveal.adapters import convolutions_adapter as convolutions

ADAPTER = Adapter(convolutions.plan(2), convolutions.layout)
