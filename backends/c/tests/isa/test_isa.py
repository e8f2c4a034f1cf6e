"""Test the driver of the nox session `isa`, built for this machine, against vectors/digests.py."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from samebits.backends.c import backend
from samebits.backends.c.library import find
from samebits.backends.c.tests.programs import load
from samebits.vectors.certificate import call_named
from samebits.vectors.certificates import all_certificates
from samebits.vectors.domain import LARGE_BLOCK, domain_of
from samebits.vectors.errors import VectorError

agree = load(Path(__file__).with_name("agree.py"))


@pytest.fixture(scope="module")
def session():
    with backend.open("baseline") as opened:
        opened.configure(threads=1)
        yield opened


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.fail("the digest program of nox -s record -- isa needs a C compiler: install gcc")
    program = tmp_path_factory.mktemp("isa") / "digests"
    agree.link_driver(compiler, find("baseline")[0].resolve(), program)
    return [str(program)]


@pytest.mark.parametrize(
    ("op", "name"),
    [
        ("exp", "f32"), ("log", "bf16"), ("tanh", "f8e5m2"), ("add", "f16"), ("fma", "f8e5m2"),
        ("lt", "f8e5m2_to_bool"), ("cast", "f32_to_f8e4m3fn"), ("cast", "f16_to_i64"),
        ("cast", "f32_to_f8e4m3fn+saturate=false"),
    ],
)  # fmt: skip
def test_R2_the_program_prints_the_digests_that_certificates_hold(op, name, driver, session):
    call = call_named(op, name)
    last = domain_of(call).inputs
    spans = [(0, min(last, 5000)), (last - 200, 200), (last // 3, 99)]
    wanted = list(agree.native_digests(session, call, spans))
    assert agree.driver_digests(driver, call, spans) == wanted


def test_sha256_of_every_length_of_tail(driver, session):
    call = call_named("neg", "f8e5m2")
    spans = [(0, count) for count in range(1, 131)]
    assert agree.driver_digests(driver, call, spans) == list(
        agree.native_digests(session, call, spans)
    )


def test_an_op_without_a_kernel_is_an_error_and_not_an_empty_answer(driver):
    call = call_named("exp", "f16")
    object.__setattr__(call, "op", "no_such_op")
    with pytest.raises(VectorError, match="no_such_op"):
        agree.driver_digests(driver, call, [(0, 1)])


def test_the_order_holds_every_block_once_and_begins_where_functions_turn():
    order = agree.order()
    assert sorted(order) == list(range(4096))
    exponents = {block % 2048 // 8 for block in order[:64]}
    assert {0, 1, 126, 127, 128, 133, 254, 255} <= exponents
    assert {block // 2048 for block in order[:2]} == {0, 1}


def test_calls_are_those_that_can_be_exhausted():
    names = {str(call) for call in agree.calls(["cast", "exp"], [])}
    assert "exp[f32]" in names
    assert "cast[f32_to_f8e4m3fn](saturate=False)" in names
    assert not any(name.startswith("cast[f64") for name in names)
    assert not list(agree.calls(["matmul", "where"], []))


def test_calls_of_every_op_are_those_that_certificates_can_exist_for():
    calls = list(agree.calls([], []))
    assert len(calls) == len(set(calls))
    proven = {certificate.call for certificate in all_certificates(agree.ROOM)}
    assert len(proven) > 500
    assert proven <= set(calls)


def test_a_machine_without_the_tools_is_told_what_to_install(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert agree.Target("aarch64").lacking() == (
        "aarch64 needs: apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user"
    )


def test_a_difference_is_narrowed_to_its_first_input(session):
    call = call_named("exp", "f16")

    class Wrong:
        """A machine whose digest is wrong for every span that contains input 12345."""

        def digests(self, call, spans):
            right = list(agree.native_digests(session, call, spans))
            return [
                d[::-1] if first <= 12345 < first + count else d
                for d, (first, count) in zip(right, spans, strict=True)
            ]

    outcome = agree.compare(Wrong(), session, call, 64)
    assert outcome.differs == ("block 0x0: first at input 3039",)
    assert np.uint16(0x3039) == 12345


def test_what_has_agreed_is_kept_until_the_machine_code_changes(tmp_path):
    call, path = call_named("exp", "f16"), tmp_path / "agreed.json"
    outcome = agree.Outcome(call, 65536, "certificates")
    agree.Agreed(path, "a", again=False).add(outcome, 64)
    assert agree.Agreed(path, "a", again=False).find(call, 64) == outcome
    assert agree.Agreed(path, "a", again=False).find(call, 32) is None
    assert agree.Agreed(path, "a", again=True).find(call, 64) is None
    assert agree.Agreed(path, "b", again=False).find(call, 64) is None


def test_what_has_agreed_is_kept_until_its_reference_changes(tmp_path, monkeypatch):
    path, certified, other = (
        tmp_path / "agreed.json",
        call_named("exp", "f16"),
        call_named("cast", "i32"),  # a copy; it has no certificate
    )
    for call, reference in ((certified, "certificates"), (other, "c:baseline")):
        agree.Agreed(path, "a", again=False).add(agree.Outcome(call, 256, reference), 64)
    assert agree.Agreed(path, "a", again=False).find(other, 64) is not None
    monkeypatch.setattr(agree, "source_digest", lambda: "changed")
    assert agree.Agreed(path, "a", again=False).find(other, 64) is None
    assert agree.Agreed(path, "a", again=False).find(certified, 64) is not None
    monkeypatch.setattr(agree, "ROOM", tmp_path)
    assert agree.Agreed(path, "a", again=False).find(certified, 64) is None


def test_the_digest_of_machine_code_passes_over_that_of_the_sources(tmp_path):
    first, second, third = (tmp_path / name for name in ("first", "second", "third"))
    first.write_bytes(b"code source-1 more")
    second.write_bytes(b"code source-2 more")
    third.write_bytes(b"cod. source-2 more")
    code = agree.code_of(first, "source-1")
    assert agree.code_of(second, "source-2") == code
    assert agree.code_of(third, "source-2") != code
    with pytest.raises(VectorError, match="was built from other sources; remove"):
        agree.code_of(second, "source-1")


def test_blocks_of_another_size_are_tried_on_about_as_many_inputs():
    call = call_named("exp", "f32")
    small, large = domain_of(call), domain_of(call, LARGE_BLOCK)
    assert agree.blocks_of(small, 64) == sorted(agree.order()[:64])
    chosen = agree.blocks_of(large, 64)
    assert len(chosen) == 8
    assert {127, 0, 256} <= set(chosen)
    assert agree.blocks_of(domain_of(call_named("add", "f16"), LARGE_BLOCK), 64) == [127]
