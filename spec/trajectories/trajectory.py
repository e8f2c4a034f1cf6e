"""Trajectories: training runs as data, every step a graph of ordinary op calls (clause G20).

A trajectory names what it starts from, what becomes of it in one step, and the rows of data that
each step reads; nothing in it is code of a backend. trajectory_steps.py runs it by any function
that runs calls, so one trainer serves the oracle, every backend and the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.common.modules import modules_of
from samebits.spec.errors import SpecError
from samebits.spec.formats import get_format
from samebits.spec.language.graph import Graph
from samebits.spec.philox import draws32
from samebits.spec.trajectories import networks as networks_package

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A start k * 2^-(23 + exponent), k + 2^23 being the upper 24 bits of a 32-bit draw of D1.

    Exact in f32, from -2^-exponent on and below 2^-exponent; the seed is that of the trajectory.
    """

    stream: int
    exponent: int

    def array(self, shape: tuple[int, ...], seed: int) -> Array:
        """The values, f32."""
        top = draws32(seed, self.stream, int(np.prod(shape, dtype=np.int64))) >> np.uint32(8)
        centred = top.astype(np.int64) - (1 << 23)
        return np.ldexp(centred.astype(np.float32), -23 - self.exponent).reshape(shape)


@dataclass(frozen=True, slots=True)
class Filled:
    """A start that is one number everywhere."""

    value: float


@dataclass(frozen=True, slots=True)
class State:
    """What a step reads as `name` and gives back as `new`: a parameter, a buffer, an average."""

    name: str
    shape: tuple[int, ...]
    start: Drawn | Filled
    new: str
    format: str = "f32"

    def first(self, seed: int) -> Array:
        """The value before the first step."""
        if isinstance(self.start, Drawn):
            return self.start.array(self.shape, seed)
        return np.full(self.shape, self.start.value, get_format(self.format).dtype)


@dataclass(frozen=True, slots=True)
class Given:
    """An operand of a step that comes from the data: its name, format, and shape."""

    name: str
    format: str
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Data:
    """Which of a source's rows a step reads: a power of two of them, one after the other.

    Row i of step t is row (t * rows + i) modulo the number of rows of the source. The operands are
    those of the source `digits` (x, target) or `names` (tokens, positions, target).
    """

    source: str
    rows: int
    operands: tuple[Given, ...]
    length: int = 1

    def numbers(self, step: int, available: int) -> Array:
        """The numbers of the rows of a step."""
        first = step * self.rows
        return (np.arange(first, first + self.rows, dtype=np.int64)) % available


@dataclass(frozen=True, slots=True, kw_only=True)
class Trajectory:
    """One training run in one size and one precision.

    `step` has the states and the operands of the data as its operands and gives the new states and
    `observed`. It may read the attributes `step` (from 1 on), `lr`, `seed` and `stream`. The rate
    is the schedule of that name (G8.22) with `rates`. Where `counted` names a state, that state
    counts the steps done, so a step that overflowed does not count, else every step does.

    `forward` gives `logits` as in inference, of the states `read`, and `gradients` those of all
    parameters, before anything is done to them; the laws ask these. The gradients of `composed` are
    the sums T1 of those of micro-batches. `decode` is `forward` of the last token alone, with the
    keys and values of those before it. `sizes` are the names that
    formulas and patterns of the graphs read. The oracle computes the first `proven` steps.
    """

    family: str
    size: str
    precision: str
    summary: str
    data: Data
    states: tuple[State, ...]
    parameters: tuple[str, ...]
    step: Graph
    observed: tuple[str, ...]
    forward: Graph
    gradients: Graph
    sizes: Mapping[str, int]
    schedule: str
    rates: Mapping[str, float]
    steps: int
    proven: int
    seed: int
    counted: str = ""
    composed: tuple[str, ...] = ()
    decode: Graph | None = None

    @property
    def name(self) -> str:
        """As in `perceptron/f32/small`."""
        return f"{self.family}/{self.precision}/{self.size}"

    @property
    def watched(self) -> tuple[str, ...]:
        """What a digest is taken of after each step: every new state, then what is observed."""
        return (*(state.new for state in self.states), *self.observed)

    def start(self) -> dict[str, Array]:
        """Every state before the first step."""
        return {state.name: state.first(self.seed) for state in self.states}


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A network in several sizes: `FAMILY` of one file in `spec/trajectories/networks/`.

    `make` gives the trajectory of a size (its name and its numbers) in a precision, `f32`, or
    `bf16` for activations and gradients of bf16, parameters of f32 and a scaled loss.
    """

    name: str
    sizes: Mapping[str, Mapping[str, int]]
    make: Callable[[str, Mapping[str, int], str], Trajectory]


PRECISIONS = ("f32", "bf16")


@cache
def families() -> Mapping[str, Family]:
    """Every family by name: the sorted modules of `networks/`. Raises SpecError."""
    found = {}
    for name, load in modules_of(networks_package):
        family = getattr(load(), "FAMILY", None)
        if not isinstance(family, Family) or family.name != name:
            raise SpecError(
                f"spec/trajectories/networks/{name}.py: FAMILY = Family(name={name!r}, ...)"
            )
        found[name] = family
    return MappingProxyType(found)


@cache
def all_trajectories() -> Mapping[str, Trajectory]:
    """Every trajectory by name: each family in each size and precision."""
    made = [
        family.make(size, numbers, precision)
        for family in families().values()
        for size, numbers in family.sizes.items()
        for precision in PRECISIONS
    ]
    return MappingProxyType({trajectory.name: trajectory for trajectory in made})


def get_trajectory(name: str) -> Trajectory:
    """The trajectory of that name. Raises SpecError that lists those there are."""
    if name not in all_trajectories():
        raise SpecError(f"no trajectory {name!r}; known: {', '.join(all_trajectories())}")
    return all_trajectories()[name]


def states_of(parameters: Sequence[State], averages: Sequence[str]) -> tuple[State, ...]:
    """Parameters, and for each of them the averages that an optimizer keeps, all +0 at first."""
    kept = [
        State(f"{p.name}.{average}", p.shape, Filled(0.0), f"{p.new}.{average}", p.format)
        for p in parameters
        for average in averages
    ]
    return (*parameters, *kept)
