"""A session of the CUDA backend: from a call and arrays to launches of a family's kernels.

A call is planned once for each layout of its operands (planning/plans.py). The plan is cached,
because a small call spends most of its time in Python code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any

import numpy as np

from samebits.backends.checks import require_declared
from samebits.backends.cuda.arrays.addresses import GRAIN, nowhere
from samebits.backends.cuda.arrays.layout import ArrayError, Layout, Look
from samebits.backends.cuda.arrays.look import look_at
from samebits.backends.cuda.arrays.torch import STAND_IN
from samebits.backends.cuda.calling.allowance import Allowance
from samebits.backends.cuda.calling.deferred import Blocks, Findings
from samebits.backends.cuda.calling.lasting import Lasting
from samebits.backends.cuda.calling.ordering import ordered
from samebits.backends.cuda.calling.prepared_call import Prepared, Seeded
from samebits.backends.cuda.calling.prepared_list import Launches, PreparedList
from samebits.backends.cuda.calling.transfer import refusal, size_there, to_device, to_host
from samebits.backends.cuda.choice import chosen, supports
from samebits.backends.cuda.generators.graph_lists import listed
from samebits.backends.cuda.machines.gpu import Allocate, GpuMachine, Release
from samebits.backends.cuda.machines.protocol import NO_GPU, Driver, Memory
from samebits.backends.cuda.planning.plan_cache import PlanCache
from samebits.backends.cuda.planning.planned_call import Planned, plan_call, refused, spread
from samebits.backends.protocol import (
    Array,
    BackendError,
    ListCall,
    PreparedCall,
    SeededCall,
    Support,
    Unsupported,
)
from samebits.spec.language.call import Call


class CudaSession:
    """An open device (see `samebits.backends.protocol.LimitedSession`).

    It accepts NumPy arrays, and arrays on its device, for example CuPy arrays and PyTorch tensors.
    A call respects the order of work on the streams of its arrays (calling/ordering.py). Several
    threads may make calls simultaneously, each on the stream that it has configured.
    """

    def __init__(self, device: str, machine: Driver) -> None:
        self.device = device
        self.machine = machine
        self._plans = PlanCache()
        self._memory = Allowance()
        self._lasting = Lasting(machine, self._memory)
        self._blocks = Blocks()
        self._launches = Launches()

    def __enter__(self) -> CudaSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None and not self.machine.lost:
                with self.machine.selected():
                    self.machine.synchronize()  # other code may still use results on the device
        finally:
            self._plans.clear()
            self._launches.clear()
            self.machine.close()
            self._lasting.clear()

    def supports(self, call: Call) -> Support:
        """Return whether there are kernels for the op with these formats."""
        return supports(call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute a call on arrays with any strides and alignment.

        If an output shares memory with an input, the result is as if the input had been copied
        first. Raises BackendError for invalid operands, lack of memory, or a failed launch.
        """
        self._run_on(call, (*inputs, *outputs))

    def _run_spread(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the call as `run` does. Inputs are broadcast to the shape of the first output."""
        self._run_on(call, (*inputs, *outputs), is_spread=True)

    def _run_on(self, call: Call, arrays: Sequence[Any], *, is_spread: bool = False) -> None:
        machine = self.machine
        looks: list[Look] = []
        try:  # before the machine selects a device, because libraries report the current stream
            for array in arrays:
                looks.append(look_at(machine, array))  # noqa: PERF401 (their number is used)
        except ArrayError as error:
            raise refused(call, len(looks), error) from error
        layouts = [look[2] for look in looks]
        if is_spread:
            layouts = spread(call, layouts)
        with machine.selected():
            own, others = machine.stream, []
            for i, (address, _, _, stream, is_unplaced, _) in enumerate(looks):
                if stream and stream != own:
                    others.append(stream)
                if is_unplaced and (place := machine.misplaced(address)):
                    raise refused(call, i, place)
            if not others:
                self._run(call, arrays, looks, layouts)
                return
            with ordered(machine, call, others):
                self._run(call, arrays, looks, layouts)

    def prepare(
        self, call: Call, otherwise: PreparedCall, *, broadcast: bool = False
    ) -> PreparedCall:
        """Return a prepared call for arrays on the device, which needs less CPU time than `run`.

        `otherwise` computes the call on NumPy arrays.
        """
        if not self.supports(call):
            return otherwise
        run, plan = self.run, self._kept_plan
        if broadcast:
            run, plan = self._run_spread, self._spread_plan
        return Prepared(self.machine, self._memory, call, run, plan, otherwise)

    def prepare_seeded(self, call: Call, otherwise: SeededCall) -> SeededCall:
        """Return a prepared call of a random op on device arrays, with one plan for all seeds."""
        if not self.supports(call):
            return otherwise
        return Seeded(self.machine, self._memory, call, self.run, self._kept_plan, otherwise)

    def prepare_list(self, call: Call, one: PreparedCall) -> ListCall | None:
        """Return a call on many sets of device arrays, in few launches (prepared_list.py)."""
        if not self.supports(call) or chosen(call) != "graphs":
            return None
        found = listed(call.op, (call.inputs, call.outputs))
        if isinstance(found, str):
            return None
        return PreparedList(self.machine, self._launches, call, found, one)

    def _kept_plan(self, call: Call, layouts: Sequence[tuple[Any, ...]]) -> Planned:
        with self.machine.selected():
            return self._planned(call, layouts, ())

    def _spread_plan(self, call: Call, layouts: Sequence[tuple[Any, ...]]) -> Planned:
        return self._kept_plan(call, spread(call, layouts))

    def scratch(self, call: Call, layouts: Sequence[tuple[Any, ...]]) -> int:
        """Return how many bytes of device memory a call needs in addition to operands and results.

        It plans the call. `layouts` has the fields of each array's Layout (arrays/layout.py).
        Raises BackendError as `run` does.
        """
        with self.machine.selected():
            return self._planned(call, layouts, ()).scratch

    def deferred_findings(self, *, room: int = 1 << 20) -> Findings:
        """Return a `with` block in which index ops do not wait for their findings.

        Use it as `with session.deferred_findings() as findings:`; it applies to the thread that
        enters it. For an index out of range, the usual error of the call is raised at the end of
        the block, or by `findings.check()`.

        In this block, index ops and other calls that need memory also work during CUDA graph
        capture, if they have run in the block before. They take their memory from a reserve of
        `room` bytes on the device, so `findings` must live as long as the graph. Raises
        BackendError if the reserve cannot be allocated.
        """
        return Findings(self.machine, self._blocks, self._memory, room)

    def borrow(self, allocate: Allocate, release: Release, trim: Callable[[], None]) -> None:
        """Take memory for calls from a foreign allocator, for example PyTorch's (see GpuMachine).

        The call has no effect on an emulated device.
        """
        if isinstance(self.machine, GpuMachine):
            self.machine.borrow(allocate, release, trim)

    @property
    def tensor_device(self) -> str:
        """Return PyTorch's name of the device. Tensors on that device are used without a copy."""
        number = self.machine.number
        return f"{STAND_IN}:0" if number == NO_GPU else f"cuda:{number}"

    @property
    def is_lost(self) -> bool:
        """Return whether a fatal error has made the device unusable for this process."""
        return self.machine.lost

    def environment(self) -> Mapping[str, str]:
        """Return facts about the machine, the compiler and its options."""
        return self.machine.environment()

    def condition(self) -> Mapping[str, str]:
        """Return the device's current condition (see `ObservedSession` of the protocol)."""
        return self.machine.condition()

    def configure(
        self, *, threads: int | None = None, stream: int | None = None, memory: int | None = None
    ) -> None:
        """Set the stream of this thread's later runs, as CUDA's number, or the memory limit.

        Streams 0 and 1 are the default stream, 2 is the per-thread stream, and others are handles
        of the runtime. The stream applies to the calling thread; other threads begin on the default
        stream. `threads` has no effect on a GPU. No setting changes a bit.

        `memory` limits the device memory, in bytes, that all calls of the session together use for
        copies of NumPy arrays and for scratch memory of kernels. Arrays that are already on the
        device do not count. 0 means no limit. A call that needs more is refused before it begins
        (DeviceMemoryError).
        """
        if memory is not None:
            self._memory.set(memory)
        if threads is not None and threads < 0:
            raise BackendError(f"the number of threads cannot be {threads}")
        if stream is not None:
            if not isinstance(stream, int) or stream < 0:
                raise BackendError(
                    f"stream={stream!r} is no CUDA stream; pass its handle, a number"
                )
            self.machine.use_stream(stream)

    def _run(
        self,
        call: Call,
        arrays: Sequence[Any],
        looks: Sequence[Look],
        layouts: Sequence[tuple[Any, ...]],
    ) -> None:
        planned = self._planned(call, layouts, ())
        for i in range(len(call.inputs), len(arrays)):
            if fixed := refusal(arrays[i], looks[i]):
                raise refused(call, i, fixed)
        addresses = [look[0] for look in looks]
        hosts = [i for i, array in enumerate(arrays) if isinstance(array, np.ndarray)]
        places = addresses
        if hosts:  # NumPy arrays are copied to new memory, which overlaps no other array
            self._require_no_capture(call, "has arrays of the host")
            places = [nowhere(i + 1) if i in hosts else at for i, at in enumerate(addresses)]
        apart = planned.overlapping(places)
        if apart:
            planned = self._planned(call, layouts, apart)
        findings = None
        if planned.needs:
            findings = self._blocks.around[-1] if self._blocks.around else None
            if findings is None:
                self._require_no_capture(call, planned.needs)
            elif planned.plan.findings:
                planned = self._planned(call, layouts, apart, is_deferred=True)
        if not self._memory.limit:
            self._carry_out(call, planned, arrays, hosts, addresses, findings)
            return
        size = planned.scratch
        for i in hosts:
            size += size_there(addresses[i], planned.reaches[i], arrays[i].itemsize)
        with self._memory.taken(call, size):
            self._carry_out(call, planned, arrays, hosts, addresses, findings)

    def _carry_out(
        self,
        call: Call,
        planned: Planned,
        arrays: Sequence[Any],
        hosts: Sequence[int],
        addresses: list[int],
        findings: Findings | None,
    ) -> None:
        """Run a plan on arrays. Arrays `hosts` (by index) are copied to the device and back.

        Their entries in `addresses` are replaced by the addresses of the copies.
        """
        machine = self.machine
        held: dict[int, Memory] = {}
        for i in hosts:
            held[i], addresses[i] = to_device(machine, arrays[i], addresses[i], planned.reaches[i])
        places = [address & -GRAIN for address in addresses]
        if findings is None:
            planned.plan.run(machine, places)
        else:
            findings.run(call, planned.plan, places)
        if held:
            self._bring_back(call, planned, held, addresses, arrays)

    def _require_no_capture(self, call: Call, reason: str) -> None:
        """Raise BackendError during graph capture; `reason` says what cannot be captured."""
        if self.machine.is_capturing(self.machine.stream):
            raise BackendError(f"{call} cannot be captured in a graph: it {reason}")

    def _bring_back(
        self,
        call: Call,
        planned: Planned,
        held: Mapping[int, Memory],
        addresses: Sequence[int],
        arrays: Sequence[Any],
    ) -> None:
        """Copy results to their NumPy arrays, and wait until the device uses no CPU memory."""
        results = [i for i in held if i >= len(call.inputs) and planned.reaches[i].span]
        for i in results:
            to_host(self.machine, held[i], addresses[i], arrays[i], planned.reaches[i])
        if not results:
            self.machine.synchronize()  # an operand in page-locked memory may still be in transfer

    def _planned(
        self,
        call: Call,
        layouts: Sequence[tuple[Any, ...]],
        apart: tuple[int, ...],
        is_deferred: bool = False,
    ) -> Planned:
        """Return the plan for these layouts.

        The operands with the indices `apart` are copied first.
        """
        key = (id(call), apart, is_deferred, *layouts)
        planned = self._plans.get(key)
        if planned is None:
            require_declared(call)  # checked here, because the attributes 1 and 1.0 have equal keys
            equal = (call.key(), *key[1:])  # this Call object may be equal to an earlier one
            planned = self._plans.equal(key, equal, call)
        if planned is None:
            self._require_no_capture(call, "has not run on such arrays before; run it once")
            planned = self._plan(call, [Layout(*x) for x in layouts], apart, is_deferred)
            planned = self._plans.put(key, equal, call, planned)
        return planned

    def _plan(
        self,
        call: Call,
        layouts: Sequence[Layout],
        apart: Sequence[int],
        is_deferred: bool = False,
    ) -> Planned:
        support = self.supports(call)
        if isinstance(support, Unsupported):
            raise BackendError(f"cuda:{self.device}: {support.reason}")
        lasts = self._lasting.get
        return plan_call(self.machine, call, layouts, apart, is_deferred=is_deferred, lasts=lasts)
