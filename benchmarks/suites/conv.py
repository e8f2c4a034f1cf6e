"""Convolutions of ResNet-50 in binary32, and their gradients, against PyTorch (oneDNN)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from samebits.backends.protocol import Array, Session
from samebits.benchmarks.measure import Pair
from samebits.benchmarks.peers import normal, runner, torch_module
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

SAMPLES = 4


@dataclass(frozen=True, slots=True)
class Layer:
    """A convolution of square images. `outputs` is the number of output channels."""

    channels: int
    size: int
    outputs: int
    kernel: int
    stride: int
    padding: int
    groups: int = 1

    @property
    def name(self) -> str:
        """Return the name for reports: `128x28x28 -> 128, 3x3`, with the stride if it is not 1."""
        steps = f"/{self.stride}" if self.stride > 1 else ""
        groups = f" in {self.groups} groups" if self.groups > 1 else ""
        return (
            f"{self.channels}x{self.size}x{self.size} -> {self.outputs}, "
            f"{self.kernel}x{self.kernel}{steps}{groups}"
        )

    @property
    def outcome(self) -> int:
        """Return the height and width of the result."""
        return (self.size + 2 * self.padding - self.kernel) // self.stride + 1


LAYERS = (
    Layer(3, 224, 64, 7, 2, 3),
    Layer(64, 56, 64, 1, 1, 0),
    Layer(64, 56, 64, 3, 1, 1),
    Layer(64, 56, 256, 1, 1, 0),
    Layer(256, 56, 64, 1, 1, 0),
    Layer(128, 56, 128, 3, 2, 1),
    Layer(256, 56, 512, 1, 2, 0),
    Layer(128, 28, 128, 3, 1, 1),
    Layer(128, 28, 512, 1, 1, 0),
    Layer(512, 28, 1024, 1, 2, 0),
    Layer(256, 14, 256, 3, 1, 1),
    Layer(1024, 14, 256, 1, 1, 0),
    Layer(512, 7, 512, 3, 1, 1),
    Layer(512, 7, 2048, 1, 1, 0),
    Layer(256, 28, 256, 3, 1, 1, 256),
)
"""The layers of ResNet-50, including projections and strided layers, and a depthwise layer."""


def pairs(session: Session, threads: int) -> Iterator[Pair]:
    """Yield forward and both gradients of each layer.

    Work is counted in floating-point operations.
    """
    torch = torch_module(threads)
    for layer in LAYERS:
        for kind, ours, peer in _kinds(session, torch, layer):
            work = 2.0 * SAMPLES * layer.outcome**2 * layer.outputs
            work *= layer.channels // layer.groups * layer.kernel**2
            yield Pair(f"{kind} {layer.name}", ours, peer, work, "FLOP")


_Run = Callable[[], object]


def _kinds(session: Session, torch: Any, layer: Layer) -> Iterator[tuple[str, _Run, _Run]]:
    x = normal(SAMPLES, layer.channels, layer.size, layer.size, seed=1)
    weight = normal(
        layer.outputs, layer.channels // layer.groups, layer.kernel, layer.kernel, seed=2
    )
    gradient = normal(SAMPLES, layer.outputs, layer.outcome, layer.outcome, seed=3)
    attributes = {
        "stride": (layer.stride,) * 2,
        "padding": (layer.padding,) * 2,
        "groups": layer.groups,
    }
    tx, tw, tg = (torch.from_numpy(a) for a in (x, weight, gradient))

    def ours(name: str, inputs: list[Array], **more: Any) -> _Run:
        call: Call = get_op(name).call(["f32", "f32"], ["f32"], **attributes, **more)
        return runner(session, call, inputs)

    def peer(mask: tuple[bool, bool]) -> _Run:
        return partial(
            torch.ops.aten.convolution_backward, tg, tx, tw, None, [layer.stride] * 2,
            [layer.padding] * 2, [1, 1], False, [0, 0], layer.groups, [*mask, False],
        )  # fmt: skip

    yield (
        "forward",
        ours("conv2d", [x, weight]),
        partial(torch.conv2d, tx, tw, None, layer.stride, layer.padding, 1, layer.groups),
    )
    yield (
        "input gradient",
        ours("conv2d_input_gradient", [gradient, weight], input_size=(layer.size,) * 2),
        peer((True, False)),
    )
    yield (
        "weight gradient",
        ours("conv2d_weight_gradient", [x, gradient], kernel_size=(layer.kernel,) * 2),
        peer((False, True)),
    )
