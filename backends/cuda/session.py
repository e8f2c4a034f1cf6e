"""A session of the CUDA backend: from a call and arrays to launches of a family's kernels."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, cast

import numpy as np

from samebits.backends.cuda import families
from samebits.backends.cuda.families.protocol import Family
from samebits.backends.cuda.machines.protocol import Machine
from samebits.backends.cuda.transfer import (
    is_writable,
    overlap,
    require_array,
    to_device,
    to_host,
)
from samebits.backends.cuda.units import operations
from samebits.backends.cuda.views import View, new
from samebits.backends.cuda.walks import copy
from samebits.backends.protocol import Array, BackendError, Support, Unsupported
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError

_IN_PLACE = ("elementwise",)
"""Families whose kernels read every element before they write it, and no other."""


class CudaSession:
    """An open device (see `samebits.backends.protocol.ConfigurableSession`).

    Besides NumPy's arrays it takes arrays that lie on its device, such as CuPy's and PyTorch's.
    """

    def __init__(self, device: str, machine: Machine) -> None:
        self.device = device
        self.machine = machine

    def __enter__(self) -> CudaSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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
        support = self.supports(call)
        if isinstance(support, Unsupported):
            raise BackendError(f"cuda:{self.device}: {support.reason}")
        self._check(call, inputs, outputs)
        machine = self.machine
        sources = [to_device(machine, x, f) for x, f in zip(inputs, call.inputs, strict=True)]
        targets = [to_device(machine, x, f) for x, f in zip(outputs, call.outputs, strict=True)]
        family = operations()[call.op][0]
        sources = [self._apart(view, targets, family in _IN_PLACE) for view in sources]
        _family(family).run(machine, call, sources, targets)
        waited = [to_host(machine, v, array) for v, array in zip(targets, outputs, strict=True)]
        if not any(waited) and any(isinstance(x, np.ndarray) for x in inputs):
            machine.synchronize()  # an operand in page-locked memory may still be on its way

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

    def _check(self, call: Call, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
        if len(inputs) != len(call.inputs) or len(outputs) != len(call.outputs):
            raise BackendError(
                f"{call}: {len(call.inputs)} inputs and {len(call.outputs)} outputs wanted"
            )
        for array in (*inputs, *outputs):
            require_array(array)
        try:
            wanted = get_op(call.op).output_shapes(call, [tuple(x.shape) for x in inputs])
        except SpecError as error:
            raise BackendError(f"cuda:{self.device}: {error}") from error
        for array, shape in zip(outputs, wanted, strict=True):
            if tuple(array.shape) != tuple(shape):
                raise BackendError(f"{call}: an output of shape {shape} wanted, got {array.shape}")
            if not is_writable(array):
                raise BackendError(f"{call}: an output array is read-only")

    def _apart(self, source: View, targets: Sequence[View], in_place: bool) -> View:
        """An operand, copied if it shares memory with a result (arrays on the device may).

        With `in_place` it may be one of the results, element by element.
        """
        shared = [target for target in targets if overlap(source, target)]
        if not shared or (in_place and all(_same_elements(source, t) for t in shared)):
            return source
        fresh = new(self.machine, source.shape, source.format)
        copy(self.machine, source, fresh)
        return fresh


def _same_elements(a: View, b: View) -> bool:
    return (a.address, a.shape, a.strides, a.item) == (b.address, b.shape, b.strides, b.item)


def _family(name: str) -> Family:
    return cast(Family, importlib.import_module(f"{families.__name__}.{name}"))
