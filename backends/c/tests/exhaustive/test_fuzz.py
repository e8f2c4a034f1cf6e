"""Test the fuzzer of functions of two operands: its draws, its results and its stored state."""

from pathlib import Path

import numpy as np
import pytest

from samebits.backends.c.library import widest_device
from samebits.backends.c.tests.exhaustive import fuzzing
from samebits.backends.c.tests.programs import load
from samebits.spec.catalog import functions

if np.finfo(np.longdouble).nmant < 63:
    pytest.skip(
        "the pair filter needs an 80-bit long double, which this processor lacks: pow, atan2, hypot"
        " and logaddexp are not drawn at random here",
        allow_module_level=True,
    )


fuzz = load(Path(__file__).with_name("fuzz.py"))
DEVICE = widest_device()


def test_lengths_hold_exact_midpoints():
    a, b = fuzz.ordinary_lengths(np.random.default_rng(1), 4096)
    exact = np.hypot(a.astype(np.longdouble), b.astype(np.longdouble))
    half = exact.astype(np.float32).astype(np.longdouble) - exact
    midpoint = (half != 0) & ((exact + half).astype(np.float32) == exact + half)
    midpoint &= ((exact - half).astype(np.float32) == exact - half) & (np.abs(half) > exact / 2**26)
    assert midpoint.any()


@pytest.mark.parametrize("op", functions(operands=2))
def test_the_draws_of_every_function_hold_pairs_that_only_the_oracle_decides(op):
    rng, decided = np.random.default_rng(1), 0
    for _ in range(4):
        decided += fuzz.two_operands.wanted(op, fuzz.two_operands.operands(op, rng, 1 << 16))[1]
    assert 0 < decided < 1 << 13


@pytest.mark.parametrize("op", functions(operands=2))
def test_R2_a_few_random_pairs_are_right(op, monkeypatch):
    monkeypatch.setattr(fuzz, "CHUNK_BITS", 12)
    monkeypatch.setattr(fuzz.two_operands, "CHUNK", 1 << 12)
    _, counts, examples = fuzz.chunk(op, DEVICE, 7)
    assert (counts["wrong"], examples) == (0, [])


class Wrong:
    """A session that changes the last bit of result 100.

    With `ordinary_alone`, it does so only in calls without zeros.
    """

    def __init__(self, *, ordinary_alone):
        self.ordinary_alone = ordinary_alone
        self.honest = fuzz.CSession(DEVICE, fuzz.load_library(DEVICE))

    def run(self, call, inputs, outputs):
        self.honest.run(call, inputs, outputs)
        least = min(float(np.abs(v).min()) for v in inputs)
        if not self.ordinary_alone or least >= np.finfo(np.float32).tiny:
            outputs[0].view(np.uint32)[100] ^= 1


@pytest.mark.parametrize("ordinary_alone", [False, True])
def test_a_wrong_pair_is_counted_once_and_shown(ordinary_alone, monkeypatch):
    monkeypatch.setattr(fuzz, "CHUNK_BITS", 8)
    monkeypatch.setattr(fuzz.two_operands, "CHUNK", 1 << 8)
    monkeypatch.setattr(fuzz, "session", lambda device: Wrong(ordinary_alone=ordinary_alone))
    seed, counts, examples = fuzz.chunk("hypot", DEVICE, 3)
    assert (seed, counts["wrong"], len(examples)) == (3, 1, 1)


def test_what_is_done_is_kept_and_more_pairs_add_to_it(tmp_path, monkeypatch):
    monkeypatch.setattr(fuzzing, "FOLDER", tmp_path)
    campaign = fuzz.campaign("pow", "avx2")
    done = fuzzing.Done(campaign, again=False)
    done.add(fuzzing.Chunk(0, {"near": 5, "wrong": 1}, ["a b: wanted c, got d"]))
    done.save()
    again = fuzzing.Done(campaign, again=False)
    assert again.left(3) == [1, 2]
    head, example = fuzz.lines("pow", "avx2", again)
    assert head == "pow f32 on c:avx2: 1 wrong of 1,048,576 random pairs, 5 decided by the oracle"
    assert example == "  a b: wanted c, got d"
    assert fuzzing.Done(campaign, again=True).left(3) == [0, 1, 2]
    record = fuzz.record("avx2", again)
    assert (record["sources"], record["day"]) == (fuzz.source_digest(), fuzz.long_runs.today())
    for digest in ("source_digest", "draws_digest"):
        with monkeypatch.context() as other:
            other.setattr(fuzz, digest, lambda: "other")
            assert fuzzing.Done(fuzz.campaign("pow", "avx2"), again=False).left(3) == [0, 1, 2]
