"""A call: one op, its attributes, and the formats of its operands and results.

A call contains no data. The call and the input arrays determine the output bits completely.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from samebits.spec.language.canonical import canonical_text

Scalar = bool | int | float | str | None
AttributeValue = Scalar | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """One op with its attributes and formats.

    `inputs` and `outputs` are format names in the order of the operands and results.
    """

    op: str
    version: int
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, AttributeValue] = field(default_factory=dict)
    _key: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # Lists become tuples, so that a call read from JSON equals a call that was built in Python.
        frozen = {k: tuple(v) if isinstance(v, list) else v for k, v in self.attributes.items()}
        object.__setattr__(self, "attributes", MappingProxyType(dict(sorted(frozen.items()))))
        object.__setattr__(self, "_key", "")

    def __hash__(self) -> int:
        return hash(self.key())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Call) and self.key() == other.key()

    def key(self) -> str:
        """Return the canonical text of the call (A1.5, A1.6): equal texts mean equal calls."""
        if not self._key:  # cached, since a call is looked up thousands of times in a run
            named = json.dumps(
                [self.op, self.version, self.inputs, self.outputs], separators=(",", ":")
            )
            object.__setattr__(self, "_key", f"{named[:-1]},{canonical_text(self.attributes)}]")
        return self._key

    @property
    def label(self) -> str:
        """The formats as a short text: `f32` if all are equal, else for example `f64_to_bf16`.

        Operands in bool, such as conditions, are ignored if there are operands in other formats.
        The label of a call without operands consists of the formats of its results.
        """
        operands = tuple(f for f in self.inputs if f != "bool") or self.inputs
        if not operands:
            return "_".join(dict.fromkeys(self.outputs))
        if len(set(operands + self.outputs)) == 1:
            return operands[0]
        return "_".join(dict.fromkeys(operands)) + "_to_" + "_".join(dict.fromkeys(self.outputs))

    def __str__(self) -> str:
        shown = ", ".join(f"{k}={v}" for k, v in self.attributes.items())
        return f"{self.op}[{self.label}]" + (f"({shown})" if shown else "")

    def __reduce__(self) -> tuple[type[Call], tuple[object, ...]]:
        # A MappingProxyType cannot be pickled, and calls are sent between worker processes.
        return Call, (self.op, self.version, self.inputs, self.outputs, dict(self.attributes))
