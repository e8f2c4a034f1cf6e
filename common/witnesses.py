"""Witnesses: records of one run of a model, op by op, stored for comparison between machines.

The file is a NumPy archive (`.npz`). Its member `witness` is JSON in UTF-8. It contains the state
of the run, and its steps in order. A step has the op, the source line of the call, and its tensors.
A tensor has a name, dtype, shape and the SHA-256 of its bytes (row-major, little endian). If the
bytes were saved too, they are in a member `b<n>`, whose name is recorded with the tensor.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from samebits.common.errors import SamebitsError
from samebits.common.reading import UnreadableError, open_regular, parse_json

FORMAT = "samebits witness 1"


def contraction_of(state: Mapping[str, str]) -> str:
    """Return the contraction that a run used. Older files do not contain it: they used T4."""
    return state.get("contraction", "T4")


@dataclass(frozen=True, slots=True)
class Seen:
    """A tensor: its name or its index among the results, dtype, shape, and its bytes if saved."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    digest: str
    data: bytes | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Step:
    """An op and its results. The inputs, parameters and outputs of the model are also steps."""

    op: str
    place: str
    tensors: tuple[Seen, ...]


@dataclass(frozen=True, slots=True)
class Witness:
    """The steps of a run, and the state of samebits.torch during the run."""

    state: Mapping[str, str]
    steps: tuple[Step, ...]

    @property
    def digest(self) -> str:
        """Return the SHA-256 over ops, names, dtypes, shapes and digests of tensors, in order."""
        whole = hashlib.sha256()
        for step in self.steps:
            tensors = [[t.name, t.dtype, list(t.shape), t.digest] for t in step.tensors]
            whole.update(json.dumps([step.op, tensors]).encode())
        return whole.hexdigest()

    def save(self, path: str | Path) -> None:
        """Write the witness to a file."""
        arrays: dict[str, Any] = {}
        steps = []
        for step in self.steps:
            tensors = []
            for seen in step.tensors:
                entry = {k: v for k, v in asdict(seen).items() if k != "data"}
                entry["kept"] = f"b{len(arrays)}" if seen.data is not None else ""
                if seen.data is not None:
                    arrays[entry["kept"]] = np.frombuffer(seen.data, np.uint8)
                tensors.append(entry)
            steps.append({"op": step.op, "place": step.place, "tensors": tensors})
        text = json.dumps({"format": FORMAT, "state": dict(self.state), "steps": steps})
        with Path(path).open("wb") as file:
            np.savez(file, witness=np.frombuffer(text.encode(), np.uint8), **arrays)


_BROKEN = (
    *(ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, SyntaxError),
    *(EOFError, OSError, RuntimeError, MemoryError, zipfile.BadZipFile, zlib.error, struct.error),
)
"""Errors that NumPy and the zip archive raise for a file that is damaged or not a witness."""


def load(path: str | Path) -> Witness:
    """Read a witness.

    Raises SamebitsError for a file that is not a valid witness, and OSError if it is missing.
    """
    try:
        file = open_regular(Path(path))
    except UnreadableError as error:
        raise SamebitsError(f"{path}: {error}") from error
    with file:
        try:
            with np.load(file, allow_pickle=False) as members:
                return _read(members, path)
        except (*_BROKEN, UnreadableError) as error:
            raise SamebitsError(
                f"{path} is not a file that samebits.torch.witness wrote, or it is damaged"
            ) from error


def _read(members: Any, path: str | Path) -> Witness:
    text = parse_json(members["witness"].tobytes())
    if text["format"] != FORMAT:
        shown = str(text["format"])[:80]
        raise SamebitsError(
            f"{path} has the format {shown!r}, not {FORMAT!r}; record it again with this version"
        )
    state = {name: _text(value) for name, value in text["state"].items()}
    return Witness(state, tuple(_step(step, members) for step in text["steps"]))


def _step(step: Mapping[str, Any], members: Any) -> Step:
    tensors = tuple(_seen(entry, members) for entry in step["tensors"])
    return Step(_text(step["op"]), _text(step["place"]), tensors)


def _seen(entry: Mapping[str, Any], members: Any) -> Seen:
    """Return the tensor of an entry. Raises ValueError if its bytes do not fit shape or digest."""
    shape = tuple(entry["shape"])
    if not all(type(side) is int and side >= 0 for side in shape):
        raise ValueError(f"the shape {shape} has a size that is not an integer of at least 0")
    data = members[entry["kept"]].tobytes() if entry["kept"] else None
    seen = Seen(_text(entry["name"]), _text(entry["dtype"]), shape, _text(entry["digest"]), data)
    if data is not None:
        count = math.prod(shape)
        if bool(data) != bool(count) or len(data) % max(count, 1):
            raise ValueError(f"{len(data)} bytes do not fit {count} elements")
        if hashlib.sha256(data).hexdigest() != seen.digest:
            raise ValueError("the bytes do not have the recorded digest")
    return seen


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"a member must be a string, got {type(value).__name__}")
    return value
