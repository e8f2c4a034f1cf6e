"""samebits.torch as a subject of the judge: PyTorch's function for each call, inside a block.

The functions are the same as those with which PyTorch itself is judged
(`samebits.backends.libraries`). judged_forms.py replaces some of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import torch

from samebits.backends.fronts.front import Expression, NotExpressedError
from samebits.backends.hosting import fenv
from samebits.backends.libraries.torch import forms, implementations
from samebits.backends.protocol import Array, Session
from samebits.spec.language.call import Call
from samebits.torch.block import reproducible
from samebits.torch.compute import Compute
from samebits.torch.judged_forms import FORMS, not_meant
from samebits.torch.places import HOST

DECLARED = Path(__file__).with_name("judged.txt")


@cache
def declared() -> Mapping[str, frozenset[str]]:
    """Return, by op, the labels for which a lowering computes the op itself, from judged.txt."""
    lines = DECLARED.read_text(encoding="utf-8").splitlines()
    pairs = (line.split(": ") for line in lines if not line.startswith("#"))
    return {op: frozenset(labels.split()) for op, labels in pairs}


class _Block(reproducible):
    """A block that computes on a given session, which it does not close."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def _engines(self, stack: ExitStack) -> Mapping[str, Compute]:
        return {HOST.type: Compute(self._session)}


class _Open:
    """The front end samebits.torch on a session, with a block that stays open.

    `refuses_errors` is false because PyTorch's own checks run first, and some wrong shapes crash
    the process there.
    """

    refuses_errors = False

    def __init__(self, session: Session) -> None:
        self._functions = implementations(torch, {**forms(), **FORMS})
        self._block = _Block(session)
        self._block.__enter__()

    def expression(self, call: Call) -> Expression:
        """Return an expression that calls PyTorch's function for a call.

        Raises NotExpressedError.
        """
        function, reason = self._functions.get(call.op), not_meant(call)
        if reason:
            raise NotExpressedError(reason)
        if function is None:
            raise NotExpressedError(f"PyTorch has no function that means {call.op}")

        def run(operands: Sequence[Array]) -> Sequence[Array]:
            # the block changes the environment, and the caller's is restored below
            saved = fenv.save()
            try:
                found = function(call, operands)
            finally:
                if saved is not None:
                    fenv.restore(saved)
            return found if isinstance(found, tuple) else [found]

        return run

    def declares(self, call: Call) -> bool:
        """Check whether judged.txt has the op and its formats."""
        return call.label in declared().get(call.op, ())

    def close(self) -> None:
        """Leave the block."""
        self._block.__exit__(None, None, None)


class TorchFront:
    """The front end samebits.torch (see `samebits.backends.fronts.front.Front`)."""

    description = "PyTorch's functions in a block of samebits.torch, on the C backend"
    unavailable = ""
    folder = Path(__file__).resolve().parent

    def open(self, session: Session) -> _Open:
        """Open a block that computes on a session.

        Raises SamebitsError if a block cannot be opened.
        """
        return _Open(session)


FRONT = TorchFront()
