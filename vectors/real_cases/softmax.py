"""softmax of the scores of attention, and of pixels."""

from samebits.vectors.real_case import FLOATS, RealCase

CASES = (
    *(RealCase((f,), "minilm-attention", (f"minilm/scores{s}",), {"axis": -1}) for f, s in FLOATS),
    RealCase(("f32",), "digits", ("digits/pixels-f32",), {"axis": 1}, "full"),
)
