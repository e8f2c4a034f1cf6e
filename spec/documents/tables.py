"""SPEC-OPS.md, the annex of SPEC.md: one table for each op, made from its declaration.

python -m samebits.spec.documents.tables        write spec/SPEC-OPS.md again
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from samebits.common.files import write_atomically
from samebits.spec.catalog import all_ops
from samebits.spec.documents.rules import ANNEX, read_specification
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.canonical import canonical_text
from samebits.spec.language.declare import Op, Signature

_HEAD = """# Every op of the samebits specification, version {version}

This annex is part of [SPEC.md](SPEC.md). `python -m samebits.spec.documents.tables` makes it from
the declarations, and a test demands that both agree. Every row is a rule with the number in its
first column. Rules about every op are in SPEC.md: errors in C2.2, attributes in A1, axes in A1.3
and A1.4.

**Operands.** An operand in parentheses may be left out, and `()` says that an op has no operands.
Operands are left out from the last one on: a call with k operands has the first k of the row
*shapes*. The row *formats* has a signature for each number of operands that a call may have, with
the results of that call. Another number is an error (C2.2). Suppose that a signature has four
operands and the next one six: then the fifth and the sixth are given together or left out together.

**Shapes.** The sizes of an operand are in brackets behind it. A name is the size of one axis, and
it means the same size everywhere in the row. `*S` is a group of any number of axes. If a pattern
has two groups, as `[*A, n, *B]`, n is the size of the axis that the attribute `axis` names.

In formulas:

* `//` is a division rounded down.
* `/` is a division without a remainder; if there is a remainder, the call is an error.
* min and max are the smallest and the largest of several integers.
* A formula over a group holds for each of its axes.

These groups and sizes have a rule:

* `*R` is the part of `*S` that T2.3 leaves, or the shape of a loss by G7.2.
* `*W` and `*P` are the shapes of the weights of a loss, which G7.8 repeats to the shape of x.
* `*y` are the sizes of the letters of a result of `einsum` (T4.einsum.1).
* `before` and `after` are the two integers of `widths` for each axis (S2.pad.2).
* The shapes of `matmul` and `bmm` are written for operands that are not transposed (T4.2).

**Formats.** T is one format, the same at every place in a signature. Only the listed
combinations of formats exist.

**Attributes.** The row of an attribute has its type, its range and its default. "At least" and
"from .. to" bound an integer, or each integer of a list. The bound of a real is in the rule that
this row or the row *errors* names; it holds for the binary64 value (A1.7). "Finite in binary32"
says that the value rounds to a finite number of binary32, for all formats of the call (R4.4).

**Errors.** The row *errors* has one example for each kind of error that C2.2 and the other rows
do not give. Each example names the rule that says which calls are errors. The rule decides, not
the example: by "an eps of -1e-05 (G6.9)" every `eps` that is not above zero is an error.
"""

NO_OPERANDS = "()"
"""The text for the operands of an op that has none."""


def annex() -> str:
    """Return the text of SPEC-OPS.md."""
    parts = [_HEAD.format(version=read_specification().version)]
    for op in all_ops().values():
        lines = [f"## `{op.name}`", "", "| rule | | |", "|---|---|---|"]
        lines += [f"| O.{op.name}.{key} | {what} | {text} |" for key, what, text in rows(op)]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def rows(op: Op) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of an op: the end of the rule's number, the row's name, and its text."""
    yield "is", "", f"{op.summary}. {op.notes}".strip()
    yield "class", "class, profile, version", f"`{op.op_class}`, `{op.profile}`, {op.version}"
    yield "clauses", "clauses", " ".join(op.clauses)
    yield "shapes", "shapes", _shapes(op)
    yield "formats", "formats", "; ".join(_formats(op.signatures))
    for attribute in op.attributes:
        yield (
            attribute.name,
            f"attribute `{attribute.name}`",
            describe(attribute, "the compute format" if op.op_class == "round" else "binary32"),
        )
    errors = [f"{refusal.says} ({refusal.rule})" for refusal in op.refusals]
    if errors:
        yield "errors", "errors", "; ".join(dict.fromkeys(errors))


def describe(attribute: Attribute, rounded_to: str = "binary32") -> str:
    """Return the type, range, default and meaning of an attribute as text.

    `rounded_to` names the format to which a real attribute is rounded.
    """
    said = [_type(attribute, rounded_to)]
    said.append("required" if attribute.required else f"default {_value(attribute.default)}")
    return f"{', '.join(said)}: {attribute.doc}"


def _type(attribute: Attribute, rounded_to: str) -> str:
    kind = attribute.type
    if kind in ("word", "choice") and attribute.choices:
        return "one of " + ", ".join(_value(choice) for choice in attribute.choices)
    if kind == "real":
        limits = (f", finite in {rounded_to}" if attribute.real else "") + (
            f", not zero in {rounded_to}" if attribute.nonzero else ""
        )
        return f"real{limits}"
    text: str = kind
    if kind == "integers" and attribute.choices:
        each = sorted({x for pair in attribute.choices if isinstance(pair, tuple) for x in pair})
        return f"{attribute.length} integers, each one of {', '.join(map(str, each))}"
    if kind == "integers":
        text = "1 integer" if attribute.length == 1 else f"{attribute.length} integers"
    if attribute.least is not None and attribute.most is not None:
        text += f" from {attribute.least} to {attribute.most}"
    elif attribute.least is not None:
        text += f" of at least {attribute.least}"
    return text + (" or null" if attribute.nullable else "")


def _value(value: object) -> str:
    """Return a value as canonical texts write it (A1.5), in backticks."""
    text = canonical_text({"": value})
    return f"`{json.dumps(json.loads(text)[''])}`"


def _shapes(op: Op) -> str:
    rule = op.shape_rule
    named = [f"{name}{rule.pattern(i)}" for i, name in enumerate(op.operands)]
    if op.optional_from is not None:
        named[op.optional_from :] = [f"({x})" for x in named[op.optional_from :]]
    results = [f"{name}{x}" for name, x in zip(op.results, rule.results, strict=True)]
    text = f"`{', '.join(named) or NO_OPERANDS} -> {', '.join(results)}`"
    where = [f"`{name} = {formula}`" for name, formula in rule.sizes.items()]
    where += [
        f"each size of `{small}` at most the corresponding size of `{large}`"
        for small, large in rule.limits
    ]
    return text + (f" with {', '.join(where)}" if where else "")


def _formats(signatures: tuple[Signature, ...]) -> list[str]:
    """Return the signatures in a short form.

    Signatures of the same pattern (`T, T -> T`) are one entry with a list of T. The other
    signatures are grouped by their operands.
    """
    forms: dict[str, list[str]] = {}
    for inputs, outputs in signatures:
        same = outputs[0]
        form = tuple("T" if f == same else f for f in (*inputs, "->", *outputs))
        if "T" in form[: len(inputs)]:
            forms.setdefault(_signature(form), []).append(same)
    found = [f"`{form}` for T = {' '.join(by)}" for form, by in forms.items() if len(by) > 1]
    done = {f"{form} {same}" for form, by in forms.items() if len(by) > 1 for same in by}
    rest: dict[str, list[str]] = {}
    for inputs, outputs in signatures:
        same = outputs[0]
        form = tuple("T" if f == same else f for f in (*inputs, "->", *outputs))
        if f"{_signature(form)} {same}" not in done:
            rest.setdefault(", ".join(inputs) or NO_OPERANDS, []).append(", ".join(outputs))
    return found + [f"`{operands} -> {' | '.join(by)}`" for operands, by in rest.items()]


def _signature(names: tuple[str, ...]) -> str:
    arrow = names.index("->")
    return f"{', '.join(names[:arrow])} -> {', '.join(names[arrow + 1 :])}"


def main() -> None:
    """Write SPEC-OPS.md."""
    write_atomically(ANNEX, annex().encode())


if __name__ == "__main__":
    main()
