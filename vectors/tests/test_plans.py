"""Test all plans: ids, flags, levels, frozen lists, and that the committed data match them."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from statistics import median

import pytest

from samebits.spec.catalog import all_ops
from samebits.spec.profiles import LEVELS, PROFILES
from samebits.vectors import certificates
from samebits.vectors.build import plan_digest
from samebits.vectors.digests import id_list_digest
from samebits.vectors.planning import families, file_plans, seed_of
from samebits.vectors.plans import reductions
from samebits.vectors.reader import Vectors
from samebits.vectors.schema import SETS


def test_every_declared_op_has_cases_in_every_label(vectors: Vectors) -> None:
    for op in all_ops().values():
        assert any(family.handles(op) for family in families()), op.name
        labels = {case.call.label for case in vectors.cases(ops=[op.name], level="full")}
        assert labels == set(op.labels())


def test_every_flag_used_is_described_and_every_described_flag_is_used(vectors: Vectors) -> None:
    used = {f for case in vectors.cases(level="exhaustive", sets=SETS) for f in case.flags}
    assert used | {certificates.FLAG} == set(vectors.flags)


def test_every_case_says_why_it_exists(vectors: Vectors) -> None:
    assert all(case.flags for case in vectors.cases(level="exhaustive", sets=SETS))


def test_levels_have_the_sizes_that_their_times_need(vectors: Vectors) -> None:
    counts = {level: len(vectors.cases(level=level)) for level in LEVELS}
    smoke = {case.call.op for case in vectors.cases(level="smoke")}
    assert smoke == set(all_ops())
    assert 100 < counts["smoke"] < 5 * len(smoke) < counts["standard"] < counts["full"] < 30000
    assert sum(case.elements() for case in vectors.cases(level="smoke")) < 1_000_000


def test_the_committed_data_stay_small(vectors: Vectors) -> None:
    paths = vectors.manifest.paths(vectors.folder)
    assert sum(path.stat().st_size for path in paths) < 14 * 2**20
    sizes = [sum(p.stat().st_size for p in g) for _, g in groupby(paths, lambda p: p.parent)]
    assert len(sizes) == len(vectors.manifest.parts)
    assert median(sizes) < 40_000  # a typical op is small


def test_must_pass_lists_are_those_of_the_cases(vectors: Vectors) -> None:
    assert {x.profile for x in vectors.manifest.lists} == set(PROFILES)
    for frozen in vectors.manifest.lists:
        cases = vectors.cases(profiles=[frozen.profile], level=frozen.level, sets=[frozen.set])
        ids = [case.id for case in cases]
        if (frozen.level, frozen.set) == ("exhaustive", "golden"):
            ids += [c.id for c in vectors.exhaustive_cases() if c.profile == frozen.profile]
        assert (len(ids), id_list_digest(sorted(ids))) == (
            frozen.count,
            frozen.sha256,
        )
        assert vectors.manifest.list_of(frozen.profile, frozen.level, frozen.set) == frozen


def test_ids_are_stable() -> None:
    # The seed depends only on the id, so a new case does not change other cases.
    assert seed_of("add/f32/bulk/bits") == 0xF5823DBFCFBC6821


OF_EACH_FAMILY = {
    next(op.name for op in all_ops().values() if family.handles(op)) for family in families()
}


@pytest.mark.parametrize("op", sorted(OF_EACH_FAMILY))
def test_the_committed_tables_follow_their_plans(vectors: Vectors, op: str) -> None:
    for plan in file_plans([op]):
        if plan.set == "golden":
            entry = vectors.manifest.parts[op].table(*plan.key)
            assert entry is not None
            assert entry.plan == plan_digest(plan.cases()), f"{plan.title}: run nox -s vectors"


def test_T1_sums_are_asked_at_every_length_to_300_and_around_powers_of_two(
    vectors: Vectors,
) -> None:
    lengths = {
        case.input_shapes[0][1]
        for case in vectors.cases(ops=["sum"], formats=["f32"], level="full")
        if case.id.startswith("sum/f32/length/")
    }
    wanted = set(range(301)) | {(1 << k) + d for k in range(9, 21) for d in (-1, 0, 1)}
    assert lengths == wanted


def test_T2_every_set_of_axes_of_a_4d_array_is_asked(vectors: Vectors) -> None:
    for op in (name for name, op in all_ops().items() if reductions.handles(op)):
        asked = Counter(
            case.call.attributes["axes"]
            for case in vectors.cases(ops=[op], formats=["f32"])
            if "axes" in case.flags
        )
        assert len([axes for axes in asked if axes is None or axes == tuple(sorted(axes))]) >= 16


def test_T4_contractions_surround_their_blocks(vectors: Vectors) -> None:
    cases = vectors.cases(ops=["matmul"], formats=["f32"])
    k = {case.input_shapes[0][0 if case.call.attributes["transpose_a"] else 1] for case in cases}
    assert {0, 1, 2, 16, 17, 255, 256, 257, 511, 512, 513, 600} <= k
    options = {
        (case.call.attributes["transpose_a"], case.call.attributes["transpose_b"]) for case in cases
    }
    assert len(options) == 4
    assert any(0 in case.output_shapes[0] for case in cases)
    assert any(len(case.call.inputs) == 3 for case in cases)
