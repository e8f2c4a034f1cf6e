"""Trajectories: training runs as data, where every step is a graph of ordinary op calls (G20).

A trajectory names its initial states, the graph of one step, and the rows of data that each step
reads. It contains no code of a backend. trajectory_steps.py runs it with any function that computes
calls, so the oracle, every backend and the judge use the same trainer.
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
    """An initial value with random elements, from the draws of D1.

    An element is k * 2^-(23 + exponent), where k + 2^23 is the upper 24 bits of a 32-bit draw. It
    is exact in f32, at least -2^-exponent and below 2^-exponent. The seed is the trajectory's seed.
    """

    stream: int
    exponent: int

    def array(self, shape: tuple[int, ...], seed: int) -> Array:
        """Return the values as f32."""
        top = draws32(seed, self.stream, int(np.prod(shape, dtype=np.int64))) >> np.uint32(8)
        centred = top.astype(np.int64) - (1 << 23)
        return np.ldexp(centred.astype(np.float32), -23 - self.exponent).reshape(shape)


@dataclass(frozen=True, slots=True)
class Filled:
    """An initial value in which every element is the number `value`."""

    value: float


@dataclass(frozen=True, slots=True)
class State:
    """A value that a step reads as `name` and returns as `new`, such as a parameter or a buffer."""

    name: str
    shape: tuple[int, ...]
    start: Drawn | Filled
    new: str
    format: str = "f32"

    def first(self, seed: int) -> Array:
        """Return the value before the first step."""
        if isinstance(self.start, Drawn):
            return self.start.array(self.shape, seed)
        return np.full(self.shape, self.start.value, get_format(self.format).dtype)


@dataclass(frozen=True, slots=True)
class Given:
    """An operand of a step that comes from the data: its name, format and shape."""

    name: str
    format: str
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Data:
    """The consecutive rows of a data source that a step reads. Their number is a power of two.

    Row i of step t is row (t * rows + i) modulo the number of rows of the source. The operands
    depend on the source: x and target for `digits`; tokens, positions and target for `names`.
    """

    source: str
    rows: int
    operands: tuple[Given, ...]
    length: int = 1

    def numbers(self, step: int, available: int) -> Array:
        """Return the indices of the rows that a step reads. The source has `available` rows."""
        first = step * self.rows
        return (np.arange(first, first + self.rows, dtype=np.int64)) % available


@dataclass(frozen=True, slots=True, kw_only=True)
class Trajectory:
    """One training run in one size and one precision.

    The operands of the graph `step` are the states and the data. Its results are the new states and
    `observed`. It may read the attributes `step` (from 1 on), `lr`, `seed` and `stream`. The
    learning rate comes from the schedule named `schedule` (G8.22) with the attributes `rates`. If
    `counted` names a state, this state counts the finished steps, so a step that overflowed does
    not count. Otherwise every step counts.

    The laws test three further graphs. `forward` computes `logits` in inference mode from the
    states that it reads. `gradients` computes the gradients of all parameters before unscaling and
    clipping. The gradients of the parameters in `composed` are the sums T1 of the gradients of
    micro-batches. `decode` is `forward` for the last token only, with cached keys and values of
    earlier tokens. `sizes` has the names that formulas and patterns of the graphs read. The oracle
    computes the first `proven` steps.
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
        """The full name, for example `perceptron/f32/small`."""
        return f"{self.family}/{self.precision}/{self.size}"

    @property
    def watched(self) -> tuple[str, ...]:
        """The values whose digests are taken after each step: every new state, then `observed`."""
        return (*(state.new for state in self.states), *self.observed)

    def start(self) -> dict[str, Array]:
        """Return every state before the first step."""
        return {state.name: state.first(self.seed) for state in self.states}


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A network in several sizes: `FAMILY` of one file in `spec/trajectories/networks/`.

    `make` returns the trajectory for a size (its name and its numbers) and a precision. The
    precision is `f32`, or `bf16` for activations and gradients in bf16, parameters in f32 and a
    scaled loss.
    """

    name: str
    sizes: Mapping[str, Mapping[str, int]]
    make: Callable[[str, Mapping[str, int], str], Trajectory]


PRECISIONS = ("f32", "bf16")


@cache
def families() -> Mapping[str, Family]:
    """Return every family by name, from the sorted modules of `networks/`.

    Raises SpecError if a module has no family of its name.
    """
    found = {}
    for name, load in modules_of(networks_package):
        family = getattr(load(), "FAMILY", None)
        if not isinstance(family, Family) or family.name != name:
            raise SpecError(
                f"spec/trajectories/networks/{name}.py: FAMILY is missing or has another name; "
                f"define FAMILY = Family(name={name!r}, ...)"
            )
        found[name] = family
    return MappingProxyType(found)


@cache
def all_trajectories() -> Mapping[str, Trajectory]:
    """Return every trajectory by name: each family in each size and precision."""
    made = [
        family.make(size, numbers, precision)
        for family in families().values()
        for size, numbers in family.sizes.items()
        for precision in PRECISIONS
    ]
    return MappingProxyType({trajectory.name: trajectory for trajectory in made})


def get_trajectory(name: str) -> Trajectory:
    """Return the trajectory called `name`.

    Raises SpecError for an unknown name; it lists all names.
    """
    if name not in all_trajectories():
        raise SpecError(f"unknown trajectory {name!r}; known: {', '.join(all_trajectories())}")
    return all_trajectories()[name]


def states_of(parameters: Sequence[State], averages: Sequence[str]) -> tuple[State, ...]:
    """Return the parameters, then the averages that an optimizer stores for each parameter.

    All averages start at +0.
    """
    kept = [
        State(f"{p.name}.{average}", p.shape, Filled(0.0), f"{p.new}.{average}", p.format)
        for p in parameters
        for average in averages
    ]
    return (*parameters, *kept)
