"""The form of a law. One module in this folder makes one `Law`, called `LAW`."""

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
"""What a law forbids the bits to depend on, the gravest first. `calls`: other calls and threads;
`memory`: addresses and strides; `batch`: what else is computed at once. These may be behind a wrong
value. The `environment` of the caller is not, for cases run in the default one; and a law about
`values` says what the bits are, so a wrong value breaks it however it came about."""


Need = Literal["threads", "together", "environment", "settings", "times", "ways", "whole", "calls"]
"""What a session may lack. The first six are abilities of the session, of `settings` and `ways` any
one of them; `whole`: the op as one call, where a session supports only its nodes; `calls`: other
calls, of the same op or of others."""

ABILITIES: frozenset[Need] = frozenset(
    {"threads", "together", "environment", "settings", "times", "ways"}
)
"""Needs that a session meets for every op or for none."""


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
    """A session with helpers to run calls and to compare runs; `threads` is its usual setting.

    `promises` are the ops and formats that it may not refuse; `answered` has the answers of the
    NumPy route.
    """

    session: Session
    threads: int | None = None
    promises: Promises = frozenset()
    answered: Answered = field(default_factory=Answered)

    def run(
        self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array] | None = None
    ) -> list[Bits]:
        """The bits of the results, written into fresh contiguous arrays or into `outputs`.

        Raises LeftError, and what the session raises.
        """
        return run_into(self.session, call, inputs, outputs)

    def run_each(self, call: Call, questions: Iterable[Question]) -> Iterator[list[Bits]]:
        """The bits of each question in order; many are asked at once where that is quicker.

        Raises LeftError, and what the session raises.
        """
        return run_each(self.session, call, questions)

    def node(self, op: str, inputs: Sequence[Array], output: str = "", **attributes: Any) -> Bits:
        """The bits of one call of another op of the session; elementwise operands are broadcast.

        `output` is the format of the result where the operands leave it open. Raises
        NotApplicableError where the session has no such call, BackendError where it has promised
        it.
        """
        if get_op(op).shape_rule is elementwise:
            inputs = np.broadcast_arrays(*inputs)
        formats = [format_of(x).name for x in inputs]
        call = get_op(op).call(formats, [output] if output else None, **attributes)
        self.need_call(call)
        return self.run(call, inputs)[0]

    def refusal(self, call: Call) -> str | None:
        """Why the session has no such call, or None. Raises BackendError where it promised it."""
        return refusal(self.session, call, self.promises)

    def need_call(self, call: Call) -> None:
        """Raises NotApplicableError where the session has no such call, BackendError as above."""
        reason = self.refusal(call)
        if reason is not None:
            raise NotApplicableError(f"the session has no {call}: {reason}")

    def need(self, demand: Callable[[Session], None]) -> None:
        """Raises NotApplicableError where the session declares that it lacks this (see `demands`).

        To be asked first: what a session lacks excuses it, even where its plain calls fail.
        """
        try:
            demand(self.session)
        except LackingError as error:
            raise NotApplicableError(str(error)) from error

    def run_in(
        self, environment: fenv.Environment, call: Call, inputs: Sequence[Array]
    ) -> tuple[list[Bits], fenv.Environment]:
        """Run in a floating-point environment; the bits, and the environment that is left.

        Raises NotApplicableError where the session declares that it cannot.
        """
        self.need(need_environment)
        inner: Any = InEnvironment(self.session, environment)
        return Bench(inner).run(call, inputs), inner.after

    def run_in_way(
        self, way: str, call: Call, inputs: Sequence[Array], shapes: Sequence[tuple[int, ...]]
    ) -> list[Bits]:
        """The bits of results of these shapes, computed in one of the ways that front ends take.

        Raises what the session raises.
        """
        outputs = [poisoned(s, f) for s, f in zip(shapes, call.outputs, strict=True)]
        demands.run_in_way(self.session, Run(call, inputs, outputs, way=way))
        return [bits_of(y) for y in outputs]

    def run_together(
        self, call: Call, jobs: Sequence[Sequence[tuple[Call, Sequence[Array]]]]
    ) -> list[list[list[Bits]]]:
        """Make the calls of each job, one after the other, in a thread of its own.

        All begin at once; `call` is the one that the law is about. Raises NotApplicableError where
        the session declares that it cannot.
        """
        self.need(need_together)
        self.need_whole(call)
        runs = [[self._prepared(*asked) for asked in job] for job in jobs]
        demands.together(self.session, runs)
        return [[[bits_of(y) for y in run.outputs] for run in job] for job in runs]

    def need_whole(self, call: Call) -> None:
        """Raises NotApplicableError where the session does not run the call as a whole."""
        if not self.session.supports(call):
            self.need_call(call)
            raise NotApplicableError("run node by node: the law is put to the nodes")

    def can_run(self, call: Call) -> bool:
        """Whether the session runs the call as a whole. Raises BackendError as `refusal` does."""
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
        """A finding about a call on the operands of a specimen, compared with the NumPy route.

        `text` is a sentence. None where the result is right, or the operands are refused.
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
        """A finding about the first output whose bits are not the same, or None.

        `text` is a sentence; `sides` say in a few words what gave `base` and what gave `other`.
        """
        pairs = zip(base, other, specimen.call.outputs, strict=True)
        for output, (a, b, name) in enumerate(pairs):
            if not np.array_equal(a, b):
                return Finding(text, specimen, a, b, name, sides, output)
        return None


def as_array(bits: Bits, name: str) -> Array:
    """Bits as an array of a format, read-only, so that they can be the operand of a next call."""
    array: Array = bits.view(get_format(name).dtype)
    array.flags.writeable = False
    return array


Check = Callable[[Bench, Specimen], Finding | None]
"""Puts the law to a session on one specimen. Raises NotPossibleError, NotApplicableError."""


Labels = Literal["two", "of one format", "all"]
"""Which labels of an op. The label `f32` has one format, `f16_to_f32` has two."""


@dataclass(frozen=True, slots=True)
class Law:
    """A law: its name, what it says, the rules that it checks, how, and how grave a breach is.

    `applies` tells the specimens that `check` really puts to the test; an op and label without one
    has no item, so that nothing passes unchecked. `moves_arrays` tells that it changes nothing but
    the addresses of arrays. `large` tells that it is put to large specimens too, on which a backend
    shares its work among threads. `stretches` tells that it is also put to operands that are filled
    stretch by stretch. `at_standard` tells to which labels of an op level standard puts it: to two,
    to those of one format, or to all. `needs` are the reasons for which it may be not applicable; a
    law without any is put to every session. `meets_others` tells that what breaks it may differ
    each time without a race inside a call, since calls run at once.
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
