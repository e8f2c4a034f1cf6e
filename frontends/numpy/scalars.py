"""Host scalars among the operands of an elementwise op (R4.5).

If `names.FORMS` has an op for the host scalar, that op is used. Otherwise the op itself is used as
R4.5 says: the scalar takes the format of the arrays, these arrays are converted to the compute
format, the scalar is rounded to it once, and the result is rounded once more. With integers, a host
scalar must be an integer that the format can represent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from samebits.numpy import integers, values
from samebits.numpy.arrays import computed
from samebits.numpy.callee import Callee, callee
from samebits.numpy.names import FORMS, Form
from samebits.numpy.running import fill, places_of
from samebits.numpy.signatures import call_of, no_signature, shown
from samebits.numpy.values import Array, DType
from samebits.spec.errors import SpecTypeError
from samebits.spec.formats import compute_format, format_of, get_format


def with_scalars(
    asked: Callee,
    given: Sequence[Any],
    attributes: Mapping[str, Any],
    dtype: DType | None,
    out: Any,
) -> list[Array]:
    """Compute an elementwise op on arrays and host scalars.

    Raises SpecError if a host scalar is not allowed with the arrays or not in their format.
    """
    function = asked.function
    operands = [
        x if values.is_scalar(x) else values.array_of(function, name, x)
        for name, x in zip(asked.operands, given, strict=False)
    ]
    formats = _formats(asked, operands)
    if formats not in asked.inputs:
        named = zip(asked.operands, operands, formats, strict=True)
        arrays: list[Array] = [
            values.rounded(function, n, x, form) if isinstance(x, (bool, int, float)) else x
            for n, x, form in named
        ]
        return computed(asked, arrays, attributes, dtype, out)
    for form in FORMS.get(asked.op.name, ()) if dtype is None else ():
        found = _by_form(form, asked, operands, attributes)
        if found is not None:
            inner, arrays, numbers = found
            return computed(inner, arrays, numbers, None, out)
    return _widened(asked, operands, formats, attributes, dtype, out)


def _formats(asked: Callee, operands: Sequence[Any]) -> tuple[str, ...]:
    """Return the formats of the operands.

    A host scalar gets the only format that a signature allows. Raises SpecTypeError if host scalars
    are not allowed with these arrays.
    """
    known = tuple([type(x) if values.is_scalar(x) else values.NAMES[x.dtype] for x in operands])
    try:
        return _meant(asked, known)
    except _NotOneError:
        if formats := integers.formats_of(asked, known):
            return formats
        raise SpecTypeError(_no_format(asked, operands, known)) from None


class _NotOneError(Exception):
    """Raised if operands and host scalars match no signature, or several signatures."""


@lru_cache(maxsize=4096)
def _meant(asked: Callee, known: tuple[str | type, ...]) -> tuple[str, ...]:
    """Return the formats of the only signature that matches the formats and scalar types `known`.

    Raises _NotOneError if no signature or several signatures match.
    """
    found = [inputs for inputs in asked.inputs if _agree(known, inputs) and _stand(known, inputs)]
    if len(found) != 1:
        raise _NotOneError
    return found[0]


def _no_format(asked: Callee, operands: Sequence[Any], known: Sequence[str | type]) -> str:
    """Return the error message for host scalars that are not allowed with the arrays."""
    arrays = [form for form in known if isinstance(form, str)]
    number = next(i for i, x in enumerate(operands) if values.is_scalar(x))
    what = f"{asked.function}: {asked.operands[number]}={operands[number]!r}"
    if not arrays:
        return f"{asked.function}: all operands are Python numbers; pass at least one array"
    fitting = [inputs for inputs in asked.inputs if _agree(known, inputs)]
    if not fitting:
        filled = [form if isinstance(form, str) else arrays[-1] for form in known]
        if not integers.has_kernel(asked, filled):
            return no_signature(asked, filled)
        wrong = float if float in known else bool
        name, given = next(
            (n, x) for n, x in zip(asked.operands, operands, strict=False) if type(x) is wrong
        )
        what = f"{asked.function}: {name}={given!r}"
    if any(_stand(known, inputs) for inputs in fitting):
        return f"{what} does not determine the dtype of the result; pass an array"
    return f"{what} cannot be combined with {shown(arrays, ' and ')}; convert with snp.astype"


def _agree(known: Sequence[str | type], inputs: Sequence[str]) -> bool:
    """Check whether the formats of arrays match a signature; host scalars match any format."""
    return len(known) == len(inputs) and all(
        k == f for k, f in zip(known, inputs, strict=True) if isinstance(k, str)
    )


def _stand(known: Sequence[str | type], inputs: Sequence[str]) -> bool:
    """Check whether the signature allows the type of each host scalar at its position."""
    return all(
        values.EVERY[form].kind in values.KINDS[k]
        for form, k in zip(inputs, known, strict=True)
        if not isinstance(k, str)
    )


def _by_form(
    form: Form, asked: Callee, operands: Sequence[Any], attributes: Mapping[str, Any]
) -> tuple[Callee, list[Array], dict[str, Any]] | None:
    """Return the op of a form, its operands and attributes, or None if the form does not fit."""
    found = callee(form.op)
    given = {form.places[n]: (n, x) for n, x in zip(asked.operands, operands, strict=True)}
    if any(values.is_scalar(x) == (n in found.op.operands) for n, (_, x) in given.items()):
        return None
    arrays = [given[name][1] for name in found.op.operands]
    if tuple(format_of(x).name for x in arrays) not in found.inputs:
        return None
    numbers = dict(attributes)
    for place, (name, value) in given.items():
        if place not in found.op.operands:
            number = values.real(asked.function, name, value)
            numbers[place.removeprefix("-")] = -number if place.startswith("-") else number
    return found, arrays, numbers


def _widened(
    asked: Callee,
    operands: Sequence[Any],
    formats: tuple[str, ...],
    attributes: Mapping[str, Any],
    dtype: DType | None = None,
    out: Any = None,
) -> list[Array]:
    """Compute the op by R4.5: in the compute format, followed by one more rounding."""
    meant = {form for form, x in zip(formats, operands, strict=True) if values.is_scalar(x)}
    wide = {form: compute_format([form]) for form in meant if get_format(form).is_float}
    arrays = [
        values.rounded(asked.function, name, x, wide.get(form, form))
        if values.is_scalar(x)
        else cast(x, wide.get(form, form))
        for name, x, form in zip(asked.operands, operands, formats, strict=False)
    ]
    wanted = call_of(asked, formats, attributes, dtype).outputs
    results = computed(asked, arrays, attributes)
    rounded = [cast(x, form) for x, form in zip(results, wanted, strict=True)]
    if out is None:
        return rounded
    places = places_of(asked.function, [x.shape for x in rounded], wanted, out)
    return fill(rounded, places)


def cast(x: Array, form: str, saturate: bool = True) -> Array:
    """Return x converted to a format (R5), or x itself if it already has that format."""
    if values.NAMES[x.dtype] == form:
        return x
    return computed(callee("cast"), [x], {} if saturate else {"saturate": False}, form)[0]
