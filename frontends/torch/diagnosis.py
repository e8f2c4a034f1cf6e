"""Where in the user's program an op was asked for: the module of the model, and the line."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

import torch

_INNER = tuple(f"{Path(file).parent}/" for file in (__file__, torch.__file__))
"""The folders of what runs between the user's line and here."""

_TESTS = f"{Path(__file__).parent}/tests/"
"""In a checkout: users too, though they stand among what is used."""


def place() -> str:
    """`in encoder.layers.3 (LayerNorm), train.py:42` of the call that is being run.

    The module is the innermost one whose `forward` is running; its path is from the outermost.
    """
    modules: list[torch.nn.Module] = []
    line = ""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if not line and (not file.startswith(_INNER) or file.startswith(_TESTS)):
            line = f"{file}:{frame.f_lineno}"
        owner = frame.f_locals.get("self")
        if isinstance(owner, torch.nn.Module) and (not modules or modules[-1] is not owner):
            modules.append(owner)
        frame = frame.f_back
    if not modules:
        return f"at {line}" if line else "at an unknown line"
    inner, outer = modules[0], modules[-1]
    path = next((name for name, module in outer.named_modules() if module is inner), "")
    where = f"in {path} ({type(inner).__name__})" if path else f"in {type(inner).__name__}"
    return f"{where}, {line}" if line else where
