"""Test damaged and forged files: the reader raises an error of one line, within a memory limit.

There are two kinds of damage. A mutated file does not match its digest, and the reader must refuse
every change of its content. A forged file has recomputed digests and seals, so the reader trusts
them. It must return cases, or raise an error of one line.
"""

from __future__ import annotations

import json
import random
import shutil
import tracemalloc
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from samebits.spec.catalog import all_ops
from samebits.vectors import contents, flags as flagging, part as parts
from samebits.vectors.certificates import read_certificate
from samebits.vectors.contents import OpFolder
from samebits.vectors.errors import VectorError
from samebits.vectors.files import MOST_BYTES, inflate, parse_json
from samebits.vectors.flags import FLAGS, parse_flags, read_flags
from samebits.vectors.part import FILES, NAME, parse_part, path_of, read_part
from samebits.vectors.reader import ROOM, Vectors
from samebits.vectors.schema import SETS
from samebits.vectors.tests.mutating import damaged, mutated, one_line

SEED = 20261122
ROUNDS = 3000
MOST_MEMORY = 200 * 2**20
OPS = (
    "exp",
    *(next(n for n, op in all_ops().items() if op.op_class == c) for c in ("move", "tree")),
)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of vectors with three ops: exp, a move, and a reduction."""
    folder = tmp_path_factory.mktemp("few")
    shutil.copy(ROOM / FLAGS, folder / FLAGS)
    for op in OPS:
        shutil.copytree(path_of(ROOM, op), path_of(folder, op))
    return folder


@pytest.mark.parametrize("name", [*FILES.values(), NAME])
def test_no_mutation_of_a_file_changes_what_is_read(
    few: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw, op = random.Random(f"{SEED} {name}"), "exp"
    good, part = (path_of(few, op) / name).read_bytes(), read_part(few, op)
    kind = next((k for k, v in FILES.items() if v == name), None)
    wanted = OpFolder(few, part).content(kind) if kind else None
    held = [good]
    module = contents if kind else parts
    monkeypatch.setattr(module, "read_bytes", lambda path, most=MOST_BYTES: held[0])

    def ask() -> None:
        if kind is None:
            assert read_part(few, op) == part
        else:  # different compressed bytes may have the same content
            assert OpFolder(few, part).content(kind) == wanted

    assert one_line(ask)
    refused = 0
    for _ in range(ROUNDS):
        held[0] = mutated(good, draw)
        refused += not one_line(ask)
    assert refused > 0.98 * ROUNDS


def test_no_mutation_of_the_flags_changes_what_is_read(
    few: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = random.Random(SEED)
    good, flags = (few / FLAGS).read_bytes(), read_flags(few)
    held = [good]
    monkeypatch.setattr(flagging, "read_bytes", lambda path, most: held[0])

    def ask() -> None:  # a missing entry is allowed: the root digest detects it
        assert all(flags[name] == flag for name, flag in read_flags(few).items())

    for _ in range(ROUNDS):
        held[0] = mutated(good, draw)
        one_line(ask)


@pytest.mark.parametrize("op", OPS)
def test_forged_tables_are_answered_without_a_traceback(few: Path, op: str) -> None:
    draw = random.Random(f"{SEED} {op}")
    vectors = Vectors.open(few)
    good = {case.id: case.record for case in vectors.cases(ops=[op], level="full", sets=SETS)}
    files = vectors._files[op]
    small = [entry for entry in files.part.tables if entry.bytes < 20_000]
    texts = {entry.key: files.table_text(entry) for entry in small}
    refused = 0

    def ask() -> None:
        for case in vectors._table(op, entry, "exhaustive"):
            if case.record != good.get(case.id) and case.available() is None:
                case.inputs()
                case.expected()

    for _ in range(ROUNDS):
        entry = draw.choice(small)
        vectors._tables.clear()
        files.__dict__["_tables"] = {entry.key: damaged(texts[entry.key], draw)}
        refused += not one_line(ask)
    assert refused > ROUNDS // 2


def test_forged_certificates_are_answered_without_a_traceback(few: Path) -> None:
    draw = random.Random(SEED)
    files = OpFolder(few, read_part(few, "exp"))
    data = files.data()
    refused = 0
    for _ in range(ROUNDS):
        at = draw.randrange(len(data.certificates))
        stored = data.certificates[at]
        text, leaves = damaged(stored.text, draw), stored.leaves
        if draw.random() < 0.2:
            leaves = mutated(leaves, draw)
        files.__dict__["_certificates"] = {stored.name: replace(stored, text=text, leaves=leaves)}
        refused += not one_line(lambda name=stored.name: read_certificate(files, name))  # type: ignore[misc]
    assert refused > ROUNDS // 2


def test_forged_manifests_are_answered_without_a_traceback(few: Path) -> None:
    draw = random.Random(SEED)
    for op in OPS:
        text = (path_of(few, op) / NAME).read_bytes()
        for _ in range(ROUNDS // 3):
            data = damaged(text, draw)
            one_line(lambda data=data: parse_part(parse_json("p", data), "p").to_bytes())  # type: ignore[misc]
    flags = (few / FLAGS).read_bytes()
    for _ in range(ROUNDS // 3):
        data = damaged(flags, draw)
        one_line(
            lambda data=data: parse_flags(parse_json("f", data), "f", sealed=False)  # type: ignore[misc]
        )


def test_a_bomb_is_unpacked_to_no_more_than_what_is_listed(few: Path) -> None:
    path = path_of(few, "exp") / FILES["tables"]
    good = path.read_bytes()
    bomb = zlib.compress(bytes(1 << 28), 9)
    assert len(bomb) < 300_000
    tracemalloc.start()
    try:
        path.write_bytes(bomb)
        with pytest.raises(VectorError, match=r"tables\.z: does not unpack to the"):
            Vectors.open(few).cases(ops=["exp"])
        with pytest.raises(VectorError, match="does not unpack"):
            inflate(path, bomb, MOST_BYTES)
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()
        path.write_bytes(good)


def test_a_file_beyond_the_limit_is_not_read(few: Path) -> None:
    for path in (few / FLAGS, path_of(few, "exp") / NAME, path_of(few, "exp") / FILES["values"]):
        good = path.read_bytes()
        try:
            with path.open("r+b") as stream:
                stream.truncate(1 << 36)  # a sparse file
            with pytest.raises(VectorError, match=f"{path.name}: holds more than"):
                Vectors.open(few).verify_all()
        finally:
            path.write_bytes(good)


def test_a_manifest_that_promises_too_much_is_refused(few: Path) -> None:
    part = read_part(few, "exp")
    entry = replace(part.tables[0], values=(0, 0, 1 << 40, 0))
    greedy = replace(part, tables=(entry, *part.tables[1:]))
    with pytest.raises(VectorError, match=f"lists more than {MOST_BYTES} bytes of values"):
        parse_part(json.loads(greedy.to_bytes()), "manifest.json")
