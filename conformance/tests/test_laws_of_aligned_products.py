"""Tests that laws about aligned contractions find mistakes, and accept a right backend."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from samebits.conformance.laws.law import Bench
from samebits.conformance.laws.law_catalog import LawCase, all_laws
from samebits.conformance.trials.aligned_products import Way, product
from samebits.conformance.trials.saboteurs.base import Saboteur


def _finds(law: str, way: Way) -> bool:
    """Return whether the law has a finding about a backend that multiplies in the way `way`."""

    def spoil(session: Any, call: Any, inputs: Any, output: Any) -> None:
        product(call, inputs, output, way)

    saboteur = Saboteur("spoilt", ("matmul_aligned",), "*", spoil)
    with saboteur.open("cpu") as session:
        bench = Bench(session)
        every = LawCase(law, "matmul_aligned", "f32").specimens(7)
        plain = [s for s in every if len(s.shapes) == 2]
        return any(all_laws()[law].check(bench, s) is not None for s in plain[:2])


def _running(products: Any) -> int:
    """Return the sum from left to right in binary32, where the order matters."""
    total = np.float32(0)
    for p in products:
        total += np.float32(p)
    return int(total)


def _downwards(x: float) -> int:
    return int(np.floor(x))


@pytest.mark.parametrize("law", ["within_blocks", "exchanged", "mirrored", "split", "symmetry"])
def test_T11_a_right_product_keeps_the_law(law: str) -> None:
    assert not _finds(law, Way())


@pytest.mark.parametrize(
    ("law", "way"),
    [
        ("within_blocks", Way(total=_running)),
        ("within_blocks", Way(block=128)),
        ("exchanged", Way(second=lambda q: q - ((q & 128) << 1))),
        ("mirrored", Way(nearest=_downwards)),
        ("split", Way(whole=True)),
        ("symmetry", Way(block=384)),
    ],
)
def test_T11_a_wrong_product_breaks_the_law(law: str, way: Way) -> None:
    assert _finds(law, way)
