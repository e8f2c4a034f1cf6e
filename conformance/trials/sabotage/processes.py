"""Faults that depend on history, concurrent calls, addresses, kinds of calls, or settings."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law_catalog import LawCase
from samebits.conformance.questions.by_binary64 import has_wide_route
from samebits.conformance.questions.route import answerable
from samebits.conformance.trials.sabotage.family import Asked, Family, where
from samebits.conformance.trials.sabotage.fault_calls import most_rank
from samebits.spec.catalog import get_op
from samebits.spec.language.shapes import elementwise

CALLERS, WAYS = "callers", "ways"
"""Classes of faults for which the session contains special code."""

_PAGE, _LINE = 4096, 64
_FAR = 4 << 20
_FIVE = 5


def _thousandth(asked: Asked, argument: str) -> int | None:
    return where(asked.alike >= int(argument))


def _after_refusal(asked: Asked, argument: str) -> int | None:
    return where(asked.refused not in ("", asked.call.op))


def _callers(asked: Asked, argument: str) -> int | None:
    return where(asked.together > int(argument))


def _others(asked: Asked, argument: str) -> int | None:
    return where(asked.others)


def _at(array: Array, kind: str) -> bool:
    """Return whether an array has a certain position in its memory page. False if it is empty."""
    if not array.size:
        return False
    start = array.ctypes.data
    if kind == "line":
        return start % _PAGE >= _LINE
    if kind == "odd line":
        return start // _LINE % 2 == 1
    return array.flags.c_contiguous and (start + array.nbytes) % _PAGE == 0


def _result_in_page(asked: Asked, argument: str) -> int | None:
    return where(_at(asked.outputs[0], argument))


def _operand_in_page(asked: Asked, argument: str) -> int | None:
    return where(any(_at(x, argument) for x in asked.inputs))


def _layout(asked: Asked, argument: str) -> int | None:
    return where(any(_lies(x, argument) for x in asked.inputs))


def _lies(x: Array, kind: str) -> bool:
    steps = [step for n, step in zip(x.shape, x.strides, strict=True) if n > 1]
    if kind == "far":
        return any(abs(step) >= _FAR for step in steps)
    if kind == "inner":
        return x.ndim == _FIVE and x.strides[1] < 0 and x.strides[3] < 0
    return len(steps) > 1 and sum(step != 0 for step in steps) == 1


def _settings(asked: Asked, argument: str) -> int | None:
    if argument == "one processor":
        return where(len(os.sched_getaffinity(0)) == 1)
    if argument == "errors raised":
        return where(np.geterr()["under"] == "raise")
    if argument == "forked child":
        return where(asked.forked)
    return where(os.environ.get("OMP_NUM_THREADS") == "3")


def _session(asked: Asked, argument: str) -> int | None:
    return where(asked.session == argument)


def _never(asked: Asked, argument: str) -> int | None:
    """Return None: a plain call is right.

    The fault is in prepared calls (`FaultySession.prepare`).
    """
    return None


def _always(*arguments: str) -> Callable[[str, str], Sequence[str]]:
    return lambda op, label: arguments


def _of_operands(*arguments: str) -> Callable[[str, str], Sequence[str]]:
    return lambda op, label: arguments if get_op(op).operands else ()


def _layouts_of(op: str, label: str) -> Sequence[str]:
    if not get_op(op).operands:
        return ()
    found = ["far", *(["bias"] if most_rank(op, 2) >= 2 else [])]
    return [*found, "inner"] if most_rank(op, _FIVE) >= _FIVE else found


def _by_law(name: str) -> Callable[[str, str, str], bool]:
    """Return a function that returns whether a law is checked for an op and format.

    Only checks at level standard count.
    """

    def within(op: str, label: str, argument: str) -> bool:
        case = LawCase(name, op, label)
        return case.level == "standard" and case.has_specimen()

    return within


def _far_or_shared(op: str, label: str, argument: str) -> bool:
    """Return whether drawn questions use the strides that the argument names.

    For most strides, a route must support the op, at least in binary64.
    """
    has_matrix = most_rank(op, 2) >= 2
    is_answered = answerable(op, label) or has_wide_route(op, label)
    return argument == "inner" or (has_matrix and is_answered)


def _everywhere(op: str, label: str, argument: str) -> bool:
    return True


def _ways_of(op: str, label: str) -> Sequence[str]:
    if not get_op(op).operands:
        return ()
    if get_op(op).shape_rule is not elementwise:
        return ("prepared",)
    inputs, outputs = get_op(op).labels()[label][0]
    return ("prepared", "repeated", *(["in place"] if outputs[0] in inputs else []))


_IF = "1 if a call has it"

FAMILIES = (
    Family("thousandth", "call {} with the same shapes, and each later call", _IF, _thousandth,
           _always("500", "1000"), _by_law("history"), group="history"),
    Family("refused", "the call directly before was refused, and was of {} op", _IF, _after_refusal,
           _always("another"), _everywhere, group="history"),
    Family("callers", "more than {} calls run at the same time", _IF, _callers, _always("2", "4",
           "8"),
           _everywhere, group=CALLERS),
    Family("beside", "a call of {} op runs at the same time", _IF, _others, _always("another"),
           _everywhere, group=CALLERS),
    Family("result_page", "a result has this position in its memory page: {}", _IF, _result_in_page,
           _always("line", "odd line", "end"), _everywhere, group="memory"),
    Family("operand_page", "an operand has this position in its memory page: {}", _IF,
           _operand_in_page,
           _of_operands("line", "odd line", "end"), _everywhere, group="memory"),
    Family("layout", "an operand has these strides: {}", _IF, _layout,
           _layouts_of, _far_or_shared, group="memory"),
    Family("way", "the call is made in this way: {}", _IF, _never, _ways_of, _everywhere,
           group=WAYS),
    Family("settings", "the process has this setting: {}", _IF, _settings,
           _always("one processor", "errors raised", "variables", "forked child"), _everywhere,
           group="machine"),
    Family("session", "a session that is: {}", _IF, _session, _always("second", "beside closed"),
           _everywhere, group=WAYS),
)  # fmt: skip
"""Families of faults that depend on the process in which a call is made."""
