"""The form of a law. One module in this folder makes one `Law`, called `LAW`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.backends.executor import execute_into, poisoned
from samebits.backends.hosting import demands, fenv
from samebits.backends.hosting.demands import InEnvironment, LackingError
from samebits.backends.hosting.session import Run
from samebits.backends.protocol import Array, Session
from samebits.conformance.errors import JudgeError
from samebits.conformance.laws.specimens import Specimen
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of

Bits = np.ndarray[Any, Any]


class NotPossibleError(JudgeError):
    """The judge cannot put the law here, whatever the session can do; the outcome is `not_run`."""


class NotApplicableError(JudgeError):
    """The session declares that it lacks what the law is about; the outcome is `not_applicable`.

    It declares by what it offers (a session without `configure` has no threads to set) and by
    `supports`: a law that compares an op with another one needs both. What the session does
    support is judged by its golden cases all the same.
    """


@dataclass(frozen=True, slots=True)
class Finding:
    """A broken law: what was changed in words, and the bits without and with the change.

    `base` and `other` have one shape and format; `specimen` says on which call, `output` which of
    its results; `sides` say in a few words what gave `base` and what gave `other`.
    """

    text: str
    specimen: Specimen
    base: Bits
    other: Bits
    format: str
    sides: tuple[str, str] = ("as it is", "with the change")
    output: int = 0


@dataclass(frozen=True, slots=True)
class Bench:
    """A session with helpers to run calls and to compare runs; `threads` is its usual setting."""

    session: Session
    threads: int | None = None

    def run(self, call: Call, inputs: Sequence[Array]) -> list[Bits]:
        """Run into fresh, poisoned, contiguous outputs; returns their bits."""
        shapes = get_op(call.op).output_shapes(call, [x.shape for x in inputs])
        outputs = [poisoned(s, f) for s, f in zip(shapes, call.outputs, strict=True)]
        execute_into(self.session, call, inputs, outputs)
        return [bits_of(output) for output in outputs]

    def run_in(
        self, environment: fenv.Environment, call: Call, inputs: Sequence[Array]
    ) -> tuple[list[Bits], fenv.Environment]:
        """Run in a floating-point environment; the bits, and the environment that is left.

        Raises NotApplicableError where the session declares that it cannot.
        """
        try:
            inner: Any = InEnvironment(self.session, environment)
        except LackingError as error:
            raise NotApplicableError(str(error)) from error
        return Bench(inner).run(call, inputs), inner.after

    def run_together(
        self, call: Call, questions: Sequence[Sequence[Array]], times: int
    ) -> list[list[list[Bits]]]:
        """Ask each question in a thread of its own, so many times; all begin at once.

        Raises NotApplicableError where the session declares that it cannot.
        """
        if not self.session.supports(call):
            raise NotApplicableError("run node by node: the law is put to the nodes")
        jobs = [[self._prepared(call, inputs) for _ in range(times)] for inputs in questions]
        try:
            demands.together(self.session, jobs)
        except LackingError as error:
            raise NotApplicableError(str(error)) from error
        return [[[bits_of(y) for y in run.outputs] for run in job] for job in jobs]

    @staticmethod
    def _prepared(call: Call, inputs: Sequence[Array]) -> Run:
        shapes = get_op(call.op).output_shapes(call, [x.shape for x in inputs])
        outputs = [poisoned(s, f) for s, f in zip(shapes, call.outputs, strict=True)]
        return Run(call, inputs, outputs)

    def differs(
        self,
        specimen: Specimen,
        base: Sequence[Bits],
        other: Sequence[Bits],
        text: str,
        sides: tuple[str, str] = ("as it is", "with the change"),
    ) -> Finding | None:
        """A finding about the first output whose bits are not the same, or None.

        `text` is a sentence; `sides` say in a few words what gave `base` and what gave `other`.
        """
        pairs = zip(base, other, specimen.call.outputs, strict=True)
        for output, (a, b, name) in enumerate(pairs):
            if not np.array_equal(a, b):
                return Finding(text, specimen, a, b, name, sides, output)
        return None


Check = Callable[[Bench, Specimen], Finding | None]
"""Puts the law to a session on one specimen. Raises NotPossibleError, NotApplicableError."""


@dataclass(frozen=True, slots=True)
class Law:
    """A law: its name, what it says, its clauses, and how it is checked.

    `applies` tells the specimens that `check` really puts to the test; an op and label without one
    has no item, so that nothing passes unchecked. `large` tells that it is put to large specimens
    too, on which a backend shares its work among threads.
    """

    name: str
    says: str
    clauses: tuple[str, ...]
    check: Check
    applies: Callable[[Specimen], bool] = lambda specimen: True
    in_smoke: bool = False
    large: bool = False
