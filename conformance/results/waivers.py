"""Waivers: known failures, listed with a reason and a date, which are always reported.

[[waiver]]
id = "exp/f16/*"          # a shell pattern over case ids
status = "waived"         # or "xfail": fails as declared, and a pass is an error
reason = "driver bug 123" # why
expires = 2027-01-31      # after this day the waiver is an error
"""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal, get_args

from samebits.common.reading import MOST_TEXT, UnreadableError, read_bounded
from samebits.conformance.errors import JudgeError
from samebits.conformance.results.records import CaseResult, Outcome

Status = Literal["waived", "xfail"]

MOST_WAIVERS = 10_000
"""The largest number of entries in a file."""

MOST_CHARACTERS = 500
"""The largest number of characters in a pattern or a reason."""

_WAIVABLE: frozenset[Outcome] = frozenset({"fail", "error", "crash", "timeout", "unsupported"})
_EXPECTED: frozenset[Outcome] = frozenset({"fail", "error", "crash", "timeout"})


@dataclass(frozen=True, slots=True)
class Waiver:
    """An entry of the file: a pattern over ids, a status, the reason, and the last valid day."""

    id: str
    status: Status
    reason: str
    expires: datetime.date

    def matches(self, case_id: str) -> bool:
        """Return whether the waiver applies to a case."""
        return fnmatchcase(case_id, self.id)


def read_waivers(path: Path, today: datetime.date | None = None) -> tuple[Waiver, ...]:
    """Read a waiver file. Raises JudgeError if it is unreadable, malformed or expired."""
    data = _read_toml(path)
    entries = data.get("waiver", [])
    if set(data) - {"waiver"} or not isinstance(entries, list):
        raise JudgeError(f"waivers {path}: the file may contain only [[waiver]] entries")
    if len(entries) > MOST_WAIVERS:
        raise JudgeError(f"waivers {path}: more than {MOST_WAIVERS:,} entries")
    waivers = tuple(
        _parse(entry, f"waivers {path}, entry {i}") for i, entry in enumerate(entries, 1)
    )
    now = today or datetime.datetime.now(datetime.UTC).date()
    for waiver in waivers:
        if waiver.expires < now:
            raise JudgeError(
                f"waivers {path}: {waiver.id!r} expired on {waiver.expires}; "
                "fix the failure or renew the waiver"
            )
    return waivers


def check_matched(waivers: Iterable[Waiver], ids: Sequence[str], path: Path) -> None:
    """Raise JudgeError for a waiver that matches no id: it is wrong or outdated."""
    for waiver in waivers:
        if not any(waiver.matches(case_id) for case_id in ids):
            raise JudgeError(f"waivers {path}: {waiver.id!r} matches no case; remove or correct it")


def apply(waivers: Iterable[Waiver], result: CaseResult) -> CaseResult:
    """Return the result after the first matching waiver is applied, or unchanged."""
    for waiver in waivers:
        if waiver.matches(result.id):
            return _apply_one(waiver, result)
    return result


def _apply_one(waiver: Waiver, result: CaseResult) -> CaseResult:
    until = f"{waiver.status} until {waiver.expires}: {waiver.reason}"
    if waiver.status == "waived" and result.outcome in _WAIVABLE:
        return replace(result, outcome="waived", reason=_join(until, result))
    if waiver.status == "xfail" and result.outcome in _EXPECTED:
        return replace(result, outcome="xfail", reason=_join(until, result))
    if waiver.status == "xfail" and result.outcome == "pass":
        return replace(result, outcome="xpass", reason=f"passes, but is listed as {until}")
    return result


def _join(until: str, result: CaseResult) -> str:
    return f"{until} ({result.outcome}: {result.reason or 'no reason given'})"


def _read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file of at most MOST_TEXT bytes.

    Raises JudgeError if the file is unreadable or malformed.
    """
    try:
        return tomllib.loads(read_bounded(path, MOST_TEXT).decode("utf-8"))
    except UnreadableError as error:
        raise JudgeError(f"waivers {path}: {error}") from error
    except ValueError as error:  # malformed text or TOML, or a number with too many digits
        raise JudgeError(f"waivers {path}: not valid TOML ({error})") from error
    except RecursionError as error:
        raise JudgeError(f"waivers {path}: the file is nested too deeply") from error


def _parse(entry: Any, where: str) -> Waiver:
    if not isinstance(entry, dict) or set(entry) != {"id", "status", "reason", "expires"}:
        raise JudgeError(
            f"{where}: an entry must have exactly the keys id, status, reason and expires"
        )
    for name in ("id", "reason"):
        if not isinstance(entry[name], str) or not entry[name].strip():
            raise JudgeError(f"{where}: {name} must be a string that is not empty")
        if len(entry[name]) > MOST_CHARACTERS or not entry[name].isprintable():
            raise JudgeError(
                f"{where}: {name} must be one line of at most {MOST_CHARACTERS} characters"
            )
    if entry["status"] not in get_args(Status):
        raise JudgeError(
            f"{where}: status={str(entry['status'])[:40]!r} must be one of "
            f"{', '.join(get_args(Status))}"
        )
    expires = entry["expires"]
    if not isinstance(expires, datetime.date) or isinstance(expires, datetime.datetime):
        raise JudgeError(f"{where}: expires must be a date, as in 2027-01-31")
    return Waiver(entry["id"], entry["status"], entry["reason"], expires)
