"""Pixels rearranged to channels (clause G10), by moves only."""

from samebits.spec.families.pixels import UNSHUFFLE, factor, link, pixel_unshuffle
from samebits.spec.families.pools import SAME
from samebits.spec.language.declare import Op

OP = Op(
    name="pixel_unshuffle",
    op_class="graph",
    summary="the squares of r * r pixels of x[N, C, H, W], each gathered in r * r channels",
    operands=("x",),
    signatures=SAME,
    shape_rule=pixel_unshuffle,
    clauses=("S2", "G1", "G10"),
    profile="nn",
    attributes=(factor("downscale_factor"),),
    graph=UNSHUFFLE,
    gradients=link("pixel_shuffle", "upscale_factor", "downscale_factor"),
)
