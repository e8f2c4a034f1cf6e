"""A right backend that is wrong at a handful of inputs, as a planted coefficient makes it.

The inputs are those whose exact value lies nearest to a rounding boundary in a stretch of inputs:
an error of a coefficient in its last digits moves these, and no others, to the other side.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.tests.saboteurs.base import Saboteur, SpoiltSession
from samebits.spec.call import Call
from samebits.spec.formats import bits_of, get_format

VARIABLE = "SAMEBITS_RARE"
"""Names op, format and inputs, for the judge in a process of its own: ["exp", "f32", [1, 2]]."""

FAMILIES = {
    "exponential": ("exp", 0x40000000),
    "logarithm": ("log", 0x40400000),
    "error function": ("erf", 0x3F000000),
    "hyperbolic": ("tanh", 0x3E800000),
    "root": ("rsqrt", 0x3FC00000),
    "sigmoid": ("sigmoid", 0x3F800000),
    "linear unit": ("silu", 0x40200000),
    "gaussian unit": ("gelu", 0x3F400000),
    "trigonometric": ("sin", 0x3F800000),
    "inverse trigonometric": ("atan", 0x3F800000),
    "gamma": ("lgamma", 0x40800000),
    "derivative": ("silu_derivative", 0x3F800000),
}
"""A function of each family, and the first pattern of a block in which it is put to the test."""


def few(op: str, label: str, inputs: Sequence[int]) -> Saboteur:
    """The last bit of the result of `op` is turned at these inputs, nowhere else."""

    def spoil(session: SpoiltSession, call: Call, operands: Sequence[Array], output: Array) -> None:
        output[...] = session.right(call, operands, output)
        if call.label != label:
            return
        wrong = np.array(inputs, get_format(label).bits_dtype)
        hit = np.isin(bits_of(operands[0]), wrong)
        output.view(get_format(label).bits_dtype)[hit] ^= 1

    return Saboteur(f"few_{op}", (op,), f"{op}/{label}/exhaustive", spoil)


def __getattr__(name: str) -> Saboteur:
    if name == "backend":
        op, label, inputs = json.loads(os.environ[VARIABLE])
        return few(op, label, inputs)
    raise AttributeError(name)
