"""Tests of proofs: blocks in threads, a state to continue and merge, the final certificate."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from samebits.conformance.calls.subject import open_subject
from samebits.conformance.errors import JudgeError
from samebits.conformance.exhaustive import proof as proving, state as states
from samebits.conformance.exhaustive.proof import Request, prove
from samebits.conformance.exhaustive.prover import Wrong
from samebits.conformance.exhaustive.state import certificate_of, load, merged, path_of
from samebits.conformance.exhaustive.wrong_inputs import narrow_blocks
from samebits.conformance.judging.exhaustivework import run_blocks
from samebits.conformance.tests.exhausting import NEG16, NEG32, Plain, certificate, subject
from samebits.spec.language.call import Call
from samebits.vectors import answers
from samebits.vectors.answers import Answer, ArithmeticRoute
from samebits.vectors.certificate import frozen, leaf_of
from samebits.vectors.certificates import ExhaustiveCase
from samebits.vectors.domain import BLOCK, LARGE_BLOCK, domain_of

SHARD = (1, 512)
"""A shard of binary32 with eight blocks that are far apart."""


def quiet(finished: int) -> None:
    """Ignore the reported progress."""


def request(work: Path, call: Call = NEG16, **more: object) -> Request:
    return replace(Request(domain=domain_of(call), threads=2, work=work), **more)


def test_a_right_backend_gets_the_certificate_of_the_oracles(tmp_path: Path) -> None:
    state = prove(subject(Plain()), request(tmp_path), quiet)
    found = certificate_of(state, NEG16)
    assert (state.wrong, found.leaves) == (0, certificate(NEG16).leaves)
    assert found.judged["backend"] == "plain"
    assert "numpy" in found.versions


def test_R2_every_wrong_input_is_counted_and_the_first_are_named(tmp_path: Path) -> None:
    spoilt = Plain("wrong", (0x3C00, 0x3C01, 0xFC00))
    state = prove(subject(spoilt), request(tmp_path), quiet)
    assert state.wrong == 3
    assert state.examples[0] == Wrong(0x3C00, 0xBC00, 0xBC01)
    assert [x.input for x in state.examples] == [0x3C00, 0x3C01, 0xFC00]
    with pytest.raises(JudgeError, match="3 inputs are wrong, so there is no certificate"):
        certificate_of(state, NEG16)


def test_one_wrong_input_of_a_block_of_binary32_is_found(tmp_path: Path) -> None:
    spoilt = Plain("wrong", (512 * BLOCK + 77,))
    state = prove(subject(spoilt), request(tmp_path, NEG32, shard=SHARD), quiet)
    assert [(x.input, x.got ^ x.wanted) for x in state.examples] == [(512 * BLOCK + 77, 1)]


def test_a_block_of_another_size_is_judged_and_narrowed_like_any_other(tmp_path: Path) -> None:
    large = domain_of(NEG32, LARGE_BLOCK)
    state = prove(subject(Plain()), request(tmp_path, NEG32, domain=large, shard=(3, 512)), quiet)
    assert state.digests.keys() == {2}
    leaves = ["0" * 32] * 512
    leaves[2] = leaf_of(state.digests[2])
    whole = replace(certificate(NEG16), call=NEG32, block=LARGE_BLOCK, leaves=tuple(leaves))
    spoilt = Plain("wrong", (3 * LARGE_BLOCK - 1,))
    found = run_blocks(spoilt.open("cpu"), whole, (2,), nullcontext, quiet)
    case = ExhaustiveCase("neg/f32/exhaustive", NEG32, lambda: whole)
    narrowed = narrow_blocks(case, whole, found.kept)
    assert [x.address for x in narrowed.examples] == ["neg/f32/exhaustive/017fffff"]
    with pytest.raises(JudgeError, match="proof block is 8388608, now 1048576"):
        prove(subject(Plain()), request(tmp_path, NEG32, shard=(3, 512), resume=True), quiet)


def test_digests_come_from_the_oracles_even_where_the_backend_is_wrong(tmp_path: Path) -> None:
    state = prove(subject(Plain("wrong", range(100))), request(tmp_path), quiet)
    assert frozen(list(state.digests.values()))[0] == certificate(NEG16).leaves


def test_results_that_are_not_written_are_wrong(tmp_path: Path) -> None:
    state = prove(subject(Plain("unwritten")), request(tmp_path), quiet)
    assert state.wrong == 1 << 15


@pytest.mark.parametrize(
    ("mistake", "said"),
    [("raises", "RuntimeError: no such kernel"), ("exits", "SystemExit: 0"), ("empties", "Empty")],
)
def test_whatever_the_backend_raises_ends_the_proof_in_one_line_and_keeps_the_state(
    tmp_path: Path, mistake: str, said: str
) -> None:
    with pytest.raises(JudgeError, match=rf"^neg\[f16\]: the backend raised {said}$"):
        prove(subject(Plain(mistake)), request(tmp_path), quiet)
    assert load(path_of(tmp_path, NEG16)).digests == {}


def test_whatever_the_oracles_raise_is_told_as_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: ArithmeticRoute, call: Call, first: int, count: int) -> Answer:
        raise MemoryError("no room")

    monkeypatch.setattr(ArithmeticRoute, "answer", broken)
    with pytest.raises(JudgeError, match=r"the oracles raised MemoryError: no room"):
        prove(subject(Plain()), request(tmp_path, NEG32, shard=SHARD), quiet)


def test_a_proof_that_was_stopped_goes_on_with_the_other_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = request(tmp_path, NEG32, shard=SHARD)

    def stop(finished: int) -> None:
        if finished == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        prove(subject(Plain()), whole, stop)
    before = load(whole.path)
    assert len(before.digests) == 3
    asked = []
    answer = ArithmeticRoute.answer

    def counted(self: ArithmeticRoute, call: Call, first: int, count: int) -> Answer:
        asked.append(first // BLOCK)
        return answer(self, call, first, count)

    monkeypatch.setattr(ArithmeticRoute, "answer", counted)
    state = prove(subject(Plain()), replace(whole, resume=True), quiet)
    assert sorted([*asked, *before.digests]) == list(range(0, 4096, 512))
    assert sorted(state.digests) == list(range(0, 4096, 512))


def test_without_resume_a_proof_begins_anew(tmp_path: Path) -> None:
    whole = request(tmp_path)
    prove(subject(Plain("wrong", (1, 2))), whole, quiet)
    assert prove(subject(Plain()), whole, quiet).wrong == 0


def test_the_state_of_another_backend_is_not_continued(tmp_path: Path) -> None:
    whole = request(tmp_path, resume=True)
    prove(subject(Plain()), whole, quiet)
    with pytest.raises(JudgeError, match="judged source_digest is 1, now 2; run without --resume"):
        prove(subject(Plain(digest="2")), whole, quiet)


@pytest.mark.parametrize(("name", "device"), [("c", "baseline"), ("cuda", "emulated")])
def test_every_fact_that_the_backend_states_is_part_of_what_is_continued(
    name: str, device: str
) -> None:
    with open_subject(name, device) as opened:
        stated = opened.session.environment()
        judged = proving.identity_of(opened, domain_of(NEG16), ArithmeticRoute())["judged"]
    assert dict(stated).items() <= dict(judged).items()
    assert {"source_digest", "compiler", "flags"} <= judged.keys()


def test_a_backend_without_a_digest_is_known_by_its_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "kernels.py"
    text = "from samebits.conformance.tests.exhausting import Plain\nbackend = Plain(digest='')\n"
    module.write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "kernels", raising=False)
    resumed = request(tmp_path / "work", resume=True)
    with open_subject("py:kernels:backend", None) as opened:
        assert prove(opened, resumed, quiet).wrong == 0
    module.write_text(text + "OTHER = 1\n")
    changed = pytest.raises(JudgeError, match=r"judged module_digest is .* run without --resume")
    with open_subject("py:kernels:backend", None) as opened, changed:
        prove(opened, resumed, quiet)


def test_a_backend_of_which_nothing_tells_the_sources_is_not_continued(tmp_path: Path) -> None:
    nameless = replace(subject(Plain(digest="")), spelled="py:no_such_module:backend")
    assert prove(nameless, request(tmp_path), quiet).wrong == 0
    with pytest.raises(JudgeError, match="reports no source_digest and is not a module in a file"):
        prove(nameless, request(tmp_path, resume=True), quiet)


def test_other_oracles_do_not_continue_a_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    resumed = request(tmp_path, resume=True)
    prove(subject(Plain()), resumed, quiet)
    monkeypatch.setattr(answers, "deciders", lambda: {"deciders": "others"})
    with pytest.raises(JudgeError, match=r"oracles deciders is .*, now others"):
        prove(subject(Plain()), resumed, quiet)


def test_a_work_folder_that_cannot_be_used_is_told_before_the_first_block(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(JudgeError, match=r"unfinished work cannot be stored there .* --work"):
        prove(subject(Plain("raises")), request(file / "work"), quiet)


def test_shards_of_several_processors_make_one_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = []
    for number in (1, 2):
        monkeypatch.setattr(
            ArithmeticRoute, "versions", lambda self, n=number: {"numpy": "2", "cpu": f"cpu {n}"}
        )
        part = request(tmp_path, NEG32, shard=(number + 100, 1024))
        prove(subject(Plain()), part, quiet)
        paths.append(part.path)
    assert states.shard_paths(tmp_path, NEG32) == sorted(paths)
    whole = merged(paths)
    assert sorted(whole.digests) == sorted([*range(100, 4096, 1024), *range(101, 4096, 1024)])
    assert whole.identity["oracles"]["cpu"] == "cpu 1 | cpu 2"
    with pytest.raises(JudgeError, match="4088 blocks are not proven yet"):
        certificate_of(whole, NEG32)
    with pytest.raises(JudgeError, match="not shards of one division"):
        merged([*paths, paths[0]])


def test_parts_of_two_proofs_are_not_merged(tmp_path: Path) -> None:
    prove(subject(Plain()), request(tmp_path, NEG32, shard=(1, 1024)), quiet)
    prove(subject(Plain(digest="2")), request(tmp_path, NEG32, shard=(2, 1024)), quiet)
    with pytest.raises(
        JudgeError, match="the parts belong to different proofs: judged source_digest"
    ):
        merged(states.shard_paths(tmp_path, NEG32))


def test_the_hardest_inputs_of_all_blocks_are_kept_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(self: ArithmeticRoute, call: Call, first: int, count: int) -> Answer:
        bits = original(self, call, first, count).bits
        ranked = tuple((60.0 - i - first / 2**32, first + i) for i in range(150))
        return Answer(bits, near=2, ties=1, hardest=ranked)

    original = ArithmeticRoute.answer
    monkeypatch.setattr(ArithmeticRoute, "answer", answer)
    state = prove(subject(Plain()), request(tmp_path, NEG32, shard=SHARD), quiet)
    assert (state.near, state.ties, len(state.hardest)) == (16, 8, 200)
    assert state.hardest == sorted(state.hardest, key=lambda item: (-item[0], item[1]))
    assert [x for _, x in state.hardest[:3]] == [0, 512 * BLOCK, 1024 * BLOCK]
    assert load(path_of(tmp_path, NEG32, SHARD)) == state


def test_a_backend_that_does_not_support_the_call_is_told_in_one_line(tmp_path: Path) -> None:
    sqrt = Call("sqrt", 1, ("f16",), ("f16",))
    with pytest.raises(JudgeError, match=r"does not support sqrt\[f16\]: not made for it"):
        prove(subject(Plain()), request(tmp_path, sqrt), quiet)
    assert proving.SAVE_SECONDS > 0


def test_a_broken_state_is_named(tmp_path: Path) -> None:
    path = path_of(tmp_path, NEG16)
    path.write_text("{")
    with pytest.raises(JudgeError, match=r"neg-f16\.json: not valid JSON"):
        prove(subject(Plain()), request(tmp_path, resume=True), quiet)
