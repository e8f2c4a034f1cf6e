"""What tests of calls on lists of sets have in common."""

from samebits.backends.cuda.arrays.resident import resident
from samebits.backends.prepared import prepare
from samebits.spec.catalog import get_op

ADAMW = get_op("adamw").call(["f32"] * 4, ["f32"] * 3, step=3)


def put(session, values):
    return resident(session.machine, values.copy(order="C"))


def in_turn(session, call, sets):
    one = prepare(session, call)
    for arrays in sets:
        one(*arrays)


def copied(session, values):
    return [put(session, x) for x in values]
