"""Test every reduction in every format against the NumPy route.

The clauses are R4, R5, S1, S3, T1, T2 and T3.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.protocol import Array, BackendError
from samebits.oracles import numpy_route
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.families.reductions import AXES, CORRECTION, SHAPE_RULES
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import nonempty_reduction

OPS = tuple(name for name, op in all_ops().items() if op.shape_rule in SHAPE_RULES)
CORRECTIONS = (0, 1, 9, -1)
SHAPES: tuple[tuple[tuple[int, ...], tuple[int, ...] | None], ...] = (
    ((3, 1), (1,)), ((5, 9), (1,)), ((2, 300), (1,)), ((19, 257), (1,)), ((2, 4097), (1,)),
    ((17, 40), (0,)), ((3, 5, 7, 9), (0, 2)), ((3, 5, 7, 9), (1, 3)), ((9001,), None),
    ((2, 0), (1,)),
)  # fmt: skip
SPECIAL = (0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 1e-40, 3e38)


def own_attributes(op: Op) -> Iterator[dict[str, Any]]:
    """Yield every combination of values for the attributes that only some reductions have."""
    own = [a for a in op.attributes if a not in AXES]
    values = (CORRECTIONS if a is CORRECTION else a.choices for a in own)
    for chosen in product(*values):
        yield {a.name: value for a, value in zip(own, chosen, strict=True)}


def operand(name: str, shape: tuple[int, ...], kind: str, seed: int) -> Array:
    """Return random bit patterns (kind `bits`), or random numbers over eight binades.

    With the kind `special`, a tenth of the numbers are special values. All strides are negative.
    """
    rng, form = np.random.default_rng(seed), get_format(name)
    if kind == "bits" or not form.is_float:
        raw = rng.integers(0, 256, (*shape, form.bits // 8), np.uint8).view(form.bits_dtype)[..., 0]
        return from_bits(np.where(rng.random(shape) < 0.3, 0, raw).astype(form.bits_dtype), name)
    x = rng.standard_normal(shape[::-1]) * np.exp2(rng.integers(-4, 4, shape[::-1]))
    chosen = np.asarray(SPECIAL)[rng.integers(0, len(SPECIAL), shape[::-1])]
    share = 0.1 if kind == "special" else 0.0
    with np.errstate(all="ignore"):
        wide = np.where(rng.random(x.shape) < share, chosen, x).astype(form.dtype)
    return np.asarray(wide.T[tuple(slice(None, None, -1) for _ in shape)])


def assert_right(session: CSession, call: Call, x: Array) -> None:
    got, wanted = execute(session, call, [x])[0], numpy_route.evaluate(call, [x])[0]
    assert np.array_equal(bits_of(got), bits_of(wanted)), (str(call), x.shape)


@pytest.mark.parametrize("name", OPS)
def test_T3_every_signature_shape_and_kind_of_value(session: CSession, name: str) -> None:
    op = get_op(name)
    for seed, (inputs, outputs) in enumerate(op.signatures):
        session.configure(threads=1 + seed % 3)
        for attributes in own_attributes(op):
            for shape, axes in SHAPES:
                slow = name == "logsumexp" and np.prod(shape) > 4000 and inputs != ("f16",)
                if slow or (0 in shape and op.shape_rule is nonempty_reduction):
                    continue
                call = op.call(inputs, outputs, axes=axes, **attributes)
                for kind in ("bits", "normal", "special"):
                    assert_right(session, call, operand(inputs[0], shape, kind, seed))


@pytest.mark.parametrize("name", OPS)
def test_T3_bits_do_not_depend_on_threads_where_terms_are_cut(session: CSession, name: str) -> None:
    op = get_op(name)
    outputs = op.call(["f32"]).outputs
    for shape, axes in (((140_000,), None), ((3, 70_000), (1,)), ((70_000, 12), (0,))):
        x = operand("f32", shape, "normal", 5)
        results = []
        for threads in (1, 2, 3, 7):
            session.configure(threads=threads)
            call = op.call(["f32"], outputs, axes=axes)
            results.append(bits_of(execute(session, call, [x])[0]))
        assert all(np.array_equal(results[0], other) for other in results[1:])
        if name != "logsumexp":
            assert np.array_equal(results[0], bits_of(numpy_route.evaluate(call, [x])[0]))


def test_T3_a_norm_of_infinite_order_of_nothing_is_zero(session: CSession) -> None:
    call = get_op("norm").call(["f16"], axes=(1,), ord="inf")
    assert np.all(bits_of(execute(session, call, [np.zeros((3, 0), np.float16)])[0]) == 0)


def test_T3_a_correction_that_is_no_whole_number_is_refused_by_name(unchecked: CSession) -> None:
    spec = get_op("var").call(["f32"])
    for correction in (0.5, float("nan"), 2.0**40):
        attributes = {**spec.attributes, "correction": correction}
        call = Call("var", 1, ("f32",), ("f32",), attributes)
        with pytest.raises(BackendError, match="var: correction must be an integer"):
            unchecked.run(call, [np.ones(3, np.float32)], [np.zeros((), np.float32)])


def test_T3_an_unknown_order_of_a_norm_is_refused_by_name(session: CSession) -> None:
    call = Call(
        "norm", 1, ("f32",), ("f32",), {**get_op("norm").call(["f32"]).attributes, "ord": 3}
    )
    with pytest.raises(BackendError, match="norm"):
        session.run(call, [np.ones(3, np.float32)], [np.zeros((), np.float32)])


@pytest.mark.parametrize(
    "name", [name for name in OPS if get_op(name).shape_rule is nonempty_reduction]
)
def test_T3_an_extreme_of_nothing_is_an_error_with_the_name_of_the_op(
    session: CSession, name: str
) -> None:
    call = get_op(name).call(["i32"], axes=(1,))
    output = np.zeros(3, get_format(call.outputs[0]).dtype)
    with pytest.raises(BackendError, match=f"{name}: a reduction over an empty axis has no value"):
        session.run(call, [np.zeros((3, 0), np.int32)], [output])
