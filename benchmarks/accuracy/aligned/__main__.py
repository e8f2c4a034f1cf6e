"""`python -m samebits.benchmarks.accuracy.aligned`: write docs/results/accuracy-aligned.md."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import click
import numpy as np

from samebits.benchmarks.accuracy.aligned import accuracy_networks as networks
from samebits.benchmarks.accuracy.aligned.aligned_page import PAGE, RESULTS, page
from samebits.benchmarks.accuracy.aligned.data import Array, Ops, matrices
from samebits.benchmarks.accuracy.aligned.exact import Right
from samebits.benchmarks.peers import torch_module
from samebits.common import processor
from samebits.common.files import write_atomically

WIDTHS = ((8, 8), (16, 16), (24, 16), (24, 24))


def _products(ops: Ops, a: Array, b: Array) -> dict[str, Array]:
    """Return the product by each method, in binary32."""
    torch = torch_module(1)
    left, right = torch.from_numpy(a), torch.from_numpy(b)
    short = torch.matmul(left.bfloat16(), right.bfloat16()).float()
    return {
        "T4": ops("matmul", a, b),
        "PyTorch f32": torch.matmul(left, right).numpy(),
        "PyTorch bf16": short.numpy(),
        **{f"T11 {w}": ops("matmul_aligned", a, b, bits=w) for w in WIDTHS},
    }


@click.command()
@click.option("--page", "page_only", is_flag=True, help="Make the page of the results at hand.")
def main(page_only: bool) -> None:
    """Measure the errors of products, run both networks, keep the results, and write the page."""
    if not page_only:
        text = json.dumps(_measured(), indent=1)
        write_atomically(RESULTS, f"{text}\n".encode())
    found = json.loads(RESULTS.read_text(encoding="utf-8"))
    write_atomically(PAGE, page(found).encode())
    click.echo(PAGE.name)


def _measured() -> dict[str, Any]:
    """Return the measurements that the page shows."""
    ops, torch = Ops(), torch_module(1)
    rows = []
    for told, a, b in matrices(ops):
        a, b = (np.ascontiguousarray(x, np.float32) for x in (a, b))
        right = Right(a, b)
        found = {way: asdict(right.errors(c)) for way, c in _products(ops, a, b).items()}
        rows.append({"told": told, "errors": found})
        click.echo(f"{told}: " + ", ".join(f"{w} {e['rms']:.1e}" for w, e in found.items()))
    choices = [f"aligned:{a}x{b}" for a, b in WIDTHS]
    version = f"{torch.__version__} ({torch.backends.cpu.get_cpu_capability()})"
    return {
        "facts": {"PyTorch": version, "processor": processor.model()},
        "products": rows,
        "digits": networks.digits(choices),
        "sentences": networks.sentences(choices),
    }


if __name__ == "__main__":
    main()
