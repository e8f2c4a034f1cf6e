"""The fields of a long run: what `nox -s record` prints, installs and runs for one row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

RESULTS = "docs/results"
"""The folder of the generated pages."""

LONG_RUNS = f"{RESULTS}/long-runs.md"

BUILT = str(Path("build/native/lib").resolve())
"""The built libraries of this checkout. A copy of the checkout links them instead of compiling."""

RESUME = "--resume"


@dataclass(frozen=True, slots=True)
class Command:
    """One call of Python: the words after `python`, and the exit statuses that count as success."""

    words: tuple[str, ...]
    codes: tuple[int, ...] = (0,)
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """One long run. The user's arguments go to the first of its commands, after its own words.

    Attributes:
        name: The word after `nox -s record --`.
        what: What the run does, in at most 76 characters.
        time: How long the whole run takes on two processors, or "not timed".
        keeps: The page or file that the run writes, or an empty string if it only prints.
        commands: The calls of Python, in order. A row without commands has a function in
            running.py.
        whole: Words that are added to the first command of a whole run, for example `--record`.
        last: Commands that follow a whole run only.
        partial: Options that make the run a part, which is not recorded. If it is empty, every
            argument except `--resume` makes the run a part.
        example: Arguments, mostly of a short run.
        extras: The extras of pyproject.toml with which the checkout is installed.
        packages: More packages to install.
        wishes: Packages that the run can do without: the case set `real`, the compiler of CUDA.
        variants: Packages by the name of a variant. Each variant runs in its own environment.
        builds: False if the run needs the sources only, so that no library is compiled.
    """

    name: str
    what: str
    time: str
    keeps: str
    commands: tuple[Command, ...] = ()
    whole: tuple[str, ...] = ()
    last: tuple[Command, ...] = ()
    partial: tuple[str, ...] = ()
    example: str = ""
    extras: tuple[str, ...] = ("test",)
    packages: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    variants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    builds: bool = True

    def is_whole(self, arguments: Sequence[str]) -> bool:
        """Return whether a run with these arguments is complete and therefore stores a record."""
        if self.partial:
            return not set(self.partial) & set(arguments)
        return set(arguments) <= {RESUME}

    def calls(self, arguments: Sequence[str]) -> Iterator[Command]:
        """Yield the commands of a run with these arguments."""
        whole = self.is_whole(arguments)
        for number, command in enumerate(self.commands):
            words = command.words
            if number == 0:
                words = (*words, *(self.whole if whole else ()), *arguments)
            yield Command(words, command.codes, command.environment)
        if whole:
            yield from self.last


def module(name: str, *words: str, codes: tuple[int, ...] = (0,), **environment: str) -> Command:
    """Return the command that runs a module of samebits."""
    return Command(("-m", f"samebits.{name}", *words), codes, environment)
