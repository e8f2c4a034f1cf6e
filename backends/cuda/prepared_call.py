"""A call of a CUDA session that is made again and again, at the least cost to the host.

It remembers the plan of its last arrays. As long as the next ones lie alike, are on the session's
stream and overlap no result, what is left is to put their addresses into the arguments and launch.
Whatever is otherwise takes the way of `CudaSession.run`, which says what is wrong where it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from samebits.backends.cuda.allowance import Allowance
from samebits.backends.cuda.arrays import look as looking
from samebits.backends.cuda.arrays.layout import ArrayError
from samebits.backends.cuda.machines.protocol import Driver, Memory
from samebits.backends.cuda.planning import Planned
from samebits.backends.protocol import PreparedCall
from samebits.spec.call import Call

_Layouts = list[tuple[Any, ...]]

Run = Callable[[Call, Any, Any], None]
"""`run` of a session."""

Plans = Callable[[Call, int, _Layouts], Planned]
"""Gives a session's plan for arrays that lie so."""


class _Quick:
    """A plan for arrays that lie as `layouts`, in the fewest steps that its launches take.

    Number i of what it names is the array i - 1, beyond them new memory; 0 is the words of the
    arguments. `steps` are the memory that is new (number, bytes), pointers (which word, number,
    bytes from it), a prepared launch, where its arguments are, and the numbers that are done with.
    """

    def __init__(self, planned: Planned, layouts: _Layouts) -> None:
        self.layouts = layouts
        self.words = planned.plan.words
        self.needs = planned.needs
        self.more = [0] * (planned.plan.memories - len(layouts))
        shifts = [0, *(layout[3] for layout in layouts), *self.more]
        self.steps = [
            (
                step.new,
                [(at, number, offset - shifts[number]) for at, number, offset in step.pointers],
                step.prepared,
                step.arguments,
                step.done,
            )
            for step in planned.plan.steps
        ]
        self.pairs = [(p.source + 1, p.target + 1, p.low, p.high, p.same) for p in planned.pairs]

    def is_apart(self, bases: list[int]) -> bool:
        """Whether no operand has to be copied first."""
        for source, target, low, high, same in self.pairs:
            distance = bases[source] - bases[target]
            if low < distance < high and not (same and distance == 0):
                return False
        return True

    def launch(self, machine: Driver, bases: list[int]) -> None:
        """Launch all, on arrays at these addresses from number 1 on."""
        words = self.words[:]
        start = bases[0] = words.buffer_info()[0]
        held: dict[int, Memory] = {}
        bases += self.more
        for new, pointers, prepared, arguments, done in self.steps:
            for number, size in new:
                held[number] = machine.allocate(size)
                bases[number] = held[number].address
            for at, number, offset in pointers:
                words[at] = bases[number] + offset
            machine.start(prepared, start + arguments)
            for number in done:
                del held[number]


class Prepared:
    """See `samebits.backends.protocol.PreparedCall`; `otherwise` takes arrays of the host.

    Any number of threads may call it at once, each on the stream that it has configured.
    """

    def __init__(
        self,
        machine: Driver,
        allowance: Allowance,
        call: Call,
        run: Run,
        plans: Plans,
        otherwise: PreparedCall,
    ) -> None:
        self._machine = machine
        self._allowance = allowance
        self._call = call
        self._run = run
        self._plans = plans
        self._otherwise = otherwise
        self._inputs = len(call.inputs)
        self._count = len(call.inputs) + len(call.outputs)
        self._quick: _Quick | None = None
        self._is_slow = False  # its plan looks at operands, or copies from the host

    def __call__(self, *operands: Any) -> None:
        """Compute on the inputs, then the outputs: arrays on the device, or all on the host.

        Raises BackendError.
        """
        quick = self._quick
        if quick is None or len(operands) != self._count:
            self._slowly(operands, is_new=not self._is_slow)
            return
        machine, inputs = self._machine, self._inputs
        own = machine.stream
        bases = [0]
        is_doubtful = False
        if quick.needs and (self._allowance.limit or machine.is_capturing(own)):
            self._slowly(operands)
            return
        try:
            for array, layout in zip(operands, quick.layouts, strict=False):
                reader = looking.readers.get(type(array)) or looking.look_at
                address, fixed, found, stream, is_unplaced, holds = reader(machine, array)
                if found != layout:
                    self._slowly(operands, is_new=True)
                    return
                bases.append(address)
                if (stream and stream != own) or holds or (fixed and len(bases) > inputs + 1):
                    self._slowly(operands)
                    return
                if is_unplaced:
                    is_doubtful = True
        except ArrayError:
            self._slowly(operands)  # said once more, with the operand's number
            return
        if quick.is_apart(bases):
            with machine.selected():
                if not (is_doubtful and any(map(machine.misplaced, bases[1:]))):
                    quick.launch(machine, bases)
                    return
        self._slowly(operands)

    def _slowly(self, operands: tuple[Any, ...], is_new: bool = False) -> None:
        """As `run`; where arrays lie in a new way, their plan is remembered."""
        if all(isinstance(x, np.ndarray) or getattr(x, "is_cpu", False) for x in operands):
            self._otherwise(*operands)
            return
        self._run(self._call, operands[: self._inputs], operands[self._inputs :])
        if is_new and not any(isinstance(x, np.ndarray) for x in operands):
            layouts = [looking.look_at(self._machine, x)[2] for x in operands]
            planned = self._plans(self._call, self._inputs, layouts)
            self._is_slow = bool(planned.plan.findings) or planned.plan.uploads
            self._quick = None if self._is_slow else _Quick(planned, layouts)
