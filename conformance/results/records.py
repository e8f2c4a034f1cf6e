"""Records of a report: the header, one result per case, and the footer.

Every record is a frozen value with `to_json` (plain JSON types) and `from_json` (strict). A
missing, unknown or wrongly typed member raises a RecordError that names it. Reading back a written
record gives an equal value.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from samebits.common.errors import SamebitsError

SCHEMA = 2
"""Version of the record format; it is raised when the meaning of a member changes.

Reports of version 1 can be read too: `schema1.py` has the rules of that version.
"""

MAX_EXAMPLES = 8
"""The number of wrong elements that a result shows in full; `wrong` counts them all."""

Outcome = Literal[
    "pass",
    "fail",
    "unsupported",
    "waived",
    "xfail",
    "xpass",
    "error",
    "crash",
    "timeout",
    "not_run",
    "not_applicable",
]
"""Outcomes of a case.

- pass: every bit is right.
- fail: some bit differs.
- unsupported: the session says that it cannot run the call.
- waived: the case fails, and a waiver lists it.
- xfail: the case fails as declared.
- xpass: the case is declared to fail, but passes.
- error: the backend raised an error.
- crash: the worker process died.
- timeout: no answer came within the deadline.
- not_run: the judge itself could not run the case here, and gives the reason.
- not_applicable: the law is about something that the session declares it lacks.
"""

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)

Word = Literal["PASS", "FAIL", "INCOMPLETE", "INVALID"]
"""The verdict in one word; `verdict.py` explains each word."""

WORDS: tuple[Word, ...] = get_args(Word)

Kind = Literal["vector", "law", "real", "refused", "drawn", "trajectory"]
"""Kinds of cases.

- vector: a golden case.
- real: a case drawn from a real network.
- law: a law, which needs no golden value.
- refused: malformed calls (C2).
- drawn: questions drawn from the run's seed.
- trajectory: a training run, checked by the root of every step or by a law.
"""

SEEDED: frozenset[Kind] = frozenset({"law", "drawn"})
"""Kinds of cases whose operands depend on the seed of the run."""

SeedOrigin = Literal["", "given", "fresh"]
"""The origin of a seed.

given: the caller chose it; fresh: the run drew it; "": there is no seed.
"""

SOURCES, MODULE, SPELLED = "source_digest", "module_digest", "backend_spelled"
SETTINGS = "settings"
"""Names of entries of an environment.

`SOURCES` is the digest of the sources of the backend, as the backend states it. The judge makes the
other three entries. `MODULE` is the digest of the backend's Python module or program. `SPELLED` is
the backend as the user named it. `SETTINGS` lists the process settings in which the host runs calls
(law `machine`).
"""

BY_NAME = "by name only"
"""The reason for leaving out a device that is judged only if the user names it."""

R = TypeVar("R", bound="_Record")

_LEFT_OUT = {"left out": True}


class RecordError(SamebitsError):
    """A record that does not have the form that samebits writes; the message names the member."""


@dataclass(frozen=True, slots=True)
class _Record:
    """Base class of records, with their conversion to and from JSON."""

    def to_json(self) -> dict[str, Any]:
        """Return the record in plain JSON types, with members in the order of declaration.

        Members for which `is_left_out` is true were added later to this version of the format. They
        are omitted if empty, so that an older record is written again byte for byte.
        """
        given = {f.name: _plain(getattr(self, f.name)) for f in fields(self)}
        gone = [f.name for f in fields(self) if is_left_out(f) and not given[f.name]]
        return {name: value for name, value in given.items() if name not in gone}

    @classmethod
    def from_json(cls: type[R], value: object) -> R:
        """Return the record from parsed JSON. Raises RecordError that names the wrong member."""
        if not isinstance(value, dict):
            raise RecordError(f"{cls.__name__} must be an object, not {type(value).__name__}")
        known = _readers(cls)
        unknown = [name for name in value if name not in known]
        if unknown:
            raise RecordError(f"{cls.__name__}: unknown member {_shown(unknown[0])}")
        required = {f.name for f in fields(cls) if _is_required(f)}
        missing = sorted(required - value.keys())
        if missing:
            raise RecordError(f"{cls.__name__}: member {missing[0]!r} is missing")
        where = cls.__name__
        return cls(**{k: known[k](v, f"{where}.{k}") for k, v in value.items()})


@dataclass(frozen=True, slots=True, kw_only=True)
class Header(_Record):
    """The first line of a report: the subject, the vectors, the plan and the machine.

    `filters` maps a filter (op, format, set, case) to its values, and is empty for a complete run.
    `shard` is `k/n`, or empty for the whole run. `planned_digest` is the SHA-256 of the sorted
    planned ids, joined by newlines. Times are ISO 8601 in UTC. `condition` describes the device at
    the beginning of the run. It may change from one moment to the next, so no verdict depends on
    it. `workers` is the number of processes that judged; 0 means the judge's own process. `seed`
    (in hexadecimal) is the seed of drawn questions and of the operands of laws, and `seed_origin`
    says who chose it. `not_drawn` lists the ops and formats of the run that have no drawn
    questions, such as `atan2/f32`. `left_out` maps each device of the backend that a run of all
    devices would leave out to the reason: `BY_NAME`, or not available.
    """

    suite_version: str
    spec_version: str
    manifest_root: str
    profiles: tuple[str, ...]
    level: str
    backend: str
    backend_version: str
    protocol: int
    device: str
    device_description: str
    started: str
    planned: int
    planned_digest: str
    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    shard: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    command: str = ""
    schema: int = SCHEMA
    condition: Mapping[str, str] = field(default_factory=dict, metadata=_LEFT_OUT)
    workers: int = field(default=0, metadata=_LEFT_OUT)
    seed: str = field(default="", metadata=_LEFT_OUT)
    seed_origin: SeedOrigin = field(default="", metadata=_LEFT_OUT)
    not_drawn: tuple[str, ...] = field(default=(), metadata=_LEFT_OUT)
    left_out: Mapping[str, str] = field(default_factory=dict, metadata=_LEFT_OUT)


@dataclass(frozen=True, slots=True)
class Example(_Record):
    """One wrong element: its address, flat index, operand bits, right bits and returned bits.

    Bits are hexadecimal at the full width of their format. `inputs` is empty if the element depends
    on more than one element of each operand. `wanted` (the right bits) is empty if only a digest
    was known and the bits could not be recomputed. `ulp` is only for information, and None if it
    has no meaning.
    """

    address: str
    index: int
    inputs: tuple[str, ...]
    wanted: str
    got: str
    ulp: int | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis(_Record):
    """A known mistake that explains a failure.

    It is `confirmed` if the case itself is enough evidence: the hypothesis reproduces the same
    bits, no right element contradicts it, and its evidence excludes chance. The details state the
    evidence in bits. The diagnosis of a broken law is named `law:NAME`, and its details describe
    the two sides. It is `confirmed` if the same bits differed each time that the law was checked.
    `conclude` in `conclusion.py` combines all results of a run about an op.
    """

    name: str
    text: str
    confirmed: bool
    details: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseResult(_Record):
    """The outcome of one planned case or law, with the data that a person needs to repeat it.

    `reason` explains the outcome in one line, for example why the case was not run. `max_ulp` is
    the largest distance among the wrong elements. `repeat` is a shell command. `seed` is the seed
    from which the operands were drawn, and is empty for kinds not in `SEEDED`. `left_out` names ops
    and formats that the session does not support, so that a drawn case did not mix their calls with
    its own calls.
    """

    id: str
    kind: Kind
    op: str
    label: str
    profile: str
    level: str
    outcome: Outcome
    flags: tuple[str, ...] = ()
    reason: str = ""
    elements: int = 0
    wrong: int = 0
    max_ulp: int | None = None
    examples: tuple[Example, ...] = ()
    diagnosis: Diagnosis | None = None
    repeat: str = ""
    seconds: float = 0.0
    seed: str = field(default="", metadata=_LEFT_OUT)
    left_out: tuple[str, ...] = field(default=(), metadata=_LEFT_OUT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Footer(_Record):
    """The last line of a report: counts by outcome, the verdict, and the digest of the whole.

    `counts` has all outcomes. `word` is the verdict in one word (see `Word`), empty in reports of
    schema 1; `condition` describes the device at the end of the run.
    """

    counts: Mapping[str, int]
    planned: int
    run: int
    verdict: str
    claim: str | None
    finished: str
    sha256: str
    condition: Mapping[str, str] = field(default_factory=dict, metadata=_LEFT_OUT)
    word: str = field(default="", metadata=_LEFT_OUT)


def is_left_out(member: Any) -> bool:
    """Return whether a member of a record is written only if it is not empty."""
    return bool(member.metadata.get("left out"))


def _is_required(item: Any) -> bool:
    return item.default is MISSING and item.default_factory is MISSING


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple | list):
        return [_plain(v) for v in value]
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    return value


Reader = Callable[[object, str], Any]


_READERS: dict[str, dict[str, Reader]] = {}


def _readers(cls: type[Any]) -> dict[str, Reader]:
    """Return the reader of every member of a record class. They are cached for each class."""
    if cls.__name__ not in _READERS:
        hints = get_type_hints(cls)
        _READERS[cls.__name__] = {f.name: _reader(hints[f.name]) for f in fields(cls)}
    return _READERS[cls.__name__]


def _reader(hint: Any) -> Reader:
    """Return the function that checks and converts a member with this annotation."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return lambda value, where: _one_of(value, arguments, where)
    if origin in (Union, types.UnionType):  # the only unions are `X | None`
        inner = _reader(next(a for a in arguments if a is not type(None)))
        return lambda value, where: None if value is None else inner(value, where)
    if origin is tuple:
        item = _reader(arguments[0])
        return lambda value, where: _items(value, item, where)
    if origin is Mapping:
        item = _reader(arguments[1])
        return lambda value, where: _members(value, item, where)
    if is_dataclass(hint):
        record: Any = hint
        return lambda value, where: record.from_json(value)
    return lambda value, where: _scalar(value, hint, where)


def _one_of(value: object, known: tuple[object, ...], where: str) -> object:
    if value not in known:
        raise RecordError(f"{where}: {_shown(value)} is not one of {', '.join(map(str, known))}")
    return value


def _items(value: object, item: Reader, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise RecordError(f"{where} must be a list, not {type(value).__name__}")
    return tuple(item(v, f"{where}[{i}]") for i, v in enumerate(value))


def _members(value: object, item: Reader, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecordError(f"{where} must be an object, not {type(value).__name__}")
    return {str(k): item(v, f"{where}[{_shown(k)}]") for k, v in value.items()}


def _shown(value: object) -> str:
    """Return the text of a value for a message, cut to 60 characters."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _scalar(value: object, hint: type, where: str) -> object:
    if hint is float and type(value) is int:
        try:
            return float(value)
        except OverflowError:
            raise RecordError(
                f"{where}: an integer of {value.bit_length()} bits is too large for a float"
            ) from None
    if type(value) is not hint:
        raise RecordError(f"{where} must be {hint.__name__}, not {type(value).__name__}")
    return value
