"""SPEC-OPS.md, the annex of SPEC.md: one table for each op, made of its declaration.

python -m samebits.spec.tables        write spec/SPEC-OPS.md anew
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from samebits.common.files import write_atomically
from samebits.spec.attributes import Attribute
from samebits.spec.canonical import canonical_text
from samebits.spec.catalog import all_ops
from samebits.spec.declare import Op, Signature
from samebits.spec.rules import ANNEX, read_specification

_HEAD = """# Every op of the samebits specification, version {version}

This annex is part of [SPEC.md](SPEC.md), generated from the declarations by
`python -m samebits.spec.tables`; a test demands that both agree. Every row is a rule with the
number in its first column. Sizes stand in brackets after an operand: a name is the size of one axis
and the same wherever it stands, `*S` any number of axes; where an operand has two such groups, the
axis between them is the attribute `axis`. `//` is a division rounded down, `/` one without a rest,
and a formula over groups holds for each of their axes. `*R` is what T2.3 leaves of `*S`, or
the shape of a loss (G7.2), whose weights `*W` and `*P` are as G7.8 says; `*y` the sizes of the
letters of a result (T4.einsum.1), `before` and `after` the pairs of `widths`. Shapes of `matmul`
and `bmm` are those of operands that are not transposed (T4.2). T is one format. An operand in
parentheses may be left out; `()` says that there is none. Errors of every op are in C2.2, axes in
A1.3 and A1.4.
"""

NO_OPERANDS = "()"
"""In the tables, in the place of operands."""


def annex() -> str:
    """The text of SPEC-OPS.md."""
    parts = [_HEAD.format(version=read_specification().version)]
    for op in all_ops().values():
        lines = [f"## `{op.name}`", "", "| rule | | |", "|---|---|---|"]
        lines += [f"| O.{op.name}.{key} | {what} | {text} |" for key, what, text in rows(op)]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def rows(op: Op) -> Iterator[tuple[str, str, str]]:
    """The rows of an op: the end of its number, what the row is about, and its text."""
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
    """Type, range, default and meaning of an attribute; a real one is rounded to a format."""
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
    if kind == "integers":
        text = "1 integer" if attribute.length == 1 else f"{attribute.length} integers"
    if attribute.least is not None and attribute.most is not None:
        text += f" from {attribute.least} to {attribute.most}"
    elif attribute.least is not None:
        text += f" of at least {attribute.least}"
    return text + (" or null" if attribute.nullable else "")


def _value(value: object) -> str:
    """A value as canonical texts write it (A1.5)."""
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
    where += [f"no size of `{small}` above that of `{large}`" for small, large in rule.limits]
    return text + (f" with {', '.join(where)}" if where else "")


def _formats(signatures: tuple[Signature, ...]) -> list[str]:
    """Signatures in short: those of one form by it (`T, T -> T`), the others by their operands."""
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
