"""Find out whether a golden case detects a change of clause T11."""

from __future__ import annotations

import math
import sys
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from samebits.conformance.trials.aligned_mutants.changed import ORACLE, ROUTE, WIDTHS, Changed
from samebits.conformance.trials.graph_mutants.graph_trial import results_as_bytes
from samebits.oracles.discovery import all_oracles
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.documents.tables import rows
from samebits.spec.errors import SpecError
from samebits.spec.families import aligned
from samebits.vectors.case import Case
from samebits.vectors.reader import Vectors

Array = np.ndarray[Any, Any]
Answer = Callable[[Case, Sequence[Array]], list[Array]]

REFUSED, DIFFERS, ALIVE = "refused", "differs", "alive"

_MOST = 60_000
"""The largest number of products in a case; larger cases are left out because the oracle is slow.
"""


@dataclass(frozen=True, slots=True)
class Fate:
    """The outcome of trying a change.

    `word` is REFUSED, DIFFERS or ALIVE. `by` is the case that detects the change, or the error with
    which the changed code refuses to load or run.
    """

    word: str
    by: str


def aligned_ops() -> list[str]:
    """Return the names of the ops in which every result element is an aligned contraction."""
    return [name for name, op in all_ops().items() if op.shape_rule in aligned.SHAPE_RULES]


class Judge:
    """The golden cases of the aligned ops.

    The case that detected the last change is tried first.
    """

    def __init__(self, vectors: Vectors) -> None:
        found = vectors.cases(ops=aligned_ops(), level="full")
        self.cases = sorted((c for c in found if _products(c) <= _MOST), key=_products)
        self._known: dict[str, tuple[list[Array], list[bytes]]] = {}

    def fate(self, changed: Changed) -> Fate:
        module = types.ModuleType("samebits.changed")
        sys.modules[module.__name__] = module  # its dataclasses look for the module there
        try:
            exec(compile(changed.text, changed.path, "exec"), module.__dict__)
        except Exception as error:
            return Fate(REFUSED, f"{type(error).__name__} at import")
        if changed.path == WIDTHS:
            return self._declared(module)
        answer = _of_oracle(module) if changed.path == ORACLE else _of_route(module)
        assert changed.path in (ORACLE, ROUTE)
        for place, case in enumerate(self.cases):
            inputs, wanted = self._of(case)
            if _bytes(answer, case, inputs) != wanted:
                self.cases.insert(0, self.cases.pop(place))
                return Fate(DIFFERS, case.id)
        return Fate(ALIVE, "")

    def _of(self, case: Case) -> tuple[list[Array], list[bytes]]:
        """Return the operands of a case, and the results of the unchanged oracle as bytes."""
        if case.id not in self._known:
            inputs = case.inputs()
            found = all_oracles()[case.call.op].evaluate(case.call, inputs)
            self._known[case.id] = inputs, results_as_bytes(found, case.call)
        return self._known[case.id]

    def _declared(self, module: types.ModuleType) -> Fate:
        """Return the outcome of a change of the declared widths.

        The change is detected if it alters the rows of SPEC-OPS.md, or if the changed declaration
        refuses the call of a golden case.
        """
        for name in aligned_ops():
            op = get_op(name)
            attributes = tuple(module.BITS if a.name == "bits" else a for a in op.attributes)
            try:
                signatures = module.aligned_signatures()
                changed = replace(op, attributes=attributes, signatures=signatures)
                same = [*rows(changed)] == [*rows(op)]
            except Exception as error:
                return Fate(REFUSED, f"{type(error).__name__} at the declaration")
            if not same:
                return Fate(DIFFERS, f"the rows of {name} in SPEC-OPS.md")
            for case in (c for c in self.cases if c.call.op == name):
                try:
                    changed.call(case.call.inputs, case.call.outputs, **case.call.attributes)
                except SpecError:
                    return Fate(DIFFERS, case.id)
        return Fate(ALIVE, "")


def _products(case: Case) -> int:
    """Return the number of multiplications that a case needs."""
    terms = case.input_shapes[1][-1] if case.call.op.startswith("linear") else None
    inner = terms if terms is not None else _inner(case)
    return case.elements() + math.prod(case.output_shapes[0]) * inner


def _inner(case: Case) -> int:
    turned = case.call.attributes["transpose_a"]
    return case.input_shapes[0][-2 if turned else -1]


def _of_oracle(module: types.ModuleType) -> Answer:
    def answer(case: Case, inputs: Sequence[Array]) -> list[Array]:
        terms = all_oracles()[case.call.op].terms
        return list(module.AlignedContraction(terms).evaluate(case.call, inputs))

    return answer


def _of_route(module: types.ModuleType) -> Answer:
    def answer(case: Case, inputs: Sequence[Array]) -> list[Array]:
        return [module.contraction(case.call, inputs)]

    return answer


def _bytes(answer: Answer, case: Case, inputs: Sequence[Array]) -> list[bytes]:
    """Return the results as bytes, or the text of the error that was raised."""
    try:
        with np.errstate(all="ignore"):
            return results_as_bytes(answer(case, inputs), case.call)
    except Exception as error:
        return [repr(error).encode()]
