"""The QR factorisation returns the bits of the op of the specification (G14)."""

import pytest
import torch

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.tests.independent import FLOATS, assert_bits
from samebits.torch.tests.several import numbers, results, spread

SHAPES = [(5, 3), (3, 5), (4, 4), (2, 3, 4, 2), (1, 3), (3, 1)]


@pytest.fixture(scope="module", autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_qr_has_the_bits_of_the_op(dtype, shape):
    a = numbers(dtype, *shape)
    for mode in ("reduced", "complete"):
        wanted = results("qr", [a], [dtype] * 2, complete=mode == "complete")
        for operand in (a, spread(a)):
            for found, right in zip(torch.linalg.qr(operand, mode), wanted, strict=True):
                assert_bits(found, right)
    q, r = torch.linalg.qr(a, "r")
    assert q.shape == (0,)
    assert_bits(r, results("qr", [a], [dtype] * 2, complete=False)[1])


@pytest.mark.parametrize("mode", ["reduced", "complete", "r"])
@pytest.mark.parametrize("shape", [(3, 0), (0, 3), (2, 3, 0), (0, 0), (0, 3, 2)])
def test_qr_of_no_elements_has_the_shapes_and_values_of_PyTorch(mode, shape):
    with torch.inference_mode():
        found = torch.linalg.qr(torch.empty(shape), mode)
    rows, columns = shape[-2:]
    shared = rows if mode == "complete" else min(rows, columns)
    assert found[1].shape == (*shape[:-2], shared, columns)
    if mode != "r":
        assert torch.equal(found[0], torch.eye(rows, shared).expand(*shape[:-2], rows, shared))


def test_what_qr_has_no_clause_for_is_refused():
    with pytest.raises(NoCanonicalDefinition, match="complex"):
        torch.linalg.qr(torch.ones(2, 2, dtype=torch.complex64))
    with pytest.raises(RuntimeError, match="2 dimensions"):
        torch.linalg.qr(torch.ones(2))
    with pytest.raises(RuntimeError, match="unrecognized mode"):
        torch.linalg.qr(torch.ones(2, 2), "economic")
