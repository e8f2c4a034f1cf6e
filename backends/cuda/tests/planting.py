"""Helpers that plant mistakes in a copy of the kernels' sources, and run them without a GPU."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from samebits.backends.cuda.compiling import headers
from samebits.backends.cuda.compiling.declared import assertions
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt import library, source
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op

Plant = Callable[[str, str, str], None]
"""A function (path below `src/`, right text, wrong text) that replaces the only right text."""


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plant]:
    """Return a function that plants a mistake in a copy of the sources, and selects the copy."""

    def forget() -> None:
        headers.reached.cache_clear()
        assertions.cache_clear()
        library.load.cache_clear()

    def planted(path: str, right: str, wrong: str) -> None:
        copy = tmp_path / "src"
        shutil.copytree(headers.SOURCES, copy)
        text = (copy / path).read_text()
        assert right in text, f"{path} has changed: plant the mistake anew"
        (copy / path).write_text(text.replace(right, wrong, 1))
        monkeypatch.setattr(headers, "SOURCES", copy)
        monkeypatch.setattr(source, "SOURCES", copy)
        forget()

    yield planted
    forget()


def returned(
    op: str, *operands: Array, machine: EmulatedMachine | None = None, **attributes: Any
) -> Array:
    """Run a call in binary32 on the emulated device, and return the bits of its result."""
    call = get_op(op).call(["f32"] * len(operands), **attributes)
    (shape,) = get_op(op).output_shapes(call, [x.shape for x in operands])
    out = np.full(shape, np.nan, np.float32)
    with CudaSession("emulated", machine or EmulatedMachine()) as session:
        session.run(call, operands, [out])
    return out.view(np.uint32)
