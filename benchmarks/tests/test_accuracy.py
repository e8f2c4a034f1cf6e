"""Test the counts of wrong results: the classification of errors, and the page."""

from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from samebits.benchmarks.accuracy import __main__ as command, binary64 as in_binary64
from samebits.benchmarks.accuracy.counting import BLOCKS, Count, sampled
from samebits.benchmarks.accuracy.page import PAGE, current, page
from samebits.benchmarks.accuracy.results import Result, covers, read_op, write_op
from samebits.benchmarks.accuracy.right import RightBits
from samebits.benchmarks.accuracy.subjects import Subject, may_have, subject_for
from samebits.benchmarks.peers import BenchmarkError
from samebits.spec.catalog import function_landmarks, functions, get_op

RESULT = Result("NumPy 2", "a processor", 64, 1000, 10, 2, "3f800000", 1, 0)


def _count(got, right, first=0):
    count = Count()
    inputs = np.arange(first, first + len(got), dtype=np.uint32)
    count.add(np.array(got, np.uint32), np.array(right, np.uint32), inputs)
    return count


def test_another_number_is_wrong_by_its_distance():
    found = _count([0x3F800000, 0x3F800003, 0x80000001], [0x3F800000, 0x3F800000, 0x00000001], 100)
    assert found == Count(wrong=2, most=3, at=101)


def test_an_infinity_is_the_number_after_the_largest():
    assert _count([0x7F800000], [0x7F7FFFFF]) == Count(wrong=1, most=1, at=0)


def test_a_zero_of_the_other_sign_is_counted_apart():
    assert _count([0x80000000], [0]) == Count(zero=1)


def test_S1_a_nan_with_another_payload_is_right_and_one_for_a_number_is_counted_apart():
    assert _count([0xFFC00001], [0x7FC00000]) == Count()
    assert _count([0xFFC00001, 0], [0x3F800000, 0x7FC00000]) == Count(nan=2)


def test_counts_merge_to_the_same_in_any_order():
    parts = [Count(1, 2, 30), Count(4, 2, 20, 1), Count(0, 0, 0, 0, 5)]
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        total = Count()
        for i in order:
            total.merge(parts[i])
        assert total == Count(5, 2, 20, 1, 5)


@pytest.mark.parametrize("every", [1, 7, 64, BLOCKS])
def test_a_sample_holds_the_block_of_one(every):
    assert 0x3F8 in sampled(every)
    assert len(sampled(1)) == BLOCKS


def test_tables_say_who_has_what():
    assert may_have("glibc", "erf")
    assert not may_have("numpy", "erf")
    assert subject_for("numpy", "erf") is None
    assert subject_for("numpy", "exp").run(np.zeros(2, np.float32)).tolist() == [1, 1]


def test_a_result_is_kept_until_the_version_changes(tmp_path):
    write_op("exp", {"numpy": RESULT}, tmp_path)
    held = read_op("exp", tmp_path)["numpy"]
    assert held == RESULT
    assert covers(held, "NumPy 2", "a processor", 64)
    assert not covers(held, "NumPy 3", "a processor", 64)
    assert not covers(held, "NumPy 2", "another", 64)
    assert not covers(held, "NumPy 2", "a processor", 1)
    assert read_op("sin", tmp_path) == {}


def test_a_damaged_file_is_named(tmp_path):
    (tmp_path / "exp.json").write_text('{"numpy": {"wrong": 1}}')
    with pytest.raises(BenchmarkError, match=r"exp\.json is damaged"):
        read_op("exp", tmp_path)


def test_a_block_whose_digest_is_certified_is_right_and_another_is_asked_of_the_oracle():
    call = get_op("exp").call(["f32"])
    x = np.arange(0x3F8 << 20, 0x3F9 << 20, dtype=np.uint32).view(np.float32)
    with RightBits(call) as right:
        fast = right.block(0x3F8, x)
        assert right.asked == 0
        right.certificate = replace(right.certificate, leaves=("0" * 64,) * BLOCKS)
        assert (right.block(0x3F8, x) == fast).all()
        assert right.asked == 1


def test_a_subject_that_is_wrong_once_is_found_out(tmp_path, monkeypatch):
    def wrong_at_one(x):
        return np.where(x == 1, np.float32(1.5), np.abs(x))

    monkeypatch.setattr(
        command, "subject_for", lambda name, op: Subject("numpy", "NumPy 0", wrong_at_one)
    )
    monkeypatch.setattr(command, "_calls", lambda ops: [get_op("relu").call(["f32"])])
    words = ["--subject", "numpy", "--sample", "4096", "--threads", "1", "--results", str(tmp_path)]
    for _ in range(2):  # the second time there is nothing to do
        ended = CliRunner().invoke(command.main, words)
        assert ended.exit_code == 0, ended.output
        assert read_op("relu", tmp_path)["numpy"].wrong == 1
        assert read_op("relu", tmp_path)["numpy"].at == "3f800000"
    assert "1 wrong" not in ended.output


def test_an_op_that_nobody_has_is_an_error(tmp_path):
    ended = CliRunner().invoke(command.main, ["--op", "add", "--results", str(tmp_path)])
    assert ended.exit_code == 2
    assert "no subject has it" in ended.output


def test_the_page_says_what_was_sampled():
    text = page({"exp": {"numpy": RESULT}})
    assert "every 64th block of 2^20 inputs: exp." in text
    assert "| exp | 11 (1.10 %) | - | - |" in text


@pytest.mark.skipif(not PAGE.parent.exists(), reason="no checkout, no docs")
def test_docs_accuracy_is_that_of_the_result_files():
    assert PAGE.read_text() == current(), "run python -m samebits.benchmarks.accuracy --page"


def _count_in_binary64(got, right):
    count = Count()
    inputs = np.arange(len(got), dtype=np.uint64)
    count.add(np.array(got, np.uint64), np.array(right, np.uint64), inputs)
    return count


def test_distances_in_binary64_need_all_bits():
    one, largest = 0x3FF << 52, 0x7FEF << 48 | 0xFFFFFFFFFFFF
    assert _count_in_binary64([one, one + 3], [one, one]) == Count(wrong=1, most=3, at=1)
    assert _count_in_binary64([1 << 63 | 1], [1]) == Count(wrong=1, most=2, at=0)
    across = _count_in_binary64([1 << 63 | largest], [largest])
    assert across == Count(wrong=1, most=2 * largest, at=0)
    assert _count_in_binary64([0xFFF8 << 48, 0], [0x7FF8 << 48, 0x7FF8 << 48]) == Count(nan=1)


OF_EACH_DOMAIN = {function_landmarks(op).domain: op for op in functions()}


@pytest.mark.parametrize("op", OF_EACH_DOMAIN.values())
def test_inputs_in_binary64_are_the_same_in_every_run_and_in_the_domain(op):
    x = in_binary64.inputs(op, 3, 1000)
    assert x.tobytes() == in_binary64.inputs(op, 3, 1000).tobytes()
    assert x.tobytes() != in_binary64.inputs(op, 4, 1000).tobytes()
    least, most = function_landmarks(op).domain
    assert ((x >= least) & (x <= most)).all()


def test_in_binary64_a_subject_that_is_wrong_is_found_out(tmp_path, monkeypatch):
    def wrong_below(x):
        return np.where(x < 0, np.nextafter(0.0, 1.0), x)

    subject = Subject("numpy", "NumPy 0", wrong_below)
    monkeypatch.setattr(in_binary64, "subject_for", lambda name, op, label: subject)
    monkeypatch.setattr(in_binary64, "SUBJECTS", ("numpy",))
    monkeypatch.setattr(in_binary64, "may_have", lambda *_: True)
    for _ in range(2):  # the second time there is nothing to do
        words = ["--op", "relu", "--bits", "12", "--results", str(tmp_path)]
        ended = CliRunner().invoke(in_binary64.main, words)
        assert ended.exit_code == 0, ended.output
        found = read_op("relu", tmp_path)["numpy"]
        assert (found.inputs, found.most, found.every) == (4096, 1, 0)
        assert 1800 < found.wrong < 2300
    assert "wrong of" not in ended.output


def test_in_binary64_an_op_that_nobody_has_is_an_error(tmp_path):
    ended = CliRunner().invoke(in_binary64.main, ["--op", "add", "--results", str(tmp_path)])
    assert ended.exit_code == 2
    assert "no subject has it" in ended.output


@pytest.mark.skipif(not PAGE.parent.exists(), reason="no checkout, no docs")
def test_docs_accuracy_f64_is_that_of_the_result_files():
    wanted = "run python -m samebits.benchmarks.accuracy.binary64 --page"
    assert in_binary64.PAGE.read_text() == in_binary64.current(), wanted
