"""Cases of ops that draw (D2): chosen words, published check values, parts, far elements.

Philox can be inverted: for any four words and any key there is exactly one counter. So a case
chooses the random words, and the block number and the stream are computed from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from samebits.spec.families.draws import (
    FUNCTIONS_OF_WORDS,
    MOST_ELEMENTS,
    bernoulli,
    randint,
    words_of,
)
from samebits.spec.language.declare import Op
from samebits.vectors.certificates import find_named
from samebits.vectors.planning import Planned, seed_of
from samebits.vectors.plans import bulk
from samebits.vectors.plans.patterns import randomness
from samebits.vectors.search.hard import ROOM

_MASK = (1 << 32) - 1
_SEED, _STREAM = 0x0123456789ABCDEF, 1
_ROW = 1 << 20
"""Length of a row of a whole in cases that draw elements far from the first one."""

_LONGEST = 70_001
"""Number of elements of a case with a digest: more than two tasks of a thread."""

KNOWN = (
    ((0, 0, 0, 0), (0, 0)),
    ((_MASK,) * 4, (_MASK,) * 2),
    ((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0)),
)
"""Counters and keys of the known-answer tests of Random123 (D1.4)."""

EXTREMES = (0, 1, 2, 3, (1 << 31) - 1, 1 << 31, _MASK - 1, _MASK)
"""32-bit draws at both ends and in the middle, where results have extreme values."""

_PROBABILITIES = {
    "zero": 0.0,
    "minus-zero": -0.0,
    "least": 5e-324,
    "one-in-2^32": 2.0**-32,
    "above-one-in-2^32": 2.0**-32 * (1 + 2.0**-52),
    "third": 1 / 3,
    "half": 0.5,
    "below-half": 0.5 - 2.0**-54,
    "above-half": 0.5 + 2.0**-53,
    "below-one": 1 - 2.0**-53,
    "one": 1.0,
}

_RANGES = {
    "one": (7, 8),
    "two": (0, 2),
    "three": (-1, 2),
    "byte": (-128, 128),
    "2^31": (0, 1 << 31),
    "odd": (-1_000_003, 1 << 40),
    "all": (-(1 << 53) + 1, (1 << 53) - 1),
}


def handles(op: Op) -> bool:
    """Return whether the op is a draw."""
    return op.op_class == "draw"


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    ((_, outputs),) = op.labels()[label]
    own = dict(_usual(op))

    def case(name: str, flag: str, level: str = "standard", **given: Any) -> Planned:
        drawn = {"seed": words_of(_SEED), "stream": words_of(_STREAM), **own, **given}
        digest = name.startswith("bulk")
        return Planned(name, op.call([], outputs, **drawn), (), level, (flag,), digest)

    found = [case("check", "draw-words", "smoke", shape=(6,))]
    found += [case(name, "draw-words", **given) for name, given in _words(op, label)]
    found += [case(name, "draw-places", **given) for name, given in _places()]
    found += [case(name, "draw-limits", **given) for name, given in _limits(op)]
    level = "standard" if bulk.is_first(op, label) else "full"
    found.append(case("bulk/vector", "bulk", level, shape=(_LONGEST,)))
    return found


def _usual(op: Op) -> Mapping[str, Any]:
    if op.shape_rule is bernoulli:
        return {"p": 0.3}
    return {"low": -5, "high": 1000} if op.shape_rule is randint else {}


def _words(op: Op, label: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield calls with Random123's known answers, and with chosen words.

    The chosen words are also used as halves of 64-bit draws.
    """
    for number, (counter, key) in enumerate(KNOWN, 1):
        block = counter[0] | counter[1] << 32
        if (2 if _takes_two(op, label) else 4) * block < MOST_ELEMENTS:
            yield f"words/random123-{number}", _block(op, label, block, counter[2:], key)
    for number, chosen in enumerate((EXTREMES[:4], EXTREMES[4:], (_MASK,) * 4, (0,) * 4)):
        yield f"words/chosen-{number}", _asking(op, label, chosen)
    proof = find_named(ROOM, op.name + FUNCTIONS_OF_WORDS, f"u32_to_{label}")
    hard = [word for _, word in proof.hardest[:8]] if proof else []
    for first in range(0, len(hard) - 3, 4):
        yield f"words/hard-{first}", _asking(op, label, tuple(hard[first : first + 4]))
    rest = randomness("draws", op.name, label)
    for number in range(4):
        near = tuple(1 << rest.randrange(33) for _ in range(4))
        some = tuple(max(0, min(_MASK, n + rest.randrange(-2, 3))) for n in near)
        yield f"words/near-powers-{number}", _asking(op, label, some)


def _takes_two(op: Op, label: str) -> bool:
    """Return whether each element uses a 64-bit draw."""
    return op.shape_rule is randint or label in ("i64", "f64")


def _block(
    op: Op, label: str, block: int, stream: tuple[int, ...], key: tuple[int, ...]
) -> Mapping[str, Any]:
    """Return the attributes of a call for the elements that one block of words gives."""
    count = 2 if _takes_two(op, label) else 4
    row = max(count, _ROW)
    most = -(-MOST_ELEMENTS // row)
    place = divmod(count * block, row)
    return {
        "seed": key, "stream": stream, "shape": (1, count), "whole": (most, row), "at": place,
    }  # fmt: skip


def _asking(op: Op, label: str, words: tuple[int, ...]) -> Mapping[str, Any]:
    """Return the attributes of a call whose elements come from the given four words.

    It uses the first key for which the block is within a whole.
    """
    limit = MOST_ELEMENTS // (2 if _takes_two(op, label) else 4)
    for number in range(64):
        key = words_of(seed_of(f"{op.name} {words} {number}"))
        c0, c1, *stream = counter_of(words, key)
        block = c0 | c1 << 32
        if block < limit:
            return _block(op, label, block, tuple(stream), key)
    raise AssertionError(f"{words}: no block is within a whole")  # probability 2^-64


def counter_of(words: tuple[int, ...], key: tuple[int, ...]) -> tuple[int, ...]:
    """Return the counter for which Philox gives these words: the rounds of D1.2 in reverse."""
    c0, c1, c2, c3 = words
    for number in reversed(range(10)):
        k0, k1 = key[0] + number * 0x9E3779B9 & _MASK, key[1] + number * 0xBB67AE85 & _MASK
        b2, b0 = (
            c1 * pow(0xCD9E8D57, -1, 1 << 32) & _MASK,
            c3 * pow(0xD2511F53, -1, 1 << 32) & _MASK,
        )
        b1 = c0 ^ (0xCD9E8D57 * b2 >> 32) ^ k0
        b3 = c2 ^ (0xD2511F53 * b0 >> 32) ^ k1
        c0, c1, c2, c3 = b0, b1, b2, b3
    return c0, c1, c2, c3


def _places() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield shapes, parts of a whole, and seeds, streams and indices beyond 32 bits.

    Some seeds and streams have only one nonzero half.
    """
    yield "shape/scalar", {"shape": ()}
    yield "shape/empty", {"shape": (0,)}
    yield "shape/no-columns", {"shape": (3, 0)}
    yield "shape/empty-part", {"shape": (0, 3), "whole": (0, 1 << 50)}
    yield "shape/cube", {"shape": (3, 5, 7)}
    for first in (1, 2, 3, 4, 5):
        yield f"part/from-{first}", {"shape": (11,), "whole": (40,), "at": (first,)}
    yield "part/rows", {"shape": (2, 7), "whole": (5, 7), "at": (3, 0)}
    yield "part/columns", {"shape": (4, 3), "whole": (4, 9), "at": (0, 5)}
    yield "part/column", {"shape": (9, 1), "whole": (9, 6), "at": (0, 4)}
    yield "part/inner", {"shape": (2, 3, 2), "whole": (4, 7, 5), "at": (1, 2, 3)}
    yield "part/all-but-one-place", {"shape": (2, 3), "whole": (2, 3), "at": (0, 0)}
    far = {"shape": (2, 9), "whole": (1 << 20, (1 << 20) - 1)}
    for name, index in (("2^32", 1 << 32), ("2^33", 1 << 33), ("2^34", 1 << 34)):
        row = (index - 5) // far["whole"][1]
        yield f"far/{name}", {**far, "at": (row, min(index - 5 - row * far["whole"][1], 1 << 19))}
    last = {"shape": (2, 5), "whole": (1 << 25, 1 << 40)}
    yield "far/last", {**last, "at": ((1 << 25) - 2, (1 << 40) - 5)}
    for name, number in (("low", _MASK), ("high", _MASK << 32), ("all", (1 << 64) - 1)):
        yield f"seed/{name}", {"shape": (9,), "seed": words_of(number)}
        yield f"stream/{name}", {"shape": (9,), "stream": words_of(number)}
    yield "seed/zero", {"shape": (9,), "seed": (0, 0), "stream": (0, 0)}


def _limits(op: Op) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield limits of an op's own attributes: probabilities, and ends of a range."""
    if op.shape_rule is bernoulli:
        for name, p in _PROBABILITIES.items():
            yield f"p/{name}", {"shape": (40,), "p": p}
        for number, draw in enumerate((1, 0x6C10844B, 1 << 31, _MASK)):
            sides = (("is", 0.0), ("above", 1.0))
            for side, more in sides:  # p * 2^32 equals the draw or is slightly above it
                p = draw / 2.0**32 * (1 + more * 2.0**-52)
                yield f"p/{side}-draw-{number}", {**_asking(op, "bool", (draw,) * 4), "p": p}
    if op.shape_rule is randint:
        for name, (low, high) in _RANGES.items():
            yield f"range/{name}", {"shape": (30,), "low": low, "high": high}
            ends = _asking(op, "i64", (_MASK,) * 4)
            yield f"range/{name}-last", {**ends, "low": low, "high": high}
