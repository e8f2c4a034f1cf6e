"""The registry of functions that make instructions executable, by the first word of the opcode."""

from __future__ import annotations

from collections.abc import Callable

from samebits.backends.cuda.sass.listing import Instruction
from samebits.backends.cuda.sass.state import State

Action = Callable[[State], None]
Maker = Callable[[Instruction], Action]

MAKERS: dict[str, Maker] = {}


def executes(*opcodes: str) -> Callable[[Maker], Maker]:
    """Register a function that makes instructions with these opcodes executable."""

    def keep(maker: Maker) -> Maker:
        MAKERS.update(dict.fromkeys(opcodes, maker))
        return maker

    return keep
