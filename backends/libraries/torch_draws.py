"""PyTorch's random functions, computed from words of clause D2 instead of PyTorch's generator."""

from __future__ import annotations

from typing import Any

import numpy as np

from samebits.spec.families.draws import drawn
from samebits.spec.language.call import Call


def words(call: Call, shape: tuple[int, ...], bits: int = 32) -> Any:
    """Return the 32-bit or 64-bit words that a call draws, as a NumPy array."""
    places = {"whole": None, "at": None}
    attributes = {**places, **call.attributes, "shape": shape}
    return drawn(Call(call.op, call.version, (), (), attributes), bits)


def uniform(torch: Any, call: Call, shape: tuple[int, ...]) -> Any:
    """Return the numbers that `uniform` draws in f32, in binary64."""
    return torch.from_numpy(np.ldexp((words(call, shape) >> 8).astype(np.float64), -24))


def middles(torch: Any, call: Call, shape: tuple[int, ...]) -> Any:
    """Return (word + 0.5) / 2^32 for each drawn word. These numbers are exact in binary64."""
    return torch.from_numpy((words(call, shape).astype(np.float64) + 0.5) * 2.0**-32)


def dropped(torch: Any, call: Call, x: Any, p: Any) -> Any:
    """Return x divided by 1 - p, with zeros where a draw is less than p."""
    kept = torch.from_numpy(np.asarray(words(call, tuple(x.shape)) >= p * 2.0**32))
    # torch.nn.functional.dropout returns zeros for p = 1.
    scale = 0.0 if p == 1.0 else 1.0 / (1.0 - p)
    return torch.ops.aten.native_dropout_backward(x, kept, scale)
