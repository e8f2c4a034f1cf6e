"""Tests that emulated machine code from ptxas gives the bits that the clauses require."""

import numpy as np
import pytest

from samebits.backends.cuda import backend
from samebits.backends.cuda.sass import floats, listing, machine
from samebits.backends.cuda.sass.block import Program
from samebits.backends.cuda.sass.tests.executing import aligned
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.tests import looking
from samebits.backends.protocol import BackendError
from samebits.oracles import evaluate
from samebits.spec.catalog import get_op

needs_tools = pytest.mark.skipif(
    bool(machine.unavailable_reason()), reason=machine.unavailable_reason() or "all tools are there"
)
ROWS = 40


def question(op, formats=("f32",), **attributes):
    """Return a call, and operands of ordinary magnitude with some special values."""
    declared = get_op(op)
    call = declared.call(formats * len(declared.operands), formats, **attributes)
    rng = np.random.default_rng(len(op))
    operands = [(rng.standard_normal(ROWS) * 4).astype(np.float32) for _ in declared.operands]
    operands[0][:5] = (np.nan, np.inf, -0.0, 1e-42, -3e38)
    return call, operands


def computed(device, op, **attributes):
    call, operands = question(op, **attributes)
    found = np.empty_like(operands[0])
    with backend.open(device) as session:
        session.run(call, operands, [found])
    return found.view(np.uint32)


def right(op, **attributes):
    call, operands = question(op, **attributes)
    return np.asarray(evaluate(call, operands)[0]).view(np.uint32)


def test_devices_say_what_they_lack(monkeypatch):
    monkeypatch.setattr(listing, "disassembler", lambda: "")
    found = {device.name: device for device in backend.devices()}
    for capability in machine.CAPABILITIES:
        device = found[f"sm_{capability}"]
        assert device.by_name
        assert not device.available
        assert device.reason
    with pytest.raises(BackendError, match=r"nvdisasm is missing: python3 -m pip install"):
        listing.disassemble(b"")


@needs_tools
@pytest.mark.parametrize("capability", machine.CAPABILITIES)
@pytest.mark.parametrize("op", ["div", "exp"])
def test_machine_code_gives_the_right_bits(op, capability):
    assert (computed(f"sm_{capability}", op) == right(op)).all()


@needs_tools
@pytest.mark.parametrize("capability", machine.CAPABILITIES)
def test_a_look_up_gives_the_bits_of_the_function_s_own_kernel(capability, monkeypatch):
    call, x = looking.call_of("exp", "bf16"), looking.patterns("bf16", 70_001)
    with backend.open("emulated") as session:
        looking.set_least(monkeypatch, 1 << 40)
        wanted = looking.returned(session, call, x)
    looking.set_least(monkeypatch, 1)
    seen = []
    driver = machine.MachineCode(capability, lambda kernel, *_: seen.append(kernel.entry))
    with CudaSession("observed", driver) as session:
        assert np.array_equal(looking.returned(session, call, x), wanted)
    place = "cached" if capability == 120 else "shared"
    assert seen[-1] == f"sb_table_{place}_16"


@needs_tools
@pytest.mark.parametrize("off", [-1, 1])
def test_no_bit_depends_on_the_first_approximation_of_a_quotient(off, monkeypatch):
    monkeypatch.setattr(floats, "SEED_ERROR", off)
    for op in ("div", "sqrt"):
        assert (computed("sm_90", op) == right(op)).all()


@needs_tools
def test_a_sum_crosses_lanes_and_shared_memory():
    declared = get_op("sum")
    call = declared.call(("f32",), ("f32",), axes=(0,))
    x = np.random.default_rng(3).standard_normal(3000).astype(np.float32)
    found = np.empty((), np.float32)
    with backend.open("sm_90") as session:
        session.run(call, [x], [found])
    wanted = evaluate(call, [x])[0]
    assert found.view(np.uint32) == np.asarray(wanted).view(np.uint32)


@needs_tools
def test_a_changed_instruction_changes_the_bits(monkeypatch):
    """Each change is a possible mistake of ptxas: a sum rounded twice, or rounded towards zero."""
    honest = Program._understood

    def wrong(self, i):
        if i.opcode == ("FADD",):
            i = type(i)(i.address, i.guard, ("FADD", "RZ"), i.operands, i.encoding)
        return honest(self, i)

    monkeypatch.setattr(Program, "_understood", wrong)
    machine.load.cache_clear()
    try:
        assert (computed("sm_90", "add") != right("add")).any()
    finally:
        machine.load.cache_clear()


@needs_tools
def test_what_a_block_issues_is_observed():
    seen = []
    declared = get_op("add")
    call = declared.call(("f32", "f32"), ("f32",))
    x, found = aligned(4096).view(np.float32), aligned(4096).view(np.float32)
    driver = machine.MachineCode(90, lambda *each: seen.append(each))
    with CudaSession("observed", driver) as session:
        session.run(call, [x, x], [found])
    total = sum(sum(counted.traffic.requested.values()) for *_, counted in seen)
    assert total == 3 * x.nbytes
    sectors = sum(sum(counted.traffic.sectors.values()) for *_, counted in seen)
    assert sectors == 3 * x.nbytes // 32
    for _, _, _, loaded, counted in seen:
        adds = [
            n
            for i, n in zip(loaded.program.listing.instructions, counted.issues, strict=True)
            if i.opcode == ("FADD",)
        ]
        assert sum(adds) % 4 == 0
