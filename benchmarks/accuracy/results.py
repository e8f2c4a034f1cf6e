"""The result files: `benchmarks/results/accuracy/<op>.json`, one entry for each library."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from samebits.benchmarks.accuracy.counting import BLOCKS
from samebits.benchmarks.peers import BenchmarkError
from samebits.common.files import write_atomically

FOLDER = Path(__file__).resolve().parent.parent / "results" / "accuracy"


@dataclass(frozen=True, slots=True)
class Result:
    """The counts of one library for one op.

    `every` is 1 for all inputs, n for every n-th block of 2^20, and 0 for random inputs. `at` is
    the input with the largest distance, in hexadecimal. The other counts are defined in
    `counting.Count`.
    """

    version: str
    processor: str
    every: int
    inputs: int
    wrong: int
    most: int
    at: str
    nan: int
    zero: int


Results = Mapping[str, Mapping[str, Result]]
"""The results by op, then by library."""


def read_op(op: str, folder: Path = FOLDER) -> dict[str, Result]:
    """Return the results of an op by library. The dictionary is empty without a file.

    Raises BenchmarkError.
    """
    path = folder / f"{op}.json"
    if not path.exists():
        return {}
    try:
        held = json.loads(path.read_text())
        return {name: Result(**entry) for name, entry in held.items()}
    except (ValueError, TypeError, AttributeError) as error:
        raise BenchmarkError(f"{path} is damaged ({error}): remove it, and measure again") from None


def write_op(op: str, results: Mapping[str, Result], folder: Path = FOLDER) -> None:
    """Write the results of an op."""
    data = {name: asdict(result) for name, result in sorted(results.items())}
    write_atomically(folder / f"{op}.json", (json.dumps(data, indent=1) + "\n").encode())


def read_all(folder: Path = FOLDER) -> dict[str, dict[str, Result]]:
    """Return all stored results, by op."""
    return {path.stem: read_op(path.stem, folder) for path in sorted(folder.glob("*.json"))}


def covers(held: Result | None, version: str, processor: str, every: int) -> bool:
    """Return whether a result is current: same version and machine, and at least these inputs."""
    return (
        held is not None
        and (held.version, held.processor) == (version, processor)
        and (held.every == 1 or held.every == every)
        and 1 <= held.every <= BLOCKS
    )
