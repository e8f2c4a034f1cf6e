"""A backend's session as a black-box summation, with the same shapes as a given call.

Probes keep the shapes, because a library may choose a different tree for other shapes. If the call
has several outputs, each of them makes a separate probe.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from samebits.backends import executor
from samebits.backends.protocol import Session
from samebits.conformance.reveal.adapter import Question, Shape, adapter_of
from samebits.conformance.reveal.arithmetic import Array
from samebits.spec.formats import bits_of, get_format
from samebits.spec.language.call import Call

_Run = Callable[[Array], Array]


class SessionSummation:
    """A `probe.Summation` for one session, call and set of operand shapes.

    `rows` is the number of probes in one run, and `outputs` the number of sums. With `place`, all
    outputs have equal terms, and only the output with this index is read. This is for libraries
    that compute some outputs, such as those after a vector loop, in a different order; `alike`
    groups the outputs. `question` says which element of a scan or which position of a convolution
    is read. Raises SpecError for an op without an adapter.
    """

    def __init__(
        self,
        session: Session,
        call: Call,
        shapes: Sequence[Shape],
        place: int | None = None,
        question: Question | None = None,
    ) -> None:
        self._session, self._call, self._place = session, call, place
        adapter = adapter_of(call.op)
        self._layout = adapter.layout(
            call, [tuple(s) for s in shapes], question or Question(shapes[0][-1])
        )
        self.format = call.inputs[0]
        self.result_format = call.outputs[0]
        self.products = self._layout.products
        self.divided = self._layout.divided
        self.leaves = self._layout.leaves
        self.rows = self._layout.rows
        self.outputs = self._layout.outputs

    def sums(self, terms: Array) -> Array:
        """Return the sum of each row of `terms` [p, n]; each run computes `rows` of them."""
        ones = np.ones(self.leaves, dtype=get_format(self.format).dtype)
        return self._chunked(terms, lambda part: self._run(part, ones))

    def dots(self, a: Array, b: Array) -> Array:
        """Return the sum of products of each row of `a` with its row of `b` [p, n]."""
        sums = []
        for x, y in zip(a, b, strict=True):
            sums.append(self._read(self._run_everywhere(x, y))[0, 0])
        return np.array(sums)

    def alike(self, a: Array, b: Array | None) -> list[tuple[int, ...]]:
        """Return groups of outputs that have equal bits if all outputs have equal terms.

        Each row of terms [p, n] is used for all outputs. With `b` [p, n], the terms are products of
        `a` and `b`. Groups are in the order of their first output.
        """
        ones = np.ones_like(a) if b is None else b
        group, first = np.zeros(self.outputs, dtype=np.intp), np.zeros(1, dtype=np.intp)
        for x, y in zip(a, ones, strict=True):
            bits = bits_of(self._layout.results(self._run_everywhere(x, y))).reshape(-1)
            if np.array_equal(bits, bits[first][group]):
                continue
            both = np.stack([group.astype(np.uint64), bits.astype(np.uint64)])
            _, first, group = np.unique(both, axis=1, return_index=True, return_inverse=True)
            group = group.reshape(-1)
        order = np.argsort(first)
        return [tuple(np.flatnonzero(group == g).tolist()) for g in order]

    def _chunked(self, terms: Array, run: _Run) -> Array:
        if self._place is not None:
            return np.array([self._read(run(self._everywhere(t)))[0, 0] for t in terms])
        parts = []
        for start in range(0, len(terms), self.rows):
            part = terms[start : start + self.rows]
            missing = self.rows - len(part)
            full = np.concatenate([part, np.repeat(part[:1], missing, axis=0)]) if missing else part
            parts.append(self._read(run(full))[: len(part), 0])
        return np.concatenate(parts)

    def _read(self, output: Array) -> Array:
        """Return the sums of each row of terms, or only the sum at index `place`."""
        sums = self._layout.results(output)
        if self._place is not None:
            return np.asarray(sums.reshape(-1)[self._place]).reshape(1, 1)
        return sums

    def _everywhere(self, terms: Array) -> Array:
        return np.tile(terms, (self.rows, 1))

    def _run_everywhere(self, terms: Array, other: Array) -> Array:
        return self._run(self._everywhere(terms), other)

    def _run(self, rows: Array, other: Array) -> Array:
        return executor.execute(self._session, self._call, self._layout.operands(rows, other))[0]
