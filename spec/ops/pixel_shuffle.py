"""Channels rearranged to pixels (clause G10), by moves only."""

from samebits.spec.families.pixels import SHUFFLE, factor, link, pixel_shuffle
from samebits.spec.families.pools import SAME
from samebits.spec.language.declare import Op

OP = Op(
    name="pixel_shuffle",
    op_class="graph",
    summary="the channels of x[N, C, H, W] in groups of r * r, each spread over squares of pixels",
    operands=("x",),
    signatures=SAME,
    shape_rule=pixel_shuffle,
    clauses=("S2", "G1", "G10"),
    profile="nn",
    attributes=(factor("upscale_factor"),),
    graph=SHUFFLE,
    gradients=link("pixel_unshuffle", "downscale_factor", "upscale_factor"),
)
