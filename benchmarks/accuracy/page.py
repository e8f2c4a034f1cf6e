"""The page docs/results/accuracy.md: the table of all stored results."""

from __future__ import annotations

from pathlib import Path

from samebits.benchmarks.accuracy.results import Result, Results, read_all
from samebits.benchmarks.accuracy.subjects import SUBJECTS

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "results" / "accuracy.md"
TITLES = {"numpy": "NumPy", "torch": "PyTorch", "glibc": "glibc"}

_HEAD = """# How many results of other libraries are not correctly rounded?

Made from `benchmarks/results/accuracy/` by `python -m samebits.benchmarks.accuracy --page`.

The tables count binary32 inputs for which NumPy, PyTorch or glibc, as installed, returns a number
that is not the correctly rounded one (clause R2). None of these libraries promises correct
rounding. By their own rules a result that is one ulp off is good. But such differences make results
depend on library, version and processor. samebits has 0 wrong inputs for every function of this
page.

The right bits come from the [exhaustive oracle](../../oracles/sweep/README.md). They are computed
by the C backend if the SHA-256 of a block of its results is the one in the certificate
([proofs.md](proofs.md)), and otherwise by the oracle itself.

- *wrong*: the number of inputs whose result is a number other than the right one. *share*: their
  share of all tried inputs.
- *ulp*: the largest distance of a wrong result, in units of the last place. An infinity counts as
  the number after the largest. *at*: the input of that result, as a bit pattern.
- *NaN*: the number of results that are NaN if the right result is a number, or the reverse. A NaN
  with another sign or payload counts as right. *zero*: the number of results that are a zero of the
  wrong sign.
- The function of NumPy is the ufunc with this name, in float32. The function of PyTorch runs on the
  CPU with default arguments (softplus is linear above 20), and a derivative is its backward
  function with a gradient of ones. The function of glibc is the scalar float function. A dash means
  that the library has no such function.
"""


def page(results: Results, head: str = _HEAD) -> str:
    """Return the whole page. `head` is the text at the top, by default that for binary32."""
    found = {op: held for op, held in results.items() if held}
    if not found:
        return f"{head}\nNo function has been measured yet.\n"
    parts = [head, _sampling(found), _summary(found)]
    for subject in SUBJECTS:
        rows = [_row(op, held[subject]) for op, held in found.items() if subject in held]
        if rows:
            columns = "| op | inputs | wrong | share | ulp | at | NaN | zero |"
            rule = "|---|---:|---:|---:|---:|---|---:|---:|"
            parts.append("\n".join([f"## {TITLES[subject]}", "", columns, rule, *rows]))
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def _sampling(results: Results) -> str:
    """Return a text about the inputs, versions and machines that were measured."""
    every: dict[int, set[str]] = {}
    for op, held in results.items():
        for result in held.values():
            every.setdefault(result.every, set()).add(op)
    lines = []
    for n, ops in sorted(every.items()):
        which = "all 2^32 inputs" if n == 1 else f"a sample, every {n}th block of 2^20 inputs"
        lines.append(f"- Tried with {which if n else 'random inputs'}: {', '.join(sorted(ops))}.")
    versions = sorted({r.version for held in results.values() for r in held.values()})
    machines = sorted({r.processor for held in results.values() for r in held.values()})
    return "\n".join(
        [*lines, f"- Versions: {', '.join(versions)}. Processor: {', '.join(machines)}."]
    )


def _summary(results: Results) -> str:
    """Return a table with the share of wrong inputs for each op and library."""
    lines = ["| op | NumPy | PyTorch | glibc |", "|---|---:|---:|---:|"]
    for op, held in results.items():
        cells = [_share(held[s]) if s in held else "-" for s in SUBJECTS]
        lines.append(f"| {op} | {' | '.join(cells)} |")
    return "\n".join(["Inputs with a wrong number, NaN or zero:", "", *lines])


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
    """Return a page of the results that are stored in a folder."""
    return page(read_all(folder), head)


def current() -> str:
    """Return the page about binary32 from the stored results."""
    return page(read_all())
