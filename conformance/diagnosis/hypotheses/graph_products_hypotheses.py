"""Wrong ways to compute a contraction that is a node of a graph: layers of cells, attention."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.hypotheses.contractions_hypotheses import (
    MOST_TERMS,
    canonical_model,
    finish,
    one_chain,
    rounded_products,
    twice_rounded,
)
from samebits.conformance.diagnosis.hypotheses.graph_extremes_hypotheses import Way
from samebits.conformance.diagnosis.recompute import node_results
from samebits.conformance.reveal.layout import PRODUCTS, bias_of, contraction_rows
from samebits.conformance.reveal.replay import Model, evaluate_products
from samebits.spec.catalog import get_op
from samebits.spec.formats import compute_format, get_format
from samebits.spec.language.call import Call

Make = Callable[[int, str], Model]
"""A function from a contraction's number of terms and compute format to its model."""


def _unfused(terms: int, compute: str) -> Model:
    return rounded_products(canonical_model(terms, compute))


def _twice(terms: int, compute: str) -> Model:
    return twice_rounded(canonical_model(terms, compute))


_MAKES: Mapping[str, tuple[str, Make]] = MappingProxyType(
    {
        "unfused": (
            "products are rounded before they are added: mul and add instead of fma (T4)",
            _unfused,
        ),
        "double-rounding:f64": (
            "every fma is rounded twice, to f64 and then once more (T4)",
            _twice,
        ),
        "tree:sequential_fma": ("adds all products from left to right by fma (T4)", one_chain),
    }
)


def ways(call: Call) -> Iterator[Way]:
    """Yield the wrong ways to run a node that is a contraction."""
    if call.op not in PRODUCTS or not get_format(call.outputs[0]).is_float:
        return
    for name, (text, make) in _MAKES.items():
        if name != "double-rounding:f64" or compute_format(call.inputs) != "f64":
            yield name, text, partial(_by, make)


def _by(make: Make, call: Call, operands: Sequence[Array]) -> Array:
    (shape,) = get_op(call.op).output_shapes(call, [x.shape for x in operands])
    every = np.arange(int(np.prod(shape, dtype=np.int64)))
    a, b = contraction_rows(call, operands, every)
    if not 0 < a.shape[1] <= MOST_TERMS:
        return node_results(call, operands)[0]
    model = make(a.shape[1], compute_format(call.inputs))
    sums, bias = evaluate_products(model, a, b), bias_of(call, operands, every)
    return finish(call.outputs[0], sums, bias, model).reshape(shape)
