"""flip reverses every axis instead of only the named axes."""

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    output[...] = session.right(get_op("flip").call(call.inputs), inputs, output)


backend = Saboteur(
    "flip_of_all", ("flip",), "flip/f32/last/matrix", spoil, "attribute:axes", rules=("S2.flip",)
)
