"""Options of a run as one object, filled from pytest options or by a command."""

from __future__ import annotations

import difflib
import math
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from samebits.common.part import WANTED, parse_part
from samebits.conformance.errors import JudgeError
from samebits.conformance.questions.seeded import new_seed, parse_seed
from samebits.conformance.results.records import SeedOrigin
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import FORMATS
from samebits.spec.profiles import LEVELS, PROFILES

SETS = ("golden", "real", "law", "refused", "drawn", "trajectory")
"""The sets of cases that can be planned.

They are golden cases, cases drawn from real networks, laws, malformed calls (which must be
refused), questions drawn from the run's seed, and training runs.
"""

DEADLINE = 120.0
"""Default time limit of one case in seconds, after which it counts as `timeout`."""

MOST_WORKERS = 1024
"""The largest number of processes that a run may start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of a run: one backend on one device, and the selected cases.

    Empty tuples mean all, and repeated names count once. `cases` are shell patterns for ids.
    `threads` is the number of threads of the session (None: its share of the processors).
    `deadline` is a positive number of seconds. `workers` is the number of processes (0: this
    process, which ends if the subject crashes). `shard` is `k/n`. `vectors` is a folder of vectors
    to use instead of the installed one, and `pulse` a file that receives the progress of cases of
    level exhaustive. Operands are drawn from `seed` ("": a random seed); `seed_origin` says who
    chose it. The devices of one run share digests of reference results in the folder `answers`.
    Each digest is stored under a code that only holders of `secret` can compute.
    """

    backend: str
    device: str | None = None
    level: str = "standard"
    profiles: tuple[str, ...] = ()
    ops: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    shard: str = ""
    threads: int | None = None
    deadline: float = DEADLINE
    waivers: Path | None = None
    vectors: Path | None = None
    pulse: Path | None = None
    seed: str = ""
    seed_origin: SeedOrigin = ""
    answers: Path | None = None
    secret: bytes = field(default=b"", repr=False)
    workers: int = 1

    def __post_init__(self) -> None:
        for name in ("profiles", "ops", "formats", "sets", "cases"):
            object.__setattr__(self, name, tuple(dict.fromkeys(getattr(self, name))))

    def check(self) -> Options:
        """Return these options with the seed in its normal form.

        Raises SamebitsError for an invalid name or value.
        """
        _known("level", [self.level], LEVELS)
        _known("profile", self.profiles, PROFILES)
        _known("format", self.formats, FORMATS)
        _known("set", self.sets, SETS)
        for op in self.ops:
            get_op(op)
        if self.threads is not None and self.threads < 1:
            raise JudgeError(f"--threads {self.threads} must be at least 1")
        if not 0 < self.deadline < math.inf:  # this comparison is false for NaN
            raise JudgeError(
                f"--deadline {self.deadline:g} is not a time limit; pass a positive number of "
                f"seconds, as in --deadline {DEADLINE:g}"
            )
        if not 0 <= self.workers <= MOST_WORKERS:
            raise JudgeError(
                f"-n {self.workers}: a run has 0 to {MOST_WORKERS} processes; one for each "
                "processor is best"
            )
        if self.shard:
            self.shard_of()
        return replace(self, seed=parse_seed(self.seed)) if self.seed else self

    def seeded(self) -> Options:
        """Return these options with a seed and its origin.

        A seed whose origin is unknown counts as given by the user.
        """
        if self.seed:
            return replace(self, seed_origin=self.seed_origin or "given")
        return replace(self, seed=new_seed(), seed_origin="fresh")

    def shard_of(self) -> tuple[int, int]:
        """Return the number of the shard and the count of shards.

        Raises JudgeError if the text is malformed.
        """
        found = parse_part(self.shard)
        if found is None:
            raise JudgeError(f"--shard {self.shard}: {WANTED}, as in 2/8")
        return found

    def ops_of_cases(self) -> tuple[str, ...]:
        """Return the ops of all ids that `cases` match, or () if the patterns may match any op."""
        found = set()
        for pattern in self.cases:
            parts = pattern.split("/")
            before = 2 if parts[0] in ("law", "drawn") and len(parts) > 2 else 0
            # A star also matches slashes, so the text after a star may be any part of an id.
            if parts[before] not in all_ops() or "*" in "".join(parts[:before]):
                return ()
            found.add(parts[before])
        return tuple(sorted(found))

    def arguments(self) -> list[str]:
        """Return these options as arguments of the pytest plugin.

        The number of workers is left out.
        """
        pairs = [("backend", self.backend), ("device", self.device), ("level", self.level)]
        many = {"profile": self.profiles, "op": self.ops, "format": self.formats}
        many |= {"set": self.sets, "case": self.cases}
        pairs += [(name, value) for name, values in many.items() for value in values]
        pairs += [("shard", self.shard or None), ("threads", _text(self.threads))]
        pairs += [("deadline", f"{self.deadline:g}" if self.deadline != DEADLINE else None)]
        pairs += [("waivers", _text(self.waivers)), ("vectors", _text(self.vectors))]
        pairs += [("pulse", _text(self.pulse)), ("seed", self.seed or None)]
        pairs += [("seed-origin", self.seed_origin or None), ("answers", _text(self.answers))]
        return [f"--{name}={value}" for name, value in pairs if value is not None]

    def command(self, device: str) -> str:
        """Return the command that repeats this run on the given device, for the report."""
        stated = replace(self, device=device, pulse=None, answers=None, seed_origin="")
        return shlex.join(["samebits", "certify", *stated.arguments()])

    def filters(self) -> Mapping[str, tuple[str, ...]]:
        """Return the active filters by name, for the header of a report."""
        named = {"op": self.ops, "format": self.formats, "set": self.sets, "case": self.cases}
        return {name: values for name, values in named.items() if values}


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _known(what: str, given: Iterable[str], known: Iterable[str]) -> None:
    names = list(known)
    for name in given:
        if name not in names:
            near = difflib.get_close_matches(name, names, n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise JudgeError(f"unknown {what} {name!r}; {hint}known: {', '.join(names)}")
