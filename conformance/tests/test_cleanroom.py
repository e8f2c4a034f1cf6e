"""Tests that a backend that was written only from the specification compiles and conforms."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from samebits.common.tests.added import ADDED
from samebits.conformance.tests.cleanroom_calls import BAD, GOOD, SIZES, Array, Asked
from samebits.spec.catalog import all_ops

SOURCES = Path(__file__).resolve().parents[2] / "examples" / "cleanroom"
PROFILES = ("core", "reduce", "contract")
UNTOUCHED = b"\xa5"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the clean-room program with its own Makefile."""
    compiler, make = shutil.which("cc"), shutil.which("make")
    if compiler is None or make is None:
        pytest.skip("the clean room is compiled by make and cc, and this machine lacks one of them")
    folder = tmp_path_factory.mktemp("cleanroom")
    command = [make, "-C", str(SOURCES), f"OUT={folder}", f"CC={compiler}"]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    return folder / "backend"


class Host:
    """A session of the program without the judge, so that tests see the texts of its errors."""

    def __init__(self, program: Path, operands: IO[bytes], results: IO[bytes]) -> None:
        self.operands, self.results = operands, results
        files = (operands.fileno(), results.fileno())
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program], stdin=pipe, stdout=pipe, pass_fds=files)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.to, self.back = self.process.stdin, self.process.stdout
        self.number = 0
        self.ask("hello", protocol=1, operands=files[0], results=files[1], page=4096)

    def ask(self, do: str, **members: Any) -> dict[str, Any]:
        """Send one request to the program and return its answer."""
        self.number += 1
        text = json.dumps({"do": do, "number": self.number, **members}).encode()
        self.to.write(struct.pack("<I", len(text)) + text)
        self.to.flush()
        (length,) = struct.unpack("<I", self.back.read(4))
        answer: dict[str, Any] = json.loads(self.back.read(length))
        assert answer["number"] == self.number
        return answer

    def run(self, asked: Asked) -> tuple[dict[str, Any], bytes]:
        """Run a call; return the answer and the bytes of the results, which are ¥ before it."""
        operands, given = _laid_out(asked.operands)
        results, made = _laid_out(asked.results)
        _fill(self.operands, given)
        _fill(self.results, UNTOUCHED * len(made))
        call = {
            "op": asked.op,
            "version": asked.version,
            "inputs": [each.format for each in asked.operands],
            "outputs": [each.format for each in asked.results],
            "attributes": asked.attributes,
        }
        job = {"call": call, "operands": operands, "results": results}
        sizes = {"operand_bytes": len(given), "result_bytes": len(made)}
        answer = self.ask("run", jobs=[[job]], **sizes)
        self.results.seek(0)
        return answer, self.results.read()

    def end(self) -> None:
        """Close the input of the program, which then ends."""
        self.to.close()
        assert self.process.wait(10) == 0
        self.back.close()


def _laid_out(arrays: tuple[Array, ...]) -> tuple[list[dict[str, Any]], bytes]:
    """Return descriptions of row-major arrays in one memory, one after the other, and all bytes."""
    places: list[dict[str, Any]] = []
    content = b""
    for each in arrays:
        strides: list[int] = []
        step = SIZES[each.format]
        for size in reversed(each.shape):
            strides.insert(0, step)
            step *= size
        place = {"format": each.format, "shape": each.shape, "strides": strides, "at": len(content)}
        places.append(place)
        content += each.bytes()
    return places, content


def _fill(file: IO[bytes], content: bytes) -> None:
    file.seek(0)
    file.truncate()
    file.write(content)
    file.flush()


@pytest.fixture(scope="module")
def host(program: Path) -> Iterator[Host]:
    """Return one session for all calls: a refused call has no effect on later calls (C2.5)."""
    with tempfile.TemporaryFile() as operands, tempfile.TemporaryFile() as results:
        session = Host(program, operands, results)
        yield session
        session.end()


@pytest.mark.parametrize("asked", GOOD, ids=lambda asked: asked.op)
def test_takes_what_is_right(host: Host, asked: Asked) -> None:
    """The calls from which erroneous calls are made are valid, and every element is written."""
    answer, results = host.run(asked)
    assert answer["ok"] == {}
    assert UNTOUCHED * 4 not in results


@pytest.mark.parametrize("name", BAD)
def test_refuses(host: Host, name: str) -> None:
    """C2.1 and C2.4: the error names the op, and no byte of a result is written."""
    answer, results = host.run(BAD[name])
    assert BAD[name].op in answer["error"]
    assert not results.strip(UNTOUCHED)


def judged(program: Path, out: Path, *asked: str) -> tuple[int, str]:
    """Return the exit status and the output of a run of golden and refused cases of level smoke."""
    command = [sys.executable, "-m", "samebits.commands.cli", "certify"]
    command += ["--backend", f"exec:{program}", "--set", "golden", "--set", "refused"]
    command += ["--level", "smoke", "--workers", "1", "--out", str(out), *asked]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout + ended.stderr


def test_conforms(program: Path, tmp_path: Path) -> None:
    """The three profiles of the program pass: golden cases bit for bit, and refused calls."""
    asked = [f"--profile={name}" for name in PROFILES]
    if ADDED:
        ops = [op.name for op in all_ops().values() if op.profile in PROFILES]
        asked = [f"--op={name}" for name in ops if name not in ADDED]
    status, said = judged(program, tmp_path / "report", *asked)
    assert status == 0, said
    assert "PASS" in said


def test_says_what_it_lacks(program: Path, tmp_path: Path) -> None:
    """An op of a profile that the program lacks is unsupported, which is not a pass."""
    command = [sys.executable, "-m", "samebits.commands.cli", "certify"]
    command += ["--backend", f"exec:{program}", "--set", "golden", "--level", "smoke"]
    command += ["--workers", "1", "--op", "exp", "--format", "f32"]
    command += ["--out", str(tmp_path / "report")]
    judged = subprocess.run(command, capture_output=True, text=True, check=False)
    said = judged.stdout + judged.stderr
    assert judged.returncode == 1, said
    assert "unsupported (exp f32)" in said
