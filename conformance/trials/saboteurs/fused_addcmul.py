"""addcmul ends with one fused multiply-add, as compilers generate it."""

from samebits.backends.executor import execute
from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format


def spoil(session, call, inputs, output):
    wide = [x.astype(get_format("f32").dtype) for x in inputs]
    scale = get_op("mul_scalar").call(["f32"], value=call.attributes["value"])
    (scaled,) = execute(session.inner, scale, wide[1:2])
    fused = session.right(get_op("fma").call(["f32"] * 3), [scaled, wide[2], wide[0]], wide[0])
    output[...] = session.right(get_op("cast").call(["f32"], call.outputs), [fused], output)


backend = Saboteur(
    "fused_addcmul",
    ("addcmul",),
    "addcmul/f32/everyday*",
    spoil,
    "fused",
    rules=("G9.addcmul", "G9.1"),
)
