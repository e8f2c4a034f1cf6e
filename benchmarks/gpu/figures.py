"""Compute rates, shares and verdicts from the record of a row and the ceilings.

Records contain only measured values. All other values are computed when a page is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

from samebits.benchmarks.gpu import estimates
from samebits.benchmarks.gpu.estimates import Estimate
from samebits.benchmarks.gpu.gpu_measuring import OURS, TORCH

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ceilings:
    """The ceilings in bytes and floating-point operations per second, None if not measured.

    `is_speed` is false on the emulated device, whose times are not compared with estimates.
    """

    bytes: float | None
    flops: float | None
    is_speed: bool = True

    def bound(self, row: Row) -> tuple[float, str] | None:
        """Return the least possible time of a row in seconds, and its limit: `memory` or `FFMA`.

        It is the longer time of both limits, because the row must move its bytes and do its
        arithmetic. It is None without ceilings, and for calls so small that only CPU time matters.
        """
        if self.bytes is None or self.flops is None or row["small"]:
            return None
        return max((row["bytes"] / self.bytes, "memory"), (row["flops"] / self.flops, "FFMA"))

    def share(self, row: Row, side: str = OURS) -> float | None:
        """Return the least possible time divided by a side's time.

        1 means as fast as the ceiling allows. None means that there is no bound.
        """
        bound = self.bound(row)
        return None if bound is None else bound[0] / row["sides"][side]["seconds"]


def rate(row: Row, side: str = OURS) -> str:
    """Return a side's rate per second as text: arithmetic operations, sorted elements, or bytes."""
    seconds = row["sides"][side]["seconds"]
    if row["section"] == "order":
        return f"{prod(row['shapes'][0]) / seconds / 1e9:.4g} Gelement/s"
    if row["flops"]:
        return shown_rate(row["flops"] / seconds, "FLOP/s")
    return shown_rate(row["bytes"] / seconds, "byte/s")


def shown_rate(value: float, unit: str) -> str:
    """Return a rate as text, in GB/s, TFLOP/s, or below 1 TFLOP/s in GFLOP/s."""
    if unit == "byte/s":
        return f"{value / 1e9:.4g} GB/s"
    return f"{value / 1e12:.4g} TFLOP/s" if value >= 1e12 else f"{value / 1e9:.4g} GFLOP/s"


def verdict(row: Row) -> str:
    """Return the target with `met` or `missed`, or with `not measured` if PyTorch is missing.

    The text is empty for a row without a target.
    """
    if row["least"] is None:
        return ""
    aim = f"{row['least']:.2f}"
    if TORCH not in row["sides"]:
        return f"{aim} not measured"
    return f"{aim} {'met' if row['sides'][TORCH]['ratio'] >= row['least'] else 'missed'}"


def expected(row: Row, ceilings: Ceilings) -> tuple[Estimate, float | None] | None:
    """Return the estimate for a row and the measured value, or None if there is no estimate."""
    estimate = estimates.of(row)
    if estimate is None:
        return None
    if not ceilings.is_speed:
        return estimate, None
    seconds = row["sides"][OURS]["seconds"]
    if estimate.what == "share":
        return estimate, ceilings.share(row)
    if estimate.what == "torch":
        torch = row["sides"].get(TORCH)
        return estimate, torch and torch["ratio"]
    work = row["flops"] if estimate.what == "flops" else prod(row["shapes"][0])
    return estimate, work / seconds


def shown_estimate(estimate: Estimate) -> str:
    """Return the range of an estimate as a short text with its unit."""
    scale, unit = {
        "share": (1.0, ""),
        "torch": (1.0, " of PyTorch"),
        "flops": (1e-12, " TFLOP/s"),
        "elements": (1e-9, " G/s"),
    }[estimate.what]
    low, high = (f"{scale * v:.3g}" for v in (estimate.low, estimate.high))
    return (low if low == high else f"{low} .. {high}") + unit
