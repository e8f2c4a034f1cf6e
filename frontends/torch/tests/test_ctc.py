"""Connectionist temporal classification returns the bits of the ops of the specification."""

import itertools

import pytest
import torch
from torch.nn import functional

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.tests.independent import SHORTER, array, assert_bits, spec, tensor
from samebits.torch.tests.several import numbers, results, spread, with_gradients

T, N, C, S = 7, 4, 5, 3
STEPS, LABELS = [7, 5, 6, 0], [3, 2, 0, 1]
"""The lengths of the samples. The last one has a label but no step, so its loss is infinite."""

OUTGOING = torch.tensor([1.0, -0.5, 2.0, 0.25])


@pytest.fixture(scope="module")
def theirs():
    """Return losses and gradient of PyTorch's own kernel in binary64, outside of a block."""
    exact, outgoing = logs(torch.float32).double(), OUTGOING.double()
    way = {"blank": 1, "reduction": "none"}
    return with_gradients(
        lambda x: functional.ctc_loss(x, labels(1), STEPS, LABELS, **way), outgoing, exact
    )


@pytest.fixture(scope="module", autouse=True)
def _block(theirs):
    with reproducible("c:baseline"):
        yield


def logs(dtype):
    return tensor(spec("log_softmax", array(numbers(dtype, T, N, C, seed=4)), axis=-1))


def labels(blank):
    """Return rows with more labels than the samples have. One row has equal neighbours."""
    others = [c for c in range(C) if c != blank]
    picked = torch.tensor([[0, 0, 1], [2, 3, 0], [1, 1, 1], [3, 2, 2]])
    return torch.tensor(others)[picked]


def ended(targets, blank):
    within = torch.arange(S) < torch.tensor(LABELS)[:, None]
    return torch.where(within, targets, blank), torch.arange(T)[:, None] < torch.tensor(STEPS)


def wanted(x, targets, blank, g, *, zero):
    """Return the losses and the gradient by the ops; g has the incoming gradient of each loss."""
    rows, present = ended(targets, blank)
    way = {"blank": blank, "zero_infinity": zero}
    operands = [x, rows, present]
    loss, log_alpha = results("ctc_loss", operands, [x.dtype, torch.float32], **way)
    made = results("ctc_loss_gradient", [g, log_alpha, *operands], [x.dtype], **way)
    return loss, made[0]


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize(("blank", "zero"), [*itertools.product((0, 2), (False, True))])
def test_the_losses_and_their_gradient_have_the_bits_of_the_ops(dtype, blank, zero):
    x, targets, g = logs(dtype), labels(blank), numbers(dtype, N, seed=2)
    loss, gradient = wanted(x, targets, blank, g, zero=zero)
    way = {"blank": blank, "zero_infinity": zero, "reduction": "none"}
    line = torch.cat([row[:n] for row, n in zip(targets, LABELS, strict=True)])
    lengths = torch.tensor(STEPS), torch.tensor(LABELS)
    for given in (
        (targets, *lengths),
        (targets.int(), *(x.int() for x in lengths)),
        (spread(targets), STEPS, LABELS),
        (line, STEPS, LABELS),
        (line.int(), *lengths),
    ):
        got = with_gradients(lambda x, a=given: functional.ctc_loss(x, *a, **way), g, x)
        assert_bits(got[0], loss)
        assert_bits(got[1], gradient)
    got = with_gradients(
        lambda x: functional.ctc_loss(spread(x), targets, *lengths, **way), g, spread(x)
    )
    assert_bits(got[0], loss)


@pytest.mark.parametrize("reduction", ["mean", "sum"])
def test_a_reduction_is_that_of_the_losses(reduction):
    x, targets, one = logs(torch.float32), labels(0), torch.tensor(1.5)
    lengths = torch.tensor(LABELS)
    given = (targets, torch.tensor(STEPS), lengths)
    got = with_gradients(
        lambda x: functional.ctc_loss(x, *given, reduction=reduction, zero_infinity=True), one, x
    )
    share = torch.full((N,), 1.5)
    if reduction == "mean":
        share = share / N / lengths.clamp_min(1)
    share[3] = 0  # the sample with the infinite loss
    loss, gradient = wanted(x, targets, 0, share, zero=True)
    each = loss / lengths.clamp_min(1) if reduction == "mean" else loss
    assert_bits(got[0], getattr(each, reduction)())
    assert_bits(got[1], gradient)


def test_a_sample_alone_has_the_bits_that_it_has_in_a_batch():
    x, targets = logs(torch.float32), labels(0)
    whole = functional.ctc_loss(x, targets, STEPS, LABELS, reduction="none")
    for sample in range(N):
        alone = functional.ctc_loss(
            x[:, sample],
            targets[sample][: LABELS[sample]],
            torch.tensor(STEPS[sample]),
            torch.tensor(LABELS[sample]),
            reduction="none",
        )
        assert_bits(alone.reshape(()), whole[sample])


def test_the_module_of_PyTorch_learns():
    x = numbers(torch.float32, T, N, C, seed=8).requires_grad_()
    loss = torch.nn.CTCLoss(blank=2, zero_infinity=True)(
        x.log_softmax(-1), labels(2), torch.tensor(STEPS), torch.tensor(LABELS)
    )
    loss.backward()
    assert loss.isfinite()
    assert x.grad.isfinite().all()
    assert x.grad[:, 0].any()
    assert not x.grad[5:, 1].any()


def test_numbers_are_near_to_those_of_PyTorch(theirs):
    way = {"blank": 1, "reduction": "none"}
    got = with_gradients(
        lambda x: functional.ctc_loss(x, labels(1), STEPS, LABELS, **way),
        OUTGOING,
        logs(torch.float32),
    )
    for mine, exact in zip(got, theirs, strict=True):
        assert torch.equal(mine.isfinite(), exact.isfinite())
        known = exact.isfinite()
        assert (mine[known].double() - exact[known]).abs().max() < 1e-5


def test_what_is_no_call_of_PyTorch_is_an_error():
    x = logs(torch.float32)
    loss = torch.ops.aten._ctc_loss
    for given, message in (
        ((x[:0], labels(0), [0] * N, LABELS), "none of it 0"),
        ((x, labels(0), [8, 1, 1, 1], LABELS), "at most 7, but got value 8"),
        ((x, labels(0), STEPS[:3], LABELS), "input_lengths must be of size batch_size"),
        ((x, labels(0), STEPS, [4, 0, 0, 0]), "size at least 4 at dimension 1, but got size 3"),
        ((x, labels(0)[:3], STEPS, LABELS), "size 4 at dimension 0, but got size 3"),
        ((x, labels(0).reshape(-1), STEPS, LABELS), "size 6 at dimension 0, but got size 12"),
        ((x, labels(0).float(), STEPS, LABELS), "targets must be of int64 or int32"),
        ((x, labels(0), STEPS, LABELS, C), "blank must be in label range"),
    ):
        with pytest.raises(RuntimeError, match=message):
            loss(*given)


def test_what_is_not_defined_is_refused():
    x = logs(torch.float32)
    with pytest.raises(NoCanonicalDefinition, match="a target is the blank, 0"):
        functional.ctc_loss(x, torch.zeros(N, S, dtype=torch.int64), STEPS, LABELS)
    with pytest.raises(NoCanonicalDefinition, match="not defined for f64"):
        functional.ctc_loss(x.double(), labels(0), STEPS, LABELS)
