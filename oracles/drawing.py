"""Random draws, element by element, with Python integers (clauses D1 and D2).

This is a second implementation of Philox, one block at a time. It is independent of the vectorised
one in spec/philox.py, and tests compare both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from samebits.oracles.elementwise import Elementary
from samebits.spec.families.draws import FUNCTIONS_OF_WORDS, indices
from samebits.spec.formats import from_bits, get_format
from samebits.spec.language.call import AttributeValue, Call

Array = np.ndarray[Any, Any]

_WORD = (1 << 32) - 1
_ROUNDS = 10


@lru_cache(maxsize=64)
def block(key: tuple[int, int], counter: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return the four words of a block (D1.2)."""
    (k0, k1), (c0, c1, c2, c3) = key, counter
    for _ in range(_ROUNDS):
        p, q = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = q >> 32 ^ c1 ^ k0, q & _WORD, p >> 32 ^ c3 ^ k1, p & _WORD
        k0, k1 = k0 + 0x9E3779B9 & _WORD, k1 + 0xBB67AE85 & _WORD
    return c0, c1, c2, c3


def word(call: Call, number: int) -> int:
    """Return word `number` of the stream of a call, which is word `number` mod 4 of its block."""
    return _word(call, number, lambda *counter: counter)


def words_by(call: Call, counter: Callable[..., tuple[int, ...]]) -> Array:
    """Return the 32-bit draws that a call would give with a different layout of the counter.

    `counter` gets the halves of the block's number and of the stream, and returns the words of the
    counter. The judge uses it to recognize backends with a wrong layout.
    """
    found = [_word(call, i, counter) for i in indices(call.attributes)]
    return np.array(found, np.uint32).reshape(shape_of(call))


def _word(call: Call, number: int, counter: Callable[..., tuple[int, ...]]) -> int:
    seed, stream, at = call.attributes["seed"], call.attributes["stream"], number // 4
    c0, c1, c2, c3 = counter(at & _WORD, at >> 32, *_pair(stream))
    return block(_pair(seed), (c0, c1, c2, c3))[number % 4]


def _pair(value: AttributeValue) -> tuple[int, int]:
    assert isinstance(value, tuple)
    return value[0], value[1]


def draws(call: Call, bits: int) -> list[int]:
    """Return the 32-bit or 64-bit draw of every element of a call's result, row-major (D1.3)."""
    if bits == 32:
        return [word(call, i) for i in indices(call.attributes)]
    return [word(call, 2 * i) | word(call, 2 * i + 1) << 32 for i in indices(call.attributes)]


def shape_of(call: Call) -> tuple[int, ...]:
    """Return the shape of a call's result."""
    shape = call.attributes["shape"]
    assert isinstance(shape, tuple)
    return shape


@dataclass(frozen=True, slots=True)
class Drawn:
    """An oracle of an op that draws: `pattern` maps a draw of `bits` bits to an element's bits."""

    pattern: Callable[[Call, int], int]
    bits: Callable[[Call], int]

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Return the bits of every element, computed one at a time."""
        mask = (1 << get_format(call.outputs[0]).bits) - 1
        made = [self.pattern(call, draw) & mask for draw in draws(call, self.bits(call))]
        return [from_bits(np.array(made, np.uint64).reshape(shape_of(call)), call.outputs[0])]


SHED = 11
"""Number of low bits of a 64-bit draw that are dropped for binary64 (D2.4, D2.5)."""


def bits_drawn(call: Call) -> int:
    """Return the number of bits of each draw of a call: 64 (two words) for `f64`, otherwise 32."""
    return 64 if call.outputs == ("f64",) else 32


@dataclass(frozen=True, slots=True)
class OfWords:
    """An op that applies a function to 32-bit draws or to the upper bits of 64-bit draws."""

    function: Elementary
    in_binary64: Elementary

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Return the bits of every element.

        Raises OracleDisagreement if the three libraries differ.
        """
        name, bits = call.op + FUNCTIONS_OF_WORDS, bits_drawn(call)
        if bits == 64:
            words = np.array([u >> SHED for u in draws(call, bits)], np.int64)
            function, form = self.in_binary64, "i64"
        else:
            words = np.array(draws(call, bits), np.uint32)
            function, form = self.function, "u32"
        operand = words.reshape(shape_of(call))
        return function.evaluate(Call(name, 1, (form,), call.outputs, {}), [operand])
