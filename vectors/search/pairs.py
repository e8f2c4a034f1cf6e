"""Find pairs that are hard to round: python -m samebits.vectors.search.pairs [OP]...

A function of two operands has too many inputs to try them all. For each op and format, 2^26 random
pairs of ordinary size are evaluated in binary64. The pairs whose value is nearest to a midpoint of
the format, but not equal to it, are stored. Among n pairs, the smallest distance is about 1/n of an
ulp, which binary64 can still resolve. The files (`found_pairs/<op>.json`) contain only inputs; the
oracles compute the expected results.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from samebits.common.files import write_atomically
from samebits.spec.catalog import functions, landmarks_of
from samebits.spec.formats import Format, from_bits, get_format
from samebits.spec.language.landmarks import PairLandmarks
from samebits.vectors.files import dump_json, parse_json, read_bytes
from samebits.vectors.validate import Fields

FOLDER = Path(__file__).parent / "found_pairs"
FORMATS = ("f32", "f16", "bf16")
KEPT = 100
CHUNK, CHUNKS = 1 << 20, 64

Array = np.ndarray[Any, Any]


def pair_of(form: str) -> str:
    """Return a regular expression for a pair of operands in a format."""
    pattern = f"[0-9a-f]{{{get_format(form).bits // 4}}}"
    return f"{pattern}-{pattern}"


def hard_pairs(op: str, form: Format) -> list[tuple[int, int]]:
    """Return the pairs that were found for an op and format.

    The list is empty if there was no search. Raises VectorError for a malformed file.
    """
    path = FOLDER / f"{op}.json"
    if not path.exists():
        return []
    return parse(parse_json(path, read_bytes(path)), str(path)).get(form.name, [])


def parse(value: object, where: str) -> dict[str, list[tuple[int, int]]]:
    """Return the pairs in the parsed text of a file, by format, hardest first.

    Raises VectorError.
    """
    fields = Fields(value, where)
    fields.text("method")
    found = {f: fields.matching(f, pair_of(f), f"pairs of {f}") for f in FORMATS}
    fields.done()
    return {f: [split_pair(text) for text in found[f]] for f in FORMATS}


def split_pair(text: str) -> tuple[int, int]:
    """Return the two bit patterns of a pair."""
    first, second = text.split("-")
    return int(first, 16), int(second, 16)


def search(op: str, form: Format) -> list[str]:
    """Return the pairs nearest to a midpoint, as hexadecimal, hardest first."""
    landmarks = landmarks_of(op)
    assert isinstance(landmarks, PairLandmarks), f"{op} is no function of two operands"
    draw = np.random.Generator(np.random.Philox(sum(f"{op} {form.name}".encode())))
    best: list[tuple[float, int, int]] = []
    for _ in track(range(CHUNKS), description=f"{op}/{form.name}"):
        a, b = (_everyday(draw, form, signed=landmarks.signed) for _ in range(2))
        with np.errstate(all="ignore"):
            x, y = (from_bits(v, form.name).astype(np.float64) for v in (a, b))
            gaps = _gaps(landmarks.binary64(x, y), form)
        places = np.argpartition(gaps, KEPT)[:KEPT]
        best += [(float(gaps[i]), int(a[i]), int(b[i])) for i in places]
        best = sorted(set(best))[:KEPT]
    return [f"{form.hex(a)}-{form.hex(b)}" for _, a, b in best]


def _everyday(draw: np.random.Generator, form: Format, *, signed: bool) -> Array:
    """Return random numbers from 2^-5 to 2^4. They are positive unless `signed` is set."""
    one = (1 - form.emin) << (form.precision - 1)
    step = 1 << (form.precision - 1)
    low, high = one - 5 * step, one + 4 * step
    bits = draw.integers(low, high, CHUNK, dtype=np.uint64)
    if signed:
        bits |= draw.integers(0, 2, CHUNK, dtype=np.uint64) << np.uint64(form.bits - 1)
    return bits.astype(form.bits_dtype)


def _gaps(value: Array, form: Format) -> Array:
    """Return the distances to the nearest midpoint, in ulp.

    The distance is infinite for midpoints and for results out of range.
    """
    fraction, exponent = np.frexp(np.abs(value))
    scaled = np.ldexp(fraction, form.precision)
    gap = np.abs(scaled - np.floor(scaled) - 0.5)
    usable = (gap > 0) & (exponent - 1 > form.emin) & (exponent - 1 < form.emax)
    return np.where(usable, gap, np.inf)


def main() -> None:
    """Search the named functions, or all functions."""
    known = functions(operands=2)
    names = sys.argv[1:] or known
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"no search for {unknown[0]!r}; known: {', '.join(known)}")
    for name in names:
        found: dict[str, Sequence[str]] = {f: search(name, get_format(f)) for f in FORMATS}
        method = f"nearest to a midpoint of {CHUNK * CHUNKS} random pairs of 2^-5 to 2^4, binary64"
        write_atomically(FOLDER / f"{name}.json", dump_json({"method": method}, dict(found)))


if __name__ == "__main__":
    main()
