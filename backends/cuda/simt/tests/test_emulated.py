"""Tests of the emulated machine: memory, streams, refusals, and state that it must restore."""

from __future__ import annotations

import ctypes
import gc
import signal
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from samebits.backends.cuda.compiling.units import Kernel, unit
from samebits.backends.cuda.machines.protocol import ALIGNMENT, Launch, Memory
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.cuda.simt.tests.kernel_bench import KERNELS, unit_of
from samebits.backends.cuda.tests.direct_launch import start
from samebits.backends.protocol import BackendError

ARITHMETIC = unit_of(KERNELS / "arithmetic.cu")
CLEAN = unit_of(KERNELS / "clean.cu")
BOUNDS = unit_of(KERNELS / "bounds.cu")
ONE = Launch((1, 1, 1), (1, 1, 1))
i32, i64, u64 = ctypes.c_int32, ctypes.c_int64, ctypes.c_uint64


def bytes_of(machine: EmulatedMachine, memory: Memory) -> np.ndarray:
    data = np.empty(memory.size, np.uint8)
    machine.download(memory, 0, data)
    return data


def put(machine: EmulatedMachine, array: np.ndarray) -> Memory:
    memory = machine.allocate(array.nbytes)
    machine.upload(memory, 0, array.view(np.uint8))
    return memory


def launch(
    machine: EmulatedMachine, name: str, shape: Launch, *arguments: Any, of: Any = ARITHMETIC
) -> None:
    start(machine, Kernel(of, name), shape, arguments)


def copy_args(x: Memory, y: Memory) -> Sequence[Any]:
    return u64(x.address), u64(y.address), i32(64)


def test_memory_is_aligned_and_poisoned() -> None:
    machine = EmulatedMachine()
    for size in (0, 1, 255, 256, 1000):
        memory = machine.allocate(size)
        assert memory.address % ALIGNMENT == 0
        assert memory.size >= size
        assert (bytes_of(machine, memory) == 0xFF).all()


def test_what_is_uploaded_may_be_reused_at_once_and_comes_back() -> None:
    machine = EmulatedMachine()
    data = np.arange(300, dtype=np.int32)
    memory = put(machine, data)
    data[:] = 0
    machine.upload(memory, 4, np.full(8, 0x7F, np.uint8))
    got = bytes_of(machine, memory).view(np.int32)
    assert got.tolist() == [0, 0x7F7F7F7F, 0x7F7F7F7F, *range(3, 300)]


def test_copies_stay_within_their_block() -> None:
    machine = EmulatedMachine()
    memory = machine.allocate(16)
    data = np.zeros(16, np.uint8)
    for offset in (-1, 1, 17):
        with pytest.raises(BackendError, match="not within a block of 16 bytes"):
            machine.upload(memory, offset, data)
        with pytest.raises(BackendError, match="not within a block of 16 bytes"):
            machine.download(memory, offset, data)
    with pytest.raises(BackendError, match="contiguous"):
        machine.upload(memory, 0, data[::2])


def test_memory_that_nothing_refers_to_stays_until_its_launches_are_over() -> None:
    machine = EmulatedMachine()
    y = machine.allocate(256)
    x = put(machine, np.arange(64, dtype=np.int32))
    launch(
        machine, "blocks_of_their_own", Launch((2, 1, 1), (32, 1, 1)), *copy_args(x, y), of=CLEAN
    )
    del x
    gc.collect()
    others = [machine.allocate(256) for _ in range(4)]
    assert bytes_of(machine, y).view(np.int32).tolist() == list(range(63, -1, -1))
    del others


def test_freed_memory_is_poisoned_and_the_checking_build_tells_a_late_access() -> None:
    machine = EmulatedMachine(checked=True)
    x, y = put(machine, np.arange(64, dtype=np.int32)), machine.allocate(256)
    arguments = copy_args(x, y)
    machine.synchronize()
    del x
    machine.synchronize()
    launch(machine, "a_guarded_tail", Launch((1, 1, 1), (64, 1, 1)), *arguments, of=CLEAN)
    with pytest.raises(BackendError, match="in a block of 256 bytes that was freed"):
        machine.synchronize()


def test_work_on_a_stream_is_not_seen_from_another_one() -> None:
    machine = EmulatedMachine()
    x, y = put(machine, np.arange(64, dtype=np.int32)), machine.allocate(256)
    machine.synchronize()
    machine.use_stream(7)
    launch(machine, "a_guarded_tail", Launch((1, 1, 1), (64, 1, 1)), *copy_args(x, y), of=CLEAN)
    machine.use_stream(0)
    assert (bytes_of(machine, y) == 0xFF).all()
    machine.use_stream(7)
    machine.synchronize()
    machine.use_stream(0)
    assert bytes_of(machine, y).view(np.int32).tolist() == list(range(64))


def test_an_upload_on_another_stream_comes_too_late() -> None:
    machine = EmulatedMachine()
    machine.use_stream(7)
    memory = put(machine, np.zeros(64, np.int32))
    machine.use_stream(0)
    assert (bytes_of(machine, memory) == 0xFF).all()


def test_arguments_by_value_keep_their_layout_and_may_be_reused() -> None:
    class Point(ctypes.Structure):
        _fields_ = (
            ("first", ctypes.c_char),
            ("second", ctypes.c_double),
            ("third", ctypes.c_int16),
        )

    machine = EmulatedMachine()
    y = machine.allocate(16)
    point = Point(b"\x05", 0.25, -300)
    launch(machine, "structure", ONE, point, u64(y.address), ctypes.c_uint8(200))
    point.second = 1e9
    assert bytes_of(machine, y).view(np.float64).tolist() == [5.25, -100.0]


def test_wrong_arguments_are_refused() -> None:
    machine = EmulatedMachine()
    with pytest.raises(BackendError, match=r"arguments of \(8, 8\) bytes, but is given \(8,\)"):
        launch(machine, "long_way", ONE, u64(0))
    with pytest.raises(BackendError, match=r"arguments of \(8, 8\) bytes, but is given \(8, 4\)"):
        launch(machine, "long_way", ONE, u64(0), i32(1))
    with pytest.raises(BackendError, match="has no entry nothing; it has to_integers, integers"):
        launch(machine, "nothing", ONE)


@pytest.mark.parametrize(
    ("grid", "block", "shared", "why"),
    [
        ((0, 1, 1), (1, 1, 1), 0, "grid"),
        ((2**31, 1, 1), (1, 1, 1), 0, "grid"),
        ((1, 65536, 1), (1, 1, 1), 0, "grid"),
        ((1, 1, 65536), (1, 1, 1), 0, "grid"),
        ((1, 1, 1), (1025, 1, 1), 0, "block"),
        ((1, 1, 1), (1, 1, 65), 0, "block"),
        ((1, 1, 1), (0, 1, 1), 0, "block"),
        ((1, 1, 1), (32, 33, 1), 0, "1056 threads, more than 1024"),
        ((1, 1, 1), (65, 1, 1), 0, "65 threads, but __launch_bounds__ allows 64"),
        ((1, 1, 1), (1, 1, 1), 227 * 1024 + 1, "bytes of dynamic shared memory"),
        ((1, 1, 1), (1, 1, 1), -1, "bytes of dynamic shared memory"),
    ],
)
def test_what_a_gpu_would_refuse_is_refused(
    grid: tuple[int, int, int], block: tuple[int, int, int], shared: int, why: str
) -> None:
    machine = EmulatedMachine()
    y = machine.allocate(256)
    with pytest.raises(BackendError, match=why):
        launch(machine, "bounded", Launch(grid, block, shared), u64(y.address))


def test_bounds_of_a_launch_that_are_just_kept_are_accepted() -> None:
    machine = EmulatedMachine()
    y = machine.allocate(256)
    launch(machine, "bounded", Launch((65536, 1, 1), (64, 1, 1), 227 * 1024), u64(y.address))
    launch(machine, "bounded", Launch((1, 1, 1), (64, 1, 1), 227 * 1024), u64(y.address))
    machine.use_stream(3)
    launch(machine, "bounded", Launch((1, 1, 1), (64, 1, 1), 227 * 1024), u64(y.address))
    assert bytes_of(machine, y).view(np.int32).tolist() == [64] * 64


def test_too_much_shared_memory_with_a_size_is_refused(tmp_path: Any) -> None:
    path = tmp_path / "large.cu"
    path.write_text(
        'extern "C" __global__ void large(int *y)\n'
        "{\n    __shared__ int tile[12289];\n    tile[y[0]] = y[1], y[2] = tile[y[3]];\n}\n"
    )
    with pytest.raises(BackendError, match="declares 49156 bytes of shared memory"):
        launch(EmulatedMachine(), "large", ONE, u64(0), of=unit_of(path))


def test_a_write_beyond_an_end_is_told_by_the_fast_build_too() -> None:
    machine = EmulatedMachine()
    x, y = put(machine, np.arange(64, dtype=np.int32)), machine.allocate(256)
    shape = Launch((1, 1, 1), (128, 1, 1))
    launch(machine, "the_tail_is_not_guarded", shape, *copy_args(x, y), of=BOUNDS)
    with pytest.raises(BackendError, match="has written beyond an end of the memory"):
        machine.synchronize()
    machine.synchronize()


@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        ("far_away", (), "out of bounds: there is no memory at 0x"),
        ("by_zero", (i32(0),), "integer division by zero"),
        ("deep", (i32(3),), "more than 512 KiB of local memory"),
    ],
)
def test_a_fault_ends_the_launch_and_not_the_process(
    name: str, arguments: tuple[Any, ...], why: str
) -> None:
    handler = signal.getsignal(signal.SIGFPE)
    machine = EmulatedMachine()
    y = put(machine, np.zeros(64, np.int32))
    for _ in range(2):
        launch(machine, name, Launch((2, 1, 1), (32, 1, 1)), u64(y.address), *arguments)
        with pytest.raises(BackendError, match=f"{name}: {why}"):
            machine.synchronize()
        launch(machine, "bounded", Launch((1, 1, 1), (64, 1, 1)), u64(y.address))
        assert bytes_of(machine, y).view(np.int32).tolist() == [64] * 64
    assert signal.getsignal(signal.SIGFPE) == handler


def test_what_follows_a_failed_launch_is_dropped() -> None:
    machine = EmulatedMachine()
    y = put(machine, np.zeros(64, np.int32))
    launch(machine, "by_zero", ONE, u64(y.address), i32(0))
    machine.upload(y, 0, np.ones(256, np.uint8))
    with pytest.raises(BackendError, match="division by zero"):
        machine.synchronize()
    assert not bytes_of(machine, y).any()


def test_R3_a_process_that_flushes_subnormals_is_left_as_it_was_and_changes_no_bit() -> None:
    machine = EmulatedMachine()
    x = np.array([2.0**-100, 3 * 2.0**-75, 2.0**-126, 2.0**-49], np.float32)
    memory, y = put(machine, x), machine.allocate(16)
    launch(machine, "environment", Launch((1, 1, 1), (4, 1, 1)), *copy_args(memory, y)[:2], i32(4))
    wanted = (x * x[3]).tobytes()
    control = hostile_control_word()
    if control is None:
        pytest.skip("no way to set the control word on this processor")
    read, write = control
    before = read()
    write(before | 0x8040 | 0x6000)  # flush to zero, denormals are zero, round to zero
    try:
        got = bytes_of(machine, y)
        after = read()
    finally:
        write(before)
    assert after & 0xE040 == (before | 0xE040) & 0xE040
    assert got.tobytes() == wanted


def hostile_control_word() -> Any:
    """Return functions that read and write MXCSR through glibc, or None if not on x86-64."""
    import platform

    if platform.machine() != "x86_64":
        return None
    libm = ctypes.CDLL("libm.so.6")

    def read() -> int:
        environment = (ctypes.c_uint32 * 8)()
        libm.fegetenv(environment)
        return int(environment[7])

    def write(word: int) -> None:
        environment = (ctypes.c_uint32 * 8)()
        libm.fegetenv(environment)
        environment[7] = word
        libm.fesetenv(environment)

    return read, write


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt, even if the tests were started with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_is_heard_between_blocks(interrupts: None) -> None:
    machine = EmulatedMachine()
    y = put(machine, np.zeros(64, np.int32))
    # There are enough blocks for an interrupt between two of them, but the launch also ends without
    # one.
    launch(machine, "long_way", Launch((1 << 24, 1, 1), (1, 1, 1)), u64(y.address), i64(1000))
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.2, signal.pthread_kill, (main, signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        machine.synchronize()
    timer.join()
    launch(machine, "bounded", Launch((1, 1, 1), (64, 1, 1)), u64(y.address))
    assert bytes_of(machine, y).view(np.int32).tolist() == [64] * 64


def test_two_machines_on_two_threads_take_turns() -> None:
    wrong: list[str] = []

    def work(seed: int) -> None:
        machine = EmulatedMachine("random", seed, checked=bool(seed % 2))
        for i in range(20):
            x, y = put(machine, np.arange(64, dtype=np.int32) + i), machine.allocate(256)
            shape = Launch((1, 1, 1), (64, 1, 1), 256)
            launch(machine, "tiles_with_both_barriers", shape, *copy_args(x, y), of=CLEAN)
            got = bytes_of(machine, y).view(np.int32).tolist()
            if got != [2 * (3 * (63 - t + i) + 3) for t in range(64)]:
                wrong.append(str(got))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_closed_machine_says_so() -> None:
    machine = EmulatedMachine()
    machine.close()
    with pytest.raises(BackendError, match="closed"):
        machine.allocate(1)


def test_an_unknown_schedule_is_refused() -> None:
    with pytest.raises(BackendError, match="unknown schedule 'sideways'; choose one of forward"):
        EmulatedMachine("sideways")


def test_a_report_gets_compiler_flags_and_schedule() -> None:
    facts = EmulatedMachine("random", 3, checked=True).environment()
    assert facts["machine"] == "emulated, checking build"
    assert facts["compiler"].startswith("g++ ")
    assert "-ffp-contract=off" in facts["flags"]
    assert facts["schedule"] == "random, seed 3"


def test_R1_a_unit_of_the_backend_gives_the_bits_of_its_headers() -> None:
    from samebits.backends.cuda import backend

    with backend.open("emulated") as session:
        assert session.machine.multiprocessors == 2
    assert unit("kernels/elementwise/erf.cu", SB_A="f32", SB_R="f32").text.startswith("#define")


def test_blocks_that_outlive_their_machine_are_released_when_they_are_dropped() -> None:
    machine = EmulatedMachine()
    released: list[int] = []
    usual = machine._release
    machine._release = lambda address: released.append(address) or usual(address)  # type: ignore[method-assign]
    early, late = machine.allocate(100), machine.allocate(200)
    places = [early.address, late.address]
    del early
    assert released == []
    machine.close()
    assert released == places[:1]
    del late
    assert released == places
