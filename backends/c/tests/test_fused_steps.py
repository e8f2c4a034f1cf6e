"""Test that elementwise graphs in one pass over memory give the same bits as their nodes.

The clauses are G1, G3, G8 and G9.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute, execute_into, run_nodes
from samebits.backends.protocol import Array, BackendError
from samebits.spec.catalog import all_ops, get_op, landmarks_of
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.landmarks import ElementwiseLandmarks, StepLandmarks

SHAPES = ((), (1,), (0, 3), (7,), (511,), (171, 3), (33001,))
"""Shapes with no elements, with part of a block, with several blocks, and for several threads."""


def calls() -> Iterator[Call]:
    """Yield calls of every elementwise graph in every signature and with all its landmarks."""
    for name, op in all_ops().items():
        found = landmarks_of(name)
        if op.op_class != "graph" or not isinstance(found, StepLandmarks | ElementwiseLandmarks):
            continue
        least = min(len(inputs) for inputs, _ in op.signatures)
        alone = found.alone if isinstance(found, StepLandmarks) else ()
        for inputs, outputs in op.signatures:
            sets = alone if alone and len(inputs) == least else found.sets
            for attributes in ({}, *sets):
                try:
                    yield op.call(inputs, outputs, **attributes)
                except SpecError:
                    continue


CALLS = list(calls())


def is_defined(call: Call, shapes: list[tuple[int, ...]]) -> bool:
    """Return whether the shape rule accepts the call. The rule may also depend on attributes."""
    try:
        get_op(call.op).output_shapes(call, shapes)
    except SpecError:
        return False
    return True


def operands(call: Call, shape: tuple[int, ...]) -> list[Array]:
    """Return random operands of many magnitudes, with zeros, infinities and NaN.

    An integer operand is a flag or a count.
    """
    draw = np.random.default_rng(len(shape) + sum(shape))
    made = []
    for name, pattern in zip(call.inputs, get_op(call.op).shape_rule.operands, strict=False):
        own = () if pattern == "[]" else shape
        x = draw.standard_normal(own) * 2.0 ** draw.integers(-12, 6, own)
        special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, 1e-40, 0.7])
        x = np.where(draw.random(own) < 0.1, draw.choice(special, own), x)
        x = np.where(draw.random(own) < 0.5, np.abs(x), x)
        if not get_format(name).is_float:
            x = np.trunc(np.abs(np.nan_to_num(x, posinf=0.0, neginf=0.0)) % 2)
        made.append(np.asarray(x).astype(get_format(name).dtype))
    return made


def by_nodes(session: CSession, call: Call, inputs: list[Array]) -> list[Array]:
    graph = get_op(call.op).graph_of(call, [x.shape for x in inputs])
    assert graph is not None
    return run_nodes(session, graph, call, inputs)


def assert_same(found: list[Array], wanted: list[Array]) -> None:
    for a, b in zip(found, wanted, strict=True):
        assert a.shape == b.shape
        assert np.array_equal(bits_of(a), bits_of(np.asarray(b)))


@pytest.mark.parametrize("number", range(len(CALLS)), ids=[str(call) for call in CALLS])
def test_G1_every_step_has_the_bits_of_its_nodes(session: CSession, number: int) -> None:
    """Each call runs with one of the shapes. An op has enough calls for all shapes."""
    call = CALLS[number]
    inputs = operands(call, SHAPES[number % len(SHAPES)])
    if not is_defined(call, [x.shape for x in inputs]):
        return
    wanted = by_nodes(session, call, inputs)
    for threads in (1, 3):
        session.configure(threads=threads)
        assert_same(execute(session, call, inputs), wanted)


def steps() -> list[Call]:
    """Return a call of each op with a state, with all operands, in every format."""
    last: dict[tuple[str, str], Call] = {}
    for call in CALLS:
        shapes: list[tuple[int, ...]] = [(2,)] * len(call.inputs)
        if get_op(call.op).state and is_defined(call, shapes):
            last[call.op, call.inputs[0]] = call
    return list(last.values())


@pytest.mark.parametrize("call", steps(), ids=str)
@pytest.mark.parametrize("spread", [False, True])
def test_G1_a_state_may_be_stored_where_it_lies(
    session: CSession, call: Call, spread: bool
) -> None:
    """The state is contiguous or has gaps between its elements."""
    inputs = operands(call, (40, 41, 2))
    if spread:
        inputs = [x[::-2, ::3, 1] for x in inputs]
    wanted = by_nodes(session, call, [x.copy() for x in inputs])
    kept = [x for number, x in enumerate(inputs) if number != 1]
    execute_into(session, call, inputs, kept[: len(call.outputs)])
    assert_same(kept[: len(call.outputs)], wanted)


def test_G1_results_that_go_past_the_caches_have_the_bits_of_the_nodes(session: CSession) -> None:
    call = get_op("adamw").call(["f32"] * 4, step=3)
    one = operands(call, (40009,))
    several = [np.resize(x, 2**23 + 77) for x in one]
    found = execute(session, call, several)
    assert_same(found, [np.resize(x, 2**23 + 77) for x in execute(session, call, one)])


def parts(value: float, exponent: int) -> float:
    """Return a power rounded once. Python divides two integers with one rounding."""
    return float(Fraction(value) ** exponent)


@pytest.mark.parametrize(
    ("beta", "number"),
    [
        (0.9, 1), (0.9, 2), (0.9, 3), (0.999, 17), (0.5, 60), (0.75, 33), (0.5, 1074), (0.5, 1075),
        (0.5, 1076), (0.7, 2080), (0.7, 2087), (0.7, 2090), (1e-300, 1), (5e-324, 2), (0.0, 3),
        (1 - 2.0**-53, 4096), (0.99, 999),
    ],
)  # fmt: skip
def test_G3_powers_of_the_betas_are_rounded_once(
    session: CSession, beta: float, number: int
) -> None:
    """With a zero state and eps 0, the step is lr / (1 - beta1^n) times the gradient's sign."""
    attributes: dict[str, Any] = {"lr": 1.0, "eps": 0.0, "step": number, "beta1": beta}
    call = get_op("adam").call(["f64"] * 4, beta2=0.0, **attributes)
    zero, one = np.zeros(1), np.ones(1)
    found = execute(session, call, [zero, one, zero, zero])[0]
    mean = 1.0 - beta if 1.0 - beta < 0.5 else 1.0 - 1.0 * (1.0 - (1.0 - beta))
    assert found[0] == 0.0 + (mean * -(1.0 / (1.0 - parts(beta, number)))) / 1.0
    assert math.copysign(1.0, found[0]) == -1.0


@pytest.mark.parametrize("beta", [0.3, 0.9, 0.99999, 1 - 2.0**-53])
@pytest.mark.parametrize("number", [5, 1000, 2**40 + 1, 2**53 - 1])
def test_G3_late_steps_have_the_bits_of_the_nodes(
    session: CSession, beta: float, number: int
) -> None:
    call = get_op("adamw").call(["f64"] * 4, beta1=beta, beta2=beta, step=number)
    inputs = operands(call, (9,))
    assert_same(execute(session, call, inputs), by_nodes(session, call, inputs))


@pytest.mark.parametrize("op", sorted({call.op for call in CALLS}))
def test_G8_what_the_declaration_refuses_the_library_refuses(unchecked: CSession, op: str) -> None:
    rule = get_op(op).shape_rule
    for refusal in rule.refusals:
        for inputs, outputs in get_op(op).signatures:
            shapes = refusal.shapes or rule.example
            if len(shapes) != len(inputs):
                continue
            attributes = {**rule.attributes, **refusal.attributes}
            call = get_op(op).call(inputs, outputs)
            call = Call(op, call.version, inputs, outputs, {**call.attributes, **attributes})
            if not unchecked.supports(call):
                continue
            arrays = [np.ones(s, get_format(f).dtype) for s, f in zip(shapes, inputs, strict=True)]
            results = [np.ones(shapes[0], get_format(f).dtype) for f in outputs]
            with pytest.raises(BackendError):
                unchecked.run(call, arrays, results)


def test_G3_a_scalar_that_is_no_number_is_refused(unchecked: CSession) -> None:
    call = get_op("adamw").call(["f32"] * 4, lr=math.inf, weight_decay=0.0)
    arrays = [np.ones(3, np.float32) for _ in range(4)]
    with pytest.raises(BackendError, match="NaN"):
        unchecked.run(call, arrays, [np.ones(3, np.float32) for _ in range(3)])
