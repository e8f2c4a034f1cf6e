"""The certificates of a room: the case that each one makes, reading, writing, and checking them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from samebits.spec.call import Call
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.errors import SamebitsError
from samebits.spec.files import write_atomically
from samebits.spec.formats import bits_of
from samebits.vectors.answers import answer_one, route_for
from samebits.vectors.case import Case
from samebits.vectors.certificate import (
    FOLDER,
    Certificate,
    call_named,
    case_id,
    name_of,
    parse_certificate,
)
from samebits.vectors.digests import bits_digest, sha256_hex
from samebits.vectors.domain import domain_of
from samebits.vectors.errors import VectorError
from samebits.vectors.files import parse_json, read_bytes
from samebits.vectors.manifest import FileEntry
from samebits.vectors.pools import Pools, PoolWriter
from samebits.vectors.schema import CaseRecord, Table

LEVEL = "exhaustive"
FLAG = "every-input"
SAMPLE = 2
"""Blocks of a certificate that a check recomputes."""


@dataclass(frozen=True, slots=True)
class ExhaustiveCase:
    """The case of a certificate: with every input, the call must return the digested bits.

    The certificate is read when it is first needed.
    """

    id: str
    call: Call
    _read: Callable[[], Certificate] = field(repr=False, compare=False)
    level: str = LEVEL
    flags: tuple[str, ...] = (FLAG,)
    set: str = "golden"

    @property
    def profile(self) -> str:
        """The profile of the op."""
        return get_op(self.call.op).profile

    def certificate(self) -> Certificate:
        """The certificate, verified. Raises VectorError."""
        found = self._read()
        if found.call != self.call:
            raise VectorError(f"{self.id}: its certificate is of {found.call}, prove it again")
        return found

    def available(self) -> str | None:
        """None: it can always run."""
        return None


def case_of(path: str, read: Callable[[], Certificate]) -> ExhaustiveCase:
    """The case of the certificate at a path from the room's folder. Raises SamebitsError."""
    _, op, file = path.split("/")
    name = file.removesuffix(".json")
    return ExhaustiveCase(case_id(op, name), call_named(op, name), read)


def is_exhaustive(identity: str) -> bool:
    """Whether an id is of the form that certificates give their cases."""
    return identity.split("/")[2:3] == [FOLDER]


def element_case(identity: str, element: str | None) -> Case:
    """The case of one input of an exhausted call, by value; the oracles say what is wanted.

    Raises SamebitsError where no input is named, or where no oracle answers here.
    """
    op, label, _, *variant = identity.split("/")
    call = call_named(op, "+".join([label, *variant]))
    domain = domain_of(call)
    if element is None:
        raise VectorError(
            f"{identity} stands for {domain.inputs} inputs: name one, as in "
            f"{identity}/{domain.element(1)}, or judge a backend on all of them by "
            f"`samebits certify --level exhaustive --case {identity} --backend NAME`"
        )
    index = domain.index(element)
    operands = domain.operands(index, 1)
    pool = PoolWriter()
    inputs = tuple(pool.put(bits_of(x)) for x in operands)
    wanted = pool.put(answer_one(call, operands))
    record = CaseRecord("/".join([FOLDER, *variant]), 0, LEVEL, (FLAG,), inputs, (wanted,))
    table = Table(op, label, "golden", (call,), (record,))
    pools = Pools(pool.to_bytes(), Path(identity))
    return Case.of(record, table, lambda: pools)


def leaves_path(path: str) -> str:
    """The leaves beside a certificate."""
    return path.removesuffix(".json") + ".leaves"


def is_certificate(path: str) -> bool:
    """Whether a path from the room's folder is that of a certificate."""
    return path.startswith(FOLDER + "/") and path.endswith(".json")


def read_certificate(
    folder: Path, path: str, read: Callable[[Path], bytes] = read_bytes
) -> Certificate:
    """Read a certificate and verify its root. Raises VectorError naming the file."""
    file = folder / path
    value = parse_json(file, read(file))
    found = parse_certificate(value, read(folder / leaves_path(path)), str(file))
    if found.path != path:
        raise VectorError(f"{file}: it is of {found.call} and belongs at {found.path}")
    return found


def write_certificate(folder: Path, certificate: Certificate) -> Path:
    """Write the leaves, then the JSON file. Returns its path."""
    data, leaves = certificate.to_files()
    path = folder / certificate.path
    write_atomically(folder / leaves_path(certificate.path), leaves)
    write_atomically(path, data)
    return path


def on_disk(folder: Path) -> Iterator[str]:
    """Paths of the certificates in a room, sorted."""
    found = (folder / FOLDER).glob("*/*.json")
    yield from sorted(path.relative_to(folder).as_posix() for path in found)


def entries(folder: Path) -> Iterator[FileEntry]:
    """Manifest entries of all certificates in a room, each verified. Raises VectorError."""
    for path in on_disk(folder):
        read_certificate(folder, path)
        for name in (path, leaves_path(path)):
            data = read_bytes(folder / name)
            yield FileEntry(name, sha256_hex(data), len(data))


def check(folder: Path, path: str, sample: int = SAMPLE) -> list[str]:
    """Findings on one certificate: its structure, and some blocks recomputed by the oracles."""
    try:
        certificate = read_certificate(folder, path)
        get_op(certificate.call.op)
        route = route_for(certificate.call)
        domain = domain_of(certificate.call)
        draw = random.Random(certificate.root)
        chosen = draw.sample(range(domain.blocks), min(sample, domain.blocks))
        wrong = [
            block
            for block in sorted(chosen)
            if bits_digest(route.answer(certificate.call, *domain.span(block)).bits)
            != certificate.leaves[block]
        ]
    except SamebitsError as error:
        return [f"{path}: {error}"]
    return [f"{path}: block {block} is not what the oracles recompute" for block in wrong]


def profile_ids(folder: Path) -> dict[str, list[str]]:
    """Case ids of the certificates in a room, by profile."""
    found: dict[str, list[str]] = {}
    for path in on_disk(folder):
        _, op, file = path.split("/")
        found.setdefault(all_ops()[op].profile, []).append(case_id(op, file.removesuffix(".json")))
    return found


def path_for(call: Call) -> str:
    """Where the certificate of a call belongs, from the room's folder."""
    return f"{FOLDER}/{call.op}/{name_of(call)}.json"
