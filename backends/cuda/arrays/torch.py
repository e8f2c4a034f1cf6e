"""PyTorch tensors, read through their own attributes, because their CUDA interface lacks fp8.

This module never imports PyTorch: if a program has a tensor, it has imported PyTorch already.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from samebits.backends.cuda.arrays.addresses import GRAIN
from samebits.backends.cuda.arrays.layout import ArrayError, Kind, Look
from samebits.backends.cuda.machines.protocol import DEFAULT_STREAM, NO_GPU, Driver, elsewhere
from samebits.spec.formats import FORMATS

_DETACH = "call .detach() on it, samebits computes no gradients through a session"

STAND_IN = "emulated"
"""PyTorch's name for the device whose tensors are in the memory of the emulated machine.

PyTorch has this device only if a program registers it (`PrivateUse1`).
"""

_NO_MEMORY = (
    "has no memory of its own, as a fake tensor or one within torch.vmap; give a plain tensor"
)


def is_tensor(array: Any) -> bool:
    """Return whether this is a PyTorch tensor."""
    kind = getattr(sys.modules.get("torch"), "Tensor", None)
    return kind is not None and isinstance(array, kind)


class Alike:
    """A check that tensors have the same properties as earlier ones; see `Reader.alike`.

    `guards` is PyTorch's class for such checks. Its check fails if a tensor is given twice, so
    repeated tensors are compared separately. It crashes the process for nested tensors.
    """

    __slots__ = ("_again", "_check", "_firsts", "_kinds")

    def __init__(self, guards: Any, tensors: Sequence[Any]) -> None:
        places: dict[int, int] = {}
        first = [places.setdefault(id(x), i) for i, x in enumerate(tensors)]
        self._firsts = tuple(places.values())
        self._again = tuple((i, k) for i, k in enumerate(first) if i != k)
        several = [tensors[i] for i in self._firsts]
        self._kinds = [*map(type, several)]  # the check holds no reference to these types
        made = guards(*several, dynamic_dims_sizes=None, dynamic_dims_strides=None)
        self._check: Callable[..., bool] = made.check

    def __call__(self, tensors: Sequence[Any]) -> bool:
        """Return whether the tensors match. They must not be nested."""
        if not self._again:
            return self._check(*tensors)
        for i, k in self._again:
            if tensors[i] is not tensors[k]:
                return False
        return self._check(*[tensors[i] for i in self._firsts])


def addresses_of(tensors: Iterable[Any]) -> list[int] | None:
    """Return the addresses of plain tensors, or None if an item is no tensor or has no memory."""
    found = []
    try:
        for x in tensors:
            if x.is_nested:
                return None
            address = x.data_ptr()
            if not address:
                return None
            found.append(address)
    except (AttributeError, RuntimeError, TypeError):
        return None
    return found


class Reader:
    """A reader of PyTorch tensors; see `reader`. It is made after PyTorch has been imported."""

    def __init__(self) -> None:
        self._torch: Any = sys.modules["torch"]
        # The function that PyTorch's own compiler uses. The public one takes ten times as long,
        # because it makes an object.
        self._stream = getattr(self._torch._C, "_cuda_getCurrentRawStream", self._public_stream)
        self._kinds: dict[Any, Kind] = {}
        for name, form in FORMATS.items():
            dtype = getattr(self._torch, form.dtype.name, None)
            if dtype is not None:  # PyTorch's types have the names that NumPy and ml_dtypes use
                self._kinds[dtype] = _kind(dtype, name)

    def look_at(self, machine: Driver, tensor: Any) -> Look:
        """Describe a tensor; raise ArrayError if it is not plain memory of the session's GPU."""
        try:
            address, shape, strides = tensor.data_ptr(), tensor.shape, tensor.stride()
        except Exception as error:  # sparse tensors, and tensors inside a transform
            raise ArrayError(_shapeless(tensor)) from error
        number = machine.number
        if number == NO_GPU and tensor.device.type == STAND_IN:
            there = True
        else:
            there = tensor.is_cuda and (tensor.get_device() == number or 0 in shape)
        if not there or tensor.is_neg() or (address == 0 and 0 not in shape):
            raise ArrayError(_misplaced(tensor, number))
        kind = self._kinds.get(tensor.dtype) or self._unknown(tensor.dtype)
        fixed = self._grad(tensor) if tensor.requires_grad else ""
        layout = (kind, shape, strides, address % GRAIN)
        return address, fixed, layout, self.stream_of(number), False, None

    def stream_of(self, number: int) -> int:
        """Return the stream that PyTorch uses on GPU `number`.

        Without a GPU, the default stream.
        """
        return (self._stream(number) if number >= 0 else 0) or DEFAULT_STREAM

    def alike(self, tensors: Sequence[Any]) -> Alike | None:
        """Return a check that other tensors equal these in everything but addresses, or None.

        Like PyTorch's compiler before it runs compiled code, the check tests all tensors in one
        call. It tests nearly everything that `look_at` does, except that tensors have memory. The
        result is None if this PyTorch has no check of this kind. It is also None if a tensor
        requires grad, except below autograd: the check tests for being below autograd, but not for
        grad mode.
        """
        if any(x.requires_grad for x in tensors) and not self._is_below():
            return None
        if addresses_of(tensors) is None:
            return None
        try:
            found = Alike(self._torch._C._dynamo.guards.TensorGuards, tensors)
            return found if found(tensors) is True else None
        except Exception:  # PyTorch may change this interface in any version
            return None

    def _grad(self, tensor: Any) -> str:
        """Return why a tensor that requires grad cannot hold a result, or "".

        In grad mode the tensor cannot be an operand either, so ArrayError is raised. Below
        autograd, in a kernel that PyTorch calls, it is treated as any tensor.
        """
        if self._is_below():
            return ""
        if self._torch.is_grad_enabled():
            raise ArrayError(f"requires grad; {_DETACH}")
        return f"requires grad; {_DETACH}"

    def _is_below(self) -> bool:
        """Return whether autograd has finished with the op that this thread computes."""
        core = self._torch._C
        found: bool = core._dispatch_tls_is_dispatch_key_excluded(
            core.DispatchKey.AutogradFunctionality
        )
        return found

    def _public_stream(self, number: int) -> int:
        return int(self._torch.cuda.current_stream(number).cuda_stream)

    def _unknown(self, dtype: Any) -> Kind:
        """Return the kind of a dtype that is not a format.

        The error is raised when a plan is made.
        """
        return self._kinds.setdefault(dtype, _kind(dtype, ""))


@cache
def reader() -> Reader:
    """Return the only reader of tensors. Call it only if a tensor exists."""
    return Reader()


def _kind(dtype: Any, name: str) -> Kind:
    """Return the kind of a PyTorch dtype; `name` is its format, or ""."""
    text = str(dtype)
    if text.startswith(("torch.q", "torch.bits")):
        text = f"{text} (quantized; x.dequantize() has its values)"
    whole = not (dtype.is_floating_point or dtype.is_complex) and text != "torch.bool"
    return Kind(text, name, dtype.itemsize, dtype.itemsize if whole else 0, "torch")


def _shapeless(tensor: Any) -> str:
    """Return why a tensor has no address, shape or strides."""
    if tensor.is_nested:
        return "is a nested tensor; give its parts, or x.to_padded_tensor(...)"
    layout = str(tensor.layout)
    if layout != "torch.strided":
        return f"has the layout {layout}; give x.to_dense()"
    return _NO_MEMORY


def _misplaced(tensor: Any, number: int) -> str:
    """Return why kernels of the GPU with this number cannot use a tensor's memory."""
    if tensor.is_nested:
        return _shapeless(tensor)
    place = tensor.device
    if place.type == "meta":
        return "is a meta tensor, which has no elements; make it on the GPU"
    if tensor.data_ptr() == 0 and 0 not in tensor.shape:
        return _NO_MEMORY
    if place.type == "cpu":
        return f"is a tensor on the host; give {_as_numpy(tensor.dtype)}, or x.cuda()"
    if place.type != "cuda":
        return f"is a tensor on {place}; give x.cpu().numpy(), or x.cuda()"
    if place.index != number:
        return elsewhere(place.index, number)
    return "is a view whose negative bit is set; give x.resolve_neg()"


def _as_numpy(dtype: Any) -> str:
    """Return Python code that converts a CPU tensor of this dtype to a NumPy array."""
    name = str(dtype).removeprefix("torch.")
    form = next((f for f in FORMATS.values() if f.dtype.name == name), None)
    if form is None or form.dtype.isbuiltin == 1:
        return "x.numpy()"
    carrier = "int16" if form.bits == 16 else "uint8"
    return f"x.view(torch.{carrier}).numpy().view(ml_dtypes.{name})"
