"""A small third-party backend, and a fixture that judges it in an empty folder."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from samebits.commands.certify import command

BACKEND = """
import os, signal
from samebits.backends.protocol import Device, Supported, Unsupported
from samebits.spec.formats import bits_of

class Session:
    def __init__(self, device): self.device = device
    def __enter__(self): return self
    def __exit__(self, *a): pass
    def environment(self): return {"made": "by hand"}
    def supports(self, call):
        return Supported() if call.op == "neg" else Unsupported("only neg is written")
    def run(self, call, inputs, outputs):
        form = str(inputs[0].dtype)
        if self.device == "wrong" and form == "float32": outputs[0][...] = inputs[0]; return
        if self.device == "dies" and form == "float16": os.kill(os.getpid(), signal.SIGSEGV)
        bits = bits_of(inputs[0])
        sign = bits.dtype.type(1 << (8 * bits.itemsize - 1))
        outputs[0][...] = (bits ^ sign).view(outputs[0].dtype)

class Backend:
    name, version, protocol = "mine", "1", 1
    def devices(self):
        far = Device("far", "another machine", False, "it is not here")
        return [Device("right", "does it"), Device("wrong", "x"), Device("dies", "x"), far]
    def open(self, device): return Session(device)

backend = Backend()
"""

Certify = Callable[..., Result]


@pytest.fixture
def certify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Certify:
    """Return a function that runs `samebits certify` on the backend in an empty folder.

    Errors of the command are raised.
    """
    module = f"mine_{re.sub(r'[^0-9]', '', tmp_path.name)}_{len(sys.modules)}"
    (tmp_path / f"{module}.py").write_text(BACKEND)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    name = f"py:{module}:backend"

    def certify(*arguments: str, backend: str = name) -> Result:
        fixed = ["--backend", backend, "--level", "smoke", "-n", "0", "--out", "out"]
        result = CliRunner().invoke(command, [*fixed, *arguments])
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return certify


def report_of(device: str) -> Path:
    (path,) = Path("out").glob(f"*-{device}.jsonl")
    return path


NEG = ("--op", "neg", "--set", "golden")
