"""The transposition flag of a square operand is ignored, since the shapes fit anyway."""

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    flags = dict(call.attributes)
    for flag, x in zip(("transpose_a", "transpose_b"), inputs, strict=False):
        if x.shape[0] == x.shape[1]:
            flags[flag] = False
    other = get_op("matmul").call(call.inputs, call.outputs, **flags)
    output[...] = session.right(other, inputs, output)


backend = Saboteur(
    "transpose_ignored",
    ("matmul",),
    "matmul/f32/ragged/m16-n16-k16-ta-tb*",
    spoil,
    "transposed-operand",
    rules=("T4.2",),
)
