"""arange, linspace, full and eye: the bits of the specification, and the lengths of PyTorch."""

import pytest
import torch

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.tests.by_spec import by_spec, same
from samebits.torch.tests.independent import FLOATS

RANGES = [(0, 2, 0.1), (5, -4, -0.3), (1, 7, 2), (0.5, 9, 1), (-0.75, 1, 0.25), (2, 2, 1.5)]
SPACES = [(-1, 2, 13), (0, 1, 7), (3, 0.1, 5), (0.1, 2, 1), (0, 1, 0), (0, 1, 40)]


@pytest.fixture(scope="module", autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


def wanted(op, dtype, count, **attributes):
    return by_spec(op, [], torch.empty(count, dtype=dtype), **attributes)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_G15_ranges_have_the_bits_of_the_ops(dtype):
    for start, end, step in RANGES:
        found = torch.arange(start, end, step, dtype=dtype)
        given = {"start": float(start), "end": float(end), "step": float(step)}
        assert same(found, wanted("arange", dtype, len(found), **given))
    for start, end, steps in SPACES:
        given = {"start": float(start), "end": float(end), "steps": steps}
        right = wanted("linspace", dtype, steps, **given)
        assert same(torch.linspace(start, end, steps, dtype=dtype), right)
        spread = torch.empty(steps, 2, dtype=dtype)[:, 0]
        assert same(torch.linspace(start, end, steps, out=spread), right)
        assert same(torch.linspace(start, end, steps, out=torch.empty(3, dtype=dtype)), right)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_G15_full_and_eye_have_the_bits_of_the_ops(dtype):
    for value in (0.1, -0.0, 60000.0, 1 + 2.0**-11 + 2.0**-50, 3 * 2.0**-150, float("-inf")):
        found = torch.full((2, 3), value, dtype=dtype)
        assert same(found, wanted("full", dtype, (2, 3), shape=(2, 3), fill_value=value))
    for n, m in ((3, 4), (5, 2), (0, 3)):
        assert same(torch.eye(n, m, dtype=dtype), wanted("eye", dtype, (n, m), n=n, m=m))


def test_lengths_are_pytorchs():
    lengths = [
        len(torch.arange(0, 1, 0.1)),
        len(torch.arange(0, 0.3, 0.1)),
        len(torch.arange(1, 1.3, 0.1)),
        len(torch.arange(2, 2, 1.5)),
        len(torch.linspace(0, 1, 0)),
    ]
    assert lengths == [10, 3, 4, 0, 0]


def test_what_is_not_finite_is_refused():
    for call in (
        lambda: torch.arange(0.0, float("inf"), 1.0),
        lambda: torch.linspace(float("-inf"), 1.0, 3),
        lambda: torch.linspace(0.0, float("nan"), 3),
    ):
        with pytest.raises((NoCanonicalDefinition, RuntimeError)):
            call()
