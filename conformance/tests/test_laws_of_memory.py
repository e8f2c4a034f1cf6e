"""Tests of laws about memory: strides, broadcasts and byte offsets of operands and results."""

from itertools import combinations

import numpy as np
import pytest

from samebits.backends.hosting.memory import PAGE, SharedMemory
from samebits.backends.hosting.placing import OperandPlacer, ViolationError
from samebits.conformance.laws.alias import overlapping
from samebits.conformance.laws.law import Bench
from samebits.conformance.laws.law_catalog import LawCase
from samebits.conformance.laws.ranks import MOST_AXES, _questions
from samebits.conformance.scenes.layouts import (
    FAR,
    FAR_BYTES,
    LAYOUTS,
    at_offset,
    backward,
    far_axis,
    placed,
    shifted,
)
from samebits.conformance.tests import fakes
from samebits.conformance.tests.judging import all_law_cases
from samebits.conformance.tests.lawful import assert_found
from samebits.conformance.trials.saboteurs.base import right_session
from samebits.spec.catalog import get_op
from samebits.spec.language.shapes import elementwise, reduction


class LayoutMinded(fakes.RightSession):
    """A session that adds in a different order if the operand is not contiguous."""

    def value(self, call, inputs):
        if call.op == "sum" and not inputs[0].flags.c_contiguous:
            return super().value(call, [inputs[0][..., ::-1]])
        return super().value(call, inputs)


class AddressMinded(fakes.RightSession):
    """A session that adds in a different order if the operand's address is no multiple of 4."""

    def value(self, call, inputs):
        if inputs[0].ctypes.data % 4:
            return super().value(call, [inputs[0][..., ::-1]])
        return super().value(call, inputs)


class AliasMinded(fakes.RightSession):
    """A session that doubles its result if both operands share memory."""

    def value(self, call, inputs):
        right = super().value(call, inputs)
        return right * np.float32(2) if np.shares_memory(*inputs) else right


class LastBackward(fakes.RightSession):
    """A session that is wrong for one rank if only the last stride is negative."""

    rank = 4

    def value(self, call, inputs):
        right = super().value(call, inputs)
        strides = inputs[0].strides
        back = len(strides) == self.rank and strides[-1] < 0 and all(s > 0 for s in strides[:-1])
        return right + np.float32(1) if back else right


class DeepLastBackward(LastBackward):
    """A session that is wrong for rank 8 if only the last stride is negative."""

    rank = 8


class ResultBackward(fakes.RightSession):
    """A session that is wrong if the result's first axis is reversed."""

    def run(self, call, inputs, outputs):
        super().run(call, inputs, outputs)
        if outputs[0].ndim > 1 and outputs[0][::-1].flags.c_contiguous:
            outputs[0][...] += np.float32(1)


class OddAxesBackward(fakes.RightSession):
    """A session that is wrong if exactly axes 1 and 3 of five axes are reversed."""

    def value(self, call, inputs):
        signs = [stride < 0 for stride in inputs[0].strides]
        return super().value(call, inputs) + np.float32(signs == [False, True, False, True, False])


class FarMinded(fakes.RightSession):
    """A session that is wrong if a stride is 4 MiB or more, as if strides had 22 bits."""

    def value(self, call, inputs):
        far = any(stride >= 1 << 22 for stride in inputs[0].strides)
        return super().value(call, inputs) + np.float32(far)


class BiasMinded(fakes.RightSession):
    """A session that is wrong if all strides but the last are 0, as for a bias."""

    def value(self, call, inputs):
        *zeros, last = inputs[-1].strides or [0]
        bias = len(zeros) > 1 and not any(zeros) and last > 0
        return super().value(call, inputs) + np.float32(bias)


class OffALine(fakes.RightSession):
    """A session that is wrong if the address of the result is an odd multiple of 64 bytes."""

    def run(self, call, inputs, outputs):
        super().run(call, inputs, outputs)
        outputs[0][...] += np.float32(outputs[0].ctypes.data % 128 == 64)


class AtTheEnd(fakes.RightSession):
    """A session that is wrong if the first operand ends at the end of a page."""

    def value(self, call, inputs):
        end = inputs[0].ctypes.data + inputs[0].nbytes
        return super().value(call, inputs) + np.float32(end % PAGE == 0)


@pytest.mark.parametrize(
    ("law", "session", "op", "said"),
    [
        ("strides", LayoutMinded, "sum", "operands negative and result negative give other bits"),
        ("broadcast", LayoutMinded, "sum", "stride 0"),
        ("alignment", AddressMinded, "sum", "byte offsets [1]"),
        ("alias", AliasMinded, "mul", "in one memory, from the same address on, give other bits"),
        ("ranks", LastBackward, "add", "with 4 axes, operands backward along axis 3, contiguous"),
        ("ranks", DeepLastBackward, "sum", "with 8 axes, operands backward along axis 7"),
        ("strides", LastBackward, "sum", "operands backward along axis 3 and result contiguous"),
        ("strides", ResultBackward, "add", "and result backward along axis 0"),
        ("ranks", OddAxesBackward, "add", "with 5 axes, operands backward along axis 1 and 3"),
        ("strides", FarMinded, "mul", "operands 4 MiB apart, 4 MiB apart and result contiguous"),
        ("broadcast", BiasMinded, "add", "operand 1 repeated along all axes but 2 by stride 0"),
        ("alignment", OffALine, "add", "operands at byte offsets [64, 64], result at 64"),
        ("alignment", AtTheEnd, "sum", "operands at byte offsets ['end of a page']"),
    ],
)
def test_a_session_that_breaks_the_law_is_found(law, session, op, said):
    assert_found(session(), law, op, said)


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
@pytest.mark.parametrize("shape", [(), (1,), (7,), (3, 5), (2, 3, 4)])
def test_a_layout_moves_no_bit(layout, shape):
    array = np.arange(np.prod(shape, dtype=int), dtype=np.float32).reshape(shape)
    copy = placed(array, layout)
    assert copy.shape == shape
    assert isinstance(copy, np.ndarray)
    assert np.array_equal(copy, array)


@pytest.mark.parametrize(
    ("shape", "axis"),
    [((7, 11), 0), ((1, 100, 16), 2), ((300, 2), 1), ((9,), 0), ((3, 1 << 16), -1)],
)
def test_one_short_axis_is_far_and_little_memory_is_touched(shape, axis):
    assert far_axis(shape) == axis
    if axis < 0:
        return
    array = np.arange(np.prod(shape), dtype=np.float64).reshape(shape)
    copy = placed(array, FAR)
    assert [s == FAR_BYTES for s in copy.strides] == [i == axis for i in range(len(shape))]
    assert np.array_equal(copy, array)
    memory = SharedMemory(read_only=True)
    placed_there = OperandPlacer(memory).place([copy])
    (span,) = placed_there.spans
    assert len(span.copied()) == shape[axis]
    assert sum(size for _, size in span.copied()) < 1 << 20
    placed_there.check()
    copy.flags.writeable = True
    copy[tuple(n - 1 for n in shape)] = -1
    with pytest.raises(ViolationError, match="^the backend changed operand 0$"):
        placed_there.check()
    memory.close()


@pytest.mark.parametrize("offset", [0, 1, 3, 63])
def test_an_offset_is_a_byte_offset(offset):
    array = np.arange(6, dtype=np.float64).reshape(2, 3)
    assert at_offset((2, 3), "f64", offset).ctypes.data % 64 == offset
    assert np.array_equal(shifted(array, offset), array)


def test_one_axis_backward_is_one_negative_stride():
    for rank in range(1, 9):
        array = np.arange(2**rank, dtype=np.float32).reshape((2,) * rank)
        for axis in range(rank):
            copy = placed(array, backward(axis))
            assert [s < 0 for s in copy.strides] == [i == axis for i in range(rank)]
            assert np.array_equal(copy, array)


@pytest.mark.parametrize(
    ("op", "label"),
    [("add", "f32"), ("matmul", "f32"), ("gather_gradient", "i32"), ("conv2d", "f32")],
)
def test_aliased_operands_share_memory_and_keep_their_shapes_and_limits(op, label):
    for specimen in LawCase("alias", op, label).specimens():
        for words, views in overlapping(specimen):
            assert [x.shape for x in views] == list(specimen.shapes)
            shared = any(np.shares_memory(a, b) for a, b in combinations(views, 2))
            assert shared != ("in turn" in words or "behind" in words)
            assert any(a.base is not None and a.base is b.base for a, b in combinations(views, 2))
            assert not any(x.flags.writeable for x in views)
            for i, limit in specimen.limits:
                assert (views[i] < limit).all()


RANKED = {get_op(case.op).shape_rule: case for case in all_law_cases() if case.law == "ranks"}


@pytest.mark.parametrize("case", RANKED.values(), ids=lambda case: case.op)
def test_every_rank_up_to_eight_is_asked(case):
    ranks = set()
    for specimen in case.specimens():
        for question in _questions(Bench(right_session()), specimen):
            ranks |= {x.ndim for x in question.operands}
    assert MOST_AXES in ranks
    rule = get_op(case.op).shape_rule
    if rule in (elementwise, reduction):
        assert ranks == set(range(1 + (rule is reduction), MOST_AXES + 1))
