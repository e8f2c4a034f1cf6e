"""What a run is asked: one value, filled by the pytest options or by a command of the console."""

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
"""What can be planned: golden cases, cases drawn from real networks, laws, calls that are errors
and so have to be refused, questions that the run draws from its seed, training runs."""

DEADLINE = 120.0
"""Seconds that one case may take before it counts as `timeout`."""

MOST_WORKERS = 1024
"""Processes that a run may start: as many as the largest machines have processors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """One backend on one device, and which cases. Empty tuples mean all; a name counts once.

    `cases` are shell patterns over ids; `threads` is what the session is configured to (None: its
    share of the processors); `deadline` is a positive number of seconds; `workers` is the number
    of processes (0: this one, which then dies with the subject); `shard` is `k/n`; `vectors` is
    another folder of vectors than the installed one; `pulse` is a file that tells how far the cases
    of level exhaustive are. `seed` is what operands are drawn from, "" for one that nobody can
    foresee, and `seed_origin` says who chose it. `answers` is a folder in which the devices of one
    run share the digests of the answers, each under a code that only the holders of `secret` can
    make.
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
        """These options again. Raises SamebitsError for a name that does not exist."""
        _known("level", [self.level], LEVELS)
        _known("profile", self.profiles, PROFILES)
        _known("format", self.formats, FORMATS)
        _known("set", self.sets, SETS)
        for op in self.ops:
            get_op(op)
        if self.threads is not None and self.threads < 1:
            raise JudgeError(f"--threads {self.threads}: at least 1 thread is needed")
        if not 0 < self.deadline < math.inf:  # false for NaN too
            raise JudgeError(
                f"--deadline {self.deadline:g} is no time limit; give a positive number of "
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
        """These options with a seed, and with its origin: a seed of unknown origin was given."""
        if self.seed:
            return replace(self, seed_origin=self.seed_origin or "given")
        return replace(self, seed=new_seed(), seed_origin="fresh")

    def shard_of(self) -> tuple[int, int]:
        """Number and count of the shard. Raises JudgeError."""
        found = parse_part(self.shard)
        if found is None:
            raise JudgeError(f"--shard {self.shard}: {WANTED}, as in 2/8")
        return found

    def ops_of_cases(self) -> tuple[str, ...]:
        """The ops of all ids that `cases` match, as far as ids tell; () where any may be meant."""
        found = set()
        for pattern in self.cases:
            parts = pattern.split("/")
            before = 2 if parts[0] in ("law", "drawn") and len(parts) > 2 else 0
            # A star stands for any text, slashes too: what follows one may be any part of an id.
            if parts[before] not in all_ops() or "*" in "".join(parts[:before]):
                return ()
            found.add(parts[before])
        return tuple(sorted(found))

    def arguments(self) -> list[str]:
        """These options as arguments of the pytest plugin, workers aside."""
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
        """The command that runs the same on the given device, as a report states it."""
        stated = replace(self, device=device, pulse=None, answers=None, seed_origin="")
        return shlex.join(["samebits", "certify", *stated.arguments()])

    def filters(self) -> Mapping[str, tuple[str, ...]]:
        """The filters in force, by name, as the header of a report states them."""
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
