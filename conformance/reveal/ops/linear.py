"""Products with a weight that lies transposed."""

from samebits.conformance.reveal.adapter import Adapter
from samebits.conformance.reveal.adapters import products_adapter as products

ADAPTER = Adapter(products.weighted, products.layout)
