"""Checkpoints are refused if, and only if, recomputing them would draw different numbers."""

import pytest
import torch
from torch.nn import functional
from torch.utils.checkpoint import checkpoint

from samebits.common.errors import SamebitsError
from samebits.torch import reproducible


def dropped(x):
    return functional.dropout(x * 2.0, 0.5).pow(2)


def run(function, **words):
    x = torch.ones(64, requires_grad=True)
    checkpoint(function, x, **words).sum().backward()
    return x.grad


@pytest.mark.parametrize("reentrant", [False, True])
def test_a_checkpoint_that_draws_again_is_refused(reentrant):
    with (
        reproducible("c:baseline"),
        pytest.raises(SamebitsError, match="leave out preserve_rng_state=False"),
    ):
        run(dropped, use_reentrant=reentrant, preserve_rng_state=False)


@pytest.mark.parametrize("reentrant", [False, True])
def test_checkpoints_that_draw_nothing_or_keep_the_state_are_right(reentrant):
    def plain(x):
        return (x * 2.0).pow(2)

    with reproducible("c:baseline"):
        assert run(plain, use_reentrant=reentrant, preserve_rng_state=False).tolist() == [8.0] * 64
        torch.manual_seed(0)
        x = torch.ones(64, requires_grad=True)
        dropped(x).sum().backward()
        torch.manual_seed(0)
        assert torch.equal(run(dropped, use_reentrant=reentrant), x.grad)
