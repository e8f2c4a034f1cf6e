"""Certificates: proven results for every input of a call, as a Merkle tree over blocks.

The text of a certificate is JSON. It states what was proven, the method, and the number of inputs
per block. A block has 2^20 inputs. In newer certificates of 2^32 inputs it has 2^23, which saves
space. `root` is the tree hash over the full SHA-256 digests of the blocks; a run of all blocks is
compared with it.

The first 16 bytes of each digest are stored as its leaf. So a wrong block can be identified, and a
single block can be checked without the others. To find different results with the same 128-bit leaf
is infeasible, and the root still covers the full digests.

Equal leaves are stored once. `runs` maps blocks to leaves: [first, count, step] means `count`
blocks whose leaves are first, first + step, ... (step 0: a run of equal blocks). The name of a
certificate is the label of the formats, with `+attribute=value` for every attribute that differs
from its default.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from samebits.spec.catalog import get_op
from samebits.spec.language.call import AttributeValue, Call
from samebits.vectors.calls import take_call
from samebits.vectors.digests import merkle_root
from samebits.vectors.domain import BLOCKS, Domain, call_of, domain_of
from samebits.vectors.errors import VectorError
from samebits.vectors.files import dump_json
from samebits.vectors.validate import Fields, is_number

FOLDER = "exhaustive"
"""The part of a case id that marks the cases of certificates."""

VERSION = 2
"""Version of the certificate format."""

HARDEST = 200
"""Number of inputs listed in a certificate: the nearest to a rounding boundary."""

LEAF = 16
"""Size of a leaf in bytes. A leaf is the beginning of the SHA-256 of a block."""

ELEMENT = "[0-9a-f]{2,8}(-[0-9a-f]{2,8})*"
"""Regular expression for the operands of one input: hexadecimal bit patterns, joined by `-`."""

Run = tuple[int, int, int]

COUNTING = "sweep: "
"""Prefix of `method` for methods that compute distances to rounding boundaries."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The proven facts about one call.

    `block` is the number of inputs per block. `leaves` holds the first LEAF bytes of the SHA-256 of
    every block of expected results, in hexadecimal. `root` is the tree hash over the full digests
    (see `frozen`). Each entry of `hardest` is -log2 of the relative distance to a rounding
    boundary, and the input; the hardest input is first. It is empty if the method computes no
    distances. `near` counts the inputs that the filter could not decide and passed to the op's own
    oracle. `ties` counts the exact ties. Both are 0 if the method does not count them, see
    `counts_distances`. `method` and `versions` name the source of the expected results. `judged`
    names the backend that agreed with them on every input.
    """

    call: Call
    spec_version: str
    block: int
    leaves: tuple[str, ...]
    root: str
    near: int
    ties: int
    hardest: tuple[tuple[float, int], ...]
    method: str
    versions: Mapping[str, str]
    judged: Mapping[str, str]
    seconds: float

    @property
    def domain(self) -> Domain:
        """Return the set of inputs, in blocks."""
        return domain_of(self.call, self.block)

    @property
    def name(self) -> str:
        """Return the name of the certificate within its op."""
        return name_of(self.call)

    def holds(self, block: int, digest: str) -> bool:
        """Return whether the SHA-256 of a block's results, in hexadecimal, begins with its leaf."""
        return leaf_of(digest) == self.leaves[block]

    def stored(self) -> tuple[bytes, bytes]:
        """Return the JSON text, and the distinct leaves, concatenated."""
        unique, runs = pack(self.leaves)
        call = self.call
        head = {
            "schema": VERSION,
            "spec": self.spec_version,
            "op": call.op,
            "version": call.version,
            "inputs": call.inputs,
            "outputs": call.outputs,
            "attributes": dict(call.attributes),
            "exhausted": self.domain.inputs,
            "block": self.block,
            "leaf": LEAF,
            "root": self.root,
            "near": self.near,
            "ties": self.ties,
            "method": self.method,
            "versions": dict(sorted(self.versions.items())),
            "judged": dict(sorted(self.judged.items())),
            "seconds": self.seconds,
        }
        hardest = [[self.domain.element(x), round(bits, 2)] for bits, x in self.hardest]
        return dump_json(head, {"runs": runs, "hardest": hardest}), b"".join(unique)


def leaf_of(digest: str) -> str:
    """Return the leaf of a block from the SHA-256 of its results, both in hexadecimal."""
    return digest[: 2 * LEAF]


def frozen(digests: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """Return the leaves and the root of a certificate, from the SHA-256 of every block.

    All digests are in hexadecimal.
    """
    return tuple(leaf_of(digest) for digest in digests), merkle_root(digests)


def counts_distances(method: str) -> bool:
    """Return whether a method counts ties and inputs near rounding boundaries."""
    return method.startswith(COUNTING)


def case_id(op: str, name: str) -> str:
    """Return the id of a certificate's case, such as `exp/f32/exhaustive`.

    Attributes that differ from their defaults follow after another slash.
    """
    label, plus, variant = name.partition("+")
    return f"{op}/{label}/{FOLDER}" + (f"/{variant}" if plus else "")


def name_of(call: Call) -> str:
    """Return the name of a certificate within its op: the label and the non-default attributes."""
    defaults = {a.name: a.default for a in get_op(call.op).attributes}
    chosen = {k: v for k, v in call.attributes.items() if v != defaults[k]}
    return "+".join([call.label, *(f"{k}={_text(v)}" for k, v in chosen.items())])


def call_named(op: str, name: str) -> Call:
    """Return the call that a certificate's name describes. Raises SamebitsError."""
    label, *attributes = name.split("+")
    return call_of(op, label, dict(parse_attribute(text) for text in attributes))


def parse_attribute(text: str) -> tuple[str, AttributeValue]:
    """Return the name and the value in a text such as `saturate=false`. Raises VectorError."""
    name, equals, value = text.partition("=")
    try:
        if not equals:
            raise ValueError
        return name, json.loads(value)
    except ValueError as error:
        message = f"{text!r} must have the form NAME=VALUE, as in saturate=false"
        raise VectorError(message) from error


def pack(leaves: Sequence[str]) -> tuple[list[bytes], list[Run]]:
    """Return the distinct leaves, in order of first appearance, and the runs that refer to them."""
    places: dict[str, int] = {}
    runs: list[list[int]] = []
    for leaf in leaves:
        place = places.setdefault(leaf, len(places))
        if runs:
            run = runs[-1]
            first, count, step = run
            if count == 1 and place - first in (0, 1):
                run[1], run[2] = 2, place - first
                continue
            if count > 1 and place == first + count * step:
                run[1] += 1
                continue
        runs.append([place, 1, 0])
    return [bytes.fromhex(leaf) for leaf in places], [(a, b, c) for a, b, c in runs]


def unpack(digests: Sequence[str], runs: Iterable[Run], most: int, where: str) -> tuple[str, ...]:
    """Return the full sequence of leaves, the inverse of `pack`.

    Raises VectorError for invalid runs, or if there are more than `most` leaves.
    """
    leaves: list[str] = []
    for first, count, step in runs:
        last = first + (count - 1) * step
        if count < 1 or step not in (0, 1) or not 0 <= first <= last < len(digests):
            raise VectorError(f"{where}: the run {[first, count, step]} is beyond the leaves")
        if len(leaves) + count > most:
            raise VectorError(f"{where}: the runs spell more than {most} leaves")
        leaves += digests[first : last + 1] if step else [digests[first]] * count
    return tuple(leaves)


def parse_certificate(value: object, leaves: bytes, where: str) -> Certificate:
    """Return the certificate from its parsed JSON text and its distinct leaves.

    Raises VectorError if they are invalid.
    """
    fields = Fields(value, where)
    if fields.integer("schema") != VERSION:
        raise VectorError(f"{where}: this samebits reads version {VERSION}; update samebits")
    spec = fields.text("spec")
    call = take_call(fields)
    exhausted, block = fields.integer("exhausted"), fields.integer("block")
    if block not in BLOCKS:
        raise fields.fail("block", f"one of {', '.join(map(str, BLOCKS))}", block)
    domain = domain_of(call, block)
    if exhausted != domain.inputs:
        raise fields.fail("exhausted", str(domain.inputs), exhausted)
    leaf = fields.integer("leaf")
    if leaf != LEAF:
        raise fields.fail("leaf", str(LEAF), leaf)
    root = fields.hexadecimal("root", 64)
    runs = fields.items("runs", _parse_run)
    if len(leaves) % LEAF:
        raise VectorError(f"{where}: the size of its leaves is not a multiple of {LEAF} bytes")
    digests = [leaves[i : i + LEAF].hex() for i in range(0, len(leaves), LEAF)]
    certificate = Certificate(
        call,
        spec,
        block,
        unpack(digests, runs, domain.blocks, where),
        root,
        fields.integer("near"),
        fields.integer("ties"),
        fields.items("hardest", lambda v, w: _parse_hard(domain, v, w)),
        fields.text("method"),
        fields.strings("versions"),
        fields.strings("judged"),
        fields.number("seconds"),
    )
    fields.done()
    if len(certificate.leaves) != domain.blocks:
        raise VectorError(
            f"{where}: it has {len(certificate.leaves)} leaves for {domain.blocks} blocks"
        )
    if set(certificate.leaves) != set(digests):
        raise VectorError(f"{where}: it has leaves that no run names")
    return certificate


def _parse_run(value: object, where: str) -> Run:
    if not isinstance(value, list) or len(value) != 3 or any(type(n) is not int for n in value):
        raise VectorError(f"{where}: a run is [first, count, step]")
    return value[0], value[1], value[2]


def _parse_hard(domain: Domain, value: Any, where: str) -> tuple[float, int]:
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[0], str):
        raise VectorError(f"{where}: a hard input is [operand bits, bits of distance]")
    if not re.fullmatch(ELEMENT, value[0]):
        raise VectorError(f"{where}: {value[0][:40]!r} is not an input")
    if not is_number(value[1]):
        raise VectorError(f"{where}: the distance of {value[0][:40]} must be a number")
    return float(value[1]), domain.index(value[0])


def _text(value: AttributeValue) -> str:
    return json.dumps(value, separators=(",", ":"))
