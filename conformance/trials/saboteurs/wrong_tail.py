"""The last n mod 16 elements of mul are garbage, as after a vector loop without a tail."""

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.formats import bits_of


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output).reshape(-1)
    rest = right.size % 16
    if rest and right.size > 16:
        bits = bits_of(right)
        bits[-rest:] ^= bits.dtype.type(0x55)
        right = bits.view(right.dtype)
    output[...] = right.reshape(output.shape)


backend = Saboteur("wrong_tail", ("mul",), "mul/f32/ties", spoil, "wrong-tail", rules=("C1.1",))
