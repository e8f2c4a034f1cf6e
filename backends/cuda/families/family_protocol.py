"""The interface of a family, the host side of its kernels. choice.py chooses among families."""

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
        """Return every unit that some declared signature of the op needs.

        The gate compiles them all.
        """

    def run(
        self, machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]
    ) -> None:
        """Request the work that computes the call; it is recorded and repeated (see plans.py).

        Shapes, formats and attributes are right; strides may be anything. An address represents the
        addresses of other arrays, which are equal modulo 16 (`addresses.GRAIN`).
        """
