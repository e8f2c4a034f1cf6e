"""The registry of functions that make instructions executable, by the first word of the opcode."""

from __future__ import annotations

from collections.abc import Callable

from samebits.backends.cuda.sass.listing import Instruction
from samebits.backends.cuda.sass.state import State

Action = Callable[[State], None]
Maker = Callable[[Instruction], Action]

MAKERS: dict[str, Maker] = {}


def executes(*opcodes: str) -> Callable[[Maker], Maker]:
    """Register the maker of these opcodes.

    List `UIADD3` and `IADD3` together if both work alike.
    """

    def keep(maker: Maker) -> Maker:
        MAKERS.update(dict.fromkeys(opcodes, maker))
        return maker

    return keep
