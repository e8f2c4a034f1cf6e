"""Tests of faults that once got a wrong diagnosis: each is now named, or `unexplained`.

Each right backend is given one fault, and runs golden cases and laws as in a usual run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from samebits.backends import executor
from samebits.backends.protocol import Device
from samebits.conformance.calls.subject import Subject, open_subject
from samebits.conformance.diagnosis.hypotheses.mixed_orders_hypotheses import with_items
from samebits.conformance.judging.casework import explain_case, judge_case
from samebits.conformance.judging.conclusion import Conclusion, conclude
from samebits.conformance.judging.lawwork import _other_at, judge_law
from samebits.conformance.laws.law import Bench
from samebits.conformance.laws.law_catalog import LawCase
from samebits.conformance.results.records import CaseResult
from samebits.conformance.tests.judging import vectors
from samebits.conformance.tests.planted_places import one_bit
from samebits.conformance.trials.saboteurs.base import (
    Saboteur,
    Spoil,
    SpoiltSession,
    as_another_call,
    canonical,
    with_node,
)
from samebits.spec.catalog import get_op
from samebits.spec.graph_walk import graph_results
from samebits.spec.language.call import Call
from samebits.spec.language.graph import Number
from samebits.spec.language.scalars import literal

Array = np.ndarray[Any, Any]


def failing(subject: Subject, op: str, pattern: str, most: int) -> list[CaseResult]:
    """Return at most `most` explained failures among the golden cases that match."""
    found: list[CaseResult] = []
    for case in vectors().cases(ops=[op], level="full", sets=("golden",)):
        if len(found) < most and fnmatchcase(case.id, pattern):
            result, evidence = judge_case(subject, case)
            if evidence is not None:
                found.append(explain_case(subject, case, result, evidence))
    assert found
    return found


def spoilt(op: str, spoil: Spoil) -> Subject:
    backend = Saboteur("planted", (op,), "*", spoil)
    return Subject("planted", backend, Device("cpu", "planted"), backend.open("cpu"))


def concluded(results: Iterable[CaseResult]) -> Conclusion:
    (conclusion,) = conclude(results).values()
    return conclusion


# Graphs with a wrong attribute, number or declaration.


def right_nodes(call: Call, inputs: Sequence[Array]) -> None:
    """Leave every node right."""


def with_attribute(change: Callable[[Call, Sequence[Array]], dict[str, Any]]) -> Spoil:
    def spoil(s: SpoiltSession, call: Call, inputs: Sequence[Array], output: Array) -> None:
        as_another_call(s, call, inputs, output, **change(call, inputs))

    return spoil


def short_eps(call: Call, inputs: Sequence[Array]) -> dict[str, Any]:
    eps = call.attributes["eps"]
    return {} if eps is None else {"eps": float(ml_dtypes.bfloat16(float(str(eps))))}


def last_corner(call: Call, inputs: Sequence[Array]) -> dict[str, Any]:
    if not call.attributes["is_causal"]:
        return {}
    offset = int(str(call.attributes["query_offset"]))
    return {"query_offset": offset + inputs[1].shape[2] - inputs[0].shape[2]}


def decay_after(s: SpoiltSession, call: Call, inputs: Sequence[Array], output: Array) -> None:
    given = call.attributes
    as_another_call(s, call, inputs, output, weight_decay=0.0)
    factor = 1 - float(str(given["lr"])) * float(str(given["weight_decay"]))
    output[...] = canonical(np.asarray(output * output.dtype.type(factor)))


def decay_by_a_difference(
    s: SpoiltSession, call: Call, inputs: Sequence[Array], output: Array
) -> None:
    """Subtract lr * weight_decay * params at the end, a fault similar to `decay_after`."""
    given = call.attributes
    as_another_call(s, call, inputs, output, weight_decay=0.0)
    factor = float(str(given["lr"])) * float(str(given["weight_decay"]))
    output[...] = canonical(np.asarray(output - inputs[0] * output.dtype.type(factor)))


def running_product(s: SpoiltSession, call: Call, inputs: Sequence[Array], output: Array) -> None:
    """Compute the power of beta as a binary32 product, multiplied in each step."""
    graph: Any = get_op(call.op).graph

    def power(name: str) -> float:
        beta = np.float32(float(str(call.attributes[name])))
        product = np.float32(1)
        for _ in range(int(str(call.attributes["step"]))):
            product = product * beta
        return float(product)

    values = {
        "correction": np.sqrt(1 - power("beta2")),
        "stepped_scaled_factor": -float(str(call.attributes["lr"])) / (1 - power("beta1")),
    }
    for item in [x for x in graph.items() if isinstance(x, Number) and x.name in values]:
        graph = with_items(graph, item, (Number(item.name, literal(float(values[item.name]))),))
    results = graph_results(graph, call, inputs, lambda c, x: executor.execute(s.inner, c, x))
    for place, result in zip((output, *s.memory["others"]), results, strict=True):
        place[...] = result


def uncorrected(s: SpoiltSession, call: Call, inputs: Sequence[Array], output: Array) -> None:
    """Leave out the correction of the average of squares, a fault similar to `running_product`."""
    with_node(s, call, inputs, output, lambda c, x: x[0] if _is_correction(c, x) else None)


def _is_correction(call: Call, operands: Sequence[Array]) -> bool:
    return call.op == "div" and len(np.unique(operands[1])) == 1


def gates(*order: int) -> Spoil:
    """Return a fault that permutes the parts of the sums from which the gates are computed."""

    def spoil(s: SpoiltSession, call: Call, inputs: Sequence[Array], output: Array) -> None:
        width = 4 * inputs[1].shape[-1]

        def node(inner: Call, operands: Sequence[Array]) -> Array | None:
            if inner.op != "add" or operands[0].shape[-1] != width:
                return None
            parts = np.split(operands[0] + operands[1], 4, axis=-1)
            return np.concatenate([parts[i] for i in order], axis=-1)

        with_node(s, call, inputs, output, node)

    return spoil


def biases_exchanged(s: SpoiltSession, call: Call, inputs: Sequence[Array], output: Array) -> None:
    given = [*inputs[:-2], *inputs[:-3:-1]] if len(inputs) == 7 else inputs
    with_node(s, call, given, output, lambda c, x: None)


def biases_first(s: SpoiltSession, call: Call, inputs: Sequence[Array], output: Array) -> None:
    """Add both biases first, and use their sum as the bias of the first product."""
    met: list[Call] = []

    def node(inner: Call, operands: Sequence[Array]) -> Array | None:
        if inner.op != "linear" or len(operands) != 3:
            return None
        met.append(inner)
        if len(met) == 1:
            both = np.asarray(inputs[5] + inputs[6])
            return executor.execute(s.inner, inner, [*operands[:2], both])[0]
        plain = Call(inner.op, inner.version, inner.inputs[:2], inner.outputs, inner.attributes)
        return executor.execute(s.inner, plain, operands[:2])[0]

    with_node(s, call, inputs, output, node)


def one_bias(s: SpoiltSession, call: Call, inputs: Sequence[Array], output: Array) -> None:
    """Ignore the second bias, a fault similar to `biases_first`."""

    def node(inner: Call, operands: Sequence[Array]) -> Array | None:
        if inner.op != "linear" or len(operands) != 3:
            return None
        if not np.array_equal(operands[2], inputs[6]):
            return None
        zero = np.full_like(operands[2], -0.0)
        return executor.execute(s.inner, inner, [*operands[:2], zero])[0]

    with_node(s, call, inputs, output, node)


def biased_running(s: SpoiltSession, call: Call, inputs: Sequence[Array], output: Array) -> None:
    """Divide the sum of squares in the running variance by n instead of n - 1."""
    terms = inputs[0].size // inputs[0].shape[1]

    def node(inner: Call, operands: Sequence[Array]) -> Array | None:
        if inner.op == "div" and (operands[1] == terms - 1).all():
            return np.asarray(operands[0] / operands[1].dtype.type(terms))
        return None

    with_node(s, call, inputs, output, node)


def cast_by(width: Any) -> Spoil:
    """Return a fault: floats are cast to integers as x86 does in registers of format `width`."""

    def spoil(s: SpoiltSession, call: Call, inputs: Sequence[Array], output: Array) -> None:
        output[...] = s.right(call, inputs, output)
        if np.dtype(output.dtype).kind in "iu" and call.inputs[0] in ("f16", "f32", "f64"):
            x = np.trunc(inputs[0].astype(np.float64))
            low = np.iinfo(width).min
            inside = (x >= low) & (x < -float(low))
            wide = np.where(inside, np.where(inside, x, 0).astype(width), low)
            output[...] = wide.astype(output.dtype)

    return spoil


def cast_to_zero(s: SpoiltSession, call: Call, inputs: Sequence[Array], output: Array) -> None:
    """Return 0 for values out of range, a fault similar to `cast_by`."""
    right = s.right(call, inputs, output)
    ends = np.iinfo(output.dtype)
    output[...] = np.where((right == ends.max) | (right == ends.min), 0, right)


ATTENTION = "scaled_dot_product_attention"
NAMED = [
    ("layer_norm", "*/f32/axes/2", with_attribute(short_eps), "attribute-rounded:eps"),
    ("rms_norm", "*/f32/eps/3e38", with_attribute(short_eps), "attribute-rounded:eps"),
    ("layer_norm", "*/f32/axes/2", with_attribute(lambda c, x: {"eps": 1.0}), "attribute:eps"),
    ("adamw", "*/f32/attributes/0", decay_after, "scaled-after"),
    ("adamw", "*/f32/attributes/0", decay_by_a_difference, "unexplained"),
    ("adamw", "*/f32/attributes/0", with_attribute(lambda c, x: {"step": 1}), "attribute:step"),
    ("adamw", "*/f32/bulk-alone/0", running_product, "power-by-product"),
    ("adam", "*/f32/attributes-alone/0", running_product, "power-by-product"),
    ("adam", "*/f32/attributes/0", uncorrected, "left-out"),
    ("lstm", "*/f32/hidden/7", gates(0, 3, 1, 2), "parts-exchanged"),
    ("lstm_cell", "*/f32/features/257", gates(3, 2, 1, 0), "parts-exchanged"),
    ("lstm", "*/f32/hidden/7", biases_first, "bias-order"),
    ("lstm", "*/f32/hidden/7", biases_exchanged, "bias-order"),
    ("lstm", "*/f32/hidden/7", one_bias, "branch"),
    (ATTENTION, "*/f32/causal/fewer-keys", with_attribute(last_corner), "mask-corner"),
    (
        ATTENTION,
        "*/f32/causal/fewer-keys",
        with_attribute(lambda c, x: {"is_causal": False}),
        "attribute:is_causal",
    ),
    ("batch_norm", "*/f32_i64_to_f32_i64/axes/2", biased_running, "biased"),
    ("batch_norm", "*/f32_i64_to_f32_i64/momentum/0.9", biased_running, "biased"),
    ("cast", "cast/f32_to_u8/specials", cast_by(np.int32), "cast-indefinite"),
    ("cast", "cast/f64_to_i64/specials", cast_by(np.int64), "cast-indefinite"),
    ("cast", "cast/f16_to_i16/specials", cast_by(np.int32), "cast-indefinite"),
    ("cast", "cast/f32_to_i64/specials", cast_to_zero, "unexplained"),
]


@pytest.mark.parametrize(("op", "pattern", "spoil", "name"), NAMED)
def test_each_mistake_is_named_and_its_neighbours_are_not(
    op: str, pattern: str, spoil: Spoil, name: str
) -> None:
    for result in failing(spoilt(op, spoil), op, pattern, 2):
        assert result.diagnosis is not None, result.reason
        assert result.diagnosis.name == name, result.diagnosis


# One wrong bit that no known mistake causes.


def bit_where(meets: Callable[[Sequence[Array]], bool]) -> Spoil:
    def spoil(s: SpoiltSession, call: Call, inputs: Sequence[Array], output: Array) -> None:
        others = s.memory["others"]
        results = executor.execute(s.inner, call, inputs)
        for place, result in zip((output, *others), results, strict=True):
            place[...] = result
        if output.size and meets(inputs):
            one_bit(output)

    return spoil


@pytest.mark.parametrize(
    ("op", "pattern", "meets"),
    [
        ("lstm_cell", "lstm_cell/f32/*", lambda x: x[0].shape[0] < 5),
        ("softmax", "softmax/f32/length/257*", lambda x: x[0].shape[-1] == 257),
        ("layer_norm", "layer_norm/f32/*", lambda x: x[0].shape[0] < 8),
        ("matmul", "matmul/f32/ragged/m2-*", lambda x: x[0].shape[0] < 8),
        ("sum", "sum/f32/*", lambda x: x[0].size % 3 == 0),
    ],
)
def test_one_wrong_bit_is_never_called_by_what_right_elements_contradict(
    op: str, pattern: str, meets: Callable[[Sequence[Array]], bool]
) -> None:
    for result in failing(spoilt(op, bit_where(meets)), op, pattern, 3):
        found = result.diagnosis
        assert found is not None
        assert "speak against" not in str(found.details)
        assert not found.confirmed


# Broken laws next to wrong values that the laws do not explain.


def outside_the_tables(inputs: Sequence[Array]) -> bool:
    """Return whether a shape has few rows, as if a table had the answers for all other shapes."""
    return inputs[0].ndim == 2 and inputs[0].shape[0] < 9


def test_a_law_that_explains_no_case_is_listed_and_values_are_unexplained() -> None:
    subject = spoilt("matmul", bit_where(outside_the_tables))
    results = failing(subject, "matmul", "matmul/f32/ragged/m*-n3-k*", 6)
    broken = judge_law(subject, LawCase("batch", "matmul", "f32"))
    assert broken.outcome == "fail"
    said = concluded([*results, broken])
    assert not said.confirmed
    assert said.line().startswith("matmul: laws broken: batch; values ")


# Effects of memory addresses and of earlier calls, in hosts.


def hosted(name: str, op: str, pattern: str, laws: Sequence[str] = ()) -> list[CaseResult]:
    spelled = f"py:samebits.conformance.tests.planted_places:{name}"
    with open_subject(spelled, None) as subject:
        found = failing(subject, op, pattern, 3) if pattern else []
        return found + [judge_law(subject, LawCase(law, op, "f32"), "11") for law in laws]


def test_a_result_behind_a_page_is_no_fused_product() -> None:
    results = hosted("RESULT_BEHIND_A_PAGE", "lstm_cell", "lstm_cell/f32/*")
    said = concluded(results)
    assert (said.name, said.confirmed) == ("layout", True)
    assert "each node alone is right" in said.text


def test_operands_that_all_begin_a_page_are_an_address_and_no_race() -> None:
    """Only the law `alias` uses one array for both operands, and NumPy chooses its address."""
    spelled = "py:samebits.conformance.tests.planted_places:OPERANDS_AT_A_PAGE"
    with open_subject(spelled, None) as subject:
        bench = Bench(subject.session)
        for specimen in LawCase("alias", "add", "f32").specimens(17):
            assert _other_at(bench, specimen).startswith("the bits depend on the address")


def test_weights_that_were_packed_before_are_history_and_no_race() -> None:
    results = hosted("WEIGHTS_PACKED_ONCE", "matmul", "matmul/f32/*", ["run_to_run", "order"])
    names = {r.diagnosis.name for r in results if r.diagnosis is not None}
    assert "race" not in names, results
    said = concluded(results)
    assert (said.name, said.confirmed) == ("history", True)
