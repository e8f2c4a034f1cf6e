"""The interface of a family: Python code that launches some kernels; choice.py chooses a family."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from samebits.backends.cuda.arrays.views import View
from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.cuda.machines.protocol import Machine
from samebits.spec.language.call import Call


class Family(Protocol):
    """A module of families/."""

    def units(self, op: str) -> Iterable[Unit]:
        """Return every unit that a declared signature of the op needs.

        The gate compiles all of them.
        """

    def run(
        self, machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]
    ) -> None:
        """Request the work that computes the call from the machine.

        The work is recorded, and repeated for other arrays (planning/plans.py). Addresses of other
        arrays are equal modulo 16 (`addresses.GRAIN`) to the addresses here. Shapes, formats and
        attributes have been checked. Strides can have any values.
        """
