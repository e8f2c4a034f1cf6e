"""Judge the C backend of another machine, which that machine's Python serves under an emulator.

    python backends/c/tests/isa/judged.py [--target aarch64] [--level smoke] [--profile nn ...]
        [--format f64 ...] [--out FOLDER] [--resume]

The library is cross-compiled. Python and NumPy for the target are unpacked in build/isa, and
`samebits host` runs in qemu's user mode. All other parts of the judge run natively. A whole run (no
--op) writes a record for docs/results/long-runs.md. The exit status is the status of `samebits
certify`, or 2 if the machine lacks a tool.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from samebits.backends.c.tests.isa.python_there import packages_of, python_there
from samebits.backends.c.tests.isa.target import ROOT, TARGETS, Target, build, first_line
from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically
from samebits.conformance.trials import long_runs
from samebits.reports.verify import verify

DEVICE = "baseline"


def launcher(target: Target, folder: Path) -> Path:
    """Build everything for `samebits host c` on the target. Return the program that starts it."""
    libraries = build(target, folder / "library", "samebits_baseline", "samebits_probe").parent
    python = python_there(target, folder)
    names = ROOT / "build" / "names"
    settings = {
        "PYTHONPATH": f"{packages_of(python)}:{names}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "SAMEBITS_C_LIBRARIES": str(libraries),
        "OPENBLAS_NUM_THREADS": "1",
    }
    lines = ["#!/bin/sh", *(f"export {name}='{value}'" for name, value in settings.items())]
    words = " ".join(f"'{word}'" for word in python)
    lines.append(f"exec {words} -m samebits.commands.cli host c")
    program = folder / "host"
    write_atomically(program, "\n".join([*lines, ""]).encode())
    program.chmod(0o755)
    return program


def certify(program: Path, options: argparse.Namespace, out: Path) -> int:
    """Run `samebits certify` with that program as the backend. Return its exit status."""
    words = ["--backend", f"exec:{program}", "--device", DEVICE, "--level", options.level]
    words += [word for name in options.profile for word in ("--profile", name)]
    words += [word for name in options.format for word in ("--format", name)]
    words += [word for name in options.op for word in ("--op", name)]
    words += ["--out", str(out), "--deadline", "600", *(["--resume"] if options.resume else [])]
    command = [sys.executable, "-m", "samebits.commands.cli", "certify", *words]
    return subprocess.run(command, check=False).returncode


def keep(target: Target, options: argparse.Namespace, report: Path) -> None:
    """Store the record of a whole run. Raise ReportError if the report is not valid.

    Runs with other profiles or formats have separate records.
    """
    name = "-".join([target.name, *sorted(options.profile), *sorted(options.format)])
    found = verify(report)
    header, facts = found.header, found.header.environment
    record = {
        "day": found.footer.finished.partition("T")[0],
        "sources": facts["source_digest"],
        "word": found.verdict.word,
        "level": header.level,
        "machine": target.name,
        "profiles": list(header.profiles),
        "formats": sorted(options.format),
        "cases": found.footer.run,
        "passed": found.footer.counts["pass"],
        "seed": header.seed,
        "vectors": header.manifest_root,
        "compiler": facts["compiler"],
        "emulator": first_line([target.emulator[0], "--version"]),
    }
    print(f"record: {long_runs.keep('judged', name, record)}")


def main() -> int:
    """Build the backend, judge it, and store the record."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--target", choices=TARGETS, default="aarch64")
    parser.add_argument("--level", default="smoke", help="level of samebits certify")
    parser.add_argument("--profile", action="append", default=[], help="default: all; repeatable")
    parser.add_argument("--format", action="append", default=[], help="default: all; repeatable")
    parser.add_argument("--op", action="append", default=[], help="default: all; repeatable")
    parser.add_argument("--out", type=Path, help="folder of the report")
    parser.add_argument("--resume", action="store_true", help="go on with a run that was stopped")
    options = parser.parse_args()
    target = TARGETS[options.target]
    if lacking := target.lacking():
        print(lacking, file=sys.stderr)
        return 2
    folder = ROOT / "build" / "isa" / target.name
    folder.mkdir(parents=True, exist_ok=True)
    out = options.out or folder / "report"
    try:
        status = certify(launcher(target, folder), options, out)
        reports = sorted(out.glob("*.jsonl"))
        if status in (0, 1) and not options.op and len(reports) == 1:
            keep(target, options, reports[0])
    except SamebitsError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return status


if __name__ == "__main__":
    sys.exit(main())
