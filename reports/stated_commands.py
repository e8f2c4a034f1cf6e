"""Check the commands in a report: each must be a samebits command in the form that runs write.

Readers are asked to run these commands. Any other command could delete their files.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from itertools import pairwise

from samebits.backends.discovery import known
from samebits.conformance.results.records import CaseResult, Header
from samebits.conformance.results.verdict import escaped
from samebits.reports.errors import ReportError

_OPTIONS = frozenset(
    {
        *("backend", "device", "level", "profile", "op", "format", "set", "case", "shard"),
        *("threads", "deadline", "waivers", "vectors", "seed"),
    }
)
"""Options that a run writes in the command of its header, in the form `--name=value`."""

_REPEATED = frozenset({"--backend", "--device", "--seed", "--level", "--case"})
"""Options of the commands that repeat one case, in the form `--name value`."""

_FILTERS = ("op", "format", "set", "case")
_ONCE = ("level", "device", "seed")
"""Options whose values are also members of the header."""


def check_command(where: str, header: Header) -> None:
    """Check the form of a report's command, and compare it with the header.

    Raises ReportError, which names the line.
    """
    words = _words(header.command)
    names = [word.partition("=")[0].removeprefix("--") for word in words[2:] if "=" in word]
    formed = len(names) == len(words[2:]) and _OPTIONS.issuperset(names)
    if words[:2] != ["samebits", "certify"] or not formed or names.count("backend") != 1:
        raise ReportError(f"{where}: the command is not `samebits certify`; do not run it")
    chosen = {name: tuple(_values(words, name)) for name in _FILTERS}
    said = {n: v for n, v in chosen.items() if v}
    if said and said != header.filters:
        raise ReportError(f"{where}: the command has other filters than the header")
    for name in _ONCE:
        given, true = _values(words, name), getattr(header, name)
        if given and true and given != [true]:
            raise ReportError(
                f"{where}: the command says --{name}={given[0][:80]}, the header {true[:80]}"
            )


def check_repeat(where: str, header: Header, result: CaseResult) -> None:
    """Check the form of the command that repeats a case, and compare it with header and case.

    Raises ReportError, which names the case.
    """
    if not result.repeat:
        return
    words = _words(result.repeat)
    known = [["samebits", "explain"], ["samebits", "certify"]]
    options = {word for word in words if word.startswith("-")}
    if words[:2] not in known or not options <= _REPEATED:
        raise ReportError(
            f"{where}: the command that repeats {result.id} is not one of samebits; do not run it"
        )
    held = {"backend": backend_of(header), "device": header.device, "seed": header.seed}
    for name, value in pairwise(words):
        if name.startswith("--") and held.get(name[2:], value) != value:
            raise ReportError(
                f"{where}: {result.id} is repeated with {name} {value[:80]!a}, the run had "
                f"{held[name[2:]][:80]!a}; do not run it"
            )


def backend_of(header: Header) -> str:
    """Return the backend in the report's command, as written there, or ""."""
    return next(iter(_values(_words(header.command), "backend")), "")


def has_waivers(header: Header) -> bool:
    """Return whether the report's command names a waiver file."""
    return any(_values(_words(header.command), "waivers"))


def is_registered(header: Header) -> bool:
    """Return whether the report's command judges a backend that is registered here.

    If it does not, the command may run a program that the author of the report has chosen.
    """
    return backend_of(header) in known()


def advice(header: Header) -> str:
    """Return advice on how to check a report. It never recommends running a stranger's program."""
    if is_registered(header):
        return "to see for yourself, run the command in its first line"
    return (
        f"its command judges {escaped(backend_of(header))}, which is no registered backend here: "
        "it may run any program, so do not run it before you know what that does"
    )


def _words(command: str) -> list[str]:
    """Return the words of a command, or [] if the command contains special shell syntax."""
    try:
        words = shlex.split(command)
    except ValueError:
        return []
    return words if shlex.join(words) == command else []


def _values(words: Sequence[str], name: str) -> list[str]:
    """Return the values that a command gives to an option, in order."""
    return [word.partition("=")[2] for word in words if word.startswith(f"--{name}=")]
