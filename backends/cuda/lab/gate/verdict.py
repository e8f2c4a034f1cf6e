"""The whole gate for one unit and one or more architectures."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache as once
from pathlib import Path

from samebits.backends.cuda.compiling import cache, nvrtc, options
from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.cuda.lab.gate import contraction, flags, machine_code
from samebits.backends.cuda.lab.gate.findings import Finding
from samebits.backends.cuda.lab.gate.judge import judge
from samebits.backends.cuda.lab.gate.resources import VERBOSE, Resources, parse
from samebits.backends.cuda.sass import listing

MEASURED = 90
"""The architecture for which units are compiled to machine code and with reversed options.

Machine code shows the number of registers. 90 is the architecture of the data-centre GPUs for which
the speed is promised.
"""

_NOT_JUDGES = {
    f"{name}.py"
    for name in ("__init__", "__main__", "catalogue", "limits", "plan", "report", "run")
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result: objections, and resources by entry and architecture (`sm_90`)."""

    findings: tuple[Finding, ...]
    resources: dict[str, dict[str, Resources]]

    def as_bytes(self) -> bytes:
        """Return the verdict as bytes for the cache."""
        return json.dumps(asdict(self)).encode()

    @staticmethod
    def from_bytes(data: bytes) -> Verdict:
        """Return the verdict from the bytes of `as_bytes`."""
        read = json.loads(data)
        resources = {
            entry: {target: Resources(**each) for target, each in targets.items()}
            for entry, targets in read["resources"].items()
        }
        return Verdict(tuple(Finding(**each) for each in read["findings"]), resources)


def inspect(unit: Unit, architectures: Iterable[int]) -> Verdict:
    """Return the verdict on a unit. It is read from the cache if nothing has changed."""
    findings: list[Finding] = []
    resources: dict[str, dict[str, Resources]] = {}
    for architecture in architectures:
        one = _kept(unit, architecture)
        findings += one.findings
        resources.update(one.resources)
    return Verdict(tuple(findings), resources)


def examine(unit: Unit, architecture: int) -> Verdict:
    """Compile a unit for an architecture and judge it. A compiler error is an objection."""
    name = f"compute_{architecture}"
    measured = architecture == MEASURED
    command = (options.for_machine_code if measured else options.for_ptx)(architecture)
    findings = flags.check(command)
    resources: dict[str, Resources] = {}
    try:
        made = nvrtc.translate(unit.text, str(unit), (*command, VERBOSE) if measured else command)
        findings += judge(made.ptx, name)
        if measured:
            resources = parse(made.log)
            turned = contraction.turned(options.for_ptx(architecture))
            other = nvrtc.translate(unit.text, str(unit), turned)
            findings += contraction.compare(made.ptx, other.ptx, name)
            if machine_code.concerns(made.ptx) and not machine_code.missing():
                text = listing.text_of(made.machine_code)
                findings += machine_code.judge(text, f"sm_{architecture}")
    except nvrtc.CompileError as error:
        what = f"does not compile: {error.first}"
        advice = "a kernel must compile for every architecture of options.py"
        findings.append(Finding(name, "", 0, what, advice))
    target = f"sm_{architecture}"
    return Verdict(tuple(findings), {entry: {target: each} for entry, each in resources.items()})


def _kept(unit: Unit, architecture: int) -> Verdict:
    """Return the verdict of `examine`, new or from the cache."""
    reads_code = str(not machine_code.missing())
    judges = (str(nvrtc.version()), _own_digest(), reads_code)
    parts = (unit.digest(), str(unit), *options.OPTIONS, *judges)
    data = cache.made_bytes(
        "gate", (*parts, str(architecture)), ".json", lambda: examine(unit, architecture).as_bytes()
    )
    return Verdict.from_bytes(data)


@once
def _own_digest() -> str:
    """Return the digest of the gate's own code: cached verdicts of other code are not used."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    judges = [path for path in files if path.name not in _NOT_JUDGES]
    return cache.digest(part for path in judges for part in (path.name, path.read_bytes()))
