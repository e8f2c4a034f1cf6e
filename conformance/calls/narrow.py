"""Find the wrong elements behind a differing digest, by recomputing the right bits.

Recomputed bits are accepted only if they have the stored digest, so a mistake here cannot hide
anything. The NumPy route is asked first, because it is fast and needs no extra package. For
elementwise ops the oracles then recompute the first block that differs. If neither succeeds, the
result only names the block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.common.errors import SamebitsError
from samebits.common.release import install_command
from samebits.conformance.calls.comparison import Comparison, compare_bits
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call
from samebits.vectors.address import is_elementwise
from samebits.vectors.case import ByDigest, ByValue, Case

Bits = np.ndarray[Any, Any]


def narrow(
    case: Case,
    outputs: Sequence[Array],
    found: Comparison,
    *,
    inputs: Sequence[Array] | None = None,
) -> Comparison:
    """Return the comparison with the wrong elements of each bad block that can be recomputed."""
    operands = case.inputs() if inputs is None else list(inputs)
    frozen = case.expected()
    got = [bits_of(output) for output in outputs]
    wanted = [
        np.asarray(e.bits).reshape(b.shape) if isinstance(e, ByValue) else b.copy()
        for e, b in zip(frozen, got, strict=True)
    ]
    left = list(found.bad_blocks)
    trouble = ""
    attempts = (
        _elementwise(case, operands, left)
        if is_elementwise(case.call.op)
        else _whole(case, operands)
    )
    try:
        for block, recomputed in attempts:
            left = _accept(frozen, wanted, left, block, recomputed)
            if not left:
                break
    except ImportError as error:
        trouble = f"; {error.name} is missing; to see the elements: {install_command('oracles')}"
    except SamebitsError as error:
        trouble = f"; the elements could not be recomputed: {error}"
    if len(left) == len(found.bad_blocks):
        return replace(found, note=found.note + trouble)
    exact = compare_bits(case, got, wanted, operands)
    if not left:
        return exact
    note = f"{found.note}; elements of {len(left)} of these blocks were not recomputed"
    return replace(exact, wrong=exact.wrong + len(left), complete=False, note=note, wanted=None)


def _accept(
    frozen: Sequence[object],
    wanted: list[Bits],
    left: list[tuple[int, int]],
    block: tuple[int, int] | None,
    recomputed: Sequence[Bits],
) -> list[tuple[int, int]]:
    """Copy recomputed blocks with the right digest into `wanted`; return the blocks still missing.

    `recomputed` contains the bits of `block`, or of all outputs if `block` is None.
    """
    missing = []
    for output, index in left:
        entry = frozen[output]
        assert isinstance(entry, ByDigest)
        part = slice(index * entry.block, (index + 1) * entry.block)
        if block is None:
            bits = recomputed[output].reshape(-1)[part]
        elif block == (output, index):
            bits = recomputed[0].reshape(-1)
        else:
            missing.append((output, index))
            continue
        if _has_digest(bits, entry.sha256[index]):
            wanted[output].reshape(-1)[part] = bits
        else:
            missing.append((output, index))
    return missing


def _has_digest(bits: Bits, sha256: str) -> bool:
    from samebits.vectors.digests import bits_digest

    return bits_digest(bits) == sha256


def _whole(
    case: Case, operands: Sequence[Array]
) -> Iterator[tuple[tuple[int, int] | None, list[Bits]]]:
    """Yield all outputs of a case, computed by the NumPy route, if it supports the call."""
    made = _numpy_route(case.call, operands)
    if made is not None:
        yield None, made


def _elementwise(
    case: Case, operands: Sequence[Array], bad: Sequence[tuple[int, int]]
) -> Iterator[tuple[tuple[int, int] | None, list[Bits]]]:
    """Yield recomputed bad blocks of an elementwise case.

    The NumPy route recomputes all of them, the oracles only the first.
    """
    sizes = {i: e.block for i, e in enumerate(case.expected()) if isinstance(e, ByDigest)}

    def cut(output: int, block: int) -> list[Array]:
        part = slice(block * sizes[output], (block + 1) * sizes[output])
        return [np.ascontiguousarray(x).reshape(-1)[part] for x in operands]

    for output, block in bad:
        made = _numpy_route(case.call, cut(output, block))
        if made is None:
            break
        yield (output, block), made
    from samebits import oracles  # imported only here: judging itself needs no oracle

    output, block = bad[0]
    if oracles.supports(case.call):
        made = [bits_of(x) for x in oracles.evaluate(case.call, cut(output, block))]
        yield (output, block), made


def _numpy_route(call: Call, operands: Sequence[Array]) -> list[Bits] | None:
    from samebits.oracles import numpy_route

    if not numpy_route.supports(call):
        return None
    return [bits_of(x) for x in numpy_route.evaluate(call, operands)]
