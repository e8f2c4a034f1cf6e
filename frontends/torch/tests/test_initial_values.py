"""`trunc_normal_` and `orthogonal_` of torch.nn.init are composed only of ops that have clauses.

PyTorch redraws numbers that are outside of the bounds. The test does the same with ops of the
specification and NumPy's binary32 arithmetic, and takes the keys in the same order.
"""

import numpy as np
import pytest
import torch

from samebits.torch import reproducible
from samebits.torch.keys import next_key
from samebits.torch.tests.by_spec import array_of, by_spec, same

F = np.float32
SHAPE = (6, 7)


@pytest.fixture(autouse=True, params=["c:baseline", "c:avx2"])
def _block(request):
    with reproducible(request.param):
        yield


class Draws:
    """Draws of one generator, each with the next key."""

    def __init__(self, seed):
        self.generator = torch.Generator().manual_seed(seed)

    def of(self, op):
        like = torch.empty(SHAPE)
        return array_of(by_spec(op, [], like, seed=next_key(self.generator), shape=SHAPE))

    def between(self, a, b):
        return self.of("uniform") * F(b - a) + F(a)


def redrawn_normal(seed, mean, std, a, b):
    """Return normal numbers, redrawn where they are out of bounds, and the number of rounds."""
    draws, rounds = Draws(seed), 0
    result, outside = np.zeros(SHAPE, F), np.ones(SHAPE, bool)
    while True:
        z = draws.of("normal")
        fresh = z if (mean, std) == (0.0, 1.0) else z * F(std) + F(mean)
        result = np.where(outside, fresh, result)
        outside = (result < F(a)) | (result > F(b))
        rounds += 1
        if not outside.any():
            return result, rounds


def accepted_uniform(seed, mean, std, a, b):
    """Return uniform numbers accepted by rejection sampling, and the number of rounds."""
    mode = max(a, min(mean, b))
    peak = -0.5 * ((mode - mean) / std) ** 2
    draws, rounds = Draws(seed), 0
    result, pending = np.zeros(SHAPE, F), np.ones(SHAPE, bool)
    while True:
        fresh = draws.between(a, b)
        apart = (fresh - F(mean)) / F(std)
        density = apart * apart * F(-0.5) - F(peak)
        log = array_of(by_spec("log", [torch.from_numpy(draws.of("uniform"))], torch.empty(SHAPE)))
        refused = log > density
        result = np.where(pending, fresh, result)
        pending = pending & refused
        rounds += 1
        if not pending.any():
            return result, rounds


@pytest.mark.parametrize(
    ("way", "bounds"),
    [
        (redrawn_normal, (0.0, 1.0, -2.0, 2.0)),
        (redrawn_normal, (0.1, 0.02, 0.09, 0.5)),
        (accepted_uniform, (0.0, 1.0, 1.0, 3.0)),
        (accepted_uniform, (0.3, 0.7, -0.1, 0.1)),
    ],
)
def test_D2_trunc_normal_has_the_bits_of_the_draws_that_it_is_made_of(way, bounds):
    wanted, rounds = way(9, *bounds)
    torch.manual_seed(9)
    found = torch.nn.init.trunc_normal_(torch.empty(SHAPE), *bounds)
    assert same(found, torch.from_numpy(wanted))
    assert rounds > 1
    assert bounds[2] <= wanted.min() <= wanted.max() <= bounds[3]


@pytest.mark.parametrize("shape", [(6, 4), (4, 6), (3, 2, 2, 2), (5, 5), (1, 3), (3, 1)])
@pytest.mark.parametrize("gain", [1.0, 0.7])
def test_D3_orthogonal_is_the_op_of_the_specification(shape, gain):
    seed = next_key(torch.Generator().manual_seed(9))
    wanted = by_spec("orthogonal", [], torch.empty(shape), seed=seed, shape=shape, gain=gain)
    torch.manual_seed(9)
    found = torch.nn.init.orthogonal_(torch.empty(shape), gain)
    assert same(found, wanted)
    q = found.flatten(1).to(torch.float64) / gain
    rows = q if q.shape[0] <= q.shape[1] else q.T
    assert abs(array_of(rows @ rows.T) - np.eye(len(rows))).max() < 1e-6
