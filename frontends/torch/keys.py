"""The key of a random op: 63 bits from PyTorch's own generator (clause D1, samebits.torch).

A random op takes one key, and its draws use this key as seed and 0 as stream. So `manual_seed`,
`generator=`, and the states that checkpointing saves work as in PyTorch. A result depends only on
the key, and not on threads, vector lanes or the machine. The generator is a Mersenne Twister, whose
integers are the same on every machine.
"""

from __future__ import annotations

import torch

from samebits.torch.errors import Refused
from samebits.torch.memory import empty

_LOW = (1 << 32) - 1


def next_key(generator: torch.Generator | None = None) -> tuple[int, int]:
    """Return the next key as its low and high 32 bits, the form of the attribute `seed` (D2.1).

    Raises Refused for a generator that is not on the CPU.
    """
    require_host(generator)
    key = int(empty((), dtype=torch.int64, device="cpu").random_(generator=generator))
    return key & _LOW, key >> 32


def require_host(generator: torch.Generator | None) -> None:
    """Raise Refused for a generator on a GPU, because its numbers differ from the CPU's."""
    if generator is not None and generator.device.type != "cpu":
        raise Refused(
            f"its generator is on {generator.device}, but keys come from a generator on the CPU; "
            "pass torch.Generator(), or omit generator"
        )
