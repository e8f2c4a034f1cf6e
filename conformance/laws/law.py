"""The definition of a law. Each law is a module of this folder that defines `LAW`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from samebits.backends.executor import poisoned
from samebits.backends.hosting import demands, fenv
from samebits.backends.hosting.demands import (
    InEnvironment,
    LackingError,
    need_environment,
    need_together,
)
from samebits.backends.hosting.session import Run
from samebits.backends.protocol import Array, Session
from samebits.conformance.calls.promises import Promises, refusal
from samebits.conformance.errors import JudgeError
from samebits.conformance.laws.answered import Answered, answer, operands_of, shaped_digests
from samebits.conformance.laws.running import Question, run_each, run_into
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, format_of, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import elementwise

Bits = np.ndarray[Any, Any]

Rank = Literal["calls", "memory", "batch", "environment", "values"]
"""The dependence that a law forbids; the most serious is first.

- `calls`: on other calls and threads.
- `memory`: on addresses and strides.
- `batch`: on elements that are computed at the same time.
- `environment`: on the floating-point environment or the settings of the caller.
- `values`: none; the law defines which bits are right.

A breach of the first three may explain a wrong value. A dependence on the environment does not,
because cases run in the default one. Any wrong value breaks a law about values, for any cause.
"""


Need = Literal["threads", "together", "environment", "settings", "times", "ways", "whole", "calls"]
"""Features that a session may lack.

The first six are abilities of the session; one setting is enough for `settings`, and one way for
`ways`. `whole` means that the session runs the op as one call and not only node by node. `calls`
means other calls, of the same op or of other ops.
"""

ABILITIES: frozenset[Need] = frozenset(
    {"threads", "together", "environment", "settings", "times", "ways"}
)
"""Features that do not depend on the op: a session has them for every op or for none."""


class NotPossibleError(JudgeError):
    """The judge itself cannot check the law here. The outcome is `not_run`."""


class NotApplicableError(JudgeError):
    """The session declares that it lacks a feature of the law. The outcome is `not_applicable`.

    It declares this by its methods (a session without `configure` has no thread setting) and by
    `supports`: a law that compares two ops needs both. Golden cases still judge the calls that the
    session supports.
    """


@dataclass(frozen=True, slots=True)
class Finding:
    """A broken law: a description of the change, and the bits without and with the change.

    `base` and `other` have the same shape and format. `specimen` contains the call, and `output` is
    the index of the result. `sides` describe in a few words how `base` and `other` were computed.
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
    """A session with helpers to run calls and to compare runs.

    `threads` is its usual number of threads. `promises` are the ops and formats that it may not
    refuse. `answered` has the answers of the NumPy route.
    """

    session: Session
    threads: int | None = None
    promises: Promises = frozenset()
    answered: Answered = field(default_factory=Answered)

    def run(
        self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array] | None = None
    ) -> list[Bits]:
        """Return the bits of the results, written into new contiguous arrays or into `outputs`.

        Raises LeftError for unwritten or unsteady results, and any error of the session.
        """
        return run_into(self.session, call, inputs, outputs)

    def run_each(self, call: Call, questions: Iterable[Question]) -> Iterator[list[Bits]]:
        """Yield the bits of each question in order; a host gets many questions in one message.

        Raises LeftError for unwritten or unsteady results, and any error of the session.
        """
        return run_each(self.session, call, questions)

    def node(self, op: str, inputs: Sequence[Array], output: str = "", **attributes: Any) -> Bits:
        """Return the bits of one call of another op; elementwise operands are broadcast.

        `output` is the format of the result, if the operands do not determine it. Raises
        NotApplicableError if the session does not support the call, and BackendError if it promised
        to support it.
        """
        if get_op(op).shape_rule is elementwise:
            inputs = np.broadcast_arrays(*inputs)
        formats = [format_of(x).name for x in inputs]
        call = get_op(op).call(formats, [output] if output else None, **attributes)
        self.need_call(call)
        return self.run(call, inputs)[0]

    def refusal(self, call: Call) -> str | None:
        """Return the reason why the session does not support the call, or None.

        Raises BackendError if the session promised the call.
        """
        return refusal(self.session, call, self.promises)

    def need_call(self, call: Call) -> None:
        """Raise NotApplicableError if the session does not support the call.

        Raises BackendError if the session promised the call.
        """
        reason = self.refusal(call)
        if reason is not None:
            raise NotApplicableError(f"the session does not support {call}: {reason}")

    def need(self, demand: Callable[[Session], None]) -> None:
        """Raise NotApplicableError if the session lacks the demanded feature (see `demands`).

        A law calls this first, so that a missing feature excuses the session even if its plain
        calls fail.
        """
        try:
            demand(self.session)
        except LackingError as error:
            raise NotApplicableError(str(error)) from error

    def run_in(
        self, environment: fenv.Environment, call: Call, inputs: Sequence[Array]
    ) -> tuple[list[Bits], fenv.Environment]:
        """Run in a floating-point environment; return the bits, and the environment after the call.

        Raises NotApplicableError if the session cannot set the environment.
        """
        self.need(need_environment)
        inner: Any = InEnvironment(self.session, environment)
        return Bench(inner).run(call, inputs), inner.after

    def run_in_way(
        self, way: str, call: Call, inputs: Sequence[Array], shapes: Sequence[tuple[int, ...]]
    ) -> list[Bits]:
        """Return the bits of a call that is made in a way that front ends use (ways.py).

        `shapes` are the shapes of the results. Raises any error of the session.
        """
        outputs = [poisoned(s, f) for s, f in zip(shapes, call.outputs, strict=True)]
        demands.run_in_way(self.session, Run(call, inputs, outputs, way=way))
        return [bits_of(y) for y in outputs]

    def run_together(
        self, call: Call, jobs: Sequence[Sequence[tuple[Call, Sequence[Array]]]]
    ) -> list[list[list[Bits]]]:
        """Make the calls of each job, one after the other, in a separate thread.

        All threads begin simultaneously; `call` is the call that the law is about. Raises
        NotApplicableError if the session runs only one call at a time.
        """
        self.need(need_together)
        self.need_whole(call)
        runs = [[self._prepared(*asked) for asked in job] for job in jobs]
        demands.together(self.session, runs)
        return [[[bits_of(y) for y in run.outputs] for run in job] for job in runs]

    def need_whole(self, call: Call) -> None:
        """Raise NotApplicableError if the session does not run the call as a whole."""
        if not self.session.supports(call):
            self.need_call(call)
            raise NotApplicableError(
                "the session runs this op node by node; the law is checked on the nodes"
            )

    def can_run(self, call: Call) -> bool:
        """Return whether the session runs the call as a whole.

        Raises BackendError if the session promised the call and refuses it.
        """
        if self.session.supports(call):
            return True
        self.refusal(call)
        return False

    @staticmethod
    def _prepared(call: Call, inputs: Sequence[Array]) -> Run:
        shapes = get_op(call.op).output_shapes(call, [x.shape for x in inputs])
        outputs = [poisoned(s, f) for s, f in zip(shapes, call.outputs, strict=True)]
        return Run(call, inputs, outputs)

    def answers_wrongly(self, specimen: Specimen, call: Call, text: str) -> Finding | None:
        """Return a finding if a call on a specimen's operands differs from the NumPy route.

        `text` is the sentence of the finding. Returns None if the result is right, or if the
        specification refuses the operands.
        """
        wanted = self.answered.digests(specimen, call)
        got = self.run(call, operands_of(specimen)) if wanted else []
        if not wanted or shaped_digests(got) == wanted:
            return None
        sides = ("by the NumPy route", "by the backend")
        return self.differs(specimen, answer(specimen, call), got, text, sides)

    def differs(
        self,
        specimen: Specimen,
        base: Sequence[Bits],
        other: Sequence[Bits],
        text: str,
        sides: tuple[str, str] = ("as it is", "with the change"),
    ) -> Finding | None:
        """Return a finding about the first output whose bits differ, or None.

        `text` is the sentence of the finding. `sides` describe in a few words how `base` and
        `other` were computed.
        """
        pairs = zip(base, other, specimen.call.outputs, strict=True)
        for output, (a, b, name) in enumerate(pairs):
            if not np.array_equal(a, b):
                return Finding(text, specimen, a, b, name, sides, output)
        return None


def as_array(bits: Bits, name: str) -> Array:
    """Return bits as a read-only array of a format, for use as an operand."""
    array: Array = bits.view(get_format(name).dtype)
    array.flags.writeable = False
    return array


Check = Callable[[Bench, Specimen], Finding | None]
"""A function that checks a law on one specimen.

It raises NotPossibleError or NotApplicableError if it cannot check the law.
"""


Labels = Literal["two", "of one format", "all"]
"""A selection of labels of an op. The label `f32` has one format, `f16_to_f32` has two formats."""


@dataclass(frozen=True, slots=True)
class Law:
    """A law: its name, statement (`says`), rules and check, and the rank of a breach.

    `applies` selects the specimens that `check` really tests. An op and label without such a
    specimen has no case, so that no untested case passes. `moves_arrays` is true if the law changes
    only the addresses of arrays. `large` adds large specimens, on which a backend divides its work
    among threads. `stretches` adds operands that consist of stretches. `at_standard` selects the
    labels of an op for level standard: two labels, labels of one format, or all. `needs` are the
    features that a session may lack, so that the law is not applicable; a law without needs is
    checked on every session. `meets_others` is true if calls run concurrently, so that a breach may
    differ each time without a race inside a call.
    """

    name: str
    says: str
    rules: tuple[str, ...]
    check: Check
    rank: Rank
    applies: Callable[[Specimen], bool] = lambda specimen: True
    in_smoke: bool = False
    moves_arrays: bool = False
    large: bool = False
    stretches: bool = False
    needs: frozenset[Need] = frozenset()
    at_standard: Labels = "two"
    meets_others: bool = False
