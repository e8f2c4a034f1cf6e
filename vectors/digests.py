"""SHA-256 of bits, by blocks, under a Merkle root of the shape of RFC 6962 (section 2.1).

The entries of the tree are the 32-byte digests of the blocks, so that a mismatch names its block.
Bits are hashed little endian in row-major order, whatever the machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

BLOCK = 1 << 16
"""Outputs per digest of generated bulk."""

Bits = np.ndarray[Any, Any]


def sha256_hex(data: bytes) -> str:
    """SHA-256 in lower-case hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def little_endian_bytes(bits: Bits) -> bytes:
    """Return the elements of an unsigned array in row-major order, little endian."""
    return np.ascontiguousarray(bits).astype(bits.dtype.newbyteorder("<"), copy=False).tobytes()


def bits_digest(bits: Bits) -> str:
    """SHA-256 of all bits of an array; the shape does not enter."""
    return sha256_hex(little_endian_bytes(bits))


def block_digests(bits: Bits, block: int = BLOCK) -> tuple[str, ...]:
    """SHA-256 of every run of `block` outputs, the last one possibly shorter; none if empty."""
    flat = np.ascontiguousarray(bits).reshape(-1)
    return tuple(bits_digest(flat[i : i + block]) for i in range(0, flat.size, block))


def merkle_root(digests: Sequence[str]) -> str:
    """RFC 6962 tree hash over entries given in hexadecimal.

    Leaf: SHA-256(00 || entry); node: SHA-256(01 || left || right), split at the largest power of
    two below the number of entries; SHA-256 of nothing for no entry.
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
    """SHA-256 of the sorted case ids of one op joined by newlines: a frozen must-pass list."""
    return sha256_hex("\n".join(sorted(ids)).encode())


def joined_lists(digests: Mapping[str, str]) -> str:
    """The digest of a list over several ops, from those of each: SHA-256 of lines `op digest`."""
    return sha256_hex("\n".join(f"{op} {digests[op]}" for op in sorted(digests)).encode())


def id_list_digest(ids: Iterable[str]) -> str:
    """Return the digest of a must-pass list over several ops, from its case ids."""
    by_op: dict[str, list[str]] = {}
    for case_id in ids:
        by_op.setdefault(case_id.partition("/")[0], []).append(case_id)
    return joined_lists({op: op_list_digest(found) for op, found in by_op.items()})
