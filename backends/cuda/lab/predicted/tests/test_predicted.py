"""Tests of the model with known machine code, of the counts, and of the page."""

import dataclasses

import pytest

from samebits.backends.cuda.lab.predicted import (
    model,
    pipes,
    predicted_counting as counting,
    predicted_page as page,
    predicted_record as record,
)
from samebits.backends.cuda.lab.predicted.model import Work, chips, predict, roof
from samebits.backends.cuda.sass import machine
from samebits.backends.cuda.sass.tests.executing import instruction
from samebits.benchmarks.gpu.operands import Operand
from samebits.benchmarks.gpu.rows import Row

needs_tools = pytest.mark.skipif(
    bool(machine.unavailable_reason()), reason=machine.unavailable_reason() or "all tools are there"
)
H200 = chips()["sm_90"]
NOTHING = Work(1 << 16, 256, 32, 0, {}, 0, 0, 0, 0, 0)


def test_a_copy_takes_the_time_of_its_bytes():
    """With one load and one store of 16 bytes per lane, only memory limits the speed."""
    blocks, lanes = 1 << 16, 256
    moved = 2 * 16 * lanes * blocks
    issues = {"memory": 2 * 8 * blocks, "alu": 6 * 8 * blocks}
    copy = dataclasses.replace(
        NOTHING, issues=issues, sectors=moved / 32, different=moved / 32, memory=moved, flying=2048
    )
    found = predict(H200, copy)
    assert found.bound == "memory"
    assert 0.85 < roof(H200, moved, 0) / found.seconds <= 1


def test_independent_multiply_adds_reach_the_chips_arithmetic():
    flops = 2 * 32 * 1e9
    found = predict(H200, dataclasses.replace(NOTHING, issues={"fma": 1e9}))
    assert found.bound in ("fma", "issue")
    assert roof(H200, 0, flops) / found.seconds == pytest.approx(2**-0.25, rel=0.01)


def test_binary64_is_cheap_on_one_chip_and_dear_on_another():
    work = dataclasses.replace(NOTHING, issues={"double": 1e8})
    consumer = chips()["sm_120"]
    slower = predict(consumer, work).seconds / predict(H200, work).seconds
    assert slower > 10
    assert predict(consumer, work).bound == "double"


def test_too_few_loads_in_flight_wait_for_memory():
    moved = 1e9
    few = dataclasses.replace(
        NOTHING, sectors=moved / 32, different=moved / 32, memory=moved, flying=128, registers=255
    )
    many = dataclasses.replace(few, flying=4096, registers=32)
    assert predict(H200, few).bound == "latency"
    assert predict(H200, many).bound == "memory"
    assert predict(H200, few).seconds > 2 * predict(H200, many).seconds


def test_what_many_blocks_read_again_comes_from_l2():
    again = dataclasses.replace(NOTHING, sectors=1e8, different=1e8, memory=1e6, flying=4096)
    found = predict(H200, again)
    assert found.parts["memory"] == pytest.approx(1e6 / H200.copied)
    assert found.parts["L2"] == pytest.approx(3.2e9 / H200.second_level)


@pytest.mark.parametrize(
    ("changed", "warps"),
    [({}, 64), ({"registers": 64}, 32), ({"registers": 65}, 24), ({"registers": 255}, 8),
     ({"shared": 100_000}, 16), ({"threads": 1024}, 64), ({"blocks": 132}, 8)],
)  # fmt: skip
def test_warps_that_are_there_at_once(changed, warps):
    assert model.resident_warps(H200, dataclasses.replace(NOTHING, **changed)) == warps


def test_a_grid_that_does_not_fill_the_last_round_takes_longer():
    issues = {"fma": 1e8}
    even = predict(H200, dataclasses.replace(NOTHING, blocks=1320, issues=issues))
    uneven = predict(H200, dataclasses.replace(NOTHING, blocks=133, issues=issues))
    assert uneven.seconds / even.seconds == pytest.approx(264 / 133)


def test_every_instruction_has_a_pipe():
    wanted = {
        "FFMA R1, R2, R3, R4": "fma", "IMAD.WIDE R2, R4, R6, R8": "multiply",
        "DFMA R2, R4, R6, R8": "double", "MUFU.RCP R1, R2": "special", "LDS R1, [R2]": "memory",
        "IMMA.16832.S8.S8 R4, R8.ROW, R12.COL, R4": "tensor",
        "BRA `(x)": "branch", "UIADD3 UR4, UR5, UR6, URZ": "uniform", "LOP3.LUT R1, R2, R3": "alu",
    }  # fmt: skip
    for text, name in wanted.items():
        assert pipes.pipe(instruction(text)) == name
        assert all(name in chip.rates for chip in chips().values())


def test_bytes_in_flight_end_where_the_first_are_read():
    texts = (
        "LDG.E.128 R4, desc[UR4][R2.64]", "LDG.E.128 R8, desc[UR4][R2.64+0x10]",
        "IADD3 R20, R21, R22, RZ", "FADD R4, R4, R5", "LDG.E R12, desc[UR4][R2.64]",
    )  # fmt: skip
    listed = [instruction(text, k) for k, text in enumerate(texts)]
    assert pipes.bytes_in_flight(listed, [8] * 5) == 32 * 32
    assert pipes.bytes_in_flight(listed, [8, 1, 8, 8, 8]) == 16 * 32  # one load is rarely issued


@needs_tools
def test_a_row_is_counted_on_some_blocks():
    row = Row("elementwise", "add", (Operand((1 << 20,)), Operand((1 << 20,))))
    (found,) = counting.count(row, 90)
    work = found.work
    assert found.kernel == "sb_add_f32"
    assert work.different * 32 == pytest.approx(row.bytes, rel=0.05)
    assert work.issues["fma"] == pytest.approx((1 << 20) / 32, rel=0.05)
    kept = record.facts(row, 90, [found])
    assert kept["launches"][0]["bound"]
    assert 0 < kept["share"] <= 1


@needs_tools
@pytest.mark.parametrize(("capability", "place"), [(90, "shared"), (120, "cached")])
def test_of_a_function_that_is_looked_up_the_look_up_alone_is_counted(capability, place):
    row = Row("16 and 8 bits", "exp", (Operand((1 << 22,), "bf16"),))
    (found,) = counting.count(row, capability)
    assert found.kernel == f"sb_table_{place}_16"
    assert found.work.memory == row.bytes
    assert sum(found.work.issues.values()) < 16 * (1 << 22) / 32
    copied = found.work.blocks * (1 << 17) if place == "shared" else 0
    assert (found.work.turns > (1 << 22) / 32) == bool(copied)
    assert found.work.different * 32 >= row.bytes + copied
    assert any("sb_exp_bf16" in line for line in counting.planned(row, capability))


def test_the_page_is_that_of_what_is_kept():
    assert page.PAGE.read_text(encoding="utf-8") == page.page()


@needs_tools
@pytest.mark.parametrize("capability", machine.CAPABILITIES)
def test_what_is_kept_is_of_these_launches(capability):
    """A prediction is not valid for other kernels or a different version of the program."""
    kept = record.kept(capability)["rows"]
    for row in record.rows():
        if row.name in kept:
            assert kept[row.name]["sources"] == record.sources(row, capability), row.name


@needs_tools
def test_launches_are_told_apart_by_shape_and_kernel():
    small, large = (Row("elementwise", "add", (Operand((n,)), Operand((n,)))) for n in (4096, 9999))
    other = Row("elementwise", "mul", small.operands)
    found = {tuple(counting.planned(row, 90)) for row in (small, large, other)}
    assert len(found) == 3
    assert found == {tuple(counting.planned(row, 90)) for row in (other, large, small)}
