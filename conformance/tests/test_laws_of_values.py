"""Tests of laws that compute right values: extremes, sorts, formulas, symmetry.

They use operands of any seed.
"""

from dataclasses import replace

import numpy as np
import pytest

from samebits.backends.protocol import Supported, Unsupported
from samebits.conformance.laws.law import Bench, NotApplicableError
from samebits.conformance.laws.law_catalog import LawCase, all_laws
from samebits.conformance.laws.symmetry import symmetries
from samebits.conformance.reveal.layout import REDUCTIONS
from samebits.conformance.tests.judging import all_law_cases
from samebits.conformance.tests.lawful import assert_found, findings, label_of
from samebits.conformance.trials.saboteurs.base import NumpyRoute, right_session
from samebits.spec.catalog import all_ops, landmarks_of
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.language.landmarks import ReductionLandmarks
from samebits.spec.language.trees import balanced, evaluate


def _is_made_of_steps(op):
    landmarks = landmarks_of(op)
    return isinstance(landmarks, ReductionLandmarks) and landmarks.steps is not None


FORMULAS = [op for op in all_ops() if _is_made_of_steps(op)]


class Spoilt:
    """A right session in which a function changes the results of one op."""

    def __init__(self, op, change):
        self.inner, self.op, self.change = right_session(), op, change

    def supports(self, call):
        return self.inner.supports(call)

    def run(self, call, inputs, outputs):
        self.inner.run(call, inputs, outputs)
        if call.op == self.op:
            with np.errstate(all="ignore"):
                self.change(call, inputs, outputs)


def nudged(call, inputs, outputs):
    """Change the last element by 1 ulp."""
    flat = bits_of(outputs[0]).reshape(-1)
    flat[-1] ^= 1
    outputs[0][...] = from_bits(flat.reshape(outputs[0].shape), call.outputs[0])


def second(call, inputs, outputs):
    """Replace each maximum by the second greatest element of its row."""
    if inputs[0].ndim == 2 and call.attributes["axes"] == (1,):
        outputs[0][...] = np.sort(inputs[0], axis=1)[:, -2].reshape(outputs[0].shape)


def quietened(call, inputs, outputs):
    """Replace the payload of each NaN by the usual one."""
    outputs[0][np.isnan(outputs[0])] = np.nan


def by_bits(call, inputs, outputs):
    """Sort by the bits as integers, so that negative NaN come first."""
    outputs[0][...] = np.sort(outputs[0].view(np.int32), axis=call.attributes["axis"]).view("f4")


def twice(call, inputs, outputs):
    """Replace the last element with a copy of the first."""
    outputs[0][..., -1] = outputs[0][..., 0]


def sequential(call, inputs, outputs):
    """Compute the sum from left to right."""
    if call.attributes["axes"] == (1,):
        total = np.add.accumulate(inputs[0], axis=1)[:, -1]
        outputs[0][...] = total.reshape(outputs[0].shape)


def carried(call, inputs, outputs):
    """Multiply from left to right along the axis."""
    outputs[0][...] = np.multiply.accumulate(inputs[0], axis=call.attributes["axis"])


@pytest.mark.parametrize(
    ("law", "op", "change", "said"),
    [
        ("extremes", "amax", nudged, "none of its operands"),
        ("extremes", "amax", second, "not the extreme"),
        ("extremes", "min", nudged, "none of its operands"),
        ("extremes", "argmax", nudged, "not the extreme"),
        ("extremes", "norm", nudged, "none of its operands"),
        ("extremes", "maximum", nudged, "none of its operands"),
        ("sorting", "sort", quietened, "not a permutation of the operand's"),
        ("sorting", "sort", by_bits, "not in the order of S3"),
        ("sorting", "argsort", twice, "indices of argsort are not a permutation"),
        ("sorting", "topk", twice, "not in the order of S3"),
        *(("formulas", op, nudged, "than its formula") for op in FORMULAS),
        ("symmetry", "sum", sequential, "change places, and the bits are others"),
        ("prefix", "cumprod", carried, "is not the prod of the elements up to it"),
    ],
)
def test_a_session_that_breaks_the_law_is_found(law, op, change, said):
    assert_found(Spoilt(op, change), law, op, said)


LAWS = ("extremes", "sorting", "formulas", "symmetry")
JUDGED = sorted({(case.law, case.op) for case in all_law_cases() if case.law in LAWS})
CONTRACTED = [op for law, op in JUDGED if law == "symmetry" and op not in REDUCTIONS]


@pytest.mark.parametrize("op", CONTRACTED)
def test_symmetry_is_put_to_softmax_and_contractions(op):
    def against(call, inputs, outputs):
        outputs[0][...] += outputs[0] * np.float32(inputs[0].reshape(-1)[0] > 0.5) * 2**-20

    class Leaning(Spoilt):
        def run(self, call, inputs, outputs):
            self.inner.run(call, inputs, outputs)
            if call.op == op:
                bits = bits_of(inputs[0]).reshape(-1).astype(np.uint64)
                weight = np.float32((bits * np.arange(bits.size)).sum() % 251)  # order matters
                outputs[0][...] = outputs[0] * (1 + weight * np.float32(2.0**-20))

    assert_found(Leaning(op, against), "symmetry", op, "change places")


@pytest.mark.parametrize(("law", "op"), JUDGED)
@pytest.mark.parametrize("seed", [0, 12345])
def test_a_right_session_obeys_on_operands_of_any_seed(law, op, seed):
    bench = Bench(right_session())
    for specimen in LawCase(law, op, label_of(op)).specimens(seed):
        assert all_laws()[law].check(bench, specimen) is None


def test_a_session_without_the_steps_of_a_formula_cannot_be_asked():
    class Stepless(NumpyRoute):
        def supports(self, call):
            return Unsupported("no div") if call.op == "div" else Supported()

    with pytest.raises(NotApplicableError, match="no div"):
        findings(Stepless(), "formulas", "mean")


@pytest.mark.parametrize(("count", "unit"), [(2, 1), (7, 1), (1031, 1), (1031, 256)])
def test_T1_symmetries_are_permutations_that_keep_the_tree(count, unit):
    x = np.random.default_rng(count).standard_normal(count).astype(np.float32)
    starts = range(0, count, unit)

    def total(values):
        blocks = [np.add.reduce(values[s : s + unit], dtype=np.float32) for s in starts]
        return evaluate(balanced(len(blocks)), blocks, lambda a, b: a + b, np.float32(0))

    found = list(symmetries(count, unit, 5))
    assert len(found) == (count // unit).bit_length()
    for _, index in found:
        assert sorted(index) == list(range(count))
        assert not np.array_equal(index, np.arange(count))
        assert total(x[index]) == total(x)


def test_an_extreme_of_wild_operands_meets_nan_and_zeros_of_both_signs():
    (specimen, *_) = LawCase("extremes", "amax", "f32").specimens()
    (x,) = replace(specimen, flavour="wild").operands()
    assert np.isnan(x).any()
    assert {0, 0x80000000} <= set(bits_of(x).tolist())
