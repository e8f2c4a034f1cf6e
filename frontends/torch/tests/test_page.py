"""The Python programs in docs/torch.md print the results that the page states."""

import re
import subprocess
import sys

from samebits.torch.tests.examples import FOLDER

PAGE = (FOLDER.parent / "docs" / "torch.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)


def printed(program, folder):
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_first_program_prints_its_hash(tmp_path):
    (wanted,) = re.findall(r"^```text\n(.*?)^```", PAGE, re.M | re.S)
    assert printed(PROGRAMS[0], tmp_path) == wanted


def test_micro_batches_equal_the_whole(tmp_path):
    assert printed(PROGRAMS[1], tmp_path) == "True\n"


def test_a_witness_is_written(tmp_path):
    before = "import torch, samebits.torch\nmodel, x = torch.nn.Linear(2, 2), torch.ones(1, 2)\n"
    assert len(printed(before + PROGRAMS[2], tmp_path).strip()) == 64
    assert (tmp_path / "here.npz").is_file()
    assert len(PROGRAMS) == 3
