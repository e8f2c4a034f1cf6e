"""Cases of losses and their gradients (clause G7).

They cover each reduction with and without weights, lengths that distinguish trees, extreme values
of the attributes, pairs of special values, empty batches, and ignored classes.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from samebits.spec.families import class_losses, losses, probability_losses
from samebits.spec.formats import Format, get_format
from samebits.spec.language.declare import Op, Signature
from samebits.spec.language.shapes import Shape, ShapeRule
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import middles, patterns

Attributes = Mapping[str, Any]


@dataclass(frozen=True)
class Form:
    """The cases of a family of losses: a function from the input's shape to all operand shapes.

    `variants` are sets of attributes other than the reduction, by their name in the case id.
    `classes` means that the second axis of the input is the class. With `gradient`, the gradient of
    the result comes before the other operands.
    """

    shapes: Callable[[Shape], tuple[Shape, ...]]
    variants: Mapping[str, Attributes] = field(default_factory=lambda: {"": {}})
    classes: bool = False
    gradient: bool = False

    def backward(self) -> Form:
        """Return the form of the gradient of this loss."""
        return Form(self.shapes, self.variants, self.classes, gradient=True)


def _pair(x: Shape) -> tuple[Shape, ...]:
    return x, x


def _weighted(x: Shape) -> tuple[Shape, ...]:
    return x, x, (*x[:-1], 1) if x else (), x[-1:]


def _soft(x: Shape) -> tuple[Shape, ...]:
    return x, x, (x[1],)


def _of_classes(x: Shape) -> tuple[Shape, ...]:
    return x, (x[0], *x[2:]), (x[1],)


_BETA = {f"beta-{i}": {"beta": b} for i, b in enumerate((1.0, 0.0, 0.1, 3.0))}
_DELTA = {f"delta-{i}": {"delta": d} for i, d in enumerate((1.0, 0.1, 3.0))}
_LOGS = {"": {"log_target": False}, "log-target": {"log_target": True}}
_IGNORED = {"": {"ignore_index": -100}, "ignored": {"ignore_index": 1}}
_SMOOTH: Mapping[str, Attributes] = {
    "": {},
    "smooth": {"label_smoothing": 0.1},
    "even": {"label_smoothing": 1.0},
}
_BOTH: Mapping[str, Attributes] = {
    "": {"ignore_index": -100},
    "ignored": {"ignore_index": 1},
    "smooth": {"ignore_index": 2, "label_smoothing": 0.1},
    "even": {"ignore_index": 0, "label_smoothing": 1.0},
}

_FORMS: Mapping[ShapeRule, Form] = MappingProxyType(
    {
        losses.pair: Form(_pair),
        losses.smooth: Form(_pair, _BETA),
        losses.huber: Form(_pair, _DELTA),
        probability_losses.divergence: Form(_pair, _LOGS),
        probability_losses.logits: Form(_weighted),
        probability_losses.soft: Form(_soft, _SMOOTH, classes=True),
        class_losses.nll: Form(_of_classes, _IGNORED, classes=True),
        class_losses.cross: Form(_of_classes, _BOTH, classes=True),
    }
)
_GRADIENTS: Mapping[ShapeRule, ShapeRule] = MappingProxyType(
    {
        losses.pair_gradient: losses.pair,
        losses.smooth_gradient: losses.smooth,
        losses.huber_gradient: losses.huber,
        probability_losses.divergence_gradient: probability_losses.divergence,
        probability_losses.logits_gradient: probability_losses.logits,
        probability_losses.soft_gradient: probability_losses.soft,
        class_losses.nll_gradient: class_losses.nll,
        class_losses.cross_gradient: class_losses.cross,
    }
)

_FLAGS = ("graph", "attribute")
_LENGTHS = (1, 2, 3, 5, 7, 17, 33, 64, 65, 100, 129, 257, 500, 777, 1000)
_MORE = (3, 4, 5)
_CLASSES = 5


FORMATS_SHARE_NODES = True


def handles(op: Op) -> bool:
    """Return whether the op is a loss or the gradient of one, by its shape rule."""
    return _form(op) is not None


def _form(op: Op) -> Form | None:
    if op.shape_rule in _GRADIENTS:
        return _FORMS[_GRADIENTS[op.shape_rule]].backward()
    return _FORMS.get(op.shape_rule)


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    form = _form(op)
    assert form is not None
    signatures = op.labels()[label]
    return [
        *_reductions(op, label, form, signatures),
        *_specials(op, label, form, signatures),
        *_edges(op, label, form, signatures),
        *(_ties(op, form, signatures[0]) if label == "f16" else ()),
        *_mean_ties(op, label, signatures[-1]),
    ]


def _shapes(op: Op, form: Form, x: Shape, count: int, attributes: Attributes) -> tuple[Shape, ...]:
    """Return the shapes of the first `count` operands."""
    found = form.shapes(x)
    places = (x[0], *x[2:]) if form.classes else x
    if form.gradient:
        whole = attributes["reduction"] == "none"
        found = (places if whole else (), *(found if "input" in op.operands else found[1:]))
    return found[:count]


def _attributes(op: Op, x: Shape, reduction: str, variant: Attributes) -> dict[str, Any]:
    classes = {"classes": x[1]} if any(a.name == "classes" for a in op.attributes) else {}
    return {"reduction": reduction, **variant, **classes}


def _operand(op: Op, case_id: str, number: int, name: str, shape: Shape, x: Shape) -> PlannedInput:
    """Return one operand: class indices, positive numbers, or numbers of both signs near 1."""
    if name == "i64":
        return generated(case_id, number, name, shape, "below", limit=x[1])
    if op.operands[number] == "target" and op.shape_rule in _PROBABILITIES:
        form = get_format(name)
        chosen = [patterns.one(form), *(patterns.nearest(0.07 * k, form) for k in range(14))]
        told = tuple(form.hex(pattern) for pattern in chosen)
        return generated(case_id, number, name, shape, "choice", values=told)
    return generated(case_id, number, name, shape, "spread", low=-4, high=2)


_PROBABILITIES = (probability_losses.divergence, probability_losses.soft)


def _planned(
    op: Op,
    label: str,
    form: Form,
    name: str,
    x: Shape,
    signature: Signature,
    attributes: Attributes,
    level: str = "standard",
    flags: tuple[str, ...] = _FLAGS,
    digest: bool = False,
) -> Planned:
    inputs, outputs = signature
    shapes = _shapes(op, form, x, len(inputs), attributes)
    made = tuple(
        _operand(op, f"{op.name}/{label}/{name}", number, format_name, shape, x)
        for number, (format_name, shape) in enumerate(zip(inputs, shapes, strict=True))
    )
    return Planned(name, op.call(inputs, outputs, **attributes), made, level, flags, digest)


def _whole(form: Form, n: int) -> Shape:
    """Return the shape of an input whose loss has n values."""
    return (n, _CLASSES) if form.classes else (n,)


def _asks_few(form: Form, signatures: Sequence[Signature]) -> bool:
    """Return whether some variants are skipped: gradients of losses over classes in f64.

    Their results are many and long, and their nodes are the same as in f32.
    """
    return form.gradient and form.classes and "f64" in signatures[0][0]


def _reductions(
    op: Op, label: str, form: Form, signatures: Sequence[Signature]
) -> Iterator[Planned]:
    """Yield each reduction of each variant with and without weights, and sums of many lengths."""
    choices = next(a for a in op.attributes if a.name == "reduction").choices
    few = _asks_few(form, signatures)
    for reduction, (told, variant), signature in itertools.product(
        choices, form.variants.items(), signatures
    ):
        if few and told and reduction != "none":
            continue
        x: Shape = _MORE
        more = "" if signature is signatures[0] else f"-{len(signature[0])}"
        name = "/".join(filter(None, (str(reduction), told))) + more
        first = (told, signature) == (next(iter(form.variants)), signatures[0])
        attributes = _attributes(op, x, str(reduction), variant)
        level = "smoke" if first else "standard"
        yield _planned(op, label, form, name, x, signature, attributes, level)
    if form.gradient:
        third = list(form.variants.values())[:3][-1]
        reduction = "none" if form.classes else "mean"  # a mean of few values has few results
        attributes = _attributes(op, (1, _CLASSES), reduction, third)
        yield _planned(
            op, label, form, "length/1000", _whole(form, 1000), signatures[-1], attributes,
            flags=("graph", "length"), digest=True,
        )  # fmt: skip
        return
    attributes = _attributes(op, (1, _CLASSES), "none", {})
    x = _whole(form, 300)
    yield _planned(op, label, form, "bulk", x, signatures[-1], attributes, digest=True)
    for n in _LENGTHS[:: 2 if form.classes and "f64" in signatures[0][0] else 1]:
        x = _whole(form, n)
        for reduction in ("mean", "sum"):
            attributes = _attributes(op, x, reduction, {})
            yield _planned(
                op, label, form, f"length/{n}-{reduction}", x, signatures[n % len(signatures)],
                attributes, flags=("graph", "length"),
            )  # fmt: skip


def _edges(op: Op, label: str, form: Form, signatures: Sequence[Signature]) -> Iterator[Planned]:
    """Yield cases with no value and with one value, for each reduction."""
    for reduction, n in itertools.product(("none", "mean", "sum"), (0, 1)):
        x = _whole(form, n)
        attributes = _attributes(op, x, reduction, {})
        name, flags = f"few/{n}-{reduction}", ("graph", "shape")
        yield _planned(op, label, form, name, x, signatures[-1], attributes, flags=flags)


_CANDIDATES = 1 << 17


def _ties(op: Op, form: Form, signature: Signature) -> Iterator[Planned]:
    """Yield a case of gradients that are midpoints of binary16 before the last rounding."""
    if form.gradient and not form.classes:
        attributes = _attributes(op, (), "none", list(form.variants.values())[-1])
        shapes = _shapes(op, form, (_CANDIDATES,), len(signature[0]), attributes)
        operands = middles.searched(op, shapes, attributes)
        call = op.call(signature[0], signature[1], **attributes)
        if operands[0].shape != (0,):  # it is empty for l1_loss, whose products are exact
            yield Planned("ties", call, operands, "standard", ("graph", "tie"))


def _mean_ties(op: Op, label: str, signature: Signature) -> Iterator[Planned]:
    """Yield cases of weighted means that are midpoints before the last rounding.

    The first logit is 0. The others are so negative that log-softmax leaves them unchanged.
    """
    if op.shape_rule is probability_losses.divergence and label == "f16":
        call = op.call(signature[0], signature[1], reduction="batchmean", log_target=True)
        yield Planned("ties/batchmean", call, middles.of_samples(), "standard", ("graph", "tie"))
    if op.shape_rule not in (class_losses.nll, class_losses.cross) or "f16" not in signature[0]:
        return
    for number, (x, y, v, w) in enumerate(middles.weighted_means()):
        minus = 0x8000
        logs = values([0, x | minus, y | minus] * 2, "f16", (2, 3))
        weights = values([0x3C00, v, w], "f16")
        call = op.call(signature[0], signature[1], reduction="mean")
        operands = (logs, values([1, 2], "i64"), weights)
        yield Planned(f"ties/mean-{number}", call, operands, "standard", ("graph", "tie"))


def _specials(op: Op, label: str, form: Form, signatures: Sequence[Signature]) -> Iterator[Planned]:
    flags = ("special-values", "nan-canonical", "graph")
    variants = list(form.variants.items())
    if _asks_few(form, signatures):
        variants = [variants[0], variants[-1]]
    for (told, variant), signature in itertools.product(variants, signatures[::2]):
        first = get_format(signature[1][0])
        maker = _class_specials if form.classes else _pair_specials
        more = "" if signature is signatures[0] else f"-{len(signature[0])}"
        name = "/".join(filter(None, ("special", told))) + more
        x, operands = maker(op, first, signature, variant)
        attributes = _attributes(op, x, "none", variant)
        call = op.call(signature[0], signature[1], **attributes)
        yield Planned(name, call, operands, "standard", flags)


def _pair_specials(
    op: Op, form: Format, signature: Signature, variant: Attributes
) -> tuple[Shape, tuple[PlannedInput, ...]]:
    """Return all pairs of special values, and differences on both sides of `beta` and `delta`."""
    few = patterns.few_specials(form)
    pairs = list(itertools.product(few, few))
    for value in variant.values():
        if isinstance(value, float):
            near = patterns.around([patterns.nearest(value, form)], form)
            pairs += [(p, z) for p in patterns.both_signs(near, form) for z in (0, form.sign_mask)]
    columns = [list(column) for column in zip(*pairs, strict=True)]
    turned = [*columns[0][7:], *columns[0][:7]]
    count = len(signature[0])
    given: dict[str, list[int]] = {"input": columns[0], "target": columns[1], "gradient": turned}
    given |= {"weight": turned, "pos_weight": turned[3:] + turned[:3]}
    names = op.operands[:count]
    return (len(pairs),), tuple(values(given[name], form.name) for name in names)


def _class_specials(
    op: Op, form: Format, signature: Signature, variant: Attributes
) -> tuple[Shape, tuple[PlannedInput, ...]]:
    """Return rows of logits with special values, for each target class, with special weights."""
    minus, one, infinity = form.sign_mask, patterns.one(form), form.infinity
    nan, top, low = form.canonical_nan, form.max_finite, form.infinity | form.sign_mask
    rows = [
        [low, one, 0], [low, low, one], [low] * 3, [infinity, one, 0], [infinity, low, 0],
        [nan, one, 0], [0, minus, 0], [one] * 3, [top, top, one], [top | minus, top, 0],
        [1, 2, minus | 1], [minus] * 3,
    ]  # fmt: skip
    x = [row for row in rows for _ in range(3)]
    classes = [k % 3 for k in range(len(x))]
    soft = [(0, one, patterns.power(form, -1), minus, infinity)[k % 5] for k in range(len(x) * 3)]
    gradient = [(one, minus | one, 0, minus, infinity)[k % 5] for k in range(len(x))]
    flat = [pattern for row in x for pattern in row]
    found: list[PlannedInput] = []
    for name, format_name in zip(op.operands, signature[0], strict=False):
        if name == "target" and format_name == "i64":
            ignored = variant.get("ignore_index")
            named = [-100 % (1 << 64) if k % 7 == 6 and ignored == -100 else c
                     for k, c in enumerate(classes)]  # fmt: skip
            found.append(values(named, "i64"))
        elif name == "weight":
            found.append(values([0, infinity, patterns.power(form, 1)], form.name))
        elif name == "gradient":
            found.append(values(gradient, form.name))
        else:
            found.append(values(soft if name == "target" else flat, form.name, (len(x), 3)))
    return (len(x), 3), tuple(found)
