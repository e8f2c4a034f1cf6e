"""What PyTorch makes of given words: its own generator draws others; those here are D2's."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from samebits.backends.subjects.torch_forms import type_of
from samebits.spec.families.draws import drawn
from samebits.spec.language.call import Call

Run = Callable[..., Any]


def words(call: Call, shape: tuple[int, ...], bits: int = 32) -> Any:
    """The 32-bit or the 64-bit draws of a call, an array of NumPy."""
    places = {"whole": None, "at": None}
    attributes = {**places, **call.attributes, "shape": shape}
    return drawn(Call(call.op, call.version, (), (), attributes), bits)


def uniform(torch: Any, call: Call, shape: tuple[int, ...]) -> Any:
    """Numbers as the draw `uniform` has them in f32, in binary64."""
    return torch.from_numpy(np.ldexp((words(call, shape) >> 8).astype(np.float64), -24))


def middles(torch: Any, call: Call, shape: tuple[int, ...]) -> Any:
    """The middles of the shares of the words, in binary64, which holds them."""
    return torch.from_numpy((words(call, shape).astype(np.float64) + 0.5) * 2.0**-32)


def initial(name: str, arguments: Callable[[Call], dict[str, Any]]) -> Callable[[Any], Run]:
    """An initialiser of torch.nn.init, whose numbers are drawn here.

    It gets the whole tensor, for the fans are those of it; the part is taken of the result. What is
    drawn is in the format of the result, in which PyTorch scales it.
    """

    def bound(torch: Any) -> Run:
        module = importlib.import_module("torch.nn.init")

        def run(call: Call) -> Any:
            given: Any = call.attributes
            shape = given["shape"]
            whole = shape if given["whole"] is None else given["whole"]
            dtype = type_of(torch, call.outputs[0])
            if 0 in whole:
                return torch.empty(shape, dtype=dtype)

            class Weights:
                """Takes the place of a tensor of the whole shape, which may be large."""

                shape = torch.Size(whole)
                dim = staticmethod(lambda: len(whole))
                size = staticmethod(lambda axis: whole[axis])

                def uniform_(self, low: float, high: float, generator: Any = None) -> Any:
                    return uniform(torch, call, shape).to(dtype) * (high - low) + low

                def normal_(self, mean: float, std: float, generator: Any = None) -> Any:
                    return torch.special.ndtri(middles(torch, call, shape)).to(dtype) * std + mean

            return getattr(module, name)(Weights(), **arguments(call))

        return run

    return bound
