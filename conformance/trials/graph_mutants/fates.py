"""Find out whether changed declarations are refused at load, or detected by a golden case.

A program changes the declarations of all ops (spec/tests/graphs/mutants.py). It removes a node, a
number, a format, an attribute or a rounding, or exchanges the arms of a branch. For at least one
golden case of the op, the changed declaration must give different bits. A backend that contains the
same mistake then fails.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from samebits.conformance.errors import JudgeError
from samebits.conformance.trials.graph_mutants.graph_trial import results_as_bytes
from samebits.conformance.trials.graph_mutants.rules import proven
from samebits.spec import catalog
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.errors import SpecError
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Graph
from samebits.spec.tests.graphs.mutants import Mutant, evaluated, mutants_of
from samebits.vectors.case import Case
from samebits.vectors.reader import Vectors

ROOM = Path(__file__).resolve().parent
EQUIVALENT = ROOM / "equivalent"
"""A folder with a file `NAME.toml` for an op.

The file lists mutants that change no bit of any call, each with the proof.
"""

REFUSED, DIFFERS, EQUAL, ALIVE = "refused", "differs", "equal", "alive"

_MOST_ELEMENTS = 40_000
"""The largest number of elements in a case; larger cases are left out because they take long."""


@dataclass(frozen=True)
class Fate:
    """The outcome of trying a mutant.

    `word` is REFUSED, DIFFERS, EQUAL or ALIVE. `by` is the case that detects the mutant, or the
    reason.
    """

    mutant: str
    word: str
    by: str


def graph_ops() -> list[str]:
    """Return the names of ops whose declaration is a list of nodes. Einsum is not among them."""
    return [name for name, op in all_ops().items() if isinstance(op.graph, Graph)]


def digest(name: str, vectors: Vectors) -> str:
    """Return a digest of the input of `fates` for an op: declarations, golden cases and proofs."""
    parts = [vectors.manifest.parts[name].seal]
    parts += [repr((each, get_op(each).graph)) for each in _reached(name)]
    parts += sorted(f"{k}: {v}" for k, v in proofs_of(name).items())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def equivalents(name: str) -> Mapping[str, str]:
    """Return the mutants that the op's file in EQUIVALENT lists, each with its proof."""
    path = EQUIVALENT / f"{name}.toml"
    if not path.exists():
        return {}
    found: Mapping[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))
    return found


def proofs_of(name: str) -> Mapping[str, str]:
    """Return the mutants that are proven to change nothing, by hand or by rules.py, with proofs."""
    return {**proven(name), **equivalents(name)}


def fates(name: str, vectors: Vectors, only: Sequence[str] | None = None) -> Iterator[Fate]:
    """Yield the outcome for each mutant of an op, or only for the mutants named in `only`.

    Raises JudgeError if a golden case detects a mutant that is proven to change nothing.
    """
    op, proofs = get_op(name), proofs_of(name)
    judge = _Judge(op, vectors)
    for mutant in mutants_of(name):
        if only is not None and mutant.name not in only:
            continue
        word, by = judge.fate(mutant)
        if word == DIFFERS and mutant.name in proofs:
            raise JudgeError(
                f"{by} notices the mutant {mutant.name!r}, but a proof says that no bit changes; "
                "correct the proof"
            )
        if word == ALIVE and mutant.name in proofs:
            word, by = EQUAL, proofs[mutant.name]
        yield Fate(mutant.name, word, by)


class _Judge:
    """The golden cases of an op. The case that detected the last mutant is tried first."""

    def __init__(self, op: Op, vectors: Vectors) -> None:
        self._op = op
        found = vectors.cases(ops=[op.name], level="full")
        small = [case for case in found if case.elements() <= _MOST_ELEMENTS]
        self._cases = sorted(small, key=lambda case: case.elements())
        self._known: dict[str, tuple[list[Any], list[bytes]]] = {}

    def fate(self, mutant: Mutant) -> tuple[str, str]:
        """Return (REFUSED, error message), (DIFFERS, case) or (ALIVE, "")."""
        try:
            catalog.check_whole(replace(self._op, graph=mutant.graph), get_op)
        except SpecError as error:
            return REFUSED, str(error)
        for place, case in enumerate(self._cases):
            inputs, wanted = self._of(case)
            try:
                found = self._answer(mutant.graph, case, inputs, mutant.unrounded)
            except (SpecError, ValueError) as error:
                found = [str(error).encode()]
            if found != wanted:
                self._cases.insert(0, self._cases.pop(place))
                return DIFFERS, case.id
        return ALIVE, ""

    def _of(self, case: Case) -> tuple[list[Any], list[bytes]]:
        if case.id not in self._known:
            graph, inputs = self._op.graph, case.inputs()
            assert isinstance(graph, Graph)
            self._known[case.id] = inputs, self._answer(graph, case, inputs)
        return self._known[case.id]

    def _answer(
        self, graph: Graph, case: Case, inputs: Sequence[Any], unrounded: str = ""
    ) -> list[bytes]:
        with np.errstate(all="ignore"):
            found = evaluated(self._op, graph, case.call, inputs, unrounded)
        return results_as_bytes(found, case.call)


def _reached(name: str) -> Iterator[str]:
    """Yield the op and every graph op that it calls, directly or indirectly."""
    yield name
    graph = get_op(name).graph
    if isinstance(graph, Graph):
        for inner in graph.ops():
            if get_op(inner).graph is not None:
                yield from _reached(inner)
