"""Facts about one case on one backend: elements, right and returned bits, exact value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from samebits.backends import executor
from samebits.backends.protocol import Array, Unsupported
from samebits.common.errors import SamebitsError
from samebits.common.release import install_command
from samebits.conformance.calls.subject import Subject
from samebits.conformance.diagnosis.recompute import recompute
from samebits.conformance.errors import JudgeError
from samebits.conformance.judging.casework import explain_case, judge_case
from samebits.conformance.results.records import CaseResult
from samebits.conformance.reveal.layout import (
    CONTRACTIONS,
    REDUCTIONS,
    contraction_rows,
    reduction_rows,
)
from samebits.spec.formats import bits_of, get_format
from samebits.vectors.address import is_elementwise, split_address
from samebits.vectors.case import ByValue, Case

if TYPE_CHECKING:
    from samebits.oracles.explain import ExactValue

SHOWN_TERMS = 16
"""The largest number of terms of a reduction that are listed."""


@dataclass(frozen=True, slots=True)
class Element:
    """An output element: its flat index, the bits of its operands or terms, and both results.

    `operands` has a name, a format and bits for each operand; it is empty if there are too many
    terms. `wanted` (the right bits) is None if only a digest is known and the bits cannot be
    recomputed here.
    """

    index: int
    address: str
    operands: tuple[tuple[str, str, int], ...]
    format: str
    wanted: int | None
    got: int | None


@dataclass(frozen=True, slots=True)
class Facts:
    """A case, one of its elements, and the result of a backend if one was run.

    `exact` is the exact value of the element, or the reason why it is not known.
    """

    case: Case
    subject: Subject | None
    result: CaseResult | None
    element: Element | None
    terms: int
    exact: ExactValue | str

    @property
    def is_right(self) -> bool:
        """Return whether the backend passes the case; True if no backend was run."""
        return self.result is None or self.result.outcome == "pass"


def gather_facts(case: Case, address: str, subject: Subject | None) -> Facts:
    """Run the case if a backend is given, and return the facts about one element.

    The address may name the element. Otherwise it is the first wrong element, or the first element
    if no element is wrong. Raises SamebitsError.
    """
    missing = case.available()
    if missing is not None:
        raise JudgeError(f"{case.id} cannot run here: {missing}")
    inputs = case.inputs()
    result, got = (None, None) if subject is None else _run(subject, case, inputs)
    _, named = split_address(address)
    index = _index(case, inputs, named, result)
    if index is None:
        return Facts(case, subject, result, None, 0, "the output has no element")
    element = _element(case, inputs, index, got)
    return Facts(case, subject, result, element, _terms(case, inputs), _exact(case, element))


def _run(
    subject: Subject, case: Case, inputs: list[Array]
) -> tuple[CaseResult, list[Array] | None]:
    support = executor.supports(subject.session, case.call)
    if isinstance(support, Unsupported):
        raise JudgeError(f"{subject.spelled} does not support {case.call}: {support.reason}")
    result, evidence = judge_case(subject, case)
    if evidence is not None:
        result = explain_case(subject, case, result, evidence)
        return result, [bits_of(output) for output in evidence.produced.outputs]
    if result.outcome != "pass":
        return result, None
    outputs = executor.execute(subject.session, case.call, inputs)
    return result, [bits_of(output) for output in outputs]


def _index(
    case: Case, inputs: list[Array], named: str | None, result: CaseResult | None
) -> int | None:
    if case.elements() == 0:
        return None
    if named is None:
        return result.examples[0].index if result is not None and result.examples else 0
    if not is_elementwise(case.call.op):
        index = int(named)
        if index >= case.elements():
            raise JudgeError(f"{case.id} has {case.elements()} elements; there is no @{index}")
        return index
    patterns = [int(part, 16) for part in named.split("-")]
    if len(patterns) != len(inputs):
        raise JudgeError(
            f"{case.id}: name an element by the bits of {len(inputs)} operands, not by {named}"
        )
    hits = np.ones(inputs[0].size, dtype=np.bool_)
    for x, pattern in zip(inputs, patterns, strict=True):
        hits &= bits_of(x).reshape(-1) == pattern
    found = np.flatnonzero(hits)
    if not found.size:
        raise JudgeError(f"{case.id} has no element with the operand bits {named}")
    return int(found[0])


def _element(case: Case, inputs: list[Array], index: int, got: Sequence[Array] | None) -> Element:
    output, place = 0, index
    for output, shape in enumerate(case.output_shapes):  # noqa: B007 (the last one is wanted)
        size = int(np.prod(shape, dtype=np.int64))
        if place < size:
            break
        place -= size
    returned = None if got is None else int(got[output].reshape(-1)[place])
    return Element(
        index,
        case.address(index, inputs),
        _operands(case, inputs, place),
        case.call.outputs[output],
        _wanted(case, inputs, output, place),
        returned,
    )


def _wanted(case: Case, inputs: list[Array], output: int, place: int) -> int | None:
    entry = case.expected()[output]
    if isinstance(entry, ByValue):
        return int(entry.bits.reshape(-1)[place])
    if is_elementwise(case.call.op):  # recompute only this element
        inputs = [np.ascontiguousarray(x).reshape(-1)[place : place + 1] for x in inputs]
        place = 0
    try:
        return int(recompute(case.call, inputs)[output].reshape(-1)[place])
    except SamebitsError:
        return None


def _operands(case: Case, inputs: list[Array], place: int) -> tuple[tuple[str, str, int], ...]:
    call = case.call
    if is_elementwise(call.op):
        pairs = zip(inputs, call.inputs, strict=True)
        return tuple((f"operand {i}", f, _bits(x, place)) for i, (x, f) in enumerate(pairs))
    form = call.inputs[0]
    if _terms(case, inputs) > SHOWN_TERMS:
        return ()
    if call.op in REDUCTIONS:
        row = reduction_rows(call, inputs[0])[place]
        return tuple((f"term {i}", form, _bits(row, i)) for i in range(row.size))
    if call.op in CONTRACTIONS:
        a, b = contraction_rows(call, inputs, np.array([place]))
        terms = range(a.shape[1])
        both = [((f"a {i}", form, _bits(a, i)), (f"b {i}", form, _bits(b, i))) for i in terms]
        return tuple(item for pair in both for item in pair)
    if all(x.size <= SHOWN_TERMS for x in inputs):
        pairs = zip(inputs, call.inputs, strict=True)
        return tuple(
            (f"operand {i} [{j}]", f, _bits(x, j))
            for i, (x, f) in enumerate(pairs)
            for j in range(x.size)
        )
    return ()


def _bits(x: Array, index: int) -> int:
    return int(bits_of(x.reshape(-1)[index : index + 1])[0])


def _terms(case: Case, inputs: list[Array]) -> int:
    from samebits.conformance.diagnosis.wrong_elements import terms_per_output

    return terms_per_output(case.call, inputs)


def _exact(case: Case, element: Element) -> ExactValue | str:
    from samebits.spec.catalog import get_op

    kind = get_op(case.call.op).op_class
    if kind != "round":
        return f"{case.call.op} is of class {kind}: its bits are defined by its steps"
    try:
        from samebits.oracles.explain import exact_value

        return exact_value(case.call, [bits for _, _, bits in element.operands])
    except ImportError as error:
        return f"{error.name} is missing; to see the exact value: {install_command('oracles')}"
    except SamebitsError as error:
        return str(error)


def shown_bits(pattern: int, name: str) -> tuple[str, str, str]:
    """Return a bit pattern as hexadecimal bits, a decimal number, and a hexadecimal float."""
    form = get_format(name)
    value = np.array([pattern], dtype=form.bits_dtype).view(form.dtype)[0]
    if not form.is_float:
        return form.hex(pattern), str(value), ""
    with np.errstate(all="ignore"):
        wide = float(value)
    return form.hex(pattern), str(value), wide.hex() if np.isfinite(wide) else ""
