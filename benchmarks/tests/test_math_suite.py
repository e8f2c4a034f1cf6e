"""Test the suite math: the compared sides, and the check of targets. No test asserts a time."""

import math
import re
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from samebits.backends import discovery
from samebits.benchmarks.core_math import core_math_function
from samebits.benchmarks.declared import TABLE, Measured
from samebits.benchmarks.glibc import glibc_function, has_glibc
from samebits.benchmarks.measure import rotate
from samebits.benchmarks.peers import BenchmarkError, limit_torch
from samebits.benchmarks.ranges import RANGES, border, operands
from samebits.benchmarks.rivals import has_torch, numpy_function, torch_function
from samebits.benchmarks.speed_page import read_notes, section, told
from samebits.benchmarks.speed_record import read
from samebits.benchmarks.suites.math import functions, lacking, measured
from samebits.benchmarks.targets import Figures, missed
from samebits.spec.catalog import all_ops, get_op

GOOD = Figures("exp", "f32", 0.5, 1.0, 1.2, 5.0, 0.5, 1.1, 4.0, {"f16": 1.0}, {"common": 1.0})


def test_every_side_of_a_rotation_begins_in_turn():
    order = []
    sides = {name: (lambda name=name: order.append(name)) for name in "abc"}
    result = rotate(sides, seconds=0, slice_seconds=0)
    rounds = [order[6:][i : i + 3] for i in range(0, 15, 3)]
    assert [r[0] for r in rounds] == ["a", "b", "c", "a", "b"]
    assert result.relative["a"] == 1


ROUNDED = [op for op in ("sqrt", *functions()) if len(get_op(op).operands) == 1]


@pytest.mark.parametrize(("label", "near"), [("f32", 1e-5), ("f64", 1e-13)])
@pytest.mark.parametrize("op", [op for op in ROUNDED if numpy_function(op) or has_glibc(op)])
def test_a_rival_computes_the_function_of_its_name(op, label, near):
    """Rivals are wrong by a few ulp at most.

    A wrong name in a table would give much larger errors.
    """
    x = operands(op, 1, 64, label=label)[0]
    (oracle,) = _ours(op, label, x)
    for rival in (numpy_function(op), _glibc(op, label)):
        if rival is not None:
            with np.errstate(all="ignore"):
                np.testing.assert_allclose(rival(x), oracle, rtol=near)


@pytest.mark.parametrize(("label", "near", "small"), [("f32", 2e-5, 1e-6), ("f64", 1e-7, 1e-12)])
@pytest.mark.parametrize("op", [op for op in ("sqrt", *functions()) if has_torch(op)])
def test_a_function_of_torch_is_the_op_of_its_name(op, label, near, small):
    """In PyTorch's derivative of hardsigmoid, 1/6 is a binary32 number, even in binary64."""
    torch = pytest.importorskip("torch")
    x = operands(op, len(all_ops()[op].operands), 64, label=label)
    out = torch.from_numpy(np.empty_like(x[0]))
    result = torch_function(torch, op)(*map(torch.from_numpy, x), out=out)
    (wanted,) = _ours(op, label, *x)
    np.testing.assert_allclose(result.numpy(), wanted, rtol=near, atol=small)


def _glibc(op, label):
    function = glibc_function(op, label=label)
    return function and (lambda x: function(x, np.empty_like(x)))


def _ours(op, label, *x):
    """Return the right results from the C backend, which other tests compare with the oracles."""
    from samebits.backends import executor
    from samebits.benchmarks.suites.math import call_of

    found = discovery.load("c")
    device = next(d.name for d in found.devices() if d.available)
    with found.open(device) as session:
        return executor.execute(session, call_of(op, label), x)


@pytest.mark.parametrize("label", ["f32", "f64"])
def test_glibc_in_threads_returns_what_it_returns_in_one(label):
    x = operands("exp", 1, 1001, label=label)[0]
    one = glibc_function("exp", label=label)(x, np.empty_like(x))
    three = glibc_function("exp", 3, label)(x, np.empty_like(x))
    assert np.array_equal(one, three)


def _checkout(folder, op, ending, text):
    """Make a folder with the layout of a CORE-MATH checkout and one function."""
    kind = "binary32" if ending else "binary64"
    source = folder / "src" / kind / op / f"{op}{ending}.c"
    source.parent.mkdir(parents=True)
    source.write_text(text)
    return folder


@pytest.mark.parametrize(
    ("label", "ending", "kind"), [("f32", "f", "float"), ("f64", "", "double")]
)
def test_a_checkout_of_core_math_is_compiled_and_called(tmp_path, label, ending, kind):
    text = f"{kind} cr_exp{ending}({kind} x) {{ return x + 1; }}"
    function = core_math_function(_checkout(tmp_path, "exp", ending, text), "exp", 2, label)
    x = operands("exp", 1, 1001, label=label)[0]
    assert np.array_equal(function(x, np.empty_like(x)), x + 1)
    assert core_math_function(tmp_path, "log", 1, label) is None


def test_what_is_no_checkout_of_core_math_is_said_and_so_is_what_does_not_compile(tmp_path):
    with pytest.raises(BenchmarkError, match=r"is not a checkout of CORE-MATH.*--core-math"):
        core_math_function(tmp_path, "exp")
    with pytest.raises(BenchmarkError, match="exp.c does not compile"):
        core_math_function(_checkout(tmp_path, "exp", "", "nonsense"), "exp")


def test_core_math_has_a_column_where_it_was_measured_and_a_target_in_f64():
    plain = replace(GOOD, label="f64", glibc=5.0, narrow={})
    beside = replace(plain, core_math=1.5)
    assert missed(beside, "avx512") == ["CORE-MATH 1.50 < 2"]
    assert missed(replace(plain, core_math=2.5), "avx512") == []
    shown = section([beside, plain], "avx512", {}, [], "f64")
    assert shown.titles[:6] == ("op", "ns", "torch", "glibc", "CORE-MATH", "exp")
    assert "CORE-MATH" not in section([plain], "avx512", {}, [], "f64").titles


@pytest.mark.parametrize(
    ("label", "normal", "tiny", "huge"),
    [("f32", 2.0**-126, 2.0**-30, 2.0**30), ("f64", 2.0**-1022, 2.0**-60, 2.0**60)],
)
@pytest.mark.parametrize("where", RANGES)
def test_a_range_is_where_its_name_says(where, label, normal, tiny, huge):
    (x,) = operands("exp", 1, 4096, where, label)
    magnitudes = np.abs(x)
    least = np.nextafter(x.dtype.type(0), x.dtype.type(1))
    low, high = {
        "common": (0, 7), "tiny": (normal, tiny), "subnormal": (least, normal),
        "huge": (huge, math.inf), "overflow border": border("exp", label), "saturated": (20, 80),
        "negative": (0, 7),
    }[where]  # fmt: skip
    assert low <= magnitudes.min()
    assert magnitudes.max() <= high
    assert (x < 0).all() == (where == "negative")


@pytest.mark.parametrize(
    ("op", "label", "place"),
    [
        ("exp", "f32", 88.72), ("square", "f32", 1.844e19), ("asin", "f32", 1.0),
        ("exp", "f64", 709.78), ("square", "f64", 1.34e154), ("asin", "f64", 1.0),
    ],
)  # fmt: skip
def test_a_border_is_where_results_overflow_or_the_domain_ends(op, label, place):
    low, high = border(op, label)
    assert 0.85 * place < low < place < high < 1.3 * place


def test_arguments_of_binary64_have_all_their_bits():
    (x,) = operands("exp", 1, 4096, label="f64")
    assert (x != x.astype(np.float32)).mean() > 0.99


def test_a_row_that_is_not_complete_is_an_error_that_names_it():
    def half():
        return SimpleNamespace(MEASURED={"exp": Measured(gpu=(), torch=None, cupy=None)})

    with pytest.raises(BenchmarkError, match=r"families/elementwise\.py: .*'native'.*or None"):
        TABLE.load("elementwise", half)
    with pytest.raises(BenchmarkError, match=r'row of exp .*: write "exp": Measured\(gpu=\.\.\.'):
        TABLE.load("elementwise", lambda: SimpleNamespace(MEASURED={"exp": None}))


def test_the_suite_knows_every_function_of_the_profile():
    assert "exp" in functions()
    assert "add" not in functions()
    with pytest.raises(BenchmarkError, match="not a function of the profile math"):
        functions(["add"])


def test_what_a_backend_lacks_is_named_and_not_measured():
    with discovery.load("numpy").open("cpu") as session:
        assert lacking(session, ["exp", "mish"]) == ["mish"]
        assert list(measured(session, ["mish"], 1, 0.0)) == []


def test_a_verdict_names_each_target_that_is_missed():
    assert missed(GOOD, "avx512") == []
    slow = Figures(
        "exp", "f32", 1, 1, 1.5, 5, 1, 1.1, 4, {"f16": 1.5}, {"common": 1.0, "huge": 12.0}
    )
    assert missed(slow, "avx512") == ["torch 1.50 > 1.35", "f16 1.50 > 1", "huge 12.0 > 10"]
    assert missed(slow, "avx2") == ["f16 1.50 > 1", "huge 12.0 > 10"]
    other = Figures("sin", "f32", 1, 3, 2.0, 2.5, 1, 2.0, 3.5, {}, {})
    assert missed(other, "avx512") == ["glibc 2.50 < 3"]
    wide = Figures("exp", "f64", 1, 1, 2.1, 1.9, 1, 1.9, 2.5, {}, {"common": 1.0, "huge": 21.0})
    assert missed(wide, "avx2") == ["torch 2.10 > 2", "glibc 1.90 < 2", "huge 21.0 > 20"]
    free = Figures("acos", "f64", 9, 9, 9.0, 0.5, 9, 9.0, 0.5, {}, {"huge": 19.0})
    assert missed(free, "avx512") == []
    alone = Figures("mish", "f32", 1, 4.5, 0.1, None, 1, 0.1, None, {}, {})
    assert missed(alone, "avx512") == ["exp 4.50 > 4"]


def test_a_section_has_a_row_for_each_op_and_names_what_is_lacking():
    found = section([GOOD], "avx512", {"glibc": "2.36"}, ["mish"])
    assert [row[:3] for row in found.rows] == [["exp", "0.50", "1.20"]]
    assert found.lacking == ["mish"]


def test_an_op_that_misses_a_target_is_missing():
    slow = Figures("sin", "f32", 1, 3, 2.0, 2.5, 1, 2.0, 3.5, {}, {})
    assert section([GOOD, slow], "avx512", {}, []).missing() == ["sin"]


def test_a_note_is_shown_with_those_that_it_refers_to():
    notes = {"first": "as next, twice", "next": "as third", "third": "x", "p": "y", "q": "as first"}
    assert list(told(["first"], notes)) == ["first", "next", "third"]


def test_a_section_of_binary64_has_no_columns_of_16_bits():
    wide = Figures("exp", "f64", 1.0, 1, 1.5, 3.0, 1, 1.4, 2.5, {}, {"common": 1.0})
    found = section([wide], "avx512", {}, [], "f64")
    assert "f16" not in found.titles
    assert " | ".join(found.rows[0]).startswith(
        "exp | 1.00 | 1.50 | 3.00 | 1.00 | 1.00 | 1.40 | 2.50 | common 1.0 | 2 x torch"
    )


@pytest.mark.parametrize("label", ["f32", "f64"])
def test_notes_are_of_functions_of_the_profile(label):
    functions(list(read_notes(label)))


def test_torch_is_limited_before_it_is_loaded_or_not_at_all(monkeypatch):
    pytest.importorskip("torch")
    with pytest.raises(BenchmarkError, match="in a process of its own"):
        limit_torch("avx2")
    limit_torch("avx512")


@pytest.mark.parametrize("label", ["f32", "f64"])
def test_a_section_says_which_sources_were_measured_and_when(tmp_path, label):
    pytest.importorskip("torch", reason="without it nothing is measured: PyTorch is a side of each")
    script = (
        "from samebits.benchmarks import __main__ as command\n"
        "from samebits.benchmarks.suites import math\n"
        "math.functions = lambda ops: ['relu']\n"
        "command.main()"
    )
    asked = ["math", "--device", "baseline", "--seconds", "0.01", "--format", label]
    command = [sys.executable, "-c", script, *asked, "--record", "--results", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    (machine,) = read(tmp_path)
    (found,) = machine.sections.values()
    with discovery.load("c").open("baseline") as session:
        assert found.facts["sources"] == session.environment()["source_digest"][:12]
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", found.facts["day"])
    assert [row[0] for row in found.rows] == ["relu"]
    assert "\n| relu | " in (tmp_path / f"speed-{machine.name()}.md").read_text()


def test_a_part_of_a_suite_is_no_record():
    command = [sys.executable, "-m", "samebits.benchmarks", "math", "--op", "relu", "--record"]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 2
    assert "whole suites" in ended.stdout
