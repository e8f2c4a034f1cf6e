"""Run stored calls under callgrind: `program.py FOLDER DEVICE OUT`, in the measured checkout.

This program uses only interfaces that have not changed since the suite's first version, so that it
runs in old checkouts.
"""

import ctypes
import json
import sys
from pathlib import Path

import ml_dtypes  # noqa: F401 - NumPy then knows the names of bf16 and fp8
import numpy as np

from samebits.backends.c import backend
from samebits.backends.protocol import Unsupported
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import get_format


def main(folder: Path, device: str, out: Path) -> None:
    """Run each call twice, and count the second run."""
    marks = ctypes.CDLL(str(folder / "marks.so"))
    rows = [json.loads(line) for line in (folder / "calls.jsonl").read_text().splitlines()]
    with backend.open(device) as session, out.open("w") as names:
        session.configure(threads=1)
        for number, row in enumerate(rows):
            attributes = {k: _value(v) for k, v in row["attributes"].items()}
            try:
                call = get_op(row["op"]).call(row["inputs"], row["outputs"], **attributes)
            except SpecError as error:  # an older checkout lacks the op; `compare` lists the call
                print(f"not counted: {row['name']}: {error}")
                continue
            # a graph op without a kernel is computed node by node
            if isinstance(session.supports(call), Unsupported):
                continue
            with np.load(folder / f"{number}.npz") as kept:
                arrays = [kept[f"arr_{i}"] for i in range(len(row["inputs"]))]
            inputs = [
                x.view(get_format(f).dtype) for x, f in zip(arrays, row["inputs"], strict=True)
            ]
            outputs = [
                np.zeros(shape, get_format(f).dtype)
                for shape, f in zip(row["shapes"], row["outputs"], strict=True)
            ]
            session.run(call, inputs, outputs)
            marks.start()
            session.run(call, inputs, outputs)
            marks.stop(row["name"].encode())
            names.write(row["name"] + "\n")
            names.flush()


def _value(value: object) -> object:
    """Return an attribute as a Python value, because JSON has no tuples and no infinities."""
    if isinstance(value, list):
        return tuple(value)
    return float(value["float"]) if isinstance(value, dict) else value


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
