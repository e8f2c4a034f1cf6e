"""Certificates in a folder of vectors: read, write and check them, and make their cases."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from samebits.common.errors import SamebitsError
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call
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
from samebits.vectors.contents import CertificateData, OpFolder
from samebits.vectors.digests import bits_digest
from samebits.vectors.domain import domain_of
from samebits.vectors.errors import VectorError
from samebits.vectors.files import parse_json
from samebits.vectors.part import NAME, ops_on_disk, path_of, read_part
from samebits.vectors.pools import Pools, PoolWriter
from samebits.vectors.schema import CaseRecord, Table

LEVEL = "exhaustive"
FLAG = "every-input"
SAMPLE = 2
"""Number of blocks that a check of a certificate recomputes."""


@dataclass(frozen=True, slots=True)
class ExhaustiveCase:
    """The case of a certificate: on every input, the call must return the frozen bits.

    The certificate is read on first use.
    """

    id: str
    call: Call
    _read: Callable[[], Certificate] = field(repr=False, compare=False)
    level: str = LEVEL
    flags: tuple[str, ...] = (FLAG,)
    set: str = "golden"

    @property
    def profile(self) -> str:
        """Return the profile of the op."""
        return get_op(self.call.op).profile

    def certificate(self) -> Certificate:
        """Return the certificate after a check that it belongs to this call. Raises VectorError."""
        found = self._read()
        if found.call != self.call:
            raise VectorError(f"{self.id}: its certificate is for {found.call}; prove it again")
        return found

    def available(self) -> str | None:
        """Return None: the case can always run."""
        return None


def case_of(op: str, name: str, read: Callable[[], Certificate]) -> ExhaustiveCase:
    """Return the case for the certificate `name` of an op. Raises SamebitsError."""
    return ExhaustiveCase(case_id(op, name), call_named(op, name), read)


def is_exhaustive(identity: str) -> bool:
    """Return whether a case id has the form of an exhaustive case."""
    return identity.split("/")[2:3] == [FOLDER]


def element_case(identity: str, element: str | None) -> Case:
    """Return a case by value for one input of a certificate's call.

    The oracles compute the expected bits. Raises SamebitsError if the element is missing, or if no
    oracle can answer on this machine.
    """
    op, label, _, *variant = identity.split("/")
    call = call_named(op, "+".join([label, *variant]))
    domain = domain_of(call)
    if element is None:
        raise VectorError(
            f"{identity} covers {domain.inputs} inputs: name one, as in "
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
    pools = Pools(pool.vectors(), identity)
    return Case.of(record, table, lambda: pools)


def parsed(stored: CertificateData, op: str, where: str) -> Certificate:
    """Return the certificate from the stored form in an op's files. Raises VectorError."""
    place = f"{where} ({stored.name})"
    found = parse_certificate(parse_json(place, stored.text), stored.leaves, place)
    if (found.call.op, found.name) != (op, stored.name):
        raise VectorError(f"{place}: a certificate of {found.call} does not belong here")
    return found


def stored_form(certificate: Certificate) -> CertificateData:
    """Return a certificate in the form in which an op's files store it."""
    return CertificateData(certificate.name, *certificate.stored())


def read_certificate(files: OpFolder, name: str) -> Certificate:
    """Return a verified certificate of an op. Raises VectorError with the file name."""
    path = files.path("certificates")
    entry = files.part.certificate(name)
    if entry is None:
        raise VectorError(f"{path}: there is no certificate {name!r}")
    return parsed(files.certificate(entry), files.part.op, str(path))


def find_certificate(folder: Path, call: Call) -> Certificate | None:
    """Return the certificate of a call in a folder, or None.

    Raises VectorError if it is damaged.
    """
    return find_named(folder, call.op, name_of(call))


def find_named(folder: Path, op: str, name: str) -> Certificate | None:
    """Return the certificate with this name, or None.

    Raises VectorError if it is damaged.
    """
    files = _files(folder, op)
    if files is None or files.part.certificate(name) is None:
        return None
    return read_certificate(files, name)


def has_certificate(folder: Path, call: Call) -> bool:
    """Return whether a folder contains a certificate of a call. Raises VectorError."""
    files = _files(folder, call.op)
    return files is not None and files.part.certificate(name_of(call)) is not None


def _files(folder: Path, op: str) -> OpFolder | None:
    if not (path_of(folder, op) / NAME).exists():
        return None
    return OpFolder(folder, read_part(folder, op))


def all_certificates(folder: Path) -> Iterator[Certificate]:
    """Yield all certificates of a folder of vectors, sorted by op and name. Raises VectorError."""
    for op in ops_on_disk(folder):
        files = OpFolder(folder, read_part(folder, op))
        for entry in files.part.certificates:
            yield read_certificate(files, entry.name)


def check(folder: Path, op: str, name: str, sample: int = SAMPLE) -> list[str]:
    """Return the errors in one certificate: in its structure, and in `sample` recomputed blocks."""
    title = f"{op}/{name}"
    try:
        certificate = read_certificate(OpFolder(folder, read_part(folder, op)), name)
        route = route_for(certificate.call)
        domain = certificate.domain
        draw = random.Random(certificate.root)
        chosen = draw.sample(range(domain.blocks), min(sample, domain.blocks))
        wrong = [
            block
            for block in sorted(chosen)
            if not certificate.holds(
                block, bits_digest(route.answer(certificate.call, *domain.span(block)).bits)
            )
        ]
    except SamebitsError as error:
        return [f"{title}: {error}"]
    return [f"{title}: block {block} is not what the oracles recompute" for block in wrong]
