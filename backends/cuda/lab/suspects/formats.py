"""Checks of arrays: each format gives the same bits as NumPy arrays, wrong arrays are refused."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import Any

import numpy as np

from samebits.backends.cuda.arrays.resident import resident
from samebits.backends.cuda.lab.suspects import NotHere
from samebits.backends.cuda.lab.suspects.bench import Bench, require_same
from samebits.backends.cuda.lab.suspects.libraries import Library
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, from_bits

ADD = get_op("add").call(["f32", "f32"])
_ONES = np.ones(4, np.float32)


def bits(bench: Bench, library: Library) -> str:
    """Compare sorted bits of all formats, and sums of narrow formats, with NumPy operands."""
    rng = np.random.default_rng(3)
    for name, form in FORMATS.items():
        most = 2 if name == "bool" else 1 << form.bits
        values = from_bits(rng.integers(0, most, (3, 300), form.bits_dtype), name)
        calls = [get_op("sort").call([name])]
        if form.is_float:
            calls.append(get_op("add").call([name, name]))
        for call in calls:
            operands = [values, values[::-1].copy()][: len(call.inputs)]
            result = library.put(np.zeros_like(values))
            bench.session.run(call, [library.put(x) for x in operands], [result])
            require_same(_get(bench, library, result), bench.from_host(call, *operands), str(call))
    return f"{len(FORMATS)} formats"


def _get(bench: Bench, library: Library, array: Any) -> Any:
    """Return a result as a NumPy array. Library and session both use the default stream."""
    with library.on(None):
        return library.get(array)


def other_types(bench: Bench, library: Library) -> str:
    """Check that elements with the right size and a wrong type are refused."""
    good, whole = library.put(_ONES), library.put(_ONES.astype(np.int32))
    said = bench.expect_refusal(ADD, [good, whole], [good], "int32, f32 is wanted")
    bench.expect_refusal(ADD, [good, good], [whole], "int32, f32 is wanted")
    raw = library.put(np.ones(4, np.int16))
    bench.expect_refusal(get_op("neg").call(["bf16"]), [raw], [raw], "int16, bf16 is wanted; if")
    return said


class _Seen:
    """An address, presented by the CUDA array interface."""

    def __init__(self, address: int) -> None:
        self.__cuda_array_interface__ = {
            "shape": _ONES.shape,
            "typestr": _ONES.dtype.str,
            "data": (address, False),
            "version": 3,
        }


def by_interface(bench: Bench) -> str:
    """Check arrays of this backend; on a GPU, also page-locked and ordinary CPU memory."""
    machine = bench.session.machine
    x: Any = resident(machine, 3 * _ONES)
    y: Any = resident(machine, _ONES)
    bench.session.run(ADD, [x, y], [y])
    require_same(y.values(), 4 * _ONES, "arrays of ours")
    if not bench.is_gpu:
        return ""
    bench.expect_refusal(ADD, [x, _Seen(_ONES.ctypes.data)], [y], "lies on the host")
    locked = importlib.import_module("cupy").cuda.alloc_pinned_memory(_ONES.nbytes)
    np.frombuffer(locked, np.float32, _ONES.size)[:] = 5
    locked_array: Any = _Seen(locked.ptr)
    try:
        bench.session.run(ADD, [x, locked_array], [y])
    except BackendError as error:
        return f"page-locked memory is refused: {error}"
    require_same(y.values(), 8 * _ONES, "page-locked memory")
    return "page-locked memory works"


def other_gpu(bench: Bench) -> str:
    """Check arrays on a different GPU."""
    bench.require_gpu()
    count = importlib.import_module("cupy").cuda.runtime.getDeviceCount()
    if count < 2:
        raise NotHere("needs two GPUs")
    machine = bench.session.machine
    other = (machine.number + 1) % count
    said = ""
    for name in ("torch", "cupy"):
        library = bench.library(name)
        with library.on(None):
            near, far = library.put(_ONES), _on(name, other)
            text = f"lies on GPU {other}, this session uses GPU {machine.number}"
            said = bench.expect_refusal(ADD, [near, far], [near], text)
    return said


def _on(name: str, number: int) -> Any:
    if name == "torch":
        return importlib.import_module("torch").ones(4, device=f"cuda:{number}")
    cupy = importlib.import_module("cupy")
    with cupy.cuda.Device(number):
        return cupy.ones(4, dtype=np.float32)


def gradients(bench: Bench) -> str:
    """Check a tensor that requires grad: it can be an operand without grad mode, never a result."""
    library = bench.library("torch")
    torch = importlib.import_module("torch")
    x, y = library.put(_ONES).requires_grad_(), library.put(_ONES)
    said = bench.expect_refusal(ADD, [x, y], [y], "requires grad; call .detach()")
    with torch.no_grad():
        bench.expect_refusal(ADD, [y, y], [x], "requires grad; call .detach()")
        bench.session.run(ADD, [x, x], [y])
    require_same(library.get(y), 2 * _ONES, "without grad mode")
    return said


def other_tensors(bench: Bench) -> str:
    """Check CPU, sparse, meta and negated tensors. This needs no GPU."""
    if find_spec("torch") is None:
        raise NotHere("needs PyTorch")
    torch = importlib.import_module("torch")
    out = np.zeros(4, np.float32)
    is_there = bench.is_gpu and torch.cuda.is_available()
    device = f"cuda:{bench.session.machine.number}" if is_there else "cpu"
    host = torch.ones(4)
    cases = {
        "is a tensor on the host; give x.numpy(), or x.cuda()": host,
        "has the layout torch.sparse_coo; give x.to_dense()": torch.ones(
            4, device=device
        ).to_sparse(),
        "is a meta tensor": torch.ones(4, device="meta"),
    }
    if is_there:
        negated = torch.zeros(4, dtype=torch.complex64, device=device).conj().imag
        cases["negative bit is set; give x.resolve_neg()"] = negated
        cases["is a tensor on the host; give"] = host.pin_memory()
    for text, x in cases.items():
        bench.expect_refusal(ADD, [out, x], [out], text)
    return f"{len(cases)} kinds, each in one line"
