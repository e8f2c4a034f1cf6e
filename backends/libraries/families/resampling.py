"""Interpolation and grid_sample, and their gradients (clause G13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_autograd import gradients, image_gradient
from samebits.backends.libraries.torch_forms import Form, function
from samebits.spec.language.call import Call


def _interpolated(torch: Any, mode: str, call: Call, x: Any, size: Any) -> Any:
    if mode == "nearest":
        mode = "nearest-exact" if call.attributes["exact"] else "nearest"
        return torch.nn.functional.interpolate(x, size=size, mode=mode)
    align = call.attributes["align_corners"]
    return torch.nn.functional.interpolate(x, size=size, mode=mode, align_corners=align)


def _resampled(mode: str) -> Form:
    return function(
        lambda torch, call, x: _interpolated(torch, mode, call, x, call.attributes["output_size"])
    )


def _gradient(mode: str) -> Form:
    return image_gradient(
        lambda torch, call, x, outgoing: _interpolated(torch, mode, call, x, outgoing.shape[2:])
    )


def _sampled(torch: Any, call: Call, x: Any, grid: Any) -> Any:
    return torch.nn.functional.grid_sample(x, grid, **call.attributes)


PEERS: Mapping[str, Peers] = {
    "upsample_nearest1d": Peers(numpy=None, torch=_resampled("nearest"), torch_into=None),
    "upsample_nearest1d_gradient": Peers(numpy=None, torch=_gradient("nearest"), torch_into=None),
    "upsample_nearest2d": Peers(numpy=None, torch=_resampled("nearest"), torch_into=None),
    "upsample_nearest2d_gradient": Peers(numpy=None, torch=_gradient("nearest"), torch_into=None),
    "upsample_linear1d": Peers(numpy=None, torch=_resampled("linear"), torch_into=None),
    "upsample_linear1d_gradient": Peers(numpy=None, torch=_gradient("linear"), torch_into=None),
    "upsample_bilinear2d": Peers(numpy=None, torch=_resampled("bilinear"), torch_into=None),
    "upsample_bilinear2d_gradient": Peers(numpy=None, torch=_gradient("bilinear"), torch_into=None),
    "upsample_bicubic2d": Peers(numpy=None, torch=_resampled("bicubic"), torch_into=None),
    "upsample_bicubic2d_gradient": Peers(numpy=None, torch=_gradient("bicubic"), torch_into=None),
    "grid_sample": Peers(numpy=None, torch=function(_sampled), torch_into=None),
    "grid_sample_gradient": Peers(numpy=None, torch=gradients(function(_sampled)), torch_into=None),
}
