"""The stages of a lease, the most useful first, and the commands that they consist of.

A stage is a list of steps. To run a step again means to continue it. Some stages that need a GPU
have a replacement on the emulated device; the others report that they have none.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from samebits.backends.cuda.lab.lease.settings import Settings

SANITIZERS = ("memcheck", "racecheck", "initcheck", "synccheck")
FOUND_BY_SANITIZERS = (
    r"^=+ (Invalid|Uninitialized|Barrier error|Error:|Warning: Race"
    r"|(ERROR|RACECHECK) SUMMARY: [1-9])"
)
"""A line of compute-sanitizer with a finding: during the run, or in the final summary."""

WORDS_OF_SANITIZERS = rf"ERROR SUMMARY|RACECHECK SUMMARY|[Hh]azard|{FOUND_BY_SANITIZERS}"

_PORTS = 10
"""The number of CUDA processes that compute-sanitizer can follow.

Two of them are the judge's own.
"""


@dataclass(frozen=True, slots=True)
class Step:
    """A command. `report` is true for `samebits certify`, which may refuse a partial report.

    These fields are regular expressions:

    - `shown`: only matching lines of the output go to the terminal; the log has all lines.
    - `nothing`: matches the last line of a step that has no work for the chosen ops.
    - `lost`: matches the last line of a process that has lost the device; a new process continues.
    - `found`: matches lines that are findings. A finding from before a time limit still counts when
      the step continues later, because the new exit status does not show it.

    A step that prints nothing for `silence` seconds hangs; 0 means no limit.
    """

    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    report: bool = False
    shown: str = ""
    nothing: str = ""
    lost: str = ""
    found: str = ""
    silence: float = 0.0


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage; `seconds` is its time on the emulated device, or an estimate for a GPU.

    `steps` returns its commands, or a line that says why it has no work.
    """

    name: str
    about: str
    seconds: int
    steps: Callable[[Settings], list[Step] | str]


COMMANDS: Mapping[str, tuple[str, ...]] = {
    "1": ("build", "probe", "compile", "smoke", "golden", "bench"),
    "2": ("exhaustive",),
    "3": ("suspects", "networks", "large", "agree"),
    "4": ("memcheck", "racecheck"),
    "5": ("initcheck", "synccheck"),
}
"""The stages that `.ci/gpu NUMBER` runs. Each group fits into ten minutes on a GPU."""


_SILENCE = 150.0
"""A time in seconds that is longer than any row, check or case on a GPU with compiled kernels.

`samebits certify` has its own time limit for each case.
"""


def module(name: str, *arguments: str) -> tuple[str, ...]:
    """Return the command that runs a module of samebits with the current Python."""
    return (sys.executable, "-m", f"samebits.{name}", *arguments)


def samebits(*arguments: str) -> tuple[str, ...]:
    """Return a command of samebits."""
    return module("commands.cli", *arguments)


def chosen(settings: Settings) -> tuple[str, ...]:
    """Return the ops and formats of the lease as command-line options."""
    ops = (part for op in settings.ops for part in ("--op", op))
    return (*ops, *(part for form in settings.formats for part in ("--format", form)))


def certify(
    settings: Settings,
    folder: str,
    *arguments: str,
    backend: str = "cuda",
    device: str = "",
    environment: Mapping[str, str] | None = None,
    prefix: tuple[str, ...] = (),
    shown: str = "",
    found: str = "",
) -> Step:
    """Return a step that judges the lease's device, and continues the results in the folder."""
    where = ("--backend", backend, "--device", device or settings.device)
    out = ("--out", str(settings.folder / folder), "--resume", "-n", str(settings.workers))
    seed = ("--seed", settings.seed) if settings.seed else ()
    command = samebits("certify", *where, *out, *seed, *chosen(settings), *arguments)
    return Step((*prefix, *command), environment or {}, report=True, shown=shown, found=found)


def report_of(settings: Settings, folder: str, backend: str = "cuda", device: str = "") -> str:
    """Return the path of the report that `certify` writes."""
    return str(settings.folder / folder / f"{backend}-{device or settings.device}.jsonl")


def _build(settings: Settings) -> list[Step]:
    return [
        Step(module("backends.cuda.lab.lease.build", str(settings.libraries))),
        Step(samebits("backends")),
    ]


def _probe(settings: Settings) -> list[Step]:
    command = module("backends.cuda.probe", "--device", settings.device, *_ops(settings))
    return [Step(command, silence=_silence(settings))]


def _compile(settings: Settings) -> list[Step]:
    aim = ("--device", settings.device)
    if settings.capability:
        aim = ("--capability", str(settings.capability))
    return [Step(module("backends.cuda.lab.warm", *aim, *_ops(settings)))]


def _smoke(settings: Settings) -> list[Step]:
    # A kernel that fails is then reported at its launch, not at the wait for its result.
    waiting = {"CUDA_LAUNCH_BLOCKING": "1"}
    return [certify(settings, "smoke", "--level", "smoke", *_soon(), environment=waiting)]


def _golden(settings: Settings) -> list[Step]:
    return [certify(settings, "golden", "--level", "standard", *_soon())]


def _bench(settings: Settings) -> list[Step] | str:
    rows = settings.folder / "bench.jsonl"
    small = ("--elements", str(settings.elements)) if settings.elements else ()
    if settings.is_emulated and not small:
        return "speed is measured on a GPU; --elements N tries the measuring itself"
    return [
        Step(
            module(
                *("benchmarks", "cuda", "--device", settings.device, *small, *_ops(settings)),
                *("--seconds", f"{settings.seconds_each:g}", "--rows", str(rows), "--resume"),
                *("--markdown", str(rows.with_suffix(".md"))),
            ),
            nothing="has no row of",
            lost="can compute nothing more",
            silence=_silence(settings),
        )
    ]


def _exhaustive(settings: Settings) -> list[Step]:
    # The highest level includes all others, so its verdict includes their verdicts.
    return [
        certify(settings, "exhaustive", "--level", "exhaustive", *_soon()),
        Step(samebits("report", "verify", report_of(settings, "exhaustive"))),
    ]


def _suspects(settings: Settings) -> list[Step]:
    command = module("backends.cuda.lab.suspects", "--device", settings.device)
    apart = {"CUDA_DEVICE_MAX_CONNECTIONS": "32"}  # so that no two streams share a queue
    return [Step(command, apart, silence=_silence(settings))]


def _networks(settings: Settings) -> list[Step]:
    steps = ("--steps", "1") if settings.is_emulated else ()
    command = module("torch.tests.on_a_gpu", "--device", settings.device, *steps)
    return [Step(command, silence=_silence(settings))]


def _large(settings: Settings) -> list[Step] | str:
    rows = ("--rows", str(settings.folder / "large.jsonl"))
    small = ("--elements", str(settings.elements)) if settings.elements else ()
    if settings.is_emulated and not small:
        return "arrays of more than 2^31 elements need a GPU; --elements N tries it with fewer"
    device = ("--device", settings.device)
    only = ("--only", rf"^({'|'.join(settings.ops)})\b") if settings.ops else ()
    command = module("backends.cuda.lab.large", *device, *small, *only, *rows)
    lost = "^the device is lost to this process"
    return [Step(command, nothing="no case matches", lost=lost, silence=_silence(settings))]


def _agree(settings: Settings) -> list[Step]:
    peer = "baseline" if settings.is_emulated else "avx2"
    return [
        certify(settings, "golden", "--level", "standard", *_soon(), backend="c", device=peer),
        Step(
            samebits(
                "report",
                "agree",
                report_of(settings, "golden", "c", peer),
                report_of(settings, "golden"),
            )
        ),
    ]


def _sanitizer(tool: str) -> Callable[[Settings], list[Step] | str]:
    def steps(settings: Settings) -> list[Step] | str:
        level = ("--level", "smoke", *(() if tool == "memcheck" else ("--set", "golden")))
        if settings.is_emulated:
            if tool != SANITIZERS[0]:
                return f"the checking emulated device has looked for it in {SANITIZERS[0]}"
            return [certify(settings, tool, *level, device="emulated-checked")]
        sanitizer = (
            *("compute-sanitizer", "--tool", tool, "--target-processes", "all"),
            *("--report-api-errors", "no", "--error-exitcode", "9"),
        )
        plain = {"SAMEBITS_CUDA_POOL": "0"}  # so that each block is its own allocation
        slow = ("--deadline", "600", "-n", str(min(settings.workers, _PORTS - 4)))
        return [
            certify(
                *(settings, tool, *level, *slow),
                environment=plain,
                prefix=sanitizer,
                shown=WORDS_OF_SANITIZERS,
                found=FOUND_BY_SANITIZERS,
            )
        ]

    return steps


def _silence(settings: Settings) -> float:
    """Return the limit of silence on a GPU. On the CPU it is 0: hangs are found without a lease."""
    return 0.0 if settings.is_emulated else _SILENCE


def _soon() -> tuple[str, ...]:
    """Return options that end a hanging case, so that it does not use up the lease."""
    return ("--deadline", "30")


def _ops(settings: Settings) -> tuple[str, ...]:
    return tuple(part for op in settings.ops for part in ("--op", op))


STAGES = (
    Stage("build", "compile the C backend", 40, _build),
    Stage("probe", "try the device in every way in which a call reaches it", 15, _probe),
    Stage("compile", "compile every kernel", 70, _compile),
    Stage("smoke", "judge the device at level smoke", 80, _smoke),
    Stage("golden", "judge the golden cases and laws of every op", 120, _golden),
    Stage("bench", "measure speed against ceilings and peers", 270, _bench),
    Stage("exhaustive", "judge the level that holds all others", 480, _exhaustive),
    Stage("suspects", "ask what only hardware can tell", 20, _suspects),
    Stage("networks", "train networks, with the hashes of the C backend", 60, _networks),
    Stage("large", "arrays of more than 2^31 elements", 350, _large),
    Stage("agree", "compare with the C backend", 120, _agree),
    *(
        Stage(tool, f"compute-sanitizer's {tool} over the smoke level", seconds, _sanitizer(tool))
        for tool, seconds in zip(SANITIZERS, (300, 240, 240, 180), strict=True)
    ),
)
"""The stages in order, the most useful first."""

BY_NAME = {stage.name: stage for stage in STAGES}
