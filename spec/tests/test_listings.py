"""Tests of N1 and N2: SPEC.md lists the nodes of the declarations."""

from __future__ import annotations

import re
from dataclasses import astuple, replace

import pytest

from samebits.spec.catalog import all_ops, get_op
from samebits.spec.documents import listings
from samebits.spec.documents.listings import BEGIN, END, LISTINGS, listing_text, renewed
from samebits.spec.documents.rules import TEXT, read_specification
from samebits.spec.errors import SpecError
from samebits.spec.language.graph import Branch, Computes, Graph, Join, Loop, Node, Number, node
from samebits.spec.language.graph_steps import unfold
from samebits.spec.language.graph_text import _names, _Printer, graph_lines
from samebits.spec.language.moves import Concatenate, Stack
from samebits.spec.language.scalars import attribute
from samebits.spec.language.taps import Taps

WRITTEN = TEXT.read_text(encoding="utf-8")
RULES = {rule.number: rule.text for rule in read_specification().rules}


def test_N1_1_the_text_lists_the_nodes_of_the_declarations():
    assert renewed(WRITTEN) == WRITTEN, "run: python -m samebits.spec.documents.listings"
    assert listings.main(["--check"]) == 0


def test_N1_1_a_declaration_and_a_text_that_part_are_noticed(tmp_path, monkeypatch, capsys):
    for changed in (
        WRITTEN.replace("buffer = slowed + moved_product", "buffer = moved_product + slowed"),
        WRITTEN.replace("    buffer = slowed", "  buffer = slowed"),
    ):
        assert changed != WRITTEN
        place = tmp_path / "SPEC.md"
        place.write_text(changed, encoding="utf-8")
        monkeypatch.setattr(listings, "TEXT", place)
        assert listings.main(["--check"]) == 1
        assert "run: python -m samebits.spec.documents.listings" in capsys.readouterr().err
        assert listings.main([]) == 0
        assert place.read_text(encoding="utf-8") == WRITTEN


def test_N1_1_the_order_of_operands_and_the_indent_of_a_listing_are_normative():
    digest = read_specification(WRITTEN).digest
    for old, new in (
        ("buffer = slowed + moved_product", "buffer = moved_product + slowed"),
        ("    buffer = slowed", "  buffer = slowed"),
    ):
        assert read_specification(WRITTEN.replace(old, new)).digest != digest


@pytest.mark.parametrize("listing", LISTINGS, ids=lambda listing: listing.op)
def test_N1_1_a_listing_names_rules_of_the_text_that_speak_of_the_op(listing):
    named = re.findall(r"[A-Z]\d+(?:\.\d+)?", listing.rules)
    clauses = {number.split(".")[0] for number in RULES}
    assert named
    assert all(name in RULES or name in clauses for name in named)
    assert f"N2.{listing.op}" in RULES


@pytest.mark.parametrize("listing", LISTINGS, ids=lambda listing: listing.op)
def test_N1_5_every_size_of_a_listing_is_explained(listing):
    """A size is explained by an operand's pattern, the listing's first line, or an attribute."""
    op = get_op(listing.op)
    text = listing_text(listing)
    known = set(re.findall(r"[A-Z]", "".join(op.shape_rule.operands))) | set(listing.sizes)
    used = set()
    for line in text.splitlines()[2:-1]:
        if " transposed from " in line:  # its letters only name axes within the line
            continue
        for inner in re.findall(r"\[([^\]]*)\]", line):
            used |= set(re.findall(r"(?<![\w'])[A-Z](?![\w'])", inner))
    assert used <= known, used - known


@pytest.mark.parametrize(
    ("op", "attributes"),
    [
        (op, attributes)
        for op, several in (
            ("grid_sample", [{"mode": m} for m in ("nearest", "bilinear", "bicubic")]),
            ("grid_sample_gradient", [{"mode": m} for m in ("nearest", "bilinear", "bicubic")]),
            ("qr", [{"complete": c} for c in (False, True)]),
        )
        for attributes in several
    ],
)
def test_N1_5_the_sizes_of_a_listing_are_those_of_the_declaration(op, attributes):
    listing = next(x for x in LISTINGS if x.op == op)
    declared = get_op(op)
    given, shapes = declared.example(len(declared.operands))
    inputs, outputs = declared.signatures[0]
    scope = declared.scope(declared.call(inputs, outputs, **{**given, **attributes}), shapes)
    names = {**scope.sizes, **scope.attributes}
    for name, formula in listing.sizes.items():
        if re.fullmatch(r"[\w\s*()=',+-]+", formula) and "product" not in formula:
            value = eval(formula, {"min": min, "max": max}, names)
            assert value == scope.integer(name), name
            names[name] = value


GRAPHS = [op for op in all_ops().values() if isinstance(op.graph, Graph)]


def as_listed(items, printer):
    """Yield the items with the names that the printed lines give them."""
    for item in items:
        if isinstance(item, Branch):
            yield replace(
                item,
                items=tuple(as_listed(item.items, printer)),
                others=tuple(as_listed(item.others, printer)),
                joins=tuple(Join(*(x and printer.name(x) for x in astuple(j))) for j in item.joins),
            )
        elif isinstance(item, Loop):
            carried = (
                replace(c, first=printer.name(c.first), after=printer.name(c.after))
                for c in item.carried
            )
            yield replace(
                item,
                body=tuple(as_listed(item.body, printer)),
                carried=tuple(carried),
                kept=tuple((name, printer.name(x)) for name, x in item.kept),
            )
        else:
            names = (
                {"names": tuple(printer.name(x) for x in item.names)}
                if isinstance(item, Node)
                else {"name": printer.name(item.name)}
            )
            if isinstance(item, Concatenate | Stack | Taps | Node):
                names["inputs"] = tuple(map(printer.name, item.inputs))
            elif hasattr(item, "input"):
                names["input"] = printer.name(item.input)
            yield replace(item, **names)


def numbered(graph, call, shapes):
    """Return the steps of a call and its results; values are identified by step numbers."""
    found = unfold(graph, call, get_op(call.op).scope(call, shapes), get_op)
    at = {name: name for name in graph.operands}
    steps = []
    for number, step in enumerate(found.steps):
        value = step.item.value if isinstance(step.item, Number) else None
        steps.append((step.call, step.formats, value, tuple(at[x] for x in step.inputs)))
        at.update({name: (number, k) for k, name in enumerate(step.names)})
    return steps, [at[found.names[x]] for x in graph.results if x in found.names]


@pytest.mark.parametrize("op", GRAPHS, ids=lambda op: op.name)
def test_N1_2_the_names_of_the_lines_give_the_steps_of_the_declaration(op):
    """The test uses every number of operands and every choice of an attribute."""
    printer = _Printer(*_names(op.graph))
    nodes = tuple(as_listed(op.graph.nodes, printer))
    listed = Graph(op.graph.operands, nodes, tuple(map(printer.name, op.graph.results)))
    tried = 0
    for count in {len(inputs) for inputs, _ in op.signatures}:
        inputs, outputs = next(s for s in op.signatures if len(s[0]) == count)
        given, _ = op.example(count)
        choices = [{}] + [{a.name: x} for a in op.attributes for x in a.choices]
        choices += [{a.name: 0.0} for a in op.attributes if a.type == "real"]
        for choice in choices:
            try:
                call = op.call(inputs, outputs, **{**given, **choice})
                shapes = op.shape_rule.shapes(count, call.attributes)
                op.output_shapes(call, shapes)
            except SpecError:
                continue
            assert numbered(listed, call, shapes) == numbered(op.graph, call, shapes)
            tried += 1
    assert tried


def test_N1_8_a_scalar_and_a_join_stand_where_they_are_read():
    """N1.3, N1.4, N1.6: formats at the end of a line, scalars in their node's line, branches."""
    graph = Graph(
        ("x",),
        (
            Number("once", attribute("a")),
            Number("twice", attribute("b")),
            node("y", "mul", "x", "once"),
            node("z", "sub", "y", "twice"),
            Branch(
                Computes("f64"),
                (node("n", "neg", "z"),),
                (Join("last", "n", "m"),),
                (node("m", "div", "twice", "z", to="output"),),
            ),
        ),
        ("last",),
    )
    assert graph_lines(graph) == [
        "twice = scalar(b)",
        "y = x * scalar(a)",
        "z = y - twice",
        "if the compute format is f64:",
        "  last = -z",
        "else:",
        "  last = twice / z in the result's format",
        "returns last",
    ]


def test_an_op_without_nodes_and_a_text_without_marks_are_refused():
    with pytest.raises(SpecError, match="exp is not a graph op; it has no nodes to list"):
        listing_text(listings.Listing("exp", "S4.exp"))
    with pytest.raises(SpecError, match="must contain the lines"):
        renewed(WRITTEN.replace(END, "").replace(BEGIN, ""))


def test_the_program_takes_one_option(capsys):
    assert listings.main(["--what"]) == 2
    assert "usage" in capsys.readouterr().err
