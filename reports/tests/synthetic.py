"""Synthetic results and headers for the tests of this room."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from samebits.common.release import suite_version
from samebits.conformance.results.records import SEEDED, CaseResult, Diagnosis, Example, Header
from samebits.conformance.results.verdict import planned_digest
from samebits.reports.chain import Chain
from samebits.reports.reading import SUFFIX
from samebits.spec.language import trees

ENVIRONMENT = {
    "os": "Linux 6",
    "machine": "x86_64",
    "cpu": "a <b>CPU</b>",
    "processors": "2",
    "python": "3.11.7",
    "source_digest": "cd" * 32,
    "backend_spelled": "toy",
}
SEED = "5f3a9c0e12345678"
HOSTILE = '<script>alert("x")</script>|`*&\u2028\x1b[31m\x00'


def case(op: str, label: str = "f32", name: str = "a", **members: Any) -> CaseResult:
    values: dict[str, Any] = {
        "id": f"{op}/{label}/group/{name}",
        "kind": "vector",
        "op": op,
        "label": label,
        "profile": "math" if op == "exp" else "reduce",
        "level": "smoke",
        "outcome": "pass",
        "elements": 100,
        "seconds": 0.001,
        "repeat": f"samebits explain {op}/{label}/group/{name} --backend toy",
        "seed": SEED if members.get("kind") in SEEDED else "",
        **members,
    }
    return CaseResult(**values)


def failing(op: str, label: str = "f32", name: str = "bad", **members: Any) -> CaseResult:
    example = Example(
        f"{op}/{label}/group/{name}/3f800000", 0, ("3f800000",), "402df854", "402df855", 1
    )
    tree = trees.draw_svg(trees.sequential(5))
    values: dict[str, Any] = {
        "outcome": "fail",
        "wrong": 3,
        "max_ulp": 1,
        "examples": (example,),
        "flags": ("hard",),
        "diagnosis": Diagnosis("tree:sequential", "Adds left to right.", True, {"svg": tree}),
        **members,
    }
    return case(op, label, name, **values)


def hostile() -> CaseResult:
    """Return a case in which every free text tries to break out of its element on a page."""
    return failing(
        "exp",
        name="hostile",
        reason=HOSTILE,
        repeat=shlex.join(["samebits", "explain", HOSTILE]),
        flags=(HOSTILE,),
        diagnosis=Diagnosis(
            HOSTILE, HOSTILE, False, {"svg": f"<svg>{HOSTILE}</svg>", "x": HOSTILE}
        ),
        examples=(Example(HOSTILE, 0, (HOSTILE,), HOSTILE, HOSTILE, None),),
    )


def mixed() -> list[CaseResult]:
    """Return results with every kind and outcome that a page must show."""
    results = [
        case("exp", name="good"),
        case("exp", "f16", name="good"),
        failing("exp"),
        failing("sum"),
        case("sum", name="e", outcome="error", reason="RuntimeError: no"),
        case("sum", name="c", outcome="crash", reason="killed by SIGSEGV"),
        case("sum", name="t", outcome="timeout", reason="no answer in 60 s"),
        case("sum", name="x", outcome="xpass", reason="declared to fail"),
        case("sum", name="w", outcome="waived", reason="issue 7"),
        case("sum", "bf16", name="u", outcome="unsupported", reason="no bfloat16 here"),
        case("sum", name="r", kind="real", outcome="not_run", reason="package is not installed"),
        case("sum", id="law/threads/sum/f32", kind="law"),
        failing("sum", id="law/strides/sum/f32", kind="law", diagnosis=None),
        case(
            "sum",
            id="law/order/sum/f32",
            kind="law",
            outcome="not_applicable",
            elements=0,
            reason="the session has no such thing",
        ),
        hostile(),
    ]
    return sorted(results, key=lambda result: result.id)


def header_for(results: Sequence[CaseResult], **members: Any) -> Header:
    values: dict[str, Any] = {
        "suite_version": suite_version(),
        "spec_version": "1",
        "manifest_root": "ab" * 32,
        "profiles": ("math", "reduce"),
        "level": "standard",
        "backend": "toy",
        "backend_version": "1",
        "protocol": 1,
        "device": "cpu",
        "device_description": "a toy",
        "started": "2026-01-01T00:00:00+00:00",
        "planned": len(results),
        "planned_digest": planned_digest(r.id for r in results),
        "environment": ENVIRONMENT,
        "command": "samebits certify --backend=toy" + _waivers(results),
        "seed": next((r.seed for r in results if r.seed), ""),
        **members,
    }
    values.setdefault("seed_origin", "fresh" if values["seed"] else "")
    return Header(**values)


def _waivers(results: Sequence[CaseResult]) -> str:
    """Return the command-line option without which a run cannot have waived results."""
    waived = any(r.outcome in ("waived", "xfail", "xpass") for r in results)
    return " --waivers=known.toml" if waived else ""


def interrupt(target: Path, lines: int, rest: bytes = b"") -> list[bytes]:
    """Turn a finished report into a partial one, as if the run was killed after `lines` lines.

    `rest` is the beginning of one more line. Returns the first `lines` lines of the report.
    """
    kept = target.read_bytes().splitlines(keepends=True)[:lines]
    partial = target.with_name(target.name + SUFFIX)
    partial.write_bytes(b"".join(map(Chain().link, kept)) + rest)
    target.unlink()
    return kept
