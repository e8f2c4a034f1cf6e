"""Lowerings with plausible planted deviations. The comparison must find all of them.

A plant changes one entry of the table: one argument gets a value that differs from the call's.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from samebits.torch.table import compositions, table
from samebits.torch.tests.reaching import table_of

Change = Callable[[Callable[..., Any]], Callable[..., Any]]
Arguments = Mapping[str, Any]


def changed(**values: Callable[[Arguments], Any]) -> Change:
    """Return a change that replaces arguments. Each new value is computed from all arguments."""

    def change(function: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(function)

        @functools.wraps(function)
        def run(*args: Any, **kwargs: Any) -> Any:
            call = signature.bind(*args, **kwargs)
            call.apply_defaults()
            new = {name: value(call.arguments) for name, value in values.items()}
            call.arguments.update(new)
            return function(*call.args, **call.kwargs)

        return run

    return change


@dataclass(frozen=True, slots=True)
class Plant:
    """A deviation: its overload, and an entry and a format in which it is visible."""

    overload: str
    change: Change
    entry: str
    format: str = "f32"

    def opened(self) -> AbstractContextManager[Any]:
        """Return a block whose table has the deviation."""
        lowerings, composed = dict(table()), dict(compositions())
        if self.overload in composed:
            composed[self.overload] = self.change(composed[self.overload])
        else:
            before = lowerings[self.overload]
            function = self.change(before.function)
            lowerings[self.overload] = dataclasses.replace(before, function=function)
        return table_of(lowerings, composed)


def _smoothed_over_others(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a cross entropy with label smoothing divided by the number of the other classes."""

    def run(
        x: Tensor,
        target: Tensor,
        weight: Tensor | None = None,
        reduction: int = 1,
        ignore_index: int = -100,
        label_smoothing: float = 0.0,
    ) -> Tensor:
        classes = x.shape[1 if x.dim() > 1 else 0]
        words = target, weight, reduction, ignore_index
        at_class, everywhere = function(x, *words, 0.0), function(x, *words, 1.0)
        share = label_smoothing * classes / max(classes - 1, 1)
        return at_class * (1.0 - label_smoothing) + everywhere * share

    return run


_ATTENTION = "_scaled_dot_product_flash_attention_for_cpu"
_NORM = "nn.functional."

PLANTS = {
    "layer_norm with the epsilon of float16": Plant(
        "native_layer_norm", changed(eps=lambda a: 2.0**-10), f"{_NORM}layer_norm"
    ),
    "rms_norm with the epsilon of its operand": Plant(
        "_fused_rms_norm",
        changed(eps=lambda a: torch.finfo(a["input"].dtype).eps if a["eps"] is None else a["eps"]),
        f"{_NORM}rms_norm",
        "f16",
    ),
    "group_norm with another default epsilon": Plant(
        "native_group_norm", changed(eps=lambda a: a["eps"] / 10), f"{_NORM}group_norm"
    ),
    "a biased variance": Plant("var.correction", changed(correction=lambda a: 0), "var"),
    "a sum for the mean of a loss": Plant(
        "mse_loss",
        changed(reduction=lambda a: 2 if a["reduction"] == 1 else a["reduction"]),
        f"{_NORM}mse_loss",
    ),
    "gelu by tanh": Plant("gelu", changed(approximate=lambda a: "tanh"), f"{_NORM}gelu"),
    "attention without its scale": Plant(
        _ATTENTION, changed(scale=lambda a: 1.0), f"{_NORM}scaled_dot_product_attention"
    ),
    "a dampened momentum": Plant(
        "_fused_sgd_", changed(dampening=lambda a: 0.1), "optimizer SGD", "f64"
    ),
    "Adam with ten times its epsilon": Plant(
        "_fused_adam_", changed(eps=lambda a: a["eps"] * 10), "optimizer Adam", "f64"
    ),
    "the other align_corners": Plant(
        "upsample_bilinear2d",
        changed(align_corners=lambda a: not a["align_corners"]),
        f"{_NORM}interpolate.bilinear",
    ),
    "label smoothing over the other classes": Plant(
        "cross_entropy_loss", _smoothed_over_others, f"{_NORM}cross_entropy"
    ),
    "another power of a norm": Plant(
        "linalg_vector_norm",
        changed(ord=lambda a: a["ord"] * 1.001 if a["ord"] not in (0, 1, 2) else a["ord"]),
        "linalg.vector_norm",
    ),
    "padding that is not counted": Plant(
        "avg_pool2d",
        changed(count_include_pad=lambda a: not a["count_include_pad"]),
        f"{_NORM}avg_pool2d",
    ),
    "a dropout with the scale of another probability": Plant(
        "native_dropout", changed(p=lambda a: a["p"] * 0.99), f"{_NORM}dropout"
    ),
    "another threshold of softplus": Plant(
        "softplus", changed(threshold=lambda a: a["threshold"] / 10), f"{_NORM}softplus", "f64"
    ),
    "huber_loss with another delta": Plant(
        "huber_loss", changed(delta=lambda a: a["delta"] * 1.01), f"{_NORM}huber_loss"
    ),
}
