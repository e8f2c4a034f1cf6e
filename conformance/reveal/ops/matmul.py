"""Products of two matrices."""

from samebits.conformance.reveal.adapter import Adapter
from samebits.conformance.reveal.adapters import products_adapter as products

ADAPTER = Adapter(products.matrices(), products.layout)
