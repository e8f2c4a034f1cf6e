"""A repeated call of a CUDA session, at the lowest CPU cost.

It remembers the plan of its last arrays. The next call is fast if its arrays have the same layout,
are on the session's stream and do not overlap a result: it only puts their addresses into the
arguments and launches the kernels. All other calls go through `CudaSession.run`, which reports
errors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from samebits.backends.cuda.arrays import look as looking, torch
from samebits.backends.cuda.arrays.addresses import GRAIN
from samebits.backends.cuda.arrays.layout import ArrayError
from samebits.backends.cuda.calling.allowance import Allowance
from samebits.backends.cuda.machines.protocol import Driver, Memory
from samebits.backends.cuda.planning.planned_call import Planned
from samebits.backends.cuda.planning.plans import WORD, Region
from samebits.backends.prepared import with_seed
from samebits.backends.protocol import PreparedCall, SeededCall
from samebits.spec.language.call import Call

_MOST_ALIKE = 4
"""The largest number of tensor checks per plan.

Plain tensors and parameters need one check each.
"""

_Layouts = list[tuple[Any, ...]]

Run = Callable[[Call, Any, Any], None]
"""The method `run` of a session."""

Plans = Callable[[Call, _Layouts], Planned]
"""A function that returns a session's plan for arrays with these layouts."""


class _Quick:
    """A plan for arrays with these `layouts`, reduced to the data that its launches need.

    Memory is numbered: 0 is the words of the arguments, i is array i - 1, and higher numbers are
    new memory. A step consists of:

    - its new memory, as (number, bytes);
    - its pointers, as (word, number, offset in bytes);
    - a prepared launch, or data to copy from the CPU;
    - the index of its arguments or of its target;
    - the numbers of the memory that is free after it.

    `seeds` are the indices of the words that hold a seed. `alike` are checks that tensors have
    these layouts, at any addresses. `shifts` are the addresses modulo GRAIN.
    """

    def __init__(self, planned: Planned, layouts: _Layouts, seeds: tuple[int, ...] = ()) -> None:
        self.layouts = layouts
        self.seeds = seeds
        self.words = planned.plan.words
        self.needs = planned.needs
        self.more = [0] * (planned.plan.memories - len(layouts))
        shifts = [0, *(layout[3] for layout in layouts), *self.more]
        self.steps = [
            (
                step.new,
                [(at, number, offset - shifts[number]) for at, number, offset in step.pointers],
                step.prepared,
                step.data,
                step.arguments,
                step.done,
            )
            for step in planned.plan.steps
        ]
        self.alike: list[torch.Alike] = []
        self._tries = 0
        self.shifts = [layout[3] for layout in layouts]
        self.pairs = [(p.source + 1, p.target + 1, p.low, p.high, p.same) for p in planned.pairs]

    def bases(self, operands: tuple[Any, ...]) -> list[int] | None:
        """Return [0, *addresses] of the tensors if they have these layouts, or None.

        None can also mean that this method cannot decide whether they have them.
        """
        found = torch.addresses_of(operands)
        if found is None:
            return None
        for alike in self.alike:
            if alike(operands):
                if [address % GRAIN for address in found] != self.shifts:
                    return None
                found.insert(0, 0)
                return found
        return None

    def see(self, operands: tuple[Any, ...]) -> None:
        """Add a check for tensors with the properties of these operands, if possible."""
        if self._tries < _MOST_ALIKE and all(map(torch.is_tensor, operands)):
            self._tries += 1
            found = torch.reader().alike(operands)
            if found is not None:
                self.alike.append(found)

    def is_apart(self, bases: list[int]) -> bool:
        """Return whether no operand overlaps a result, so that no copy is needed."""
        for source, target, low, high, same in self.pairs:
            distance = bases[source] - bases[target]
            if low < distance < high and not (same and distance == 0):
                return False
        return True

    def launch(self, machine: Driver, bases: list[int], seed: int) -> None:
        """Launch all kernels with this seed, on arrays at the addresses `bases[1:]`."""
        words = self.words[:]
        for at in self.seeds:
            words[at] = seed
        start = bases[0] = words.buffer_info()[0]
        held: dict[int, Memory] = {}
        bases += self.more
        for new, pointers, prepared, data, arguments, done in self.steps:
            for number, size in new:
                held[number] = machine.allocate(size)
                bases[number] = held[number].address
            for at, number, offset in pointers:
                words[at] = bases[number] + offset
            if data is None:
                machine.start(prepared, start + arguments)
            else:
                machine.upload(Region(words[arguments // WORD], data.size), 0, data)
            for number in done:
                del held[number]


class Prepared:
    """A prepared call; `otherwise` computes NumPy arrays (see `PreparedCall` of the protocol).

    Any number of threads may call it simultaneously, each on the stream that it has configured.
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
        self._is_slow = False  # true if every call needs `run`, for example to read findings

    def __call__(self, *operands: Any) -> None:
        """Compute on all inputs, followed by all outputs: device arrays, or NumPy arrays.

        Raises BackendError if the call is refused.
        """
        if not self._quickly(operands):
            self._slowly(operands)

    def _quickly(self, operands: tuple[Any, ...], seed: int = 0) -> bool:
        """Launch the remembered plan if it fits these arrays. Return whether it did."""
        quick = self._quick
        if quick is None or len(operands) != self._count:
            return False
        machine, inputs = self._machine, self._inputs
        own = machine.stream
        if quick.needs and (self._allowance.limit or machine.is_capturing(own)):
            return False
        if quick.alike:
            seen = quick.bases(operands)
            if seen is not None and torch.reader().stream_of(machine.number) == own:
                if not quick.is_apart(seen):
                    return False
                with machine.selected():
                    quick.launch(machine, seen, seed)
                return True
        bases = [0]
        is_doubtful = False
        try:
            for array, layout in zip(operands, quick.layouts, strict=False):
                if isinstance(array, np.ndarray):
                    return False
                reader = looking.readers.get(type(array)) or looking.look_at
                address, fixed, found, stream, is_unplaced, holds = reader(machine, array)
                if found != layout:
                    return False
                bases.append(address)
                if (stream and stream != own) or holds or (fixed and len(bases) > inputs + 1):
                    return False
                if is_unplaced:
                    is_doubtful = True
        except ArrayError:
            return False  # reported later, with the operand's number
        if quick.is_apart(bases):
            with machine.selected():
                if not (is_doubtful and any(map(machine.misplaced, bases[1:]))):
                    quick.launch(machine, bases, seed)
                    quick.see(operands)
                    return True
        return False

    def _slowly(self, operands: tuple[Any, ...]) -> None:
        """Compute with `run`, and remember the plan if the arrays have a new layout."""
        if _are_of_the_host(operands):
            self._otherwise(*operands)
            return
        self._run(self._call, operands[: self._inputs], operands[self._inputs :])
        self._remember(operands)

    def _remember(self, operands: tuple[Any, ...]) -> None:
        if self._is_slow or any(isinstance(x, np.ndarray) for x in operands):
            return
        layouts = [looking.look_at(self._machine, x)[2] for x in operands]
        if self._quick is None or self._quick.layouts != layouts:
            self._quick = self._made(layouts)
            self._is_slow = self._quick is None

    def _made(self, layouts: _Layouts) -> _Quick | None:
        """Return the plan for arrays with these layouts, or None if they must go through `run`."""
        planned = self._plans(self._call, layouts)
        return None if planned.plan.findings else _Quick(planned, layouts)


class Seeded:
    """A prepared call of a random op, with one plan for all seeds (see `SeededCall`).

    Plans for two seeds differ only in the words that hold the seed, so a comparison finds the
    words.
    """

    def __init__(
        self,
        machine: Driver,
        allowance: Allowance,
        call: Call,
        run: Run,
        plans: Plans,
        otherwise: SeededCall,
    ) -> None:
        self._call = call
        self._run = run
        self._otherwise = otherwise
        self._open = _OpenSeed(machine, allowance, call, run, plans, _no_host)

    def __call__(self, seed: tuple[int, int], *operands: Any) -> None:
        """Compute with this seed and these operands, as `Prepared` does. Raises BackendError."""
        low, high = seed
        is_seed = 0 <= low < 1 << 32 and 0 <= high < 1 << 32
        if is_seed and self._open._quickly(operands, low | high << 32):
            return
        if _are_of_the_host(operands):
            self._otherwise(seed, *operands)
            return
        count = len(self._call.inputs)
        self._run(with_seed(self._call, seed), operands[:count], operands[count:])
        self._open._remember(operands)


_MARKS = ((0x9E3779B9, 0x7F4A7C15), (0x85EBCA6B, 0xC2B2AE35))
"""Two seeds that are unlikely to occur in the words of a plan by chance."""


class _OpenSeed(Prepared):
    """The remembered plan of `Seeded`."""

    def _made(self, layouts: _Layouts) -> _Quick | None:
        """Return the plan with the words that hold the seed, or None if they cannot be found."""
        first, second = (self._plans(with_seed(self._call, seed), layouts) for seed in _MARKS)
        if first.plan.findings or not _launch_alike(first, second):
            return None
        pairs = [*zip(first.plan.words, second.plan.words, strict=True)]
        seeds = tuple(i for i, (a, b) in enumerate(pairs) if a != b)
        wanted = tuple(low | high << 32 for low, high in _MARKS)
        is_clear = seeds and all(pairs[i] == wanted for i in seeds)
        return _Quick(first, layouts, seeds) if is_clear else None


def _launch_alike(first: Planned, second: Planned) -> bool:
    """Return whether two plans have the same launches, with arguments at the same positions."""

    def shape(planned: Planned) -> list[tuple[object, ...]]:
        steps = planned.plan.steps
        return [
            (s.new, s.pointers, s.arguments, s.done, s.prepared, s.data is None or s.data.tobytes())
            for s in steps
        ]

    return len(first.plan.words) == len(second.plan.words) and shape(first) == shape(second)


def _no_host(*operands: object) -> None:
    raise AssertionError("host arrays are handled before this call")


def _are_of_the_host(operands: tuple[Any, ...]) -> bool:
    return all(isinstance(x, np.ndarray) or getattr(x, "is_cpu", False) for x in operands)
