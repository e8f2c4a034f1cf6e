"""For each op and signature: a call, its operands, and the arguments of the public function."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import samebits.numpy as snp
from samebits.numpy.functions import has_dtype
from samebits.numpy.names import FORMS, Form, argument_name, public_name
from samebits.numpy.parameters import is_elementwise
from samebits.numpy.values import Array
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op

Asked = tuple[list[Any], dict[str, Any]]
"""Positional arguments, and keyword arguments by name."""


def calls(op: Op) -> Iterator[Call]:
    """Yield one call for each signature of an op, with the attributes of its example."""
    for inputs, outputs in op.signatures:
        yield op.call(inputs, outputs, **op.example(len(inputs))[0])


def operands(call: Call) -> list[Array]:
    """Return operands in the shapes of the op's example. Floats include NaN, infinities and -0."""
    op = get_op(call.op)
    shapes = op.shape_rule.shapes(len(call.inputs), call.attributes)
    draw = np.random.default_rng(zlib.crc32(call.key().encode()))
    found = [_drawn(draw, form, shape) for form, shape in zip(call.inputs, shapes, strict=True)]
    if op.shape_rule.indices is not None and call.inputs:
        number, limit = op.shape_rule.index_limit(call.attributes, shapes)
        if number < len(found):
            dtype = get_format(call.inputs[number]).dtype
            found[number] = draw.integers(0, limit, shapes[number]).astype(dtype)
    return found


def _drawn(draw: np.random.Generator, form: str, shape: tuple[int, ...]) -> Array:
    found = get_format(form)
    if not found.is_float:
        return draw.integers(0, 2 if found.kind == "bool" else 100, shape).astype(found.dtype)
    x = draw.standard_normal(shape).astype(found.dtype)
    flat = x.reshape(-1)
    if flat.size > 4:
        flat[0] = -0.0
        flat[1] = from_bits(np.array([found.canonical_nan - 2]), form)[0]  # a NaN with a payload
    return x


def function(op: Op) -> Callable[..., Any]:
    """Return the public function of an op by attribute access, as in user code."""
    made: Any = snp
    for part in public_name(op).split("."):
        made = getattr(made, part)
    return made  # type: ignore[no-any-return]


def form_of(op: Op) -> tuple[str, Form] | None:
    """Return (base op, form) if an op is the form of a function for host scalars, else None."""
    for name, forms in FORMS.items():
        for form in forms:
            if form.op == op.name:
                return name, form
    return None


def asked(call: Call, arrays: list[Array]) -> Asked:
    """Return the arguments with which the public function makes this call."""
    op = get_op(call.op)
    numbers = dict(call.attributes)
    if form := form_of(op):
        places = {p.removeprefix("-"): n for n, p in form[1].places.items()}
        values = {**dict(zip(op.operands, arrays, strict=True)), **numbers}
        order = get_op(form[0])
        by_name = {places[n]: value for n, value in values.items()}
        return [by_name[argument_name(order, name)] for name in order.operands], {}
    dtype = {"dtype": get_format(call.outputs[0]).dtype} if has_dtype(op) else {}
    if public_name(op) in WRITTEN:
        positional, named = WRITTEN[public_name(op)](call, arrays)
        return positional, named if op.name == "cast" else {**named, **dtype}
    given: dict[str, Any] = dict(zip(op.operands, arrays, strict=False))
    given |= {n: _argument(n, value) for n, value in numbers.items()}
    return [], {argument_name(op, n): value for n, value in given.items()} | dtype


def _argument(name: str, value: Any) -> Any:
    return value[0] | value[1] << 32 if name in ("seed", "stream") else value


WRITTEN: dict[str, Callable[[Call, list[Array]], Asked]] = {
    "arange": lambda call, x: (
        [call.attributes[n] for n in ("start", "end", "step")], {},
    ),
    "argsort": lambda call, x: (x, dict(call.attributes)),
    "astype": lambda call, x: (
        [*x, get_format(call.outputs[0]).dtype], {"saturate": call.attributes["saturate"]},
    ),
    "clip": lambda call, x: (x, {}),
    "concat": lambda call, x: ([x], dict(call.attributes)),
    "cumulative_prod": lambda call, x: (x, dict(call.attributes)),
    "cumulative_sum": lambda call, x: (x, dict(call.attributes)),
    "einsum": lambda call, x: ([call.attributes["equation"], *x], {}),
    "eye": lambda call, x: ([call.attributes["n"], call.attributes["m"]], {}),
    "full": lambda call, x: ([call.attributes["shape"], call.attributes["fill_value"]], {}),
    "linalg.qr": lambda call, x: (
        x, {"mode": "complete" if call.attributes["complete"] else "reduced"},
    ),
    "linspace": lambda call, x: (
        [call.attributes[n] for n in ("start", "end", "steps")], {},
    ),
    "linalg.vector_norm": lambda call, x: (
        x, {{"axes": "axis"}.get(n, n): v for n, v in call.attributes.items()},
    ),
    "matmul": lambda call, x: (x, dict(call.attributes)),
    "roll": lambda call, x: (
        [*x, call.attributes["shifts"]],
        {"axis": tuple(range(x[0].ndim)) if (a := call.attributes["axes"]) is None else a},
    ),
    "searchsorted": lambda call, x: (
        x, {"side": "right" if call.attributes["right"] else "left"},
    ),
    "sort": lambda call, x: (x, dict(call.attributes)),
    "take": lambda call, x: (x, dict(call.attributes)),
    "take_along_axis": lambda call, x: (x, dict(call.attributes)),
    "tile": lambda call, x: ([*x, call.attributes["repeats"]], {}),
}  # fmt: skip
"""Functions that make the arguments for hand-written public functions, by public name."""


ELEMENTWISE = tuple(op.name for op in all_ops().values() if is_elementwise(op) and op.operands)
