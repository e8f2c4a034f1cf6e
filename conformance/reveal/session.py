"""A backend's session as a black-box summation, in the very shapes of a given call.

Probes keep the shapes, because a library may choose another tree for another shape. Where the call
has several outputs, each carries a probe of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from samebits.backends import executor
from samebits.backends.protocol import Session
from samebits.conformance.reveal.arithmetic import Array
from samebits.conformance.reveal.layout import (
    CONTRACTIONS,
    from_reduction_rows,
    reduction_axes,
)
from samebits.spec.call import Call
from samebits.spec.errors import SpecError
from samebits.spec.formats import get_format

Shape = tuple[int, ...]
_Run = Callable[[Array], Array]


class SessionSummation:
    """`probe.Summation` over one session, call and set of operand shapes.

    `rows` is how many probes one run carries. `place` reads all sums from one flat output index,
    with equal terms everywhere: for a library that computes some outputs (the rest after a vector
    loop) in another order than others.
    Raises SpecError for an op that is not sum, mean, dot, matmul or bmm.
    """

    def __init__(
        self, session: Session, call: Call, shapes: Sequence[Shape], place: int | None = None
    ) -> None:
        if call.op not in ("sum", "mean", *CONTRACTIONS):
            raise SpecError(f"{call.op} is no summation; the revealer knows sum, mean, dot, matmul")
        self._session, self._call, self._place = session, call, place
        self._shapes = [tuple(s) for s in shapes]
        self.format = call.inputs[0]
        self.result_format = call.outputs[0]
        self.products = call.op in CONTRACTIONS
        self.divided = call.op == "mean"
        if self.products:
            axis = -2 if call.attributes.get("transpose_a") else -1
            self.leaves = self._shapes[0][axis]
            self.rows = int(np.prod(self._shapes[0], dtype=np.int64)) // max(self.leaves, 1)
        else:
            kept, reduced = reduction_axes(call, len(self._shapes[0]))
            self.leaves = int(np.prod([self._shapes[0][i] for i in reduced], dtype=np.int64))
            self.rows = int(np.prod([self._shapes[0][i] for i in kept], dtype=np.int64))

    def sums(self, terms: Array) -> Array:
        """Reduce each row of `terms` [p, n], as many at a time as the call has places."""
        if not self.products:
            return self._chunked(terms, self._reduce)
        ones = np.ones(self.leaves, dtype=get_format(self.format).dtype)
        return self._chunked(terms, lambda part: self._contract(part, ones))

    def dots(self, a: Array, b: Array) -> Array:
        """Reduce each row of `a` times the same row of `b` [p, n]."""
        sums = []
        for x, y in zip(a, b, strict=True):
            result = self._contract(np.tile(x, (self.rows, 1)), y)
            sums.append(result.reshape(-1)[self._place or 0])
        return np.array(sums)

    def _chunked(self, terms: Array, run: _Run) -> Array:
        if self._place is not None:
            rows = (run(np.tile(row, (self.rows, 1))).reshape(-1) for row in terms)
            return np.array([row[self._place] for row in rows])
        parts = []
        for start in range(0, len(terms), self.rows):
            part = terms[start : start + self.rows]
            missing = self.rows - len(part)
            full = np.concatenate([part, np.repeat(part[:1], missing, axis=0)]) if missing else part
            parts.append(run(full).reshape(self.rows, -1)[: len(part), 0])
        return np.concatenate(parts)

    def _reduce(self, rows: Array) -> Array:
        x = from_reduction_rows(self._call, rows, self._shapes[0])
        return executor.execute(self._session, self._call, [x])[0]

    def _contract(self, rows: Array, other: Array) -> Array:
        """Rows of `a` against one vector that fills every column of `b`; a bias is zero."""
        if self._call.op == "dot":
            inputs = [np.ascontiguousarray(rows[0]), other]
        else:
            a = rows.reshape(*self._shapes[0][:-2], -1, self.leaves)
            if self._call.attributes["transpose_a"]:
                a = np.swapaxes(a, -1, -2)
            shape = self._shapes[1]
            column = other if self._call.attributes["transpose_b"] else other[:, None]
            inputs = [np.ascontiguousarray(a), np.ascontiguousarray(np.broadcast_to(column, shape))]
        inputs += [np.zeros(s, dtype=inputs[0].dtype) for s in self._shapes[2:]]
        return executor.execute(self._session, self._call, inputs)[0]
