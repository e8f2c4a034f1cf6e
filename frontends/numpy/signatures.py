"""The choice of a call by the formats of its operands, and the error message if no call fits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from samebits.numpy import integers
from samebits.numpy.callee import Callee
from samebits.numpy.values import BINARY64, EVERY, DType, format_name
from samebits.spec.errors import SpecTypeError
from samebits.spec.language.call import Call

_CALLS: dict[tuple[object, ...], Call] = {}
"""Cached calls. A session recognises a call by its identity, so equal calls must be one object."""

_MOST_CALLS = 4096


def call_of(
    callee: Callee,
    formats: Sequence[str],
    attributes: Mapping[str, Any],
    dtype: DType | None = None,
) -> Call:
    """Return the call for operands of these formats: the same object each time.

    `dtype` is the format of the first result, if the operands allow several. Raises SpecTypeError
    if the op has no matching signature.
    """
    # Floats are compared by their bits, because 0.0 equals -0.0. Their text is not used, because it
    # depends on the floating-point environment.
    key: tuple[object, ...] = (callee.op.name, *formats, dtype and str(dtype))
    if attributes:
        numbers = [BINARY64.pack(v) if type(v) is float else v for v in attributes.values()]
        key = (*key, *attributes, *numbers)
    call = _CALLS.get(key)
    if call is None:
        results = _results(callee, tuple(formats), dtype)
        if len(_CALLS) >= _MOST_CALLS:
            _CALLS.clear()
        call = _CALLS[key] = callee.op.call(formats, results, **attributes)
    return call


def _results(
    callee: Callee, formats: tuple[str, ...], dtype: DType | None
) -> tuple[str, ...] | None:
    """Return the formats of the results, or None if no signature fits.

    Without `dtype`, the operands' own format is chosen if several results are possible. Raises
    SpecTypeError if `dtype` is not possible.
    """
    function = callee.function
    possible = [outputs for inputs, outputs in callee.op.signatures if inputs == formats]
    wanted = None if dtype is None else format_name(function, dtype)
    if not possible and wanted and integers.has_kernel(callee, formats):
        raise SpecTypeError(
            f"{function}: dtype={shown([wanted])} is not defined for operands of "
            f"{shown(formats, ' and ')}; omit dtype and convert the result with snp.astype"
        )
    if not possible:
        raise SpecTypeError(no_signature(callee, formats))
    if wanted is not None:
        for outputs in possible:
            if outputs[0] == wanted:
                return outputs
        of = f" for operands of {shown(formats, ' and ')}" if formats else ""
        raise SpecTypeError(
            f"{function}: dtype={shown([wanted])} is not defined{of}, only dtype="
            f"{shown(outputs[0] for outputs in possible)}; convert the result with snp.astype"
        )
    if not formats or len(possible) == 1:
        return possible[0]
    if not any(set(outputs) == set(formats) for outputs in possible):
        choices = shown(outputs[0] for outputs in possible)
        raise SpecTypeError(
            f"{function}: several results are defined for operands of {shown(formats, ' and ')}; "
            f"choose one with dtype={choices}"
        )
    return None


def no_signature(callee: Callee, formats: Sequence[str]) -> str:
    """Return the error message for operands with formats that no signature accepts."""
    op, function = callee.op, callee.function
    counts = sorted({len(inputs) for inputs, _ in op.signatures})
    if len(formats) not in counts:
        *others, last = map(str, counts)
        needed = f"{', '.join(others)} or {last}" if others else last
        return f"{function}: takes {needed} operands, but {len(formats)} were given"
    possible = [inputs for inputs, _ in op.signatures if len(inputs) == len(formats)]
    of_one = op.name in integers.MOVES - integers.INDEXED
    of_one = of_one or integers.takes_integers(callee, formats)
    for number, form in enumerate(() if of_one and len({*formats}) > 1 else formats):
        known = dict.fromkeys(inputs[number] for inputs in possible)
        if form not in known:
            name = callee.operands[number]
            wanted = f"one of {shown(known, ', ')}" if len(known) > 1 else shown(known)
            if op.name in integers.KERNELS and (op.name, number) != ("where", 0):
                wanted = f"{wanted}, or another integer dtype"
            return (
                f"{function}: {name} has the dtype {shown([form])}, but must be {wanted}; "
                "convert it with snp.astype(x, dtype)"
            )
    return several_dtypes(function, shown(formats, " and "))


def several_dtypes(function: str, dtypes: str) -> str:
    """Return the error message for operands with different dtypes."""
    return (
        f"{function}: no result is defined for operands of {dtypes}, and samebits does not convert "
        "implicitly; convert one with snp.astype(x, dtype)"
    )


def shown(formats: Iterable[str], between: str = " or ") -> str:
    """Return the names of the formats' dtypes, each once, as one text."""
    return between.join(str(EVERY[form].dtype) for form in dict.fromkeys(formats))
