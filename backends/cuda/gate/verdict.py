"""One unit through the whole gate."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from samebits.backends.cuda import cache, nvrtc, options
from samebits.backends.cuda.gate import contraction, flags
from samebits.backends.cuda.gate.findings import Finding
from samebits.backends.cuda.gate.judge import judge
from samebits.backends.cuda.gate.resources import VERBOSE, Resources, parse
from samebits.backends.cuda.units import Unit

MEASURED = (90,)
"""Architectures for which units are compiled to machine code, so that registers are known."""

CONTRACTED = 90
"""The architecture for which units are compiled with the options turned around as well."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came out: objections, and resources by entry and by `sm_90`."""

    findings: tuple[Finding, ...]
    resources: dict[str, dict[str, Resources]]

    def as_bytes(self) -> bytes:
        """For the cache."""
        resources = {
            entry: {target: asdict(each) for target, each in targets.items()}
            for entry, targets in self.resources.items()
        }
        findings = [finding.as_dict() for finding in self.findings]
        return json.dumps({"findings": findings, "resources": resources}).encode()

    @staticmethod
    def from_bytes(data: bytes) -> Verdict:
        """As `as_bytes` wrote it."""
        read = json.loads(data)
        resources = {
            entry: {target: Resources(**each) for target, each in targets.items()}
            for entry, targets in read["resources"].items()
        }
        return Verdict(tuple(Finding(**each) for each in read["findings"]), resources)


def inspect(unit: Unit, architectures: tuple[int, ...]) -> Verdict:
    """The verdict on a unit, from the cache where nothing has changed since."""
    parts = (
        *(unit.digest(), str(unit), *options.OPTIONS, _own_digest()),
        *(",".join(str(v) for v in row) for row in (architectures, nvrtc.version())),
    )
    data = cache.made_bytes("gate", parts, ".json", lambda: examine(unit, architectures).as_bytes())
    return Verdict.from_bytes(data)


def examine(unit: Unit, architectures: tuple[int, ...]) -> Verdict:
    """Compile for every architecture and look; a unit that does not compile is an objection."""
    findings: list[Finding] = []
    resources: dict[str, dict[str, Resources]] = {}
    for architecture in architectures:
        try:
            _one(unit, architecture, findings, resources)
        except nvrtc.CompileError as error:
            advice = "a kernel must compile for every architecture of options.py"
            what = f"does not compile: {error.first}"
            findings.append(Finding(f"compute_{architecture}", "", 0, what, advice))
    return Verdict(tuple(findings), resources)


def _one(
    unit: Unit,
    architecture: int,
    findings: list[Finding],
    resources: dict[str, dict[str, Resources]],
) -> None:
    name = f"compute_{architecture}"
    measured = architecture in MEASURED
    command = (options.for_machine_code if measured else options.for_ptx)(architecture)
    findings += flags.check(command)
    made = nvrtc.translate(unit.text, str(unit), (*command, VERBOSE) if measured else command)
    findings += judge(made.ptx, name)
    if measured:
        for entry, each in parse(made.log).items():
            resources.setdefault(entry, {})[f"sm_{architecture}"] = each
    if architecture == CONTRACTED:
        other = nvrtc.translate(
            unit.text, str(unit), contraction.turned(options.for_ptx(architecture))
        )
        findings += contraction.compare(made.ptx, other.ptx, name)


def _own_digest() -> str:
    """What this gate is: a verdict of another gate does not count."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return cache.digest(part for path in files for part in (path.name, path.read_bytes()))
