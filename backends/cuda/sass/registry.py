"""The function that makes an instruction executable, by the first word of its opcode."""

from __future__ import annotations

from collections.abc import Callable

from samebits.backends.cuda.sass.listing import Instruction
from samebits.backends.cuda.sass.state import State

Action = Callable[[State], None]
Maker = Callable[[Instruction], Action]

MAKERS: dict[str, Maker] = {}


def executes(*opcodes: str) -> Callable[[Maker], Maker]:
    """Register the maker of these opcodes; list `UIADD3` next to `IADD3` if both are the same."""

    def keep(maker: Maker) -> Maker:
        MAKERS.update(dict.fromkeys(opcodes, maker))
        return maker

    return keep
