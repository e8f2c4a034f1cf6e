"""SHA-256 digests of bits in blocks, with a Merkle root as in RFC 6962 (section 2.1).

The entries of the tree are the 32-byte digests of the blocks, so a mismatch identifies the wrong
block. Bits are hashed in little-endian byte order and row-major order on every machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

BLOCK = 1 << 16
"""Number of outputs per digest in cases with generated operands."""

Bits = np.ndarray[Any, Any]


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of the data in lower-case hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def little_endian_bytes(bits: Bits) -> bytes:
    """Return the bytes of an unsigned array in row-major order, little endian."""
    return np.ascontiguousarray(bits).astype(bits.dtype.newbyteorder("<"), copy=False).tobytes()


def bits_digest(bits: Bits) -> str:
    """Return the SHA-256 of all bits of an array. The shape is not included."""
    return sha256_hex(little_endian_bytes(bits))


def block_digests(bits: Bits, block: int = BLOCK) -> tuple[str, ...]:
    """Return one SHA-256 for each run of `block` elements; the last run may be shorter.

    The tuple is empty for an empty array.
    """
    flat = np.ascontiguousarray(bits).reshape(-1)
    return tuple(bits_digest(flat[i : i + block]) for i in range(0, flat.size, block))


def merkle_root(digests: Sequence[str]) -> str:
    """Return the RFC 6962 tree hash over entries given in hexadecimal.

    Leaf: SHA-256(00

    entry). Node: SHA-256(01

    left

    right), split at the largest power of two below the number of entries. No entries: SHA-256 of
    the empty string.
    """
    if not digests:
        return sha256_hex(b"")
    level = [hashlib.sha256(b"\0" + bytes.fromhex(d)).digest() for d in digests]
    while len(level) > 1:
        odd = [level[-1]] if len(level) % 2 else []
        halves = zip(level[::2], level[1::2], strict=False)
        level = [hashlib.sha256(b"\1" + a + b).digest() for a, b in halves] + odd
    return level[0].hex()


def op_list_digest(ids: Iterable[str]) -> str:
    """Return the digest of one op's must-pass list.

    It is the SHA-256 of the sorted case ids, one per line.
    """
    return sha256_hex("\n".join(sorted(ids)).encode())


def joined_lists(digests: Mapping[str, str]) -> str:
    """Return the digest of a must-pass list over several ops, from the digests of their lists.

    It is the SHA-256 of the lines `op digest`, sorted by op.
    """
    return sha256_hex("\n".join(f"{op} {digests[op]}" for op in sorted(digests)).encode())


def id_list_digest(ids: Iterable[str]) -> str:
    """Return the digest of a must-pass list over several ops, from its case ids."""
    by_op: dict[str, list[str]] = {}
    for case_id in ids:
        by_op.setdefault(case_id.partition("/")[0], []).append(case_id)
    return joined_lists({op: op_list_digest(found) for op, found in by_op.items()})
