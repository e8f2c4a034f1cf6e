"""A session that computes each call by a public function of a front end.

The function computes on the C backend, and every call that reaches the C backend is recorded. From
these records the session decides whether the front end made the requested call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from types import TracebackType

import numpy as np

from samebits.backends import executor
from samebits.backends.checks import check_call
from samebits.backends.fronts.front import Expression, NotExpressedError, OpenFront
from samebits.backends.fronts.watched import WatchedSession
from samebits.backends.libraries.base import trials
from samebits.backends.protocol import Array, BackendError, Support, Supported, Unsupported
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of, get_format
from samebits.spec.graph_walk import node_calls
from samebits.spec.language.call import Call

_MOST_KNOWN = 4096
"""Maximum number of calls whose functions are cached."""


_OWN = ("real", "choice", "flag")
"""Types of attributes whose values are independent of shapes."""


class FrontSession:
    """A front end on a session of the C backend."""

    def __init__(
        self, name: str, front: OpenFront, below: WatchedSession, facts: Mapping[str, str]
    ) -> None:
        self._name = name
        self.front = front
        self.below = below
        self._facts = facts
        self._known: dict[Call, Expression] = {}

    def supports(self, call: Call) -> Support:
        """Return whether the front end makes exactly this call when its function is called.

        The function is tried on small operands. If it makes calls of other ops, the call is
        unsupported: a rounding between those ops would not be an error, and a right result would
        not test the op.
        """
        below = executor.supports(self.below, call)
        if isinstance(below, Unsupported):
            return below
        try:
            self.front.expression(call)
            tried = [self._otherwise(*trial) for trial in trials_of(call)]
        except NotExpressedError as error:
            return Unsupported(str(error))
        except Exception as error:  # a front end may refuse a call in any way
            said = str(error).strip().partition("\n")[0]
            return Unsupported(f"{self._name} refuses {call}: {said or type(error).__name__}")
        return Unsupported(tried[0]) if tried and all(tried) else Supported()

    def _otherwise(self, call: Call, operands: Sequence[Array]) -> str:
        """Describe the other ops that the front end calls, or return "" if it makes the call.

        If the front end declares the call but returns other bits, the result is "" too, so that the
        cases of the call are run and fail. Raises NotExpressedError if a result has another format.
        """
        with self.below.noting() as made:
            results = self.front.expression(call)(operands)
        for result, name in zip(results, call.outputs, strict=True):
            if result.dtype != get_format(name).dtype:
                raise NotExpressedError(f"{self._name} returns {result.dtype} for {call}")
        with self.below.noting() as wanted:
            right = executor.execute(self.below, call, operands)
        if _is_made(call, operands, made, wanted):
            return ""
        if self.front.declares(call) and not all(map(_same, results, right)):
            return ""
        shown = ", ".join(dict.fromkeys(other.op for other in made)) or "no op"
        return f"{self._name} computes {call.op}[{call.label}] by {shown}"

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the call by the front end, and copy the results to the outputs.

        Raises the front end's errors, SpecError for a call that is an error, and BackendError if a
        result has another shape or format.
        """
        expression = self._known.get(call)
        if expression is None:
            get_op(call.op).check(call)
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            expression = self._known[call] = self.front.expression(call)
        if not self.front.refuses_errors:
            check_call(call, inputs, outputs)
        try:
            results = expression(inputs)
        except Exception:
            # PyTorch refuses some empty operands. If all results are empty, there are no bits to
            # judge.
            if self.front.refuses_errors or any(output.size for output in outputs):
                raise
            return
        # A front end may broadcast and convert operands; for the op they are an error.
        check_call(call, inputs, outputs)
        for place, (result, output) in enumerate(zip(results, outputs, strict=True)):
            is_whole = result.shape == output.shape or not (result.size or output.size)
            if not is_whole or result.dtype != output.dtype:
                raise BackendError(
                    f"{self._name}: result {place} of {call} is {result.dtype}{list(result.shape)},"
                    f" not {output.dtype}{list(output.shape)}"
                )
            if output.size:
                output[...] = result

    def configure(self, *, threads: int | None = None, stream: int | None = None) -> None:
        """Set the number of threads of the underlying session."""
        self.below.configure(threads=threads, stream=stream)

    def environment(self) -> Mapping[str, str]:
        """Return the front end's facts, and the facts of the underlying session as `below NAME`."""
        below = {f"below {name}": fact for name, fact in self.below.environment().items()}
        return {**self._facts, **below}

    def __enter__(self) -> FrontSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.front.close()
        self.below.__exit__(kind, value, trace)


def trials_of(call: Call) -> Iterator[tuple[Call, list[Array]]]:
    """Yield small calls of the op in these formats, with operands.

    Float operands hold numbers from 0.5 to 1.75. Integer operands hold ones, which are valid
    indices in every example. Attributes that are independent of shapes have the values of `call`,
    if the example allows these values.
    """
    op = get_op(call.op)
    kept = {a.name: call.attributes[a.name] for a in op.attributes if a.type in _OWN}
    for example, operands in trials(call):
        for number, x in enumerate(operands):
            if get_format(call.inputs[number]).is_float:
                numbers = 0.5 + (np.arange(x.size) * 7 + number * 5) % 11 / 8.0
                x[...] = numbers.reshape(x.shape).astype(x.dtype)
        for attributes in ({**example.attributes, **kept}, example.attributes):
            with suppress(SpecError):
                tried = op.call(call.inputs, call.outputs, **attributes)
                op.output_shapes(tried, [x.shape for x in operands])
                yield tried, operands
                break


def _is_made(
    call: Call, operands: Sequence[Array], made: Sequence[Call], wanted: Sequence[Call]
) -> bool:
    """Return whether a front end made the call itself, or the executor's calls (`wanted`).

    Making the nodes of the call's graph counts as making the call (G1). A library may do exact
    integer arithmetic and moves without calling an op.
    """
    op = get_op(call.op)
    if _named(call) in map(_named, made) or _without_casts(made) == _without_casts(wanted):
        return True
    if op.op_class == "move" and all(get_op(other.op).op_class == "move" for other in made):
        return True
    shapes = [x.shape for x in operands]
    graph = op.graph_of(call, shapes)
    if graph is not None:
        nodes = [node for _, node in node_calls(graph, call, shapes)]
        if _without_casts(made) == _without_casts(nodes):
            return True
    exact = not any(get_format(name).is_float for name in (*call.inputs, *call.outputs))
    return exact and not made


_Named = tuple[str, tuple[str, ...], tuple[str, ...]]


def _named(call: Call) -> _Named:
    """Return the op and the formats of a call.

    Attributes are omitted, because a front end may count axes from the end.
    """
    return call.op, call.inputs, call.outputs


def _without_casts(calls: Sequence[Call]) -> Counter[_Named]:
    """Count calls by op and formats, without casts, because casts of operands change no bits.

    Casts of Python scalars have their own name.
    """
    return Counter(_named(call) for call in calls if call.op != "cast")


def _same(a: Array, b: Array) -> bool:
    return a.shape == b.shape and bool(np.array_equal(bits_of(a), bits_of(b)))
