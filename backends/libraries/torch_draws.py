"""PyTorch's results from given words: clause D2 draws them, not PyTorch's own generator."""

from __future__ import annotations

from typing import Any

import numpy as np

from samebits.spec.families.draws import drawn
from samebits.spec.language.call import Call


def words(call: Call, shape: tuple[int, ...], bits: int = 32) -> Any:
    """Return the 32-bit or the 64-bit draws of a call as an array of NumPy."""
    places = {"whole": None, "at": None}
    attributes = {**places, **call.attributes, "shape": shape}
    return drawn(Call(call.op, call.version, (), (), attributes), bits)


def uniform(torch: Any, call: Call, shape: tuple[int, ...]) -> Any:
    """Return the numbers of the draw `uniform` in f32, as binary64."""
    return torch.from_numpy(np.ldexp((words(call, shape) >> 8).astype(np.float64), -24))


def middles(torch: Any, call: Call, shape: tuple[int, ...]) -> Any:
    """Return the middles of the intervals of the words, in binary64, which holds them exactly."""
    return torch.from_numpy((words(call, shape).astype(np.float64) + 0.5) * 2.0**-32)


def dropped(torch: Any, call: Call, x: Any, p: Any) -> Any:
    """Return x with zeros where a draw is less than p, and the other elements divided by 1 - p."""
    kept = torch.from_numpy(np.asarray(words(call, tuple(x.shape)) >= p * 2.0**32))
    # torch.nn.functional.dropout returns zeros for p = 1.
    scale = 0.0 if p == 1.0 else 1.0 / (1.0 - p)
    return torch.ops.aten.native_dropout_backward(x, kept, scale)
