"""Test that the schemas accept the committed texts, and refuse damaged texts as the readers do."""

from __future__ import annotations

import copy
import json
import math
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from samebits.spec.catalog import all_ops
from samebits.vectors import generators, schema
from samebits.vectors.certificate import LEAF, parse_certificate
from samebits.vectors.errors import VectorError
from samebits.vectors.files import parse_json
from samebits.vectors.flags import FLAGS, parse_flags
from samebits.vectors.part import DATA, NAME, parse_part
from samebits.vectors.reader import ROOM, Vectors
from samebits.vectors.schema import parse_table
from samebits.vectors.schemas import documents
from samebits.vectors.schemas.documents import KINDS
from samebits.vectors.search import angles, everyday, kept, pairs, published, slopes, twice
from samebits.vectors.tests.mutating import altered
from samebits.vectors.told import told_calls as told

ROUNDS = 1500
SEED = 20261123

VALIDATORS = {k: jsonschema.Draft202012Validator(documents.document(k)) for k in KINDS}

_CALL = (
    "unknown (op|attribute)|version .* is not|no signature|attributes|the call lacks"
    "|=.* must (be|not be) "
)
BEYOND = {
    "manifest": "no op of this samebits|must be sorted|lists more than|must name the contents",
    "table": f"{_CALL}|is not one of|names must be sorted|'call' must be below|a shape of at most"
    "|a digest for each block|at most 4194304 patterns",
    "certificate": f"{_CALL}|'exhausted' must be|is beyond the leaves|spell more|leaves for .*block"
    "|leaves that no run names|names no input",
    "flags": "is not as it was sealed",
    "found": "^$",
    "found_pairs": "^$",
    "found_angles": "^$",
    "found_f64": "^$",
    "told": f"{_CALL}|is not one of|a shape of at most|there must be shapes and bits"
    "|the bits do not fit|refuses the call: ",
}
"""Patterns of the readers' errors for mistakes that a schema cannot detect, by kind of text.

A schema cannot check an order. It also cannot compare two parts of a text: a call with the
declaration of its op, a count with a list, a sum or a product with its limit.
"""


INFINITE = {
    f"{op.name} ('golden', '{label}')"
    for op in all_ops().values()
    for label in op.labels()
    if any(a.type == "real" or a.real for a in op.attributes)
}
"""Tables whose text may contain the word Infinity, for example in the attribute of a pad.

Python reads this word, but it is not JSON. The set can become empty when attributes have a text
that every JSON reader accepts.
"""


def texts(kind: str) -> Iterator[tuple[Path | str, bytes]]:
    """Yield the name and the bytes of every committed text of a kind."""
    vectors = Vectors.open()
    if kind == "flags":
        yield FLAGS, (ROOM / FLAGS).read_bytes()
    elif kind == "manifest":
        yield from ((p, p.read_bytes()) for p in sorted((ROOM / DATA).glob(f"*/{NAME}")))
    elif kind == "table":
        for op, entry in vectors._entries(schema.SETS):
            yield f"{op} {entry.key}", vectors._files[op].table_text(entry)
    elif kind == "certificate":
        for op, part in vectors.manifest.parts.items():
            for proof in part.certificates:
                yield f"{op} {proof.name}", vectors._files[op].certificate(proof).text
    else:
        searched = [published.FOLDER, slopes.FOLDER, twice.FOLDER]
        folders = {"found": [everyday.FOLDER], "found_f64": searched, "told": [told.FOLDER]}
        for folder in folders.get(kind, [pairs.FOLDER]):
            for path in sorted(folder.glob("*.json")):
                if folder == pairs.FOLDER and (path == angles.FILE) != (kind == "found_angles"):
                    continue
                yield path, path.read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_the_committed_schema_is_the_generated_one(kind: str) -> None:
    assert documents.path_of(kind).read_bytes() == documents.to_bytes(kind), (
        "run `python -m samebits.vectors.schemas`"
    )
    jsonschema.Draft202012Validator.check_schema(documents.document(kind))


def test_there_is_no_other_schema() -> None:
    found = {path.name for path in documents.FOLDER.glob("*.json")}
    assert found == {documents.path_of(kind).name for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_every_committed_text_is_valid_by_its_schema(kind: str) -> None:
    count = 0
    for where, text in texts(kind):
        assert b"Infinity" not in text or (kind == "table" and where in INFINITE), where
        for error in VALIDATORS[kind].iter_errors(json.loads(text)):
            pytest.fail(f"{where}: {error.json_path}: {error.message[:200]}")
        count += 1
    assert count


def test_every_text_of_the_room_is_of_a_kind() -> None:
    """Every committed JSON file either has a schema or is a schema."""
    of_a_kind = {ROOM / FLAGS, *map(documents.path_of, KINDS)}
    for kind in ("manifest", "found", "found_pairs", "found_angles", "found_f64", "told"):
        of_a_kind |= {Path(path) for path, _ in texts(kind)}
    assert {p for p in ROOM.rglob("*.json") if "tests" not in p.parts} == of_a_kind


def test_the_transforms_of_the_schema_are_those_of_the_generators() -> None:
    assert set(schema.PARAMETERS) == set(generators.TRANSFORMS)


READERS: dict[str, Callable[[Any], object]] = {
    "flags": lambda value: parse_flags(value, "f"),
    "manifest": lambda value: parse_part(value, "p"),
    "table": lambda value: parse_table(value, "t"),
    "found": lambda value: everyday.parse(value, "f"),
    "found_pairs": lambda value: pairs.parse(value, "f"),
    "found_angles": lambda value: angles.parse(value, "f"),
    "found_f64": lambda value: kept.parse_rows(value, "f"),
    "told": lambda value: told.parse(value, "f"),
}


def sayable(value: Any) -> bool:
    """Return whether all JSON readers agree on a value, so that a schema can check it.

    In JSON, 1.0 and 1 are the same number, and no number is infinite. Readers disagree about
    numbers that binary64 cannot represent.
    """
    if isinstance(value, dict):
        return all(map(sayable, value.values()))
    if isinstance(value, list):
        return all(map(sayable, value))
    if isinstance(value, float):
        return math.isfinite(value) and not value.is_integer()
    return type(value) is not int or abs(value) < 1 << 53


OF_EACH_PROFILE = list({op.profile: name for name, op in all_ops().items()}.values())
OF_EACH_CLASS = list({(op.op_class, op.profile): name for name, op in all_ops().items()}.values())


def of_each_domain() -> list[str]:
    """Return some ops with certificates: one for each profile and number of operands."""
    parts = Vectors.open().manifest.parts
    certified = (op for name, op in all_ops().items() if parts[name].certificates)
    return list({(len(op.operands), op.profile): op.name for op in certified}.values())


def samples(kind: str) -> list[tuple[Any, Callable[[Any], object]]]:
    """Return some parsed texts of a kind with their readers.

    Lists in the texts are shortened where possible.
    """
    if kind != "certificate":
        chosen = {
            "manifest": lambda name: Path(name).parent.name in OF_EACH_PROFILE,
            "table": lambda name: name.split()[0] in OF_EACH_CLASS,
        }.get(kind, lambda name: True)
        found = [parse_json("x", text) for name, text in texts(kind) if chosen(str(name))][:40]
        for value in found:
            if kind == "table":
                value["cases"] = value["cases"][:6]
            if kind == "flags":
                for name in list(value)[8:]:
                    del value[name]
            if kind.startswith("found"):
                for rows in (rows for rows in value.values() if isinstance(rows, list)):
                    del rows[8:]
        return [(value, READERS[kind]) for value in found]
    vectors = Vectors.open()
    made = []
    for op in of_each_domain():
        for entry in vectors.manifest.parts[op].certificates[:4]:
            stored = vectors._files[op].certificate(entry)
            value = json.loads(stored.text)
            if entry.leaves * LEAF < 100_000:
                del value["hardest"][8:]
                leaves = stored.leaves
                made.append((value, lambda v, leaves=leaves: parse_certificate(v, leaves, "c")))
    return made


@pytest.mark.parametrize("kind", KINDS)
def test_schema_and_reader_refuse_the_same_damaged_texts(kind: str) -> None:
    draw = random.Random(f"{SEED} {kind}")
    values = samples(kind)
    agreed = {True: 0, False: 0}
    for _ in range(ROUNDS):
        good, read = draw.choice(values)
        bad = altered(copy.deepcopy(good), draw)
        if not sayable(bad):
            continue
        valid = VALIDATORS[kind].is_valid(bad)
        try:
            read(bad)
            complaint = ""
        except VectorError as error:
            complaint = str(error)
        if valid:
            assert not complaint or re.search(BEYOND[kind], complaint), complaint
        else:
            shown = [f"{e.json_path}: {e.message[:200]}" for e in VALIDATORS[kind].iter_errors(bad)]
            assert complaint, f"the reader takes what the schema refuses: {shown}"
        agreed[valid] += 1
    assert agreed[False] > ROUNDS // 4
    assert agreed[True] > ROUNDS // 100


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"transform": "noise"}, "transform"),
        ({"parameters": {"limit": 3}}, "parameters"),
        ({"parameters": {"values": ["g"]}}, "parameters"),
        ({"seed": "0123456789ABCDEF"}, "seed"),
        ({"by": "guess"}, "by"),
    ],
)
def test_D1_a_drawn_operand_of_another_form_is_refused_by_both(
    change: dict[str, Any], where: str
) -> None:
    value = next(parse_json("t", t) for name, t in texts("table") if str(name).startswith("pad"))
    case = next(c for c in value["cases"] if c["inputs"][0]["by"] == "philox")
    assert VALIDATORS["table"].is_valid(value)
    case["inputs"][0] |= change
    assert not VALIDATORS["table"].is_valid(value)
    with pytest.raises(VectorError, match=f"'{where}' must be"):
        parse_table(value, "t")
