"""mul reads its operands as if they were contiguous, whatever their strides."""

from numpy.lib.stride_tricks import as_strided

from samebits.conformance.trials.saboteurs.base import Saboteur


def dense(x):
    """Return the elements that a contiguous read would give, starting at the first element."""
    if x.ndim != 1 or x.strides[0] <= x.itemsize:
        return x
    return as_strided(x, x.shape, (x.itemsize,), writeable=False)


def spoil(session, call, inputs, output):
    output[...] = session.right(call, [dense(x) for x in inputs], output)


backend = Saboteur("strides_ignored", ("mul",), "law/strides/mul/f32", spoil, rules=("C1.3",))
