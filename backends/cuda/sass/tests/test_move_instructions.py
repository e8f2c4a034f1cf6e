"""Tests of instructions on bytes, lanes, memory and control flow."""

import numpy as np
import pytest

from samebits.backends.cuda.sass import block
from samebits.backends.cuda.sass.listing import Listing
from samebits.backends.cuda.sass.state import State
from samebits.backends.cuda.sass.tests.executing import (
    THREADS,
    aligned,
    execute,
    instruction,
    words,
)

RNG = np.random.default_rng(7)
LANE = np.arange(THREADS, dtype=np.uint32)


def test_bytes_are_permuted_with_their_signs():
    a, c = words(RNG), words(RNG)
    for selector in (0x3210, 0x7610, 0x9910, 0x654, 0xFEDC, 0x0123):
        s = execute(f"PRMT R3, R1, {selector:#x}, R2", registers={1: a, 2: c})
        for k in range(0, THREADS, 5):
            source = [*int(a[k]).to_bytes(4, "little"), *int(c[k]).to_bytes(4, "little")]
            found = 0
            for n in range(4):
                nibble = selector >> 4 * n & 15
                byte = source[nibble & 7]
                found |= (255 * (byte >> 7) if nibble & 8 else byte) << 8 * n
            assert s.registers[3, k] == found


def test_lanes_exchange_words_within_their_segment():
    s = execute(
        "SHFL.BFLY PT, R2, R1, 0x10, 0x1f", "SHFL.DOWN P0, R3, R1, 0x1, 0x1f",
        "SHFL.UP P1, R4, R1, 0x1, RZ", "SHFL.IDX PT, R5, R1, 0x3, 0x181f",
        registers={1: LANE},
    )  # fmt: skip
    assert (s.registers[2] == LANE ^ 16).all()
    inside = LANE % 32 != 31
    assert (s.registers[3] == LANE + inside).all()
    assert (s.predicates[0] == inside).all()
    assert (s.registers[4] == LANE - (LANE % 32 != 0)).all()
    assert (s.registers[5] == LANE // 8 * 8 + 3).all()


def test_a_vote_is_that_of_the_active_lanes():
    s = execute(
        "@P0 VOTE.ANY R2, P1, P2", "@P0 VOTE.ALL R3, P3, P2",
        predicates={0: LANE < 40, 2: (LANE >= 30) & (LANE < 50)},
    )  # fmt: skip
    assert [int(s.registers[2, k]) for k in (0, 35)] == [0b11 << 30, 0xFF]
    assert s.predicates[1, [0, 35]].tolist() == [True, True]
    assert s.predicates[3, [0, 35]].tolist() == [False, True]


def test_predicates_lie_in_words_and_back():
    s = execute(
        "P2R R2, PR, R1, 0x5", "R2P PR, R1, 0x6",
        registers={1: 0xF2}, predicates={0: True, 1: False, 2: LANE > 3},
    )  # fmt: skip
    assert s.registers[2, [0, 9]].tolist() == [0xF3, 0xF7]
    assert s.predicates[:3, 9].tolist() == [True, True, False]


def test_uniform_predicates_lie_in_uniform_words():
    s = execute(
        "UISETP.EQ.AND UP0, UPT, URZ, URZ, UPT",
        "UISETP.NE.AND UP2, UPT, URZ, URZ, UPT", "UMOV UR4, 0xf6", "UP2UR UR5, UPR, UR4, 0x5",
    )  # fmt: skip
    assert s.uniform[5, [0, 40]].tolist() == [0xF3, 0xF3]


def test_a_constant_is_written_by_a_product_of_halves():
    assert (
        execute("HFMA2.MMA R2, -RZ, RZ, 1.875, 0", immediate=0x3F800000).registers[2] == 0x3F800000
    ).all()


@pytest.mark.parametrize("size", ["U8", "S8", "U16", "", "64", "128"])
def test_memory_of_three_kinds(size):
    dot = f".{size}" if size else ""
    room = aligned(16 * THREADS)
    address = room.ctypes.data
    places = address + 16 * LANE.astype(np.uint64)
    halves = places.view(np.uint32).reshape(-1, 2).T
    data = {8 + k: words(RNG) for k in range(4)}
    s = execute(
        f"STG.E{dot} desc[UR4][R2.64], R8", f"LDG.E{dot} R12, desc[UR4][R2.64]",
        f"STS{dot} [R1.X16+0x400], R8", f"LDS{dot} R16, [R1.X16+0x400]",
        f"STL{dot} [RZ+0x20], R8", f"LDL{dot} R20, [RZ+0x20]",
        registers={1: LANE, 2: halves[0], 3: halves[1], **data},
        shared=0x400 + 16 * THREADS,
    )  # fmt: skip
    count = {"64": 2, "128": 4}.get(size, 1)
    for k in range(count):
        wanted = data[8 + k]
        if size in ("U8", "U16"):
            wanted = wanted & np.uint32(0xFF if size == "U8" else 0xFFFF)
        if size == "S8":
            wanted = wanted.astype(np.int8).astype(np.int32).view(np.uint32)
        for first in (12, 16, 20):
            assert (s.registers[first + k] == wanted).all()
    stored = {"U8": 1, "S8": 1, "U16": 2}.get(size, 4 * count)
    assert not room.reshape(THREADS, 16)[:, stored:].any()
    assert s.traffic.sectors[0] == THREADS // 2
    assert s.traffic.requested[0] == stored * THREADS


def test_lanes_part_and_meet_again():
    s = execute(
        "@P0 BRA `(else)", "IADD3 R1, R1, 0x1, RZ", "BRA `(end)", "IADD3 R1, R1, 0x10, RZ",
        "IADD3 R1, R1, 0x100, RZ",
        predicates={0: LANE % 3 == 0}, labels={"else": 3, "end": 4},
    )  # fmt: skip
    assert (s.registers[1] == np.where(LANE % 3 == 0, 0x110, 0x101)).all()


def test_a_loop_goes_round_as_often_as_each_lane_asks_and_is_counted_by_warps():
    texts = (
        "IADD3 R1, R1, 0x1, RZ",
        "ISETP.LT.U32.AND P0, PT, R1, R2, PT",
        "@P0 BRA `(top)",
        "EXIT",
    )
    listed = tuple(instruction(text, k) for k, text in enumerate(texts))
    s = State(THREADS, 0, 16, {0: b""})
    s.registers[2] = np.where(LANE < 32, LANE, 5)
    counted = block.Program(Listing("loop", listed, {"top": 0})).run(s, THREADS)
    assert (s.registers[1] == np.maximum(s.registers[2], 1)).all()
    assert counted.issues.tolist() == [36, 36, 36, 2]


def test_a_barrier_holds_all_and_joins_predicates():
    s = execute(
        "@P0 BRA `(late)", "STS [R1.X4], R1", "BAR.RED.POPC.DEFER_BLOCKING 0x0, P1",
        "B2R.RESULT R3, P2", "LDS R2, [R4.X4]",
        registers={1: LANE, 4: THREADS - 1 - LANE}, predicates={0: False, 1: LANE < 5},
        labels={"late": 1}, shared=4 * THREADS,
    )  # fmt: skip
    assert (s.registers[2] == THREADS - 1 - LANE).all()
    assert (s.registers[3] == 5).all()
    assert s.predicates[2].all()


def test_a_function_is_called_and_returns():
    s = execute(
        "MOV R2, 0x20", "CALL.REL.NOINC `(f)", "EXIT", "IADD3 R1, R1, 0x7, RZ",
        "RET.REL.NODEC R2 `(main)", labels={"f": 3, "main": 0},
    )  # fmt: skip
    assert (s.registers[1] == 7).all()


def test_counts_by_atomics_are_of_every_lane():
    s = execute(
        "STS [RZ], RZ", "BAR.SYNC.DEFER_BLOCKING 0x0", "ATOMS.POPC.INC.32 RZ, [RZ]",
        "BAR.SYNC.DEFER_BLOCKING 0x0", "LDS R2, [RZ]", shared=4,
    )  # fmt: skip
    assert (s.registers[2] == THREADS).all()


def test_a_branch_by_a_table_goes_where_each_lane_says():
    s = execute(
        "BRX R2 -0x10", "IADD3 R1, R1, 0x1, RZ", "IADD3 R1, R1, 0x10, RZ",
        "IADD3 R1, R1, 0x100, RZ",
        registers={2: 16 * (1 + LANE % 3)},
    )  # fmt: skip
    assert (s.registers[1] == np.array([0x111, 0x110, 0x100])[LANE % 3]).all()


def test_parts_of_constants_with_and_without_a_sign():
    s = State(THREADS, 0, 16, {0: bytes([0x80, 0x12, 0xFE, 0xFF])})
    texts = (
        "ULDC.U8 UR1, c[0x0][0x1]",
        "LDC.S8 R1, c[0x0][0x0]",
        "LDC.S16 R2, c[0x0][0x2]",
        "EXIT",
    )
    listed = tuple(instruction(text, k) for k, text in enumerate(texts))
    block.Program(Listing("constants", listed, {})).run(s, THREADS)
    assert (s.uniform[1] == 0x12).all()
    assert (s.registers[1:3].view(np.int32)[:, 0] == (-128, -2)).all()
