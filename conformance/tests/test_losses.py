"""Tests of losses on random calls: the NumPy route is compared with PyTorch in binary64.

Losses that have f64 are computed in f64. The others are computed in f32, on small numbers.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from samebits.backends.libraries.peers import all_peers
from samebits.conformance.questions.drawn_scene import Wish, draw_scene
from samebits.conformance.questions.seeded import Draws
from samebits.oracles import numpy_route
from samebits.spec.catalog import all_ops

torch = pytest.importorskip("torch", reason="no PyTorch: nothing is compared with it")

CALLS = 24
LOSSES = [
    name
    for name, op in all_ops().items()
    if {"G7", "T8"} & {*op.clauses} and "T4" not in op.clauses and name != "ctc_loss"
]
"""All losses except `ctc_loss`, which has two results and special targets (test_meaning.py)."""


def operands(op, inputs, scene, draw) -> list[Any]:
    """Return numbers around 1 of both signs; targets that are probabilities are positive."""
    found = []
    for number, (shape, name) in enumerate(zip(scene.shapes, inputs, strict=True)):
        limit = dict(scene.limits).get(number)
        if limit is not None:
            values = draw.integers(0, limit, shape)
            named = scene.attributes.get("ignore_index")
            if named is not None:
                values = np.where(draw.random(shape) < 0.25, named, values)
            found.append(values.astype(np.int64))
        elif name == "bool":
            found.append(draw.random(shape) < 0.6)
        else:
            values = draw.standard_normal(shape) * 2
            if op.operands[number] in ("target", "weight", "pos_weight") and number < 3:
                values = abs(values)
            found.append(values.astype(name.replace("f", "float")))
    return found


@pytest.mark.parametrize("name", LOSSES)
def test_G7_a_loss_has_the_value_that_PyTorch_has_in_binary64(name: str) -> None:
    op, peers = all_ops()[name], all_peers()[name]
    assert peers.torch is not None
    function = peers.torch(torch)
    form = "f64" if any("f64" in s[0] for s in op.signatures) else "f32"
    signatures = [s for s in op.signatures if s[0][0] == form]
    draw = np.random.default_rng(len(name))
    near = 1e-12 if form == "f64" else 1e-5
    for number in range(CALLS):
        draws = Draws("5", f"{name} {number}")
        inputs, outputs = draws.choice(signatures)
        scene = draw_scene(draws, Wish(op, len(inputs), draws.between(1, 90), draws.between(1, 4)))
        call = op.call(inputs, outputs, **scene.attributes)
        given = operands(op, inputs, scene, draw)
        with np.errstate(all="ignore"):
            (found,) = numpy_route.evaluate(call, given)
        wide = [x.astype(np.float64) if x.dtype == np.float32 else x for x in given]
        with torch.no_grad():
            wanted = function(call, *(torch.from_numpy(np.array(x)) for x in wide)).numpy()
        assert found.shape == wanted.shape, call
        size = max([1.0, *(float(abs(x).max(initial=0)) for x in wide if x.dtype != bool)])
        scale = size * max(1.0, math.sqrt(max(x.size for x in wide)))
        np.testing.assert_allclose(found, wanted, rtol=near, atol=near * scale, err_msg=str(call))
