"""A malformed call, and the well-formed call from which it is made.

Both are derived from the declaration of the op: the example of its shape rule, with small numbers
as operands. Errors do not depend on the bits of an operand, except for indices (C2.3).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from samebits.backends.checks import check_call
from samebits.backends.executor import poisoned
from samebits.backends.protocol import Array
from samebits.conformance.questions.drawn_scene import signatures
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import get_format
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape

Given = tuple[Shape, str]
"""The shape and the format of one array."""

_VALUES = 5
"""The largest operand value; operands repeat the numbers from 1 to this value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Malformed:
    """A malformed call: the rules that it breaks, a description of the error, and its arrays.

    `indices` has the number of the index operand, and the upper limit of valid indices. `bad_index`
    is an index outside of that range, with its position in row-major order.
    """

    rules: tuple[str, ...]
    says: str
    call: Call
    operands: tuple[Given, ...]
    results: tuple[Given, ...]
    indices: tuple[int, int] | None = None
    bad_index: tuple[int, int] | None = None

    def inputs(self) -> list[Array]:
        """Return the operands: small numbers, and valid indices except for the bad index."""
        found = []
        for number, (shape, name) in enumerate(self.operands):
            form, count = get_format(name), math.prod(shape)
            values = np.arange(count) % _VALUES + (form.kind != "bool")
            if self.indices is not None and number == self.indices[0]:
                values = np.arange(count) % max(1, self.indices[1])
                if self.bad_index is not None:
                    index, place = self.bad_index
                    values[place] = index
            found.append(values.astype(form.dtype).reshape(shape))
        return found

    def outputs(self) -> list[Array]:
        """Return the results, filled with poison."""
        return [poisoned(shape, name) for shape, name in self.results]

    def is_error(self) -> bool:
        """Return whether the declaration makes the call an error, or its op is not declared."""
        if self.call.op not in all_ops():  # get_op would look for similar names among all ops
            return True
        try:
            check_call(self.call, self.inputs(), self.outputs())
        except SpecError:
            return True
        return False

    def __str__(self) -> str:
        call, arrays = self.call, " ".join(map(_shown, self.operands))
        version = "" if call.version == 1 else f" version {call.version}"
        attributes = ", ".join(f"{k}={v!r}" for k, v in call.attributes.items())
        formats = f"{', '.join(call.inputs)} -> {', '.join(call.outputs)}"
        results = " ".join(map(_shown, self.results)) or "nothing"
        where = ""
        if self.bad_index is not None:
            where = f", index {self.bad_index[0]} at {self.bad_index[1]}"
        return (
            f"{call.op}{version}({attributes}) {formats} on {arrays or 'nothing'}{where}, "
            f"results {results}: {self.says} ({', '.join(self.rules)})"
        )


@dataclass(frozen=True, slots=True)
class WellFormed:
    """The well-formed call of an op, in one signature, from which malformed calls are made."""

    op: Op
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, Any]
    shapes: tuple[Shape, ...]
    results: tuple[Shape, ...] = field(default=())

    @classmethod
    def of(cls, op_name: str, label: str) -> WellFormed:
        """Return the example of the op's shape rule, in the signature with the most operands."""
        op = get_op(op_name)
        inputs, outputs = max(signatures(op_name, label), key=lambda s: len(s[0]))
        given, shapes = op.example(len(inputs))
        call = op.call(inputs, outputs, **given)
        results = op.output_shapes(call, shapes)
        return cls(op, inputs, outputs, dict(call.attributes), shapes, results)

    def of_fewer(self, operands: int) -> WellFormed:
        """Return the same call with only its first `operands` operands.

        The last operands are optional.
        """
        label = self.call().label
        inputs, outputs = next(s for s in signatures(self.op.name, label) if len(s[0]) == operands)
        shapes = self.shapes[:operands]
        call = self.op.call(inputs, outputs, **self.attributes)
        results = self.op.output_shapes(call, shapes)
        return replace(self, inputs=inputs, outputs=outputs, shapes=shapes, results=results)

    def call(self) -> Call:
        """Return the well-formed call."""
        return Call(self.op.name, self.op.version, self.inputs, self.outputs, self.attributes)

    def on(self, shapes: Sequence[Shape]) -> WellFormed:
        """Return the same call on operands of these shapes.

        Raises SpecError if the call is then an error.
        """
        results = self.op.output_shapes(self.call(), shapes)
        return replace(self, shapes=tuple(shapes), results=tuple(results))

    def row(self, name: str) -> str:
        """Return the rule number of a row of SPEC-OPS.md about this op."""
        return f"O.{self.op.name}.{name}"

    def indices(self) -> tuple[int, int] | None:
        """Return the number of the index operand and the upper limit of indices, or None."""
        rule = self.op.shape_rule
        return rule.index_limit(self.attributes, self.shapes) if rule.indices else None

    def malformed(
        self,
        rules: Sequence[str],
        says: str,
        *,
        name: str = "",
        version: int | None = None,
        attributes: Mapping[str, AttributeValue] | None = None,
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
        operands: Sequence[Given] | None = None,
        results: Sequence[Given] | None = None,
        shapes: Sequence[Shape] | None = None,
        bad_index: tuple[int, int] | None = None,
    ) -> Malformed:
        """Return a malformed call: this call with the given parts replaced.

        `operands` and `results` replace the shapes and formats of arrays, and `shapes` only the
        operands' shapes.
        """
        call = Call(
            name or self.op.name,
            self.op.version if version is None else version,
            tuple(self.inputs if inputs is None else inputs),
            tuple(self.outputs if outputs is None else outputs),
            self.attributes if attributes is None else attributes,
        )
        arrays = zip(self.shapes if shapes is None else shapes, self.inputs, strict=True)
        made = zip(self.results, self.outputs, strict=True)
        return Malformed(
            rules=tuple(sorted(set(rules))),
            says=says,
            call=call,
            operands=tuple(arrays if operands is None else operands),
            results=tuple(made if results is None else results),
            indices=self.indices(),
            bad_index=bad_index,
        )


def _shown(given: Given) -> str:
    shape, name = given
    return f"{name}[{', '.join(map(str, shape))}]"
