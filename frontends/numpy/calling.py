"""The code that all functions share: from the arguments to the results of a call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from samebits.numpy.arrays import computed
from samebits.numpy.callee import Callee, callee
from samebits.numpy.names import argument_name
from samebits.numpy.parameters import given
from samebits.numpy.scalars import with_scalars
from samebits.numpy.tuples import gathered
from samebits.numpy.values import Array, DType, is_scalar
from samebits.spec.errors import SpecError
from samebits.spec.language.attributes import Attribute


def compute(
    asked: Callee,
    operands: Sequence[Any],
    attributes: Mapping[str, Any],
    dtype: DType | None = None,
    out: Any = None,
) -> Any:
    """Compute an op, and return its result or the named tuple of its results.

    `operands` are arrays, or None for an operand that was not passed. The operands of an
    elementwise op may also be host scalars. Raises SpecError if the call is not defined, and
    BackendError if the device lacks a kernel.
    """
    if asked.op.optional_from is not None:
        operands = _without_gap(asked, operands)
    if asked.broadcasts and any(map(is_scalar, operands)):
        results = with_scalars(asked, operands, attributes, dtype, out)
    else:
        results = computed(asked, operands, attributes, dtype, out)
    return gathered(asked.op, results)


def _without_gap(asked: Callee, operands: Sequence[Any]) -> Sequence[Any]:
    """Return the operands that are not None. Raises SpecError if a None precedes one of them."""
    if not any(x is None for x in operands):
        return operands
    missing = next(i for i, x in enumerate(operands) if x is None)
    later = [i for i in range(missing, len(operands)) if operands[i] is not None]
    if later:
        lacking, named = asked.operands[missing], asked.operands[later[0]]
        raise SpecError(f"{asked.function}: {named} was passed without {lacking}; pass both")
    return operands[:missing]


@cache
def _named(name: str) -> dict[str, Attribute]:
    """Return the declared attributes of an op by name, with the argument's name as their `name`."""
    op = callee(name).op
    return {a.name: replace(a, name=argument_name(op, a.name)) for a in op.attributes}


def compute_named(
    name: str, operands: Sequence[Any], out: Any, dtype: Any = None, **numbers: Any
) -> Any:
    """Compute an op, given its name and its attributes by their names in the specification.

    Error messages use the names of the function's arguments, which the user knows.
    """
    asked = callee(name)
    known = _named(name)
    attributes = {n: given(asked.function, known[n], value) for n, value in numbers.items()}
    return compute(asked, operands, attributes, dtype, out)


@contextmanager
def called(function: str) -> Iterator[None]:
    """Make the error messages of the block begin with the function that the user called."""
    try:
        yield
    except SpecError as error:
        name, _, text = str(error).partition(": ")
        if not text or name == function or " " in name:
            raise
        raise type(error)(f"{function}: {text}") from None


def only(result: Any) -> Array:
    """Return the only result of an op, with the type `Array` for type checkers."""
    assert isinstance(result, np.ndarray)
    return result
