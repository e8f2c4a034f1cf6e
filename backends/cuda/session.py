"""A session of the CUDA backend: from a call and arrays to launches of a family's kernels.

What a call asks of the device is planned once for a layout of its operands (plans.py) and kept:
the time of a small call is the host's.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, cast

import numpy as np

from samebits.backends.cuda import families
from samebits.backends.cuda.addresses import GRAIN, made_up, require_near
from samebits.backends.cuda.families.protocol import Family
from samebits.backends.cuda.machines.protocol import Driver, Memory
from samebits.backends.cuda.plans import Plan, Region, Tape
from samebits.backends.cuda.transfer import Layout, Look, is_writable, look_at, to_device, to_host
from samebits.backends.cuda.units import operations
from samebits.backends.cuda.views import Reach, View, new, reach
from samebits.backends.cuda.walks import copy
from samebits.backends.protocol import Array, BackendError, Support, Unsupported
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS

_IN_PLACE = ("elementwise",)
"""Families whose kernels read every element before they write it, and no other."""

_MOST_PLANS = 2048
"""Entries of a session's plans, two for each; one more, and all of them are dropped."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """An operand and a result, by number, that share memory if `low` < distance < `high`.

    The distance is the operand's address less the result's; `same`: where it is 0, the operand may
    be the result.
    """

    source: int
    target: int
    low: int
    high: int
    same: bool


@dataclass(frozen=True, slots=True)
class _Planned:
    """A plan for one layout; `call` keeps alive the object whose id is part of the key."""

    call: Call
    plan: Plan
    reaches: tuple[Reach, ...]
    pairs: tuple[_Pair, ...]

    def overlapping(self, addresses: Sequence[int]) -> tuple[int, ...]:
        """The operands that have to be copied first, for elements at these addresses."""
        found = []
        for pair in self.pairs:
            distance = addresses[pair.source] - addresses[pair.target]
            if pair.low < distance < pair.high and not (pair.same and distance == 0):
                found.append(pair.source)
        return tuple(dict.fromkeys(found))


class CudaSession:
    """An open device (see `samebits.backends.protocol.ConfigurableSession`).

    Besides NumPy's arrays it takes arrays that lie on its device, such as CuPy's and PyTorch's.
    Calls may come from several threads at once.
    """

    def __init__(self, device: str, machine: Driver) -> None:
        self.device = device
        self.machine = machine
        self._plans: dict[tuple[object, ...], _Planned] = {}

    def __enter__(self) -> CudaSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._plans.clear()
        self.machine.close()

    def supports(self, call: Call) -> Support:
        """Whether there are kernels for the op with these formats."""
        found = operations().get(call.op)
        if found is None or call.version != 1:
            return Unsupported(f"the CUDA backend has no kernel for {call.op}[{call.label}]")
        return _family(found[0]).supports(call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the call; arrays may have any strides and alignment.

        An output that shares memory with an input works as if the input had been copied first.
        Raises BackendError: wrong operands, no memory, a launch that failed.
        """
        arrays = (*inputs, *outputs)
        # First, for CuPy's arrays name the stream that is current when they are asked.
        looks = [look_at(self.machine, array) for array in arrays]
        with self.machine.selected():
            self._run(call, len(inputs), arrays, looks)

    def scratch(self, call: Call, layouts: Sequence[tuple[Any, ...]]) -> int:
        """Bytes of device memory that a call needs besides its operands and results; plans it.

        `layouts` are the fields of their Layouts (transfer.py). Raises BackendError as `run` does.
        """
        with self.machine.selected():
            return self._planned(call, len(call.inputs), layouts, ()).plan.scratch

    @property
    def is_lost(self) -> bool:
        """Whether a fatal error of the device has ended what this process can compute on it."""
        return self.machine.lost

    def environment(self) -> Mapping[str, str]:
        """Facts of the machine, the compiler and its options."""
        return self.machine.environment()

    def configure(self, *, threads: int | None = None, stream: int | None = None) -> None:
        """Put the following runs on a stream, by its handle; threads have no meaning on a GPU."""
        if threads is not None and threads < 0:
            raise BackendError(f"the number of threads cannot be {threads}")
        if stream is not None:
            self.machine.use_stream(stream)

    def _run(self, call: Call, inputs: int, arrays: Sequence[Any], looks: Sequence[Look]) -> None:
        machine = self.machine
        layouts = [layout for _, _, layout in looks]
        planned = self._planned(call, inputs, layouts, ())
        if not all(map(is_writable, arrays[inputs:], looks[inputs:])):
            raise BackendError(f"{call}: an output array is read-only")
        addresses = [address for address, _, _ in looks]
        held: dict[int, Memory] = {}
        for i, array in enumerate(arrays):
            if isinstance(array, np.ndarray):
                held[i], addresses[i] = to_device(machine, array, addresses[i], planned.reaches[i])
        apart = planned.overlapping(addresses)
        if apart:
            planned = self._planned(call, inputs, layouts, apart)
        planned.plan.run(machine, [address & -GRAIN for address in addresses])
        if held:
            self._bring_back(planned, held, addresses, arrays)

    def _bring_back(
        self,
        planned: _Planned,
        held: Mapping[int, Memory],
        addresses: Sequence[int],
        arrays: Sequence[Any],
    ) -> None:
        """Copy the results that belong to the host; on return nothing of its memory is in use."""
        first = len(planned.call.inputs)
        results = [i for i in held if i >= first and planned.reaches[i].span]
        for i in results:
            to_host(self.machine, held[i], addresses[i], arrays[i], planned.reaches[i])
        if not results:
            self.machine.synchronize()  # an operand in page-locked memory may still be on its way

    def _planned(
        self, call: Call, inputs: int, layouts: Sequence[tuple[Any, ...]], apart: tuple[int, ...]
    ) -> _Planned:
        """The plan for these layouts; operands with the numbers `apart` are copied first."""
        key = (id(call), inputs, apart, *layouts)
        planned = self._plans.get(key)
        if planned is None:  # an equal call may have been made anew
            equal = (call.key(), *key[1:])
            found = self._plans.get(equal)
            if found is None:
                found = self._plan(call, inputs, [Layout(*layout) for layout in layouts], apart)
            if len(self._plans) >= _MOST_PLANS:
                self._plans.clear()
            planned = self._plans[key] = replace(found, call=call)
            self._plans[equal] = found
        return planned

    def _plan(
        self, call: Call, inputs: int, layouts: Sequence[Layout], apart: Sequence[int]
    ) -> _Planned:
        """Let the family note what it needs. Raises BackendError for operands that are wrong."""
        support = self.supports(call)
        if isinstance(support, Unsupported):
            raise BackendError(f"cuda:{self.device}: {support.reason}")
        formats = (*call.inputs, *call.outputs)
        if inputs != len(call.inputs) or len(layouts) != len(formats):
            raise BackendError(
                f"{call}: {len(call.inputs)} inputs and {len(call.outputs)} outputs wanted"
            )
        self._check(call, [x.shape for x in layouts[:inputs]], [x.shape for x in layouts[inputs:]])
        tape = Tape(self.machine, len(layouts))
        views = []
        for i, (layout, name) in enumerate(zip(layouts, formats, strict=True)):
            address = made_up(i + 1) + layout.shift
            strides = layout.strides_of(name)
            require_near(call, reach(layout.shape, strides, FORMATS[name].bits // 8))
            views.append(View(Region(address, 0), address, layout.shape, strides, name))
        family = operations()[call.op][0]
        sources = views[:inputs]
        for i in apart:
            sources[i] = new(tape, views[i].shape, views[i].format)
            copy(tape, views[i], sources[i])
        _family(family).run(tape, call, sources, views[inputs:])
        reaches = tuple(reach(v.shape, v.strides, v.item) for v in views)
        pairs = _pairs(views, reaches, inputs, family in _IN_PLACE)
        return _Planned(call, tape.plan(), reaches, tuple(pairs))

    def _check(
        self, call: Call, inputs: list[tuple[int, ...]], outputs: list[tuple[int, ...]]
    ) -> None:
        try:
            wanted = get_op(call.op).output_shapes(call, inputs)
        except SpecError as error:
            raise BackendError(f"cuda:{self.device}: {error}") from error
        for got, shape in zip(outputs, wanted, strict=True):
            if got != tuple(shape):
                raise BackendError(f"{call}: an output of shape {shape} wanted, got {got}")


def _pairs(
    views: Sequence[View], reaches: Sequence[Reach], inputs: int, in_place: bool
) -> Iterator[_Pair]:
    """Every operand with every result; one without elements shares nothing."""
    for i in range(inputs):
        for j in range(inputs, len(views)):
            a, b = reaches[i], reaches[j]
            alike = (views[i].shape, views[i].strides) == (views[j].shape, views[j].strides)
            same = in_place and alike and views[i].item == views[j].item
            if a.span and b.span:
                yield _Pair(i, j, b.low - a.low - a.span, b.low + b.span - a.low, same)


def _family(name: str) -> Family:
    return cast(Family, importlib.import_module(f"{families.__name__}.{name}"))
