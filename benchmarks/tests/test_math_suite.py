"""The suite math: what is compared with what, and what a verdict says. No test asserts a time."""

import math
import re
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from samebits.backends import discovery
from samebits.benchmarks.declared import FOLDER, Measured
from samebits.benchmarks.glibc import glibc_function, has_glibc
from samebits.benchmarks.measure import rotate
from samebits.benchmarks.peers import BenchmarkError, limit_torch
from samebits.benchmarks.ranges import RANGES, border, operands
from samebits.benchmarks.rivals import has_torch, numpy_function, torch_function
from samebits.benchmarks.speed_page import page, read_notes
from samebits.benchmarks.suites.math import functions, lacking, measured
from samebits.benchmarks.targets import Figures, missed
from samebits.spec.catalog import all_ops, get_op

GOOD = Figures("exp", 0.5, 1.0, 1.2, 5.0, 0.5, 1.1, 4.0, {"f16": 1.0}, {"common": 1.0})


def test_every_side_of_a_rotation_begins_in_turn():
    order = []
    sides = {name: (lambda name=name: order.append(name)) for name in "abc"}
    result = rotate(sides, seconds=0, slice_seconds=0)
    rounds = [order[6:][i : i + 3] for i in range(0, 15, 3)]
    assert [r[0] for r in rounds] == ["a", "b", "c", "a", "b"]
    assert result.relative["a"] == 1


ROUNDED = [op for op in ("sqrt", *functions()) if len(get_op(op).operands) == 1]


@pytest.mark.parametrize("op", [op for op in ROUNDED if numpy_function(op) or has_glibc(op)])
def test_a_rival_computes_the_function_of_its_name(op):
    """Rivals are off by some ulp at most; a wrong name in a table is off by much more."""
    x = operands(op, 1, 64)[0]
    (oracle,) = _ours(op, x)
    for rival in (numpy_function(op), _glibc(op)):
        if rival is not None:
            with np.errstate(all="ignore"):
                np.testing.assert_allclose(rival(x), oracle, rtol=1e-5)


@pytest.mark.parametrize("op", [op for op in ("sqrt", *functions()) if has_torch(op)])
def test_a_function_of_torch_is_the_op_of_its_name(op):
    torch = pytest.importorskip("torch")
    x = operands(op, len(all_ops()[op].operands), 64)
    out = torch.empty(64)
    result = torch_function(torch, op)(*map(torch.from_numpy, x), out=out)
    (wanted,) = _ours(op, *x)
    np.testing.assert_allclose(result.numpy(), wanted, rtol=2e-5, atol=1e-6)


def _glibc(op):
    function = glibc_function(op)
    return function and (lambda x: function(x, np.empty_like(x)))


def _ours(op, *x):
    """The right results, from the C backend, whose bits other tests hold against the oracles."""
    from samebits.backends import executor
    from samebits.benchmarks.suites.math import call_of

    found = discovery.load("c")
    device = next(d.name for d in found.devices() if d.available)
    with found.open(device) as session:
        return executor.execute(session, call_of(op), x)


def test_glibc_in_threads_returns_what_it_returns_in_one():
    x = operands("exp", 1, 1001)[0]
    one = glibc_function("exp")(x, np.empty_like(x))
    three = glibc_function("exp", 3)(x, np.empty_like(x))
    assert np.array_equal(one, three)


@pytest.mark.parametrize("where", RANGES)
def test_a_range_is_where_its_name_says(where):
    (x,) = operands("exp", 1, 4096, where)
    magnitudes = np.abs(x)
    tiny, normal = 2.0**-30, 2.0**-126
    low, high = {
        "common": (0, 7), "tiny": (normal, tiny), "subnormal": (1e-45, normal),
        "huge": (2.0**30, math.inf), "overflow border": border("exp"), "saturated": (20, 80),
        "negative": (0, 7),
    }[where]  # fmt: skip
    assert low <= magnitudes.min()
    assert magnitudes.max() <= high
    assert (x < 0).all() == (where == "negative")


@pytest.mark.parametrize(("op", "place"), [("exp", 88.72), ("square", 1.844e19), ("asin", 1.0)])
def test_a_border_is_where_results_overflow_or_the_domain_ends(op, place):
    low, high = border(op)
    assert 0.85 * place < low < place < high < 1.3 * place


def test_a_file_that_is_not_whole_is_an_error_that_names_it():
    def half():
        return SimpleNamespace(MEASURED=Measured(gpu=(), torch=None, cupy=None))

    with pytest.raises(BenchmarkError, match=r"benchmarks/ops/exp\.py: .*'native'.*say None"):
        FOLDER.load("exp", half)
    with pytest.raises(BenchmarkError, match=r"benchmarks/ops/exp\.py: MEASURED is missing: write"):
        FOLDER.load("exp", SimpleNamespace)
    with pytest.raises(BenchmarkError, match=r"benchmarks/ops/exq\.py: no op is called exq"):
        FOLDER.load("exq", SimpleNamespace)


def test_the_suite_knows_every_function_of_the_profile():
    assert "exp" in functions()
    assert "add" not in functions()
    with pytest.raises(BenchmarkError, match="no function of the profile math"):
        functions(["add"])


def test_what_a_backend_lacks_is_named_and_not_measured():
    with discovery.load("numpy").open("cpu") as session:
        assert lacking(session, ["exp", "mish"]) == ["mish"]
        assert list(measured(session, ["mish"], 1, 0.0)) == []


def test_a_verdict_names_each_target_that_is_missed():
    assert missed(GOOD, "avx512") == []
    slow = Figures("exp", 1, 1, 1.5, 5, 1, 1.1, 4, {"f16": 1.5}, {"common": 1.0, "huge": 12.0})
    assert missed(slow, "avx512") == ["torch 1.50 > 1.35", "f16 1.50 > 1", "huge 12.0 > 10"]
    assert missed(slow, "avx2") == ["f16 1.50 > 1", "huge 12.0 > 10"]
    other = Figures("sin", 1, 3, 2.0, 2.5, 1, 2.0, 3.5, {}, {})
    assert missed(other, "avx512") == ["glibc 2.50 < 3"]
    alone = Figures("mish", 1, 4.5, 0.1, None, 1, 0.1, None, {}, {})
    assert missed(alone, "avx512") == ["exp 4.50 > 4"]


def test_the_page_has_a_row_for_each_op_and_names_what_is_lacking():
    text = page([GOOD], "avx512", {"glibc": "2.36"}, ["mish"], {})
    assert "\n| exp | 0.50 | 1.20 |" in text
    assert "no kernel: mish." in text


def test_the_page_tells_what_was_tried_where_a_target_is_missed():
    slow = Figures("sin", 1, 3, 2.0, 2.5, 1, 2.0, 3.5, {}, {})
    text = page([GOOD, slow], "avx512", {}, [], {"sin": "shorter series", "exp": "nothing"})
    assert "## What was tried\n\n- sin: shorter series\n" in text
    assert "nothing" not in text


def test_a_note_is_shown_with_those_that_it_refers_to():
    missing = Figures("first", 1, 3, 2.0, 2.5, 1, 2.0, 3.5, {}, {})
    notes = {"first": "as next, twice", "next": "as third", "third": "x", "p": "y", "q": "as first"}
    tried = page([missing], "avx512", {}, [], notes).partition("## What was tried")[2]
    assert tried.split("\n\n")[1].splitlines() == [
        "- first: as next, twice", "- next: as third", "- third: x",
    ]  # fmt: skip


def test_notes_are_of_functions_of_the_profile():
    functions(list(read_notes()))


def test_torch_is_limited_before_it_is_loaded_or_not_at_all(monkeypatch):
    pytest.importorskip("torch")
    with pytest.raises(BenchmarkError, match="in a process of its own"):
        limit_torch("avx2")
    limit_torch("avx512")


def test_a_page_says_which_sources_were_measured_and_when(tmp_path):
    pytest.importorskip("torch", reason="without it no page is measured: PyTorch is a side of each")
    path = tmp_path / "speed.md"
    asked = ["math", "--device", "baseline", "--op", "relu", "--seconds", "0.01"]
    command = [sys.executable, "-m", "samebits.benchmarks", *asked, "--markdown", str(path)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    text = path.read_text()
    with discovery.load("c").open("baseline") as session:
        assert f"\n- sources: {session.environment()['source_digest'][:12]}\n" in text
    assert re.search(r"\n- day: 20\d\d-\d\d-\d\d\n", text)
    assert "\n| relu | " in text
