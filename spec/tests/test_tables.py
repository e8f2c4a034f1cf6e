"""Tests that SPEC-OPS.md agrees with the declarations."""

from __future__ import annotations

import re
from collections import Counter

from samebits.spec.catalog import all_ops, get_op
from samebits.spec.documents.rules import ANNEX, normative_digest
from samebits.spec.documents.tables import NO_OPERANDS, annex, rows


def test_the_annex_is_what_the_declarations_say():
    assert ANNEX.read_text() == annex(), "run: python -m samebits.spec.documents.tables"


def test_every_row_of_the_annex_has_a_number_of_its_own():
    table = [line for line in annex().splitlines() if line.startswith("|")]
    body = [line for line in table if line not in ("| rule | | |", "|---|---|---|")]
    numbers = [re.match(r"\| (O\.\w+\.\w+) \| ", line) for line in body]
    assert all(numbers)
    assert [n for n, times in Counter(m[1] for m in numbers if m).items() if times > 1] == []


def test_a_table_says_operands_formats_attributes_shapes_and_errors():
    said = {key: text for key, _, text in rows(get_op("topk"))}
    assert said["shapes"] == "`x[*A, n, *B] -> values[*A, k, *B], indices[*A, k, *B]`"
    assert said["k"].startswith("integer of at least 0, required: ")
    assert said["axis"] == "axis, default `-1`: the axis to choose along"
    assert said["largest"].startswith("flag, default `true`: ")
    assert "a k above the length of the axis (S3.8)" in said["errors"]
    assert said["formats"].startswith("`T -> T, i64` for T = f64 f32 f16")


def test_the_normative_digest_is_over_every_row_and_no_typography():
    """V1.1, V1.3: a row of a table is normative, like a rule."""
    base, text = normative_digest(), annex()
    assert normative_digest(annex=text.replace("This annex", "It")) == base
    assert normative_digest(annex=text.replace("`", "")) == base
    for other in (text.replace("O.pad.widths", "O.pad.width"), text.replace("S2.3", "S2.4", 1)):
        assert normative_digest(annex=other) != base


def test_formats_in_short_are_all_signatures():
    """If the short forms are expanded again, the result is exactly the signatures."""
    for op in all_ops().values():
        text = {key: text for key, _, text in rows(op)}["formats"]
        found = set()
        for part in text.split("; "):
            form, _, names = part.partition(" for T = ")
            for name in names.split() or [""]:
                left, right = re.sub(r"\bT\b", name, form.strip("`")).split(" -> ")
                for outputs in right.split(" | "):
                    operands = () if left == NO_OPERANDS else tuple(left.split(", "))
                    found.add((operands, tuple(outputs.split(", "))))
        assert found == set(op.signatures), op.name
