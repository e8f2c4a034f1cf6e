"""docs/results/accuracy.md: the table of all result files."""

from __future__ import annotations

from pathlib import Path

from samebits.benchmarks.accuracy.results import Result, Results, read_all
from samebits.benchmarks.accuracy.subjects import SUBJECTS

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "results" / "accuracy.md"
TITLES = {"numpy": "NumPy", "torch": "PyTorch", "glibc": "glibc"}

_HEAD = """# How many inputs do others get wrong?

Made from `benchmarks/results/accuracy/` by `python -m samebits.benchmarks.accuracy --page`.

Each figure counts binary32 inputs for which a library, as installed, returns another number than
the correctly rounded one (clause R2). The right bits are those that the [exhaustive
oracle](../../oracles/sweep/README.md) decided for every input: computed by the C backend where the
SHA-256 of a block is that of its certificate ([proofs.md](proofs.md)), else by the oracle. None of
these libraries promises correct rounding, and by their own rules a result that is one ulp off is a
good one; but it is what makes bits differ between libraries, versions and processors. samebits' own
figure is 0 for every function of that page.

- *wrong*: inputs whose result is another number than the right one, and their share of all inputs
  that were tried; *ulp*: the largest distance among them, in units of the last place (an infinity
  counts as the number after the largest), with the input; *NaN*: results that are NaN where a
  number is right, or the reverse; *zero*: results that are a zero of the other sign. A NaN with
  another sign or payload counts as right.
- NumPy: the ufunc of that name, in float32. PyTorch: the function on the CPU with its defaults
  (softplus is linear above 20; a derivative is the backward function with a gradient of ones).
  glibc: the scalar float function. A dash: there is no such function.
"""


def page(results: Results, head: str = _HEAD) -> str:
    """Return the whole page, for binary32 or with another head."""
    found = {op: held for op, held in results.items() if held}
    if not found:
        return f"{head}\nNothing has been measured yet.\n"
    parts = [head, _sampling(found), _summary(found)]
    for subject in SUBJECTS:
        rows = [_row(op, held[subject]) for op, held in found.items() if subject in held]
        if rows:
            columns = "| op | inputs | wrong | share | ulp | at | NaN | zero |"
            rule = "|---|---:|---:|---:|---:|---|---:|---:|"
            parts.append("\n".join([f"## {TITLES[subject]}", "", columns, rule, *rows]))
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def _sampling(results: Results) -> str:
    """Return which inputs, versions and machines were measured."""
    every: dict[int, set[str]] = {}
    for op, held in results.items():
        for result in held.values():
            every.setdefault(result.every, set()).add(op)
    lines = []
    for n, ops in sorted(every.items()):
        which = "all 2^32 inputs" if n == 1 else f"a sample, every {n}th block of 2^20 inputs"
        lines.append(f"- {which if n else 'random inputs'}: {', '.join(sorted(ops))}.")
    versions = sorted({r.version for held in results.values() for r in held.values()})
    machines = sorted({r.processor for held in results.values() for r in held.values()})
    return "\n".join([*lines, f"- Measured: {', '.join(versions)}; on {', '.join(machines)}."])


def _summary(results: Results) -> str:
    """Return the share of wrong inputs of every op, side by side."""
    lines = ["| op | NumPy | PyTorch | glibc |", "|---|---:|---:|---:|"]
    for op, held in results.items():
        cells = [_share(held[s]) if s in held else "-" for s in SUBJECTS]
        lines.append(f"| {op} | {' | '.join(cells)} |")
    return "\n".join(["Inputs wrong, in all:", "", *lines])


def _share(result: Result) -> str:
    bad = result.wrong + result.nan + result.zero
    return f"{bad:,} ({_percent(bad, result.inputs)})"


def _percent(part: int, whole: int) -> str:
    if not part:
        return "0 %"
    share = 100 * part / whole
    return f"{share:.2f} %" if share >= 0.01 else f"{share:.1g} %"


def _row(op: str, r: Result) -> str:
    share = _percent(r.wrong, r.inputs)
    at = f"`{r.at}`" if r.wrong else "-"
    cells = (
        op, f"{r.inputs:,}", f"{r.wrong:,}", share, f"{r.most:,}", at, f"{r.nan:,}", f"{r.zero:,}",
    )  # fmt: skip
    return "| " + " | ".join(cells) + " |"


def read_page(head: str, folder: Path) -> str:
    """Return a page from the current files of a folder."""
    return page(read_all(folder), head)


def current() -> str:
    """Return the page about binary32 from the current files."""
    return page(read_all())
