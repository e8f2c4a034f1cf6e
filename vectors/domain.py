"""All inputs of a call, in order, if its operands have at most 32 bits together.

An input is the concatenation of the operands' bit patterns, with the first operand in the highest
bits. So input i of a function of one operand is the pattern i. Input (a << 16 | b) of f16 addition
is the pair (a, b). Inputs are divided into blocks of 2^20, or of 2^23 if a certificate says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.shapes import elementwise
from samebits.vectors.errors import VectorError

BLOCK = 1 << 20
"""Default number of inputs per digest."""

LARGE_BLOCK = 1 << 23
"""Number of inputs per digest in a new certificate of 2^32 inputs: 8 kB of leaves, not 65 kB."""

BLOCKS = (BLOCK, LARGE_BLOCK)
"""The allowed numbers of inputs per block."""

MOST_BITS = 32
"""Maximal total width of the operands, in bits, for which every input is tried."""

SATURATING = ("f8e4m3fn",)
"""Target formats of casts for which the attribute `saturate` matters (clause R5)."""

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Domain:
    """The inputs of a call. Create it by `domain_of`, which checks their number."""

    call: Call
    widths: tuple[int, ...]
    block: int = BLOCK

    @property
    def inputs(self) -> int:
        """Return the number of inputs."""
        return 1 << sum(self.widths)

    @property
    def blocks(self) -> int:
        """Return the number of blocks."""
        return -(-self.inputs // self.block)

    def span(self, block: int) -> tuple[int, int]:
        """Return the first input and the number of inputs of a block."""
        first = block * self.block
        return first, min(self.block, self.inputs - first)

    def patterns(self, index: int) -> tuple[int, ...]:
        """Return the bit pattern of each operand for one input."""
        found = []
        for width in reversed(self.widths):
            found.append(index & ((1 << width) - 1))
            index >>= width
        return tuple(reversed(found))

    def element(self, index: int) -> str:
        """Return the part of the input's address after the slash.

        It contains the bits of the operands in hexadecimal, joined by `-`.
        """
        pairs = zip(self.call.inputs, self.patterns(index), strict=True)
        return "-".join(get_format(name).hex(pattern) for name, pattern in pairs)

    def index(self, element: str) -> int:
        """Return the index of the input with this element part of an address.

        Raises VectorError.
        """
        parts = element.split("-")
        digits = [width // 4 for width in self.widths]
        if [len(part) for part in parts] != digits:
            wanted = " and ".join(str(n) for n in digits)
            raise VectorError(f"{self.call}: {element} names no input; write {wanted} hex digits")
        return int("".join(parts), 16)

    def operands(self, first: int, count: int) -> list[Array]:
        """Return the operands of `count` inputs from `first` on, in the formats of the call."""
        feed = Feed(self)
        return feed.at(first, count)


class Feed:
    """A source of operands for consecutive inputs, in buffers that are reused.

    The arrays that `at` returns are read-only and valid until the next call of `at`.
    """

    def __init__(self, domain: Domain) -> None:
        self._domain = domain
        size = min(domain.block, domain.inputs)
        self._base = np.arange(size, dtype=np.uint32)
        self._index = np.empty(size, np.uint32)
        forms = [get_format(name) for name in domain.call.inputs]
        self._forms = forms
        # A single 32-bit operand is the index itself and needs no copy.
        self._direct = domain.widths == (32,)
        self._held = [np.empty(size, form.bits_dtype) for form in forms]

    def at(self, first: int, count: int) -> list[Array]:
        """Return the operands of `count` inputs from `first` on."""
        index = self._index[:count]
        np.add(self._base[:count], np.uint32(first), out=index)
        if self._direct:
            return [_frozen(index.view(self._forms[0].dtype))]
        found = []
        shift = sum(self._domain.widths)
        for width, form, held in zip(self._domain.widths, self._forms, self._held, strict=True):
            shift -= width
            part = held[:count]
            part[...] = (index >> np.uint32(shift)) & np.uint32((1 << width) - 1)
            found.append(_frozen(part.view(form.dtype)))
        return found


def exhaustible_calls(
    op_name: str, attributes: Mapping[str, AttributeValue] | None = None
) -> Iterator[tuple[str, Call]]:
    """Yield label and call for each call of an op for which every input can be tried.

    If no attributes are given, these are the calls with the default attributes, and casts without
    saturation if that changes their results. Raises SpecError.
    """
    op = get_op(op_name)
    if op.shape_rule is not elementwise:
        return
    for label in op.labels():
        call = call_of(op_name, label, attributes or {})
        try:
            domain_of(call)
        except VectorError:
            continue
        yield label, call
        if not attributes and op_name == "cast" and call.outputs == SATURATING:
            yield label, call_of(op_name, label, {"saturate": False})


def domain_of(call: Call, block: int = BLOCK) -> Domain:
    """Return the inputs of a call, with `block` inputs per digest.

    Raises VectorError if the call is not elementwise or has too many inputs to try every one.
    """
    if get_op(call.op).shape_rule is not elementwise:
        raise VectorError(f"{call} is not elementwise: its inputs cannot be enumerated")
    if "bool" in call.inputs:
        raise VectorError(f"{call} has a condition operand, so it has no certificate")
    widths = tuple(get_format(name).bits for name in call.inputs)
    if sum(widths) > MOST_BITS:
        raise VectorError(f"{call} has 2^{sum(widths)} inputs; at most 2^{MOST_BITS} can be tried")
    return Domain(call, widths, block)


def block_for(call: Call) -> int:
    """Return the number of inputs per block of a new certificate.

    Raises VectorError, as `domain_of` does.
    """
    return LARGE_BLOCK if domain_of(call).inputs == 1 << MOST_BITS else BLOCK


def call_of(op_name: str, label: str, attributes: Mapping[str, AttributeValue]) -> Call:
    """Return the call of an op with a label. Missing attributes get their defaults.

    Raises VectorError for an unknown label, and SpecError for an unknown op; both list the known
    names.
    """
    op = get_op(op_name)
    labels = op.labels()
    if label not in labels:
        raise VectorError(f"{op_name} has no format {label!r}; known: {', '.join(labels)}")
    elementwise_only = [s for s in labels[label] if len(s[0]) == len(op.operands)]
    inputs, outputs = (elementwise_only or labels[label])[0]
    return op.call(inputs, outputs, **attributes)


def _frozen(x: Array) -> Array:
    view = x.view()
    view.flags.writeable = False
    return view
