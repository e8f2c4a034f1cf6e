"""The certificates of a folder of vectors: their cases, and reading, writing and checking them."""

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
"""Number of blocks of a certificate that a check recomputes."""


@dataclass(frozen=True, slots=True)
class ExhaustiveCase:
    """The case of a certificate: on every input, the call must return the frozen bits.

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
        """Return the profile of the op."""
        return get_op(self.call.op).profile

    def certificate(self) -> Certificate:
        """Return the certificate, verified. Raises VectorError."""
        found = self._read()
        if found.call != self.call:
            raise VectorError(f"{self.id}: its certificate is for {found.call}; prove it again")
        return found

    def available(self) -> str | None:
        """Return None: the case can always run."""
        return None


def case_of(op: str, name: str, read: Callable[[], Certificate]) -> ExhaustiveCase:
    """Return the case of a certificate of an op. Raises SamebitsError."""
    return ExhaustiveCase(case_id(op, name), call_named(op, name), read)


def is_exhaustive(identity: str) -> bool:
    """Return whether an id is of the form that certificates give their cases."""
    return identity.split("/")[2:3] == [FOLDER]


def element_case(identity: str, element: str | None) -> Case:
    """Return the case of one input of an exhausted call, by value.

    The oracles make the wanted bits.

    Raises SamebitsError if the element is missing, or if no oracle answers here.
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
    """Return the certificate that is stored under an op. Raises VectorError."""
    place = f"{where} ({stored.name})"
    found = parse_certificate(parse_json(place, stored.text), stored.leaves, place)
    if (found.call.op, found.name) != (op, stored.name):
        raise VectorError(f"{place}: a certificate of {found.call} does not belong here")
    return found


def stored_form(certificate: Certificate) -> CertificateData:
    """Return a certificate in the stored form of an op's files."""
    return CertificateData(certificate.name, *certificate.stored())


def read_certificate(files: OpFolder, name: str) -> Certificate:
    """Return a verified certificate of an op. Raises VectorError, which names the file."""
    path = files.path("certificates")
    entry = files.part.certificate(name)
    if entry is None:
        raise VectorError(f"{path}: there is no certificate {name!r}")
    return parsed(files.certificate(entry), files.part.op, str(path))


def find_certificate(folder: Path, call: Call) -> Certificate | None:
    """Return a call's certificate in a folder, or None. Raises VectorError for a damaged one."""
    return find_named(folder, call.op, name_of(call))


def find_named(folder: Path, op: str, name: str) -> Certificate | None:
    """Return the certificate of an op by its name, or None.

    Raises VectorError for a damaged one.
    """
    files = _files(folder, op)
    if files is None or files.part.certificate(name) is None:
        return None
    return read_certificate(files, name)


def has_certificate(folder: Path, call: Call) -> bool:
    """Return whether a folder has a certificate of a call. Raises VectorError."""
    files = _files(folder, call.op)
    return files is not None and files.part.certificate(name_of(call)) is not None


def _files(folder: Path, op: str) -> OpFolder | None:
    if not (path_of(folder, op) / NAME).exists():
        return None
    return OpFolder(folder, read_part(folder, op))


def all_certificates(folder: Path) -> Iterator[Certificate]:
    """Yield the certificates of a folder of vectors, by op and name. Raises VectorError."""
    for op in ops_on_disk(folder):
        files = OpFolder(folder, read_part(folder, op))
        for entry in files.part.certificates:
            yield read_certificate(files, entry.name)


def check(folder: Path, op: str, name: str, sample: int = SAMPLE) -> list[str]:
    """Return findings on one certificate: its structure, and some recomputed blocks."""
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
