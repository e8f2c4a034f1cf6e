"""PyTorch on the CPU as it is installed, judged as it is.

Each op is the PyTorch function of that name with default settings. A fused multiply-add has no
PyTorch function and is unsupported; nothing is emulated.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.backends.subjects.base import Implementation, Subject, TableSession
from samebits.spec.call import Call
from samebits.spec.formats import bits_of, from_bits

_NAMES = {"f64": "float64", "f32": "float32", "f16": "float16", "bf16": "bfloat16"} | {
    "i64": "int64",
    "i32": "int32",
    "bool": "bool",
}
_CARRIERS = {16: np.int16, 32: np.int32, 64: np.int64, 8: np.bool_}
"""PyTorch and NumPy share no bfloat16; bits travel as integers of the same width."""


def _implementations(torch: Any) -> Mapping[str, Implementation]:
    """The table, for the imported module `torch`."""

    def to_tensor(array: Array, name: str) -> Any:
        # Strides are kept where PyTorch can hold them (whole, non-negative, aligned).
        carrier = _CARRIERS[array.dtype.itemsize * 8]
        view = (
            array
            if array.flags.aligned
            and all(s >= 0 and s % array.dtype.itemsize == 0 for s in array.strides)
            else np.array(array)
        )
        raw: Array = view.view(carrier) if view.ndim else np.array(bits_of(view)).view(carrier)
        if not raw.flags.writeable:
            raw = raw.copy()
        return torch.from_numpy(raw).view(getattr(torch, _NAMES[name]))

    def to_array(tensor: Any, name: str) -> Array:
        wanted = getattr(torch, _NAMES[name])
        if tensor.dtype != wanted:
            raise TypeError(f"PyTorch returned {tensor.dtype}, not {wanted}")
        if tensor.dtype in (torch.int64, torch.int32, torch.bool):
            return np.asarray(tensor.numpy())
        carrier = _CARRIERS[tensor.element_size() * 8]
        width = {2: torch.int16, 4: torch.int32, 8: torch.int64}[tensor.element_size()]
        plain = tensor.contiguous().view(width).numpy()
        return from_bits(plain.view(np.dtype(carrier).str.replace("i", "u")), name)

    def wrap(function: Callable[..., Any]) -> Implementation:
        def run(call: Call, inputs: Sequence[Array]) -> Array:
            tensors = [to_tensor(x, f) for x, f in zip(inputs, call.inputs, strict=True)]
            with torch.no_grad():
                return to_array(function(call, *tensors), call.outputs[0])

        return run

    def plain(function: Callable[..., Any]) -> Implementation:
        return wrap(lambda call, *x: function(*x))

    def axes_of(call: Call, x: Any) -> tuple[int, ...]:
        axes = call.attributes["axes"]
        if axes is None:
            return tuple(range(x.dim()))
        return axes if isinstance(axes, tuple) else (int(str(axes)),)

    def reduction(function: Callable[..., Any]) -> Implementation:
        def run(call: Call, x: Any) -> Any:
            axes = axes_of(call, x)
            if not axes:  # to PyTorch an empty tuple means all axes
                return x.clone()
            return function(x, dim=axes, keepdim=bool(call.attributes["keepdims"]))

        return wrap(run)

    def argmax(call: Call, x: Any) -> Any:
        axes = call.attributes["axes"]
        axis = axes[0] if isinstance(axes, tuple) else axes
        return torch.argmax(x, dim=axis, keepdim=bool(call.attributes["keepdims"]))

    def product(call: Call, a: Any, b: Any, bias: Any = None) -> Any:
        a = a.transpose(-1, -2) if call.attributes["transpose_a"] else a
        b = b.transpose(-1, -2) if call.attributes["transpose_b"] else b
        if bias is None:
            return torch.matmul(a, b)
        if a.dim() == 2:
            return torch.addmm(bias, a, b)
        return torch.baddbmm(bias.expand(a.shape[0], a.shape[1], b.shape[2]), a, b)

    def cast(call: Call, x: Any) -> Any:
        return x.to(getattr(torch, _NAMES[call.outputs[0]]))

    functional = torch.nn.functional
    return {
        "abs": plain(torch.abs),
        "add": plain(torch.add),
        "argmax": wrap(argmax),
        "bmm": wrap(product),
        "cast": wrap(cast),
        "div": plain(torch.div),
        "dot": plain(torch.dot),
        "erf": plain(torch.erf),
        "exp": plain(torch.exp),
        "gelu": plain(functional.gelu),
        "log": plain(torch.log),
        "matmul": wrap(product),
        "max": reduction(torch.amax),
        "maximum": plain(torch.maximum),
        "mean": reduction(torch.mean),
        "minimum": plain(torch.minimum),
        "mul": plain(torch.mul),
        "neg": plain(torch.neg),
        "rsqrt": plain(torch.rsqrt),
        "sigmoid": plain(torch.sigmoid),
        "silu": plain(functional.silu),
        "softmax": wrap(lambda call, x: torch.softmax(x, dim=call.attributes["axis"])),
        "sqrt": plain(torch.sqrt),
        "sub": plain(torch.sub),
        "sum": reduction(torch.sum),
        "tanh": plain(torch.tanh),
        "where": plain(torch.where),
    }


class _TorchSession(TableSession):
    """A table session that can also set PyTorch's number of threads."""

    __slots__ = ()

    def configure(self, *, threads: int | None = None, stream: int | None = None) -> None:
        """Set the number of threads (0 = all processors). A stream means nothing on the CPU."""
        torch: Any = importlib.import_module("torch")
        if threads is not None:
            import os

            torch.set_num_threads(threads or os.cpu_count() or 1)


def _refuse(call: Call) -> str:
    axes = call.attributes.get("axes")
    if call.op == "argmax" and isinstance(axes, tuple) and len(axes) != 1:
        return "torch.argmax takes one axis or all"
    return ""


def _open() -> TableSession:
    torch: Any = importlib.import_module("torch")
    facts = {
        "torch": str(torch.__version__),
        "cpu_capability": str(torch.backends.cpu.get_cpu_capability()),
        "threads": str(torch.get_num_threads()),
        "mkl": str(torch.backends.mkl.is_available()),
        "onednn": str(torch.backends.mkldnn.is_available()),
    }
    return _TorchSession(_implementations(torch), facts, _refuse)


def _installed() -> tuple[str, str]:
    """Version, and the reason why PyTorch cannot be used."""
    if importlib.util.find_spec("torch") is None:
        return "none", "PyTorch is not installed; pip install 'samebits[torch]'"
    return version("torch"), ""


_VERSION, _REASON = _installed()
backend = Subject("torch", _VERSION, "PyTorch on the CPU as installed", _open, _REASON)
