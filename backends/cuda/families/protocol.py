"""What a module of this folder offers: the host side of the kernels in `src/kernels/<name>/`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from samebits.backends.cuda.machines.protocol import Machine
from samebits.backends.cuda.units import Unit
from samebits.backends.cuda.views import View
from samebits.backends.protocol import Support
from samebits.spec.language.call import Call


class Family(Protocol):
    """A module of families/."""

    def units(self, op: str) -> Iterable[Unit]:
        """Every unit that some declared signature of the op needs; the gate compiles them all."""

    def supports(self, call: Call) -> Support:
        """Whether `run` takes the call; its op is of the family and its formats are declared."""

    def run(
        self, machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]
    ) -> None:
        """Ask for what computes the call (it is kept and repeated: see plans.py).

        Shapes, formats and attributes are right; strides may be anything. An address stands for
        those of other arrays, which are the same modulo 16 (`addresses.GRAIN`).
        """
