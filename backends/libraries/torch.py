"""PyTorch on the CPU as it is installed.

Each op is PyTorch's function of that name, with default settings. PyTorch has no fused
multiply-add, so fma is unsupported, and nothing is emulated.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from typing import Any

import numpy as np

from samebits.backends.libraries.base import Library, TableSession
from samebits.backends.libraries.numpy_forms import Implementation
from samebits.backends.libraries.peers import all_peers
from samebits.backends.libraries.torch_forms import Form, type_of
from samebits.backends.protocol import Array
from samebits.common.release import INSTALL_TORCH
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.language.call import Call

_CARRIERS = {8: np.int8, 16: np.int16, 32: np.int32, 64: np.int64}
"""The integer dtype for the bits of a format of each width, because NumPy has no bfloat16."""


def implementations(torch: Any, forms: Mapping[str, Form]) -> Mapping[str, Implementation]:
    """Return functions of arrays by op, made from forms and the imported module `torch`."""

    def to_tensor(array: Array, name: str) -> Any:
        # Strides are kept if PyTorch can represent them (whole elements, non-negative, aligned).
        carrier = np.bool_ if name == "bool" else _CARRIERS[array.dtype.itemsize * 8]
        view = (
            array
            if array.flags.aligned
            and 0 not in array.strides  # NumPy warns about repeated elements
            and all(s >= 0 and s % array.dtype.itemsize == 0 for s in array.strides)
            else np.array(array)
        )
        raw: Array = view.view(carrier) if view.ndim else np.array(bits_of(view)).view(carrier)
        if not raw.flags.writeable:
            raw = raw.copy()
        return torch.from_numpy(raw).view(type_of(torch, name))

    def to_array(tensor: Any, name: str) -> Array:
        wanted = type_of(torch, name)
        if tensor.dtype != wanted:
            raise TypeError(f"PyTorch returned {tensor.dtype}, not {wanted}")
        if not tensor.dtype.is_floating_point:
            return np.asarray(tensor.numpy())
        carrier = _CARRIERS[tensor.element_size() * 8]
        width = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[
            tensor.element_size()
        ]
        plain = tensor.contiguous().view(width).numpy()
        return from_bits(plain.view(np.dtype(carrier).str.replace("i", "u")), name)

    def wrap(function: Callable[..., Any]) -> Implementation:
        def run(call: Call, inputs: Sequence[Array]) -> Array | tuple[Array, ...]:
            tensors = [to_tensor(x, f) for x, f in zip(inputs, call.inputs, strict=True)]
            with torch.no_grad():
                found = function(call, *tensors)
            if isinstance(found, tuple):
                return tuple(to_array(y, f) for y, f in zip(found, call.outputs, strict=True))
            return to_array(found, call.outputs[0])

        return run

    return {op: wrap(form(torch)) for op, form in forms.items()}


def forms() -> Mapping[str, Form]:
    """Return the form of PyTorch's function for each op that PyTorch has."""
    return {op: peers.torch for op, peers in all_peers().items() if peers.torch is not None}


class _TorchSession(TableSession):
    """A table session that can also set the number of PyTorch's threads."""

    __slots__ = ()

    def configure(self, *, threads: int | None = None, stream: int | None = None) -> None:
        """Set the number of threads (0 = all processors). A stream has no effect on the CPU."""
        torch: Any = importlib.import_module("torch")
        if threads is not None:
            import os

            torch.set_num_threads(threads or os.cpu_count() or 1)


def _open() -> TableSession:
    torch: Any = importlib.import_module("torch")
    facts = {
        "torch": str(torch.__version__),
        "cpu_capability": str(torch.backends.cpu.get_cpu_capability()),
        "threads": str(torch.get_num_threads()),
        "mkl": str(torch.backends.mkl.is_available()),
        "onednn": str(torch.backends.mkldnn.is_available()),
    }
    return _TorchSession(implementations(torch, forms()), facts, lambda call: "")


def _installed() -> tuple[str, str]:
    """Return PyTorch's version, and the reason why it cannot be used, or an empty string."""
    if importlib.util.find_spec("torch") is None:
        return "none", f"PyTorch is not installed; {INSTALL_TORCH}"
    return version("torch"), ""


_VERSION, _REASON = _installed()
backend = Library("torch", _VERSION, "PyTorch on the CPU as installed", _open, _REASON)
