"""Hypotheses about random ops (D2): wrong counters, and wrong use of the random words.

A wrong counter swaps or loses halves of a block's number or of the stream number. Wrong numbers are
made from bits of the words that D2 does not use, or are compared in a different format.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.families.draws import FUNCTIONS_OF_WORDS, drawn
from samebits.spec.language.call import Call

MOST_ELEMENTS = 1 << 12
"""The largest number of result elements whose words are drawn again."""

_COUNTERS: tuple[tuple[str, str, Callable[..., tuple[int, ...]]], ...] = (
    ("counter", "the stream precedes the block in the counter (D1.1)",
     lambda low, high, *stream: (*stream, low, high)),
    ("block-32", "the upper half of a block's number is lost (D1.1)",
     lambda low, high, *stream: (low, 0, *stream)),
    ("block-halves", "the halves of a block's number are exchanged (D1.1)",
     lambda low, high, *stream: (high, low, *stream)),
)  # fmt: skip


def draws(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations: a different counter, or a different use of the random words."""
    call = evidence.call
    if get_op(call.op).op_class != "draw" or evidence.total > MOST_ELEMENTS:
        return
    flags = call.outputs == ("bool",)  # wrong words could explain flags by chance
    for name, text, output in (*_of_numbers(call), *(() if flags else _of_counters(call))):
        flat = output.reshape(-1)

        def predict(positions: Array, flat: Array = flat) -> Array:
            return np.asarray(flat[evidence.chosen[positions]])

        yield from by_prediction(evidence, name, text, predict, {})


def _of_counters(call: Call) -> Iterator[tuple[str, str, Array]]:
    from samebits.oracles.drawing import words_by  # only a diagnosis needs it

    for name, text, counter in _COUNTERS:
        found = _made(call, words_by(call, counter))
        if found is not None:
            yield name, text, found


def _made(call: Call, words: Array) -> Array | None:
    """Return the result of a call for these 32-bit words; None if it uses the words differently."""
    from samebits.oracles import numpy_route

    given: Any = call.attributes
    function = all_ops().get(call.op + FUNCTIONS_OF_WORDS)
    if function is not None and (("u32",), call.outputs) in function.signatures:
        return numpy_route.evaluate(function.call(["u32"], call.outputs), [words])[0]
    if "p" in given:
        return np.asarray(words < math.ldexp(given["p"], 32))
    return words if call.outputs == ("u32",) else None


def _of_numbers(call: Call) -> Iterator[tuple[str, str, Array]]:
    given: Any = call.attributes
    if "p" in given:
        limit = np.float32(math.ldexp(given["p"], 32))
        found = drawn(call, 32).astype(np.float32) < limit
        yield "compared-in-f32", "words and p are compared in binary32 (D2.7)", np.asarray(found)
    elif "low" in given:
        rest = drawn(call, 64) % np.uint64(given["high"] - given["low"])
        text = "the remainder of a draw, not the high half of a product (D2.8)"
        yield "remainder", text, np.asarray(given["low"] + rest.astype(np.int64))
    elif call.outputs == ("f32",):
        text = "23 bits of a word, one less than the significand has (D2.4)"
        yield "23-bits", text, np.ldexp((drawn(call, 32) >> 9).astype(np.float32), -23)
