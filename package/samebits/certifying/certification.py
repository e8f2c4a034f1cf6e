"""Certify a backend: judge each chosen device, then write the pages about all of them."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from samebits.backends.hosting.remote import hosted
from samebits.backends.protocol import Backend, BackendError, Device
from samebits.certifying.launch import Ended, Progress, launch, pulse_path
from samebits.conformance.calls.subject import choose_device
from samebits.conformance.judging.options import Options
from samebits.conformance.judging.runner import command
from samebits.conformance.questions.wanted import SECRET_BYTES
from samebits.conformance.results.records import SeedOrigin
from samebits.reports.badge import badge
from samebits.reports.errors import ReportError
from samebits.reports.facts import VerifiedReport
from samebits.reports.files import locked, write_whole
from samebits.reports.html import html
from samebits.reports.junit import junit
from samebits.reports.markdown import markdown
from samebits.reports.reading import SUFFIX, read_partial
from samebits.reports.verify import verify

PAGE = "index.html"


@dataclass(frozen=True, slots=True)
class DeviceRun:
    """The result of a run on one device: a report, or the reason why there is no report.

    `tried` is False for a device that this machine lacks and that the user did not name.
    """

    name: str
    report: VerifiedReport | None = None
    reason: str = ""
    tried: bool = True

    @property
    def status(self) -> int:
        """Return the exit status for this device: 0 conforms, 1 does not, 2 did not finish."""
        if self.report is None:
            return 2 if self.tried else 0
        return 0 if self.report.verdict.ok else 1


def chosen_devices(backend: Backend, spelled: str, wanted: Sequence[str]) -> list[Device]:
    """Return the devices to judge: the named devices, or all except devices judged by name only.

    Raises BackendError, which lists the known devices, if none of them can be judged.
    """
    named = [choose_device(backend, spelled, name, usable_only=False) for name in wanted]
    every = backend.devices()
    chosen = list(dict.fromkeys(named)) or [device for device in every if not device.by_name]
    if not any(device.available for device in chosen):
        choose_device(backend, spelled, wanted[0] if wanted else None)
    if not chosen:
        raise BackendError(
            f"backend {spelled!r} has only devices that are judged by name; name one by --device: "
            f"{', '.join(device.name for device in every)}"
        )
    return chosen


def certify(
    options: Options, wanted: Sequence[str], out: Path, *, resume: bool = False
) -> Iterator[tuple[str, Progress | DeviceRun]]:
    """Judge the devices one after the other. Yield device names with progress or results.

    All devices share one seed, so they get the same drawn questions. Raises SamebitsError for an
    unknown name before anything runs.
    """
    options = options.check()
    with hosted(options.backend) as backend:
        devices = chosen_devices(backend, options.backend, wanted)
    with locked(out):
        yield from _every(options, devices, bool(wanted), out, resume)


def _every(
    options: Options, devices: Sequence[Device], wanted: bool, out: Path, resume: bool
) -> Iterator[tuple[str, Progress | DeviceRun]]:
    targets = {device.name: _target(f"{options.backend}:{device.name}", out) for device in devices}
    _check_apart(targets)
    recorded = dict(map(_recorded_seed, targets.values())) if resume else {}
    # A resumed report keeps its seed. A device that has no seed yet uses the seed of the others.
    seed = options.seed or next(filter(None, recorded), "")
    options = replace(options, seed=seed, seed_origin=recorded.get(seed, "")).seeded()
    with tempfile.TemporaryDirectory(prefix="samebits-answers-") as answers:
        options = replace(options, answers=Path(answers), secret=os.urandom(SECRET_BYTES))
        for device in devices:
            name = f"{options.backend}:{device.name}"
            if not device.available:
                reason = f"not available: {device.reason}"
                yield name, DeviceRun(name, reason=reason, tried=wanted)
                continue
            asked = replace(options, device=device.name)
            for event in _judge(name, asked, targets[device.name], resume):
                yield name, event


def publish(runs: Sequence[DeviceRun], out: Path) -> Path | None:
    """Write the pages about all reports.

    Return the path of the HTML page, or None without a report.
    """
    reports = [run.report for run in runs if run.report]
    if not reports:
        return None
    for report in reports:
        write_whole(report.path.with_suffix(".svg"), badge(report))
    write_whole(out / "summary.md", markdown(reports))
    write_whole(out / "junit.xml", junit(reports))
    page = out / PAGE
    write_whole(page, html(reports))
    return page


def exit_status(runs: Sequence[DeviceRun]) -> int:
    """Return the highest exit status of all devices, or 2 if no device has a report."""
    if not any(run.report for run in runs):
        return 2
    return max(run.status for run in runs)


def _target(name: str, out: Path) -> Path:
    """Return the path of a device's report."""
    stem = re.sub(r"[^A-Za-z0-9._]+", "-", name).strip("-")
    return out / f"{stem}.jsonl"


def _check_apart(targets: Mapping[str, Path]) -> None:
    """Raise ReportError if two devices would write the same report.

    Upper-case and lower-case letters count as equal, because some file systems do not distinguish
    them.
    """
    found: dict[str, str] = {}
    for name, target in targets.items():
        other = found.setdefault(str(target).casefold(), name)
        if other != name:
            raise ReportError(
                f"the devices {other!r} and {name!r} would write the same report {target}; judge "
                "them one by one, with --device and another --out for each"
            )


def _recorded_seed(target: Path) -> tuple[str, SeedOrigin]:
    """Return the seed and its origin from a report that can be resumed, or two empty texts."""
    partial = target.with_name(target.name + SUFFIX)
    try:
        if partial.exists():
            header = read_partial(partial).header
        elif target.exists():
            header = verify(target).header
        else:
            return "", ""
    except ReportError:  # the recorder reports this error later
        return "", ""
    return header.seed, header.seed_origin


def _judge(
    name: str, options: Options, target: Path, resume: bool
) -> Iterator[Progress | DeviceRun]:
    if not resume:
        _clear(target)
    recorder = ["-p", "samebits.certifying.recorder", "--report", str(target)]
    options = replace(options, pulse=pulse_path(target))
    arguments = command(options, *recorder, *(["--resume"] if resume else []))
    for event in launch(arguments, target, target.with_suffix(".log"), options.secret):
        if isinstance(event, Ended):
            yield _end(name, target, event)
        else:
            yield event


def _clear(target: Path) -> None:
    """Remove an older report, so that it is not mistaken for the result of this run."""
    for path in (target, target.with_name(target.name + SUFFIX)):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise ReportError(f"cannot replace {path}: {error.strerror or error}") from error


def _end(name: str, target: Path, ended: Ended) -> DeviceRun:
    """Return the result for a device after the judge has ended.

    The report counts only if the exit status is 0 or 1.
    """
    if ended.status not in (0, 1) or not target.exists():
        partial = target.with_name(target.name + SUFFIX)
        resumable = partial.exists() and ended.status != pytest.ExitCode.USAGE_ERROR
        advice = "; continue with --resume" if resumable else ""
        return DeviceRun(name, reason=ended.text + advice)
    try:
        report = verify(target)
    except ReportError as error:
        return DeviceRun(name, reason=f"the report is not valid: {error}")
    if report.footer.sha256 != ended.receipt or (ended.status == 0) != report.verdict.ok:
        reason = f"{target} is not the report of this run; run again with another --out"
        return DeviceRun(name, reason=reason)
    return DeviceRun(name, report)
