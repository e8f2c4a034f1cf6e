"""Cases of graph ops of the profile train: optimizer steps, gradient clipping, loss scaling.

Each set of attributes in the op's landmarks is used, with and without the optional operands, on few
and on many elements. Every real attribute takes the value 0, a value so small that it rounds to a
subnormal number, and a value so large that it rounds to infinity. One operand at a time has special
values while the others are ordinary. Operands of rank 0 have all pairs of special values. Some
shapes are empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from samebits.spec.catalog import landmarks_of
from samebits.spec.errors import SpecError
from samebits.spec.formats import Format, get_format
from samebits.spec.graph_walk import steps_of
from samebits.spec.language.declare import Op, Signature
from samebits.spec.language.graph import Number
from samebits.spec.language.landmarks import StepLandmarks
from samebits.spec.language.scalars import evaluate
from samebits.spec.language.shapes import Shape
from samebits.vectors.planning import Planned, PlannedInput, Values, generated, values
from samebits.vectors.plans import patterns

Attributes = Mapping[str, Any]

_ORDINARY = 17
_BULK = (3, 337)

_CORNER = 5
_FACTORS = (0.0, 1e-42, 1e39)

SQUARES = (0.0, 2.0**-40, 0.0009765625, 0.013, 0.1, 0.37, 0.75, 1.0, 1.3, 2.9, 7.1, 150.0)
"""Values of operands that are never negative, such as averages of squares."""


FORMATS_SHARE_NODES = True


def handles(op: Op) -> bool:
    """Return whether the op is a graph op of the profile train."""
    return isinstance(landmarks_of(op.name), StepLandmarks)


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    cases: list[Planned] = []
    for signature in op.labels()[label]:
        given = _Given(op, label, signature)
        if all(pattern == "[]" for pattern in op.shape_rule.operands):
            cases += given.numbers()
            continue
        cases += [
            *given.attributes(),
            *given.shapes(),
            *given.bulk(),
            *given.rows(),
            *given.specials(),
        ]
        if label.startswith("f32") and len(signature[0]) == len(op.operands):
            cases += given.corners()
    return cases


class _Given:
    """Maker of the cases for one signature of an op."""

    def __init__(self, op: Op, label: str, signature: Signature) -> None:
        self.op, self.label, self.signature = op, label, signature
        self.count = len(signature[0])
        self.part = "" if self.count == len(op.operands) else "-alone"
        found = landmarks_of(op.name)
        assert isinstance(found, StepLandmarks)
        self.landmarks = found
        self.sets = found.alone if self.part and found.alone else found.sets

    def case(
        self, name: str, attributes: Attributes, inputs: Sequence[PlannedInput], level: str,
        *flags: str, digest: bool = False,
    ) -> Planned:  # fmt: skip
        """Return a case of the signature."""
        call = self.op.call(self.signature[0], self.signature[1], **attributes)
        head, _, tail = name.partition("/")
        whole = f"{head}{self.part}/{tail}"
        return Planned(whole, call, tuple(inputs), level, ("graph", *flags), digest)

    def drawn(self, name: str, shape: Shape) -> list[PlannedInput]:
        """Return operands with ordinary numbers. An operand of rank 0 is a single number."""
        found: list[PlannedInput] = []
        for number, form in enumerate(self.signature[0]):
            own = () if self.op.shape_rule.operands[number] == "[]" else shape
            case_id = f"{self.op.name}/{self.label}/{name}{self.part}"
            if self.op.operands[number] in self.landmarks.squares:
                few = [patterns.nearest(x, get_format(form)) for x in SQUARES]
                texts = tuple(get_format(form).hex(x) for x in few)
                found.append(generated(case_id, number, form, own, "choice", values=texts))
            else:
                found.append(generated(case_id, number, form, own, "spread", low=-5, high=2))
        return found

    def attributes(self) -> Iterator[Planned]:
        """Yield a case for each set of attributes, and one for the defaults."""
        for number, attributes in enumerate(self.sets):
            name = f"attributes/{number}"
            level = "smoke" if number == 0 else "standard"
            yield self.case(name, attributes, self.drawn(name, (_ORDINARY,)), level, "attribute")
        if not self.part and self.is_call({}):
            yield self.case("attributes/defaults", {}, self.drawn("defaults", (7,)), "standard")

    def shapes(self) -> Iterator[Planned]:
        """Yield cases with no elements, and with one element of rank 0."""
        first = self.sets[0]
        for shown, shape in (("0", (0,)), ("scalar", ()), ("3x0x2", (3, 0, 2))):
            name = f"shape/{shown}"
            yield self.case(name, first, self.drawn(name, shape), "standard", "shape")

    def bulk(self) -> Iterator[Planned]:
        """Yield a case with many elements for each set of attributes, by digest."""
        for number, attributes in enumerate(self.sets):
            inputs = self.drawn(f"bulk/{number}", _BULK)
            yield self.case(f"bulk/{number}", attributes, inputs, "standard", "bulk", digest=True)

    def rows(self) -> Iterator[Planned]:
        """Yield the rows of operands that the landmarks list, in one case per set of attributes."""
        rows = self.landmarks.rows(get_format(self.signature[0][0])) if self.landmarks.rows else ()
        for number, attributes in enumerate(_distinct([attributes for attributes, _ in rows])):
            found = [given[: self.count] for own, given in rows if own == attributes]
            inputs: list[PlannedInput] = []
            for n, column in enumerate(zip(*found, strict=True)):
                single = self.op.shape_rule.operands[n] == "[]"
                form = get_format(self.signature[0][n])
                bits = [patterns.nearest(x, form) for x in column]
                inputs.append(self._values(n, bits[:1] if single else bits, single))
            yield self.case(f"rows/{number}", attributes, inputs, "standard", "double-rounding")

    def specials(self) -> Iterator[Planned]:
        """Yield cases with special values in one operand at a time, while the others are ordinary.

        Each case has one special value for an operand of rank 0.
        """
        rules = self.op.shape_rule.operands
        single = [n for n in range(self.count) if rules[n] == "[]"]
        rows = [row for n in range(self.count) if n not in single for row in self._rows(n)]
        flags = ("special-values", "nan-canonical", "subnormal")
        columns = list(zip(*rows, strict=True))
        fixed = {n: self._usual(n, 1) for n in single}
        inputs = [
            self._values(n, fixed.get(n) or columns[n], n in single) for n in range(self.count)
        ]
        yield self.case("specials/each", self.sets[0], inputs, "smoke", *flags)
        # All elements contribute to one result, so only one element at a time is special
        if "[]" in self.op.shape_rule.results:
            form = get_format(self.signature[0][0])
            for special in (form.infinity, form.infinity | form.sign_mask, form.canonical_nan):
                inputs[0] = self._values(0, [*self._usual(0, 2), special], False)
                name = f"specials/one-{form.hex(special)}"
                yield self.case(name, self.sets[0], inputs, "standard", *flags)
        for n in single:
            form = get_format(self.signature[0][n])
            for special in (*_specials(form), *self._usual(n, 8)):
                given = [
                    self._values(i, [special] if i == n else self._ten(i), i in single)
                    for i in range(self.count)
                ]
                name = f"specials/{self.op.operands[n]}-{form.hex(special)}"
                yield self.case(name, self.sets[0], given, "standard", *flags)

    def corners(self) -> Iterator[Planned]:
        """Yield cases in which each real attribute is 0, tiny and huge, if the call is valid."""
        for attribute in self.op.attributes:
            for value in _FACTORS if attribute.type == "real" else ():
                given = {**self.sets[0], attribute.name: value}
                if self.is_call(given):
                    name = f"corners/{attribute.name}-{value:g}".replace("+", "").replace("e-", "m")
                    inputs = self.drawn(name, (_CORNER,))
                    yield self.case(name, given, inputs, "standard", "attribute")

    def numbers(self) -> Iterator[Planned]:
        """Yield, for an op with operands of rank 0 only, all combinations of special values."""
        for number, attributes in enumerate(self.sets):
            call = self.op.call(self.signature[0], self.signature[1], **attributes)
            interval = next(x for x in call.attributes.values() if type(x) is int)
            choices = [self._choices(form, interval, number) for form in self.signature[0]]
            for row in product(*choices):
                shown = "-".join(str(x) for x in row)
                inputs = [values([x], f, ()) for x, f in zip(row, self.signature[0], strict=True)]
                name, level = f"numbers/{number}-{shown}", "standard"
                if number == 0 and row[0] == patterns.one(get_format(self.signature[0][0])):
                    level = "smoke"
                yield self.case(name, attributes, inputs, level, "special-values", "attribute")

    def is_call(self, attributes: Attributes) -> bool:
        """Return whether the op accepts these attributes and none of its scalars is NaN (G3.7)."""
        try:
            call = self.op.call(self.signature[0], self.signature[1], **attributes)
            shapes = self.op.shape_rule.shapes(self.count)
            self.op.output_shapes(call, shapes)
            graph = self.op.graph_of(call, shapes)
            assert graph is not None
            for step in steps_of(graph, call, shapes).steps:
                if isinstance(step.item, Number):
                    evaluate(step.item.value, step.scope.attributes, step.scope.counts())
        except SpecError:
            return False
        return True

    def _choices(self, name: str, interval: int, number: int) -> list[int]:
        """Return bit patterns of one operand: numbers around an interval, or special floats."""
        form = get_format(name)
        if form.kind == "bool":
            return [0, 1]
        if not form.is_float:
            top = (1 << (form.bits - 1)) - 1
            return patterns.unique([interval - 1, 0, top, 2 * top + 1])
        one = patterns.one(form)
        if number:
            return [patterns.nearest(65536.0, form), one | 1]
        return [one, form.max_finite, form.infinity, form.canonical_nan + 1, 3]

    def _rows(self, operand: int) -> list[list[int]]:
        """Return rows for each special value of an operand, with ordinary values of the others."""
        special = _specials(get_format(self.signature[0][operand]))
        beside = [self._usual(n, len(special)) for n in range(self.count)]
        return [
            [value if n == operand else beside[n][row] for n in range(self.count)]
            for row, value in enumerate(special)
        ]

    def _ten(self, operand: int) -> list[int]:
        """Return four ordinary numbers, then six special ones."""
        form = get_format(self.signature[0][operand])
        return [*self._usual(operand, 4), *_specials(form)[:6]]

    def _usual(self, operand: int, count: int) -> list[int]:
        """Return ordinary numbers of both signs.

        An operand that is never negative gets only positive numbers.
        """
        form = get_format(self.signature[0][operand])
        draw = patterns.randomness(self.op.name, str(operand), form.name)
        negative = self.op.operands[operand] not in self.landmarks.squares
        found = []
        for _ in range(count):
            sign = form.sign_mask if negative and draw.random() < 0.5 else 0
            found.append(sign | patterns.nearest(draw.uniform(0.1, 4.0), form))
        return found

    def _values(self, operand: int, bits: Sequence[int], single: bool) -> Values:
        return values(list(bits), self.signature[0][operand], () if single else None)


def _distinct(several: Sequence[Attributes]) -> list[Attributes]:
    """Return the sets of attributes without repetition, in order."""
    return [x for n, x in enumerate(several) if x not in several[:n]]


def _specials(form: Format) -> list[int]:
    """Return zeros, subnormal, huge and infinite numbers, in both signs, and NaNs with payloads."""
    positive = [0, 1, patterns.min_normal(form) - 1, form.max_finite, form.infinity]
    return [*patterns.both_signs(positive, form), form.infinity + 1, form.canonical_nan | 1]
