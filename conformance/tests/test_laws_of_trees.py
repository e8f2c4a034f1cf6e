"""Tests of laws about trees and batches: parts, prefixes, permutations and neighbours."""

from dataclasses import replace

import numpy as np
import pytest

from samebits.backends import executor
from samebits.backends.protocol import Supported, Unsupported
from samebits.conformance.laws import no_axis
from samebits.conformance.laws.batch_rules import MEET, RULES
from samebits.conformance.laws.batching import batch_axes
from samebits.conformance.laws.law import Bench, NotApplicableError
from samebits.conformance.laws.law_catalog import LawCase, all_laws
from samebits.conformance.scenes.specimens import specimens
from samebits.conformance.tests import fakes
from samebits.conformance.tests.lawful import assert_found, findings
from samebits.conformance.trials.saboteurs import forgets_at_nan, reciprocal_softmax
from samebits.conformance.trials.saboteurs.base import NumpyRoute, Saboteur, right_session
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import bits_of


class SizeMinded(fakes.RightSession):
    """A session that uses a different formula for small batches."""

    def value(self, call, inputs):
        right = super().value(call, inputs)
        return right if inputs[0].size > 300 else right + np.float32(0.25)


class Leaking(fakes.RightSession):
    """A session in which a row of NaN shifts the sums of all rows."""

    def value(self, call, inputs):
        right = super().value(call, inputs)
        return right + np.float32(2.0**-140) if np.isnan(inputs[0]).all(axis=-1).any() else right


class Sequential(fakes.RightSession):
    """A session that adds all terms from left to right."""

    def value(self, call, inputs):
        axes = call.attributes["axes"]
        keep = call.attributes["keepdims"]
        x = inputs[0]
        axes = tuple(range(x.ndim)) if axes is None else axes
        moved = np.moveaxis(x, axes, range(x.ndim - len(axes), x.ndim))
        flat = moved.reshape(*moved.shape[: x.ndim - len(axes)], -1)
        total = np.add.accumulate(flat, axis=-1, dtype=np.float32)[..., -1]
        return np.expand_dims(total, axes) if keep else total


class Scanning(fakes.RightSession):
    """A session whose cumsum is the function `line`, and whose sums are right."""

    line = staticmethod(lambda x: np.add.accumulate(x, axis=0))

    def supports(self, call):
        return Supported() if call.op in ("cumsum", "sum_exact") else super().supports(call)

    def value(self, call, inputs):
        if call.op == "cumsum":
            moved = np.moveaxis(inputs[0], call.attributes["axis"], 0)
            return np.moveaxis(self.line(moved), 0, call.attributes["axis"])
        return super().value(call, inputs)


class Foreseeing(Scanning):
    """A session in which the length of the row affects every element."""

    line = staticmethod(lambda x: x * np.float32(1 + len(x) * 2.0**-20))


@pytest.mark.parametrize(
    ("law", "session", "op", "said"),
    [
        ("batch", SizeMinded, "add", "run alone have other bits than in the batch"),
        ("neighbours", Leaking, "sum", "when its neighbours are NaN"),
        ("split", Sequential, "sum", "the tree over the parts"),
        ("prefix", Scanning, "cumsum", "is not the sum of the elements up to it"),
        ("prefix", Foreseeing, "cumsum", "scanned alone give other bits"),
        ("permutation", Scanning, "sum_exact", "first along axis 0 give other bits"),
    ],
)
def test_a_session_that_breaks_the_law_is_found(law, session, op, said):
    assert_found(session(), law, op, said)


@pytest.mark.parametrize("op", forgets_at_nan.backend.ops)
@pytest.mark.parametrize("seed", range(1, 11))
def test_C1_what_is_forgotten_at_a_signalling_nan_is_found_with_any_seed(op, seed):
    bench, law = Bench(forgets_at_nan.backend.open("cpu")), all_laws()["neighbours"]
    found = [law.check(bench, s) for s in LawCase("neighbours", op, "f32").specimens(seed)]
    assert any("when its neighbours are mixed" in finding.text for finding in found if finding)


def test_every_op_says_along_which_axes_its_elements_do_not_meet():
    apart = set()
    for op in all_ops():
        for specimen in (s for label in get_op(op).labels() for s in specimens(op, label)):
            results = get_op(op).shape_rule.apply(op, specimen.call.attributes, specimen.shapes)
            for axis in batch_axes(specimen.call, specimen.shapes):
                apart.add(op)
                places = [axis.place(number) for number in range(len(specimen.call.outputs))]
                found = [*zip(specimen.shapes, axis.operands, strict=True)]
                found += zip(results, places, strict=False)  # the last results are optional
                sizes = {shape[at] for shape, at in found if at is not None}
                assert len(sizes) == 1, (str(specimen), axis)
    rules = {get_op(op).shape_rule for op in set(all_ops()) - apart}
    assert rules - {get_op("repeat").shape_rule} == MEET


def _less_exact_in_parts(session, call, inputs, output):
    """Flip the last bit of the first result if a call is smaller than an earlier call."""
    memory = session.memory
    results = executor.execute(session.inner, call, inputs)
    for place, result in zip((output, *memory["others"]), results, strict=True):
        place[...] = result
    size = sum(x.size for x in inputs)
    memory["most"] = max(size, memory.get("most", 0))
    if size < memory["most"]:
        bits_of(output)[...] ^= 1


def _one_op_of_each_rule():
    """Return the first op of each function for batch axes that has a specimen of the law in f32."""
    chosen = {}
    for op in sorted(all_ops()):
        rule = RULES.get(get_op(op).shape_rule)
        asked = "f32" in get_op(op).labels() and LawCase("batch", op, "f32").has_specimen()
        if rule is not None and rule not in chosen and asked:
            chosen[rule] = op
    return [*chosen.values()]


@pytest.mark.parametrize("op", _one_op_of_each_rule())
def test_T4_bits_that_depend_on_the_size_of_the_batch_are_found_whatever_is_batched(op):
    saboteur = Saboteur("less_exact_in_parts", (op,), "", _less_exact_in_parts)
    bench, law = Bench(saboteur.open("cpu")), all_laws()["batch"]
    found = []
    for specimen in LawCase("batch", op, "f32").specimens(1):
        try:
            found.append(law.check(bench, specimen))
        except NotApplicableError:
            continue
    assert any("run alone have other bits" in finding.text for finding in found if finding)


def test_T1_a_tree_that_is_right_at_the_root_only_breaks_the_split_law():
    class Halving(fakes.RightSession):
        """A session that splits only at the root, and adds 2^k terms from left to right."""

        def value(self, call, inputs):
            (x,) = inputs
            return super().value(call, inputs) if call.attributes["axes"] else self.total(x)

        def total(self, x):
            cut = 1 << (x.size - 1).bit_length() - 1 if x.size > 1 else 0
            if 2 * cut == x.size or x.size == 1:
                return np.add.accumulate(x)[-1]
            return self.total(x[:cut]) + self.total(x[cut:])

    found = findings(Halving(), "split", "sum")
    assert found
    assert "cut into 3 parts of 512" in found[0].text


@pytest.mark.parametrize(
    ("law", "op"),
    [
        ("permutation", "dot_exact"),
        ("permutation", "sum_exact"),
        ("prefix", "cumprod"),
        ("prefix", "cumsum"),
    ],
)
def test_the_numpy_route_obeys_the_laws_of_scans_and_exact_sums(law, op):
    assert findings(NumpyRoute(), law, op) == []


@pytest.mark.parametrize("name", [n for n, op in all_ops().items() if op.name != "dot"])
def test_T2_batch_axes_have_the_size_of_the_results_axis(name):
    op = all_ops()[name]
    label = next(iter(op.labels()))
    for specimen in specimens(name, label):
        result = op.output_shapes(specimen.call, specimen.shapes)[0]
        for axis in batch_axes(specimen.call, specimen.shapes):
            assert axis.size(specimen.shapes) == result[axis.result]


def test_G1_a_graph_law_compares_a_kernel_with_the_nodes_of_its_graph():
    with right_session() as session:
        assert findings(session, "graph", "softmax") == []
    with reciprocal_softmax.backend.open("cpu") as session:
        assert_found(session, "graph", "softmax", "other bits than its graph, node by node")


def test_G1_a_session_without_the_nodes_cannot_be_put_to_the_graph_law():
    class Fused(fakes.RightSession):
        """A session that supports softmax, but not its nodes."""

        def supports(self, call):
            return Supported() if call.op == "softmax" else Unsupported("fused")

    with pytest.raises(NotApplicableError, match=r"has softmax, but not its node c \(cast"):
        findings(Fused(), "graph", "softmax")


def test_no_axis_is_asked_of_reductions_and_not_of_a_move_along_axes(monkeypatch):
    specimen, reduction = specimens("sum", "f32")[0], get_op("sum")
    assert no_axis.concerns(specimen)
    axes = tuple(a for a in reduction.attributes if a.name == "axes")
    monkeypatch.setattr(no_axis, "get_op", lambda name: replace(reduction, attributes=axes))
    assert not no_axis.concerns(specimen)
