"""Operands and comparisons that tests of several families share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.executor import execute
from samebits.backends.protocol import Array
from samebits.oracles import numpy_route
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call

SPECIAL = (0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-40, 3e38, 1.0)
MULTIPROCESSORS = (1, 3)


def sessions() -> list[CudaSession]:
    """Open emulated devices with different grid sizes."""
    return [CudaSession("emulated", EmulatedMachine(multiprocessors=n)) for n in MULTIPROCESSORS]


def numbers(name: str, shape: int | Sequence[int], *, special: float = 0.0, seed: int = 0) -> Array:
    """Return random floats over 8 binades, or random integers of the whole range.

    `special` is the probability of a special value (floats only).
    """
    form, rng = get_format(name), np.random.default_rng(seed)
    size = np.empty(shape).shape
    if name == "bool":
        return rng.integers(0, 2, size).astype(bool)
    if not form.is_float:
        raw = rng.integers(0, 256, (*size, form.bits // 8), dtype=np.uint8)
        return from_bits(np.ascontiguousarray(raw).view(form.bits_dtype)[..., 0], name)
    x = rng.standard_normal(size) * np.exp2(rng.integers(-4, 4, size))
    chosen = np.asarray(SPECIAL)[rng.integers(0, len(SPECIAL), size)]
    with np.errstate(all="ignore"):
        return np.asarray(np.where(rng.random(size) < special, chosen, x)).astype(form.dtype)


def assert_as_numpy_route(devices: Sequence[CudaSession], call: Call, *inputs: Array) -> None:
    """Assert that every device returns the same bits as the NumPy route."""
    with np.errstate(all="ignore"):
        wanted = bits_of(numpy_route.evaluate(call, list(inputs))[0])
    for device in devices:
        got = bits_of(execute(device, call, list(inputs))[0])
        assert got.tobytes() == np.ascontiguousarray(wanted).tobytes(), (
            call,
            [(x.shape, x.strides) for x in inputs],
            device.machine.multiprocessors,
        )


def layouts(x: Array) -> list[Array]:
    """Return an array of rank 3 in several memory layouts, and two broadcasts of its parts."""
    raw = np.zeros(x.nbytes + 1, np.uint8)
    odd = np.ndarray(x.shape, x.dtype, raw.data, 1)
    odd[...] = x
    apart = np.zeros((x.shape[0], 2 * x.shape[1], x.shape[2] + 3), x.dtype)[:, ::2, 3:]
    apart[...] = x
    return [
        x,
        np.asfortranarray(x),
        np.ascontiguousarray(x.transpose(1, 2, 0)).transpose(2, 0, 1),
        np.ascontiguousarray(x[::-1, ::-1, ::-1])[::-1, ::-1, ::-1],
        odd,
        apart,
        np.broadcast_to(x[:1], x.shape),
        np.broadcast_to(x[..., :1], x.shape),
    ]
