"""A backend for an installed library: a table of its functions, and a session that calls them.

The library is judged as it is installed, and does not follow the bit rules of the spec. If the
library lacks an op or a format, the session reports the call as unsupported. Nothing is emulated.
The session itself raises the errors of the spec, because no library refuses every call that is an
error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType

import numpy as np

from samebits.backends.checks import check_call
from samebits.backends.libraries.numpy_forms import Implementation
from samebits.backends.protocol import (
    PROTOCOL_VERSION,
    Array,
    BackendError,
    Device,
    Support,
    Supported,
    Unsupported,
)
from samebits.spec.catalog import get_op
from samebits.spec.families.einsum import einsum, parse
from samebits.spec.families.reductions import SHAPE_RULES
from samebits.spec.formats import get_format
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.shapes import Shape, elementwise


@dataclass(frozen=True, slots=True)
class TableSession:
    """A session that looks up the function of each op in a table.

    `refuse` returns the reason why the library cannot run a call, or an empty string.
    """

    table: Mapping[str, Implementation]
    facts: Mapping[str, str]
    refuse: Callable[[Call], str]

    def supports(self, call: Call) -> Support:
        """Return unsupported if the library lacks the function or does not accept these formats."""
        if call.op not in self.table:
            return Unsupported(f"the library has no {call.op}")
        reason = self.refuse(call) or self._trial(call)
        return Unsupported(reason) if reason else Supported()

    def _trial(self, call: Call) -> str:
        """Call the function on small arrays of ones. Return the reason why it rejects the formats.

        The text is empty if the function accepts them.
        """
        try:
            for tried, operands in trials(call):
                for result, name in zip(
                    _several(self.table[call.op](tried, operands)), call.outputs, strict=True
                ):
                    if result.dtype != get_format(name).dtype:
                        return f"the library returns {result.dtype} for {call}"
        except (TypeError, RuntimeError, KeyError, AttributeError, ValueError) as error:
            return f"the library does not take {call}: {str(error).splitlines()[0]}"
        return ""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the call with the library, and copy the results to the outputs.

        Raises SpecError for a call that is an error (clause C2), because no library refuses all
        such calls.
        """
        check_call(call, inputs, outputs)
        for output, result in zip(
            outputs, _several(self.table[call.op](call, inputs)), strict=True
        ):
            output[...] = result

    def environment(self) -> Mapping[str, str]:
        """Return the versions and the build of the library."""
        return self.facts

    def __enter__(self) -> TableSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None


def _several(found: Array | tuple[Array, ...]) -> tuple[Array, ...]:
    return found if isinstance(found, tuple) else (found,)


def trials(call: Call) -> Iterator[tuple[Call, list[Array]]]:
    """Yield small calls of the same op and formats, with operands of ones.

    PyTorch accepts some formats only with several elements or several axes, so operands of both
    kinds are tried.
    """
    op, count = get_op(call.op), len(call.inputs)
    if op.shape_rule is einsum:
        operands = parse(op.name, call.attributes["equation"], count).operands
        yield _trial(call, {}, [(2,) * len(letters) for letters in operands])
    elif op.shape_rule in SHAPE_RULES:
        yield _trial(call, {}, [(2,) * _rank_for(call.attributes["axes"])])
    else:
        attributes, shapes = op.example(count)
        yield _trial(call, attributes, shapes)
        if op.shape_rule is elementwise:
            yield _trial(call, {}, [(1,)] * count)
        if isinstance(axis := attributes.get("axis"), int):
            yield _trial(call, *_along(axis, attributes, shapes))


def _along(
    axis: int, attributes: Mapping[str, AttributeValue], shapes: Sequence[Shape]
) -> tuple[dict[str, AttributeValue], list[Shape]]:
    """Return the attributes and shapes of a call, reduced to one axis of its first operand."""
    rank = len(shapes[0])
    cut = {k: (v[axis],) for k, v in attributes.items() if isinstance(v, tuple) and len(v) == rank}
    along = [(shape[axis],) if len(shape) == rank else shape for shape in shapes]
    return {**attributes, **cut, "axis": 0}, along


def _trial(
    call: Call, attributes: Mapping[str, AttributeValue], shapes: Sequence[Shape]
) -> tuple[Call, list[Array]]:
    """Return a call with some attributes replaced, and operands of ones in these shapes."""
    given = {**call.attributes, **attributes}
    pairs = zip(shapes, call.inputs, strict=True)
    ones = [np.ones(shape, get_format(f).dtype) for shape, f in pairs]
    return get_op(call.op).call(call.inputs, call.outputs, **given), ones


def _rank_for(axes: AttributeValue) -> int:
    """Return the smallest rank at which these axes are valid and distinct."""
    listed = axes if isinstance(axes, tuple) else (axes,) if isinstance(axes, int) else ()
    return max((*(a + 1 if a >= 0 else -a for a in listed), len(listed), 1))


@dataclass(frozen=True, slots=True)
class Library:
    """A backend with a single device, `cpu`, which `open_session` opens."""

    name: str
    version: str
    description: str
    open_session: Callable[[], TableSession]
    unavailable: str = ""
    protocol: int = PROTOCOL_VERSION

    def devices(self) -> Sequence[Device]:
        """Return the device `cpu`. It is unavailable if the library is not installed."""
        return [Device("cpu", self.description, not self.unavailable, self.unavailable)]

    def open(self, device: str) -> TableSession:
        """Open the device `cpu`. Raises BackendError."""
        if device != "cpu":
            raise BackendError(f"{self.name}: unknown device {device!r}; the only one is cpu")
        if self.unavailable:
            raise BackendError(f"{self.name}: {self.unavailable}")
        return self.open_session()
