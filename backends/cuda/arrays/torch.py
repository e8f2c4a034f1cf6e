"""PyTorch's tensors, by their own attributes: their CUDA array interface knows no fp8.

PyTorch is never imported here: where somebody has a tensor, it is there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from samebits.backends.cuda.addresses import GRAIN
from samebits.backends.cuda.arrays.layout import ArrayError, Kind, Look
from samebits.backends.cuda.machines.protocol import DEFAULT_STREAM, NO_GPU, Driver, elsewhere
from samebits.spec.formats import FORMATS

_DETACH = "call .detach() on it, samebits computes no gradients through a session"

STAND_IN = "emulated"
"""What PyTorch calls the device whose tensors lie where the emulated machine computes.

PyTorch has none of that name unless a program registers one (`PrivateUse1`)."""

_NO_MEMORY = (
    "has no memory of its own, as a fake tensor or one within torch.vmap; give a plain tensor"
)


def is_tensor(array: Any) -> bool:
    """Whether it is a tensor of PyTorch."""
    kind = getattr(sys.modules.get("torch"), "Tensor", None)
    return kind is not None and isinstance(array, kind)


class Alike:
    """Whether tensors are as others were; see `Reader.alike`.

    `guards` is PyTorch's class of such checks. Its own is false where a tensor is given twice, so
    that this is asked before, and ends the process where one is nested.
    """

    __slots__ = ("_again", "_check", "_firsts", "_kinds")

    def __init__(self, guards: Any, tensors: Sequence[Any]) -> None:
        places: dict[int, int] = {}
        first = [places.setdefault(id(x), i) for i, x in enumerate(tensors)]
        self._firsts = tuple(places.values())
        self._again = tuple((i, k) for i, k in enumerate(first) if i != k)
        several = [tensors[i] for i in self._firsts]
        self._kinds = [*map(type, several)]  # which the check only points to
        made = guards(*several, dynamic_dims_sizes=None, dynamic_dims_strides=None)
        self._check: Callable[..., bool] = made.check

    def __call__(self, tensors: Sequence[Any]) -> bool:
        """Whether they are; none of them is nested."""
        if not self._again:
            return self._check(*tensors)
        for i, k in self._again:
            if tensors[i] is not tensors[k]:
                return False
        return self._check(*[tensors[i] for i in self._firsts])


def addresses_of(tensors: Iterable[Any]) -> list[int] | None:
    """Where plain tensors have their first elements; None if one has no memory, or is none."""
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
    """Sees tensors of PyTorch as it has been imported; `reader` makes the only one."""

    def __init__(self) -> None:
        self._torch: Any = sys.modules["torch"]
        # What PyTorch's own compiler calls; its public way makes an object, at ten times the cost.
        self._stream = getattr(self._torch._C, "_cuda_getCurrentRawStream", self._public_stream)
        self._kinds: dict[Any, Kind] = {}
        for name, form in FORMATS.items():
            dtype = getattr(self._torch, form.dtype.name, None)
            if dtype is not None:  # PyTorch calls all types as NumPy and ml_dtypes do
                self._kinds[dtype] = _kind(dtype, name)

    def look_at(self, machine: Driver, tensor: Any) -> Look:
        """See a tensor. Raises ArrayError where it is not plain memory of the session's GPU."""
        try:
            address, shape, strides = tensor.data_ptr(), tensor.shape, tensor.stride()
        except Exception as error:  # sparse tensors, and those inside a transform
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
        """The stream that PyTorch uses on the GPU with this number, or on no GPU."""
        return (self._stream(number) if number >= 0 else 0) or DEFAULT_STREAM

    def alike(self, tensors: Sequence[Any]) -> Alike | None:
        """What tells of other tensors whether they are as these, in all but their addresses.

        It asks nearly all that `look_at` asks, of all at once, as PyTorch's compiler does before it
        runs what it has compiled: whether tensors have memory is left out. None where PyTorch has
        no such thing. Nor of tensors that require grad, except below autograd: the check tells
        whether it is below, and not whether grad mode is on.
        """
        if any(x.requires_grad for x in tensors) and not self._is_below():
            return None
        if addresses_of(tensors) is None:
            return None
        try:
            found = Alike(self._torch._C._dynamo.guards.TensorGuards, tensors)
            return found if found(tensors) is True else None
        except Exception:  # PyTorch may change it in any version
            return None

    def _grad(self, tensor: Any) -> str:
        """Why a tensor that requires grad takes no result; it is no operand in grad mode.

        Below autograd, in a kernel that PyTorch calls, it is as any other.
        """
        if self._is_below():
            return ""
        if self._torch.is_grad_enabled():
            raise ArrayError(f"requires grad; {_DETACH}")
        return f"requires grad; {_DETACH}"

    def _is_below(self) -> bool:
        """Whether autograd has seen this thread's op, and has called what calls the session."""
        core = self._torch._C
        found: bool = core._dispatch_tls_is_dispatch_key_excluded(
            core.DispatchKey.AutogradFunctionality
        )
        return found

    def _public_stream(self, number: int) -> int:
        return int(self._torch.cuda.current_stream(number).cuda_stream)

    def _unknown(self, dtype: Any) -> Kind:
        """A dtype that is no format of ours; the plan says which one is wanted."""
        return self._kinds.setdefault(dtype, _kind(dtype, ""))


@cache
def reader() -> Reader:
    """The reader of all tensors; to be asked for when there is one."""
    return Reader()


def _kind(dtype: Any, name: str) -> Kind:
    """What a dtype of PyTorch says; `name` is the format, or empty."""
    text = str(dtype)
    if text.startswith(("torch.q", "torch.bits")):
        text = f"{text} (quantized; x.dequantize() has its values)"
    whole = not (dtype.is_floating_point or dtype.is_complex) and text != "torch.bool"
    return Kind(text, name, dtype.itemsize, dtype.itemsize if whole else 0, "torch")


def _shapeless(tensor: Any) -> str:
    """Why a tensor does not tell its address, its shape or its strides."""
    if tensor.is_nested:
        return "is a nested tensor; give its parts, or x.to_padded_tensor(...)"
    layout = str(tensor.layout)
    if layout != "torch.strided":
        return f"has the layout {layout}; give x.to_dense()"
    return _NO_MEMORY


def _misplaced(tensor: Any, number: int) -> str:
    """Why what lies at a tensor's address is not for the kernels of the GPU with this number."""
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
    """How a tensor of the host becomes an array of NumPy, in code."""
    name = str(dtype).removeprefix("torch.")
    form = next((f for f in FORMATS.values() if f.dtype.name == name), None)
    if form is None or form.dtype.isbuiltin == 1:
        return "x.numpy()"
    carrier = "int16" if form.bits == 16 else "uint8"
    return f"x.view(torch.{carrier}).numpy().view(ml_dtypes.{name})"
