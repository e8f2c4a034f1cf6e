"""Test that a written witness can be read, and that any other file gives one clear error."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import struct
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from samebits.common import witnesses
from samebits.common.errors import SamebitsError
from samebits.common.witnesses import FORMAT, Seen, Step, Witness

DATA = bytes(range(8))
KEPT = Seen("y", "torch.float32", (2,), hashlib.sha256(DATA).hexdigest(), DATA)
EMPTY = Seen("z", "torch.float32", (0, 3), hashlib.sha256(b"").hexdigest(), b"")
WITNESS = Witness({"torch": "2.13"}, (Step("add", "model.py:3", (KEPT, EMPTY)),))

TRIALS = 1500


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    WITNESS.save(tmp_path / "w.npz")
    found = witnesses.load(tmp_path / "w.npz")
    assert found == WITNESS
    assert found.steps[0].tensors[0].data == DATA


def _zip(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("witness.npy", "nothing")


def _huge(path: Path) -> None:
    """Write an archive whose member claims to have 2^60 elements."""
    with zipfile.ZipFile(path, "w") as archive:
        head = repr({"descr": "<f8", "fortran_order": False, "shape": (1 << 60,)}).encode()
        archive.writestr("witness.npy", b"\x93NUMPY\x01\0" + struct.pack("<H", len(head)) + head)


def _text(path: Path, text: object) -> None:
    data = np.frombuffer(json.dumps(text).encode(), np.uint8)
    with path.open("wb") as file:
        np.savez(file, witness=data, b0=np.frombuffer(DATA, np.uint8))


ODD: dict[str, Callable[[Path], Any]] = {
    "empty": Path.touch,
    "begins as a zip": lambda path: path.write_bytes(b"PK\3\4 and no more"),
    "text": lambda path: path.write_text("hello"),
    "one array": lambda path: path.write_bytes(b"\x93NUMPY\x01\0\0\0"),
    "gzip": lambda path: path.write_bytes(gzip.compress(b"hello")),
    "another zip": _zip,
    "no such memory": _huge,
    "a list": lambda path: _text(path, []),
    "a number": lambda path: _text(path, 3),
    "nested": lambda path: path.write_bytes(b"[" * 100_000),
    "pipe": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/null"),
}

STEP = {"op": "add", "place": "", "tensors": []}
TENSOR = {"name": "y", "dtype": "f", "shape": [2], "digest": KEPT.digest, "kept": "b0"}
WRONG = {
    "state": {"state": 3},
    "state of a number": {"state": {"torch": 3}},
    "steps": {"steps": 3},
    "no op": {"steps": [{}]},
    "op": {"steps": [{**STEP, "op": 3}]},
    "tensors": {"steps": [{**STEP, "tensors": 3}]},
    "shape": {"steps": [{**STEP, "tensors": [{**TENSOR, "shape": ["a"]}]}]},
    "sides": {"steps": [{**STEP, "tensors": [{**TENSOR, "shape": [-2]}]}]},
    "bytes": {"steps": [{**STEP, "tensors": [{**TENSOR, "shape": [3]}]}]},
    "no elements": {"steps": [{**STEP, "tensors": [{**TENSOR, "shape": [0]}]}]},
    "digest": {"steps": [{**STEP, "tensors": [{**TENSOR, "digest": "aa"}]}]},
    "kept": {"steps": [{**STEP, "tensors": [{**TENSOR, "kept": "b7"}]}]},
    "dtype": {"steps": [{**STEP, "tensors": [{**TENSOR, "dtype": None}]}]},
}


@pytest.mark.parametrize("name", ODD)
def test_a_file_that_is_no_witness_is_one_line_and_never_waited_for(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / "odd.npz"
    ODD[name](path)
    with pytest.raises(SamebitsError, match=r"odd\.npz") as caught:
        witnesses.load(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", WRONG)
def test_a_member_of_another_type_is_refused(name: str, tmp_path: Path) -> None:
    whole = {"format": FORMAT, "state": {}, "steps": [{**STEP, "tensors": [TENSOR]}]}
    _text(tmp_path / "w.npz", whole)
    assert witnesses.load(tmp_path / "w.npz").steps[0].tensors[0].data == DATA
    _text(tmp_path / "w.npz", {**whole, **WRONG[name]})
    with pytest.raises(
        SamebitsError, match=r"w\.npz is not a file that samebits.torch.witness wrote, or it is"
    ):
        witnesses.load(tmp_path / "w.npz")


def test_another_format_is_named(tmp_path: Path) -> None:
    _text(tmp_path / "w.npz", {"format": "samebits witness 9"})
    with pytest.raises(SamebitsError, match="has the format 'samebits witness 9', not"):
        witnesses.load(tmp_path / "w.npz")


def test_whatever_bytes_are_damaged_the_end_is_a_witness_or_one_error(tmp_path: Path) -> None:
    WITNESS.save(tmp_path / "w.npz")
    good, path = (tmp_path / "w.npz").read_bytes(), tmp_path / "damaged.npz"
    dice = random.Random(7)
    for _ in range(TRIALS):
        data = bytearray(good[: dice.randrange(len(good)) if dice.random() < 0.2 else None])
        for _ in range(dice.choice((1, 1, 2, 8))):
            if data:
                data[dice.randrange(len(data))] = dice.choice((0, 1, 255, dice.randrange(256)))
        path.write_bytes(data)
        with suppress(SamebitsError):
            witnesses.load(path)
