"""Tests of the verdict: only complete runs at level full claim, and gaps do not pass."""

from dataclasses import replace

import pytest

from samebits.conformance.results.records import OUTCOMES, CaseResult
from samebits.conformance.results.verdict import FAILURES, count, judge, planned_digest
from samebits.conformance.tests.test_records import HEADER


def result(name="add/f32/x", outcome="pass", **changes):
    base = CaseResult(
        id=name, kind="vector", op="add", label="f32", profile="core", level="smoke",
        outcome=outcome,
    )  # fmt: skip
    return replace(base, **changes)


def verdict(results, **changes):
    header = replace(
        HEADER, profiles=("core",), filters={}, planned=len(results),
        planned_digest=planned_digest(r.id for r in results),
    )  # fmt: skip
    return judge(replace(header, **changes), results)


def test_a_complete_run_at_full_level_claims():
    """C1.1, P2.1, P2.pass, P2.3: the claim of a complete run in which everything passed."""
    found = verdict([result()])
    assert (found.word, found.ok) == ("PASS", True)
    assert found.claim == "conforms to core@0.1 on c:avx2 (a processor)"
    assert found.text == f"{found.claim}: 1 of 1 cases pass"


@pytest.mark.parametrize("level", ["smoke", "standard"])
def test_below_full_nothing_is_claimed(level):
    """P2.3: levels below full claim nothing."""
    found = verdict([result()], level=level)
    assert (found.word, found.claim) == ("PASS", None)
    assert found.text == f"1 of 1 cases pass on c:avx2 at level {level}, no claim below full"


@pytest.mark.parametrize("outcome", sorted(FAILURES))
def test_a_failure_of_any_kind_is_not_ok(outcome):
    """C1.1, P2.fail: a case is wrong, or ends without an answer."""
    found = verdict([result(), result("add/f32/y", outcome)])
    assert (found.word, found.ok, found.claim) == ("FAIL", False, None)
    assert found.lines == (
        "does not conform: 1 of 2 cases pass on c:avx2", f"core: 1 {outcome} (add)",
    )  # fmt: skip


def test_unsupported_is_not_ok_and_names_what_is_missing():
    """C2.6, P2.fail: an op that a backend lacks is not a pass."""
    found = verdict([result(), result("exp/f16/x", "unsupported", op="exp", label="f16")])
    assert (found.word, found.claim) == ("FAIL", None)
    assert "1 unsupported (exp f16)" in found.text


def of_front(*results, **changes):
    return verdict(list(results), environment={"backend_spelled": "front:torch"}, **changes)


def test_what_a_front_end_refuses_fails_no_run_and_voids_the_claim_of_its_profile():
    """P2.4: a front end returns the bits of a call, or refuses it."""
    refused = result("exp/f16/x", "unsupported", op="exp", label="f16", profile="math")
    found = of_front(result(), refused, profiles=("core", "math"))
    assert (found.word, found.ok) == ("PASS", True)
    assert (
        found.claim
        == "conforms to core@0.1 on front:torch, which calls itself c:avx2 (a processor)"
    )
    assert "1 of 2 cases pass" in found.lines[0]
    assert "math: 1 case refused by the front end (exp f16)" in found.lines


def test_a_front_end_that_refuses_something_of_each_profile_claims_nothing():
    """P2.4: the verdict states the reason."""
    found = of_front(result(), result("exp/f16/x", "unsupported", op="exp", label="f16"))
    assert (found.word, found.claim) == ("PASS", None)
    assert found.lines[0].endswith("no claim with refused cases")


def test_a_front_end_fails_for_a_wrong_case_and_passes_nothing_where_it_refuses_all():
    """P2.fail, P2.incomplete: only a refusal is excused, and refusals alone are no evidence."""
    refused = result("exp/f16/x", "unsupported", op="exp", label="f16")
    assert of_front(result("a", "fail"), refused).word == "FAIL"
    assert of_front(refused).word == "INCOMPLETE"


@pytest.mark.parametrize("kind", ["vector", "law"])
def test_what_was_not_run_makes_the_run_incomplete(kind):
    """P2.incomplete: the judge could not ask these cases."""
    found = verdict([result(), result("z", "not_run", kind=kind, reason="no file")])
    assert (found.word, found.ok, found.claim) == ("INCOMPLETE", False, None)
    assert found.lines == (
        "incomplete, so nothing is claimed: 1 of 2 cases pass on c:avx2",
        "core: 1 not run (no file)",
    )


def test_a_failure_outranks_what_was_not_run_and_both_are_named():
    """P2.2: FAIL outranks INCOMPLETE."""
    found = verdict([result("a", "fail"), result("b", "not_run"), result("c")])
    assert (found.word, found.claim) == ("FAIL", None)
    assert "core: 1 fail (add)" in found.lines
    assert "core: 1 not run (b)" in found.lines


def test_another_profile_claims_nothing_where_the_run_is_incomplete():
    silent = result("sum/f32/x", "not_run", op="sum", profile="reduce")
    assert verdict([result(), silent], profiles=("core", "reduce")).claim is None


def test_a_law_that_is_not_applicable_blocks_nothing_and_is_counted_by_law_and_reason():
    """P1.4: a law that is not applicable is counted and named."""
    laws = [
        result(f"law/threads/{op}/f32", "not_applicable", kind="law", op=op, reason="no threads")
        for op in ("add", "mul")
    ]
    found = verdict([result(), *laws])
    assert (found.word, found.claim) == ("PASS", "conforms to core@0.1 on c:avx2 (a processor)")
    assert found.lines[0].endswith(": 1 of 1 cases pass")
    assert found.lines[1:] == ("2 laws not applicable (law/threads): no threads",)


def test_partners_that_drawn_cases_leave_out_are_counted_and_named():
    mixed = [
        result(f"drawn/mixed/{op}/f32/1", kind="drawn", op=op, left_out=("exp/f32", *more))
        for op, more in (("add", ()), ("mul", ("sum/f16",)))
    ]
    found = verdict([result(), *mixed])
    assert found.word == "PASS"
    line = "2 partners not supported and left out of 2 drawn cases: exp/f32, sum/f16"
    assert found.lines[1:] == (line,)


@pytest.mark.parametrize("kind", ["vector", "real", "refused", "trajectory"])
def test_a_case_with_wanted_bits_cannot_be_not_applicable(kind):
    found = verdict([result(), result("z", "not_applicable", kind=kind)])
    assert (found.word, found.ok, found.claim) == ("INVALID", False, None)
    assert "z has a wanted answer" in found.text


def test_a_run_in_which_nothing_was_put_is_no_pass():
    law = result("law/threads/add/f32", "not_applicable", kind="law")
    silent = result("add/f32/r", "not_run", kind="real")
    for results in ([law], [silent], [law, silent]):
        found = verdict(results)
        assert (found.word, found.claim) == ("INCOMPLETE", None)
        assert "nothing was put to the device" in found.lines


def test_real_inputs_have_a_line_of_their_own_and_are_no_part_of_the_claim():
    """P1.5: real inputs are an extra set."""
    real = [result(f"r{i}", kind="real") for i in range(3)]
    silent = result("r9", "not_run", kind="real", reason="no package p")
    found = verdict([result(), *real, silent])
    assert found.word == "PASS"
    assert found.lines == (
        f"{found.claim}: 1 of 1 cases pass",
        "real inputs: 3 of 3 pass",
        "1 real input was not run: no package p",
    )


def test_P1_7_a_training_run_without_its_data_is_told_and_there_is_no_claim_of_its_profile():
    silent = result("trajectory/x", "not_run", kind="trajectory", reason="no package p")
    found = verdict([result(), silent])
    assert found.word == "PASS"
    assert found.claim is None
    assert found.lines[-1] == "1 training run was not run: no package p"
    assert "1 of 1 cases pass" in found.lines[0]
    assert verdict([result(), result("trajectory/x", kind="trajectory")]).claim is not None
    runs = [replace(silent, id=f"trajectory/{i}", reason=f"no {i}") for i in range(3)]
    more = "3 training runs were not run: no 0, no 1 and 1 more"
    assert verdict([result(), *runs]).lines[-1] == more


def test_a_real_input_that_fails_is_a_failure():
    """P1.5: real inputs that fail are failures."""
    found = verdict([result(), result("r", "fail", kind="real")])
    assert (found.word, found.claim) == ("FAIL", None)
    assert "real inputs: 0 of 1 pass" in found.lines


def test_a_failing_law_blocks_its_profile():
    assert not verdict([result(), result("law/threads/add/f32", "fail", kind="law")]).ok


def test_one_profile_can_claim_while_another_fails():
    results = [result(), result("sum/f32/x", "fail", op="sum", profile="reduce")]
    found = verdict(results, profiles=("core", "reduce"))
    assert found.word == "FAIL"
    assert found.claim == "conforms to core@0.1 on c:avx2 (a processor)"
    assert found.text.startswith("does not conform")


@pytest.mark.parametrize("outcome", ["waived", "xfail"])
@pytest.mark.parametrize("kind", ["vector", "real", "law"])
def test_a_known_failure_voids_the_claim_of_its_profile_and_says_so(outcome, kind):
    """P2.4: a waiver voids the claim."""
    held = result("add/f32/y", outcome, kind=kind)
    found = verdict([result(), held])
    assert (found.word, found.claim) == ("PASS", None)
    assert "no claim with known failures" in found.lines[0]
    assert f"core: 1 {outcome} (add/f32/y), which voids the claim" in found.lines
    both = verdict([result("e", profile="math"), result(), held], profiles=("core", "math"))
    assert both.claim == "conforms to math@0.1 on c:avx2 (a processor)"


@pytest.mark.parametrize(
    "changes",
    [{"filters": {"op": ("add",)}}, {"shard": "1/2"}],
    ids=["filters", "shard"],
)
def test_a_part_of_a_run_claims_nothing(changes):
    """P2.3: filters and shards reduce a plan."""
    found = verdict([result()], **changes)
    assert (found.ok, found.claim) == (True, None)
    assert "no claim" in found.text


def test_a_run_of_one_format_claims_for_that_format():
    """P2.5: a run of some formats claims for these formats."""
    found = verdict([result()], filters={"format": ("f32",)})
    assert found.claim == "conforms to core[f32]@0.1 on c:avx2 (a processor)"


def test_the_lines_stay_short_whatever_reasons_a_backend_gives():
    many = [result(f"n{i:03}", "not_run", reason=f"{i}" + "x" * 5000) for i in range(99)]
    wrong = [result(f"w{i:03}", "fail", op=f"op{i}") for i in range(99)]
    found = verdict(many + wrong)
    assert all(len(line) < 600 for line in found.lines)
    assert "and 95 more" in found.text


def test_a_profile_without_golden_cases_claims_nothing():
    assert verdict([result("law/threads/add/f32", kind="law")]).claim is None


def test_a_run_without_laws_claims_nothing():
    found = verdict([result()], filters={"set": ("golden",)})
    assert (found.ok, found.claim) == (True, None)


@pytest.mark.parametrize(
    ("results", "changes", "why"),
    [
        ([], {}, "no case was planned"),
        ([result()], {"planned": 2}, "2 cases were planned, 1 have a result"),
        ([result()], {"planned_digest": "00"}, "not the planned ones"),
        ([result(), result()], {}, "more than one result"),
        ([result(profile="math")], {}, "profile math"),
    ],
)
def test_a_run_that_is_not_the_planned_one_is_invalid(results, changes, why):
    """P2.invalid, P2.2: INVALID outranks all other results."""
    found = verdict(results, **changes)
    assert (found.ok, found.claim) == (False, None)
    assert found.word == "INVALID"
    assert found.text.startswith("invalid run")
    assert why in found.text


def test_counts_list_every_outcome():
    counts = count([result(), result("b", "fail")])
    assert list(counts) == list(OUTCOMES)
    assert sum(counts.values()) == 2


def test_the_planned_digest_does_not_depend_on_the_order():
    assert planned_digest(["b", "a"]) == planned_digest(["a", "b"])
    assert planned_digest(["a"]) != planned_digest(["a", "b"])


def test_the_id_that_has_two_results_is_named():
    found = verdict([result("a"), result("b"), result("b")])
    assert found.text == "invalid run: b has more than one result"


def test_of_several_unknown_profiles_the_first_by_name_is_named():
    strange = ["z", "math", "reduce", "y", "x"]
    found = verdict([result(f"r{i}", profile=name) for i, name in enumerate(strange)])
    assert found.text == "invalid run: results of profile math, which the header does not name"


def test_a_claim_names_all_formats_of_the_run():
    found = verdict([result()], filters={"format": ("f32", "f16")})
    assert found.claim == "conforms to core[f32,f16]@0.1 on c:avx2 (a processor)"


def test_a_device_without_description_is_claimed_without_brackets():
    assert verdict([result()], device_description="").claim == "conforms to core@0.1 on c:avx2"


def test_why_a_run_claims_nothing_is_one_reason_of_several():
    laws = [result("law/threads/add/f32", kind="law")]
    assert verdict(laws).lines[0].endswith("at level full, no claim without golden cases")
    held = [*laws, result("law/order/add/f32", "waived", kind="law")]
    assert verdict(held).lines[0].endswith("at level full, no claim with known failures")


def test_reasons_of_real_inputs_are_named_two_at_a_time():
    silent = [result(f"r{i}", "not_run", kind="real", reason=f"no {i}") for i in range(3)]
    assert verdict([result(), *silent]).lines[1:] == (
        "3 real inputs were not run: no 0, no 1 and 1 more",
    )


@pytest.mark.parametrize(("length", "shown"), [(120, "x" * 120), (121, "x" * 117 + "...")])
def test_a_reason_is_cut_to_120_characters(length, shown):
    found = verdict([result(), result("z", "not_run", reason="x" * length)])
    assert found.lines[1] == f"core: 1 not run ({shown})"


def test_of_strange_profiles_the_first_by_name_is_told():
    strange = [result(f"{name}/f32/x", profile=f"of-{name}") for name in "hgfedcba"]
    found = verdict(strange)
    assert found.word == "INVALID"
    assert found.text.endswith("results of profile of-a, which the header does not name")


def test_four_names_are_told_and_the_others_counted():
    for ops, named in (("abcd", "(a, b, c, d)"), ("abcde", "(a, b, c, d and 1 more)")):
        found = verdict([result(f"{op}/f32/x", "fail", op=op) for op in ops])
        assert found.lines[1].endswith(named)


def test_a_text_of_somebody_else_is_told_with_120_characters_at_most():
    for length, shown in ((120, "x" * 120), (121, "x" * 117 + "...")):
        found = verdict([result(), result("z", "not_run", kind="law", reason="x" * length)])
        assert f"({shown})" in found.text


SPELLED = {"environment": {"backend_spelled": "py:poser:backend"}}


def test_a_claim_names_the_backend_as_the_user_did_and_then_as_it_calls_itself():
    """A backend may call itself c, and its device avx2."""
    found = verdict([result()], **SPELLED)
    poser = "py:poser:backend, which calls itself c:avx2"
    assert found.claim == f"conforms to core@0.1 on {poser} (a processor)"
    lines = {level: verdict([result()], level=level, **SPELLED) for level in ("smoke", "standard")}
    assert all(f"1 of 1 cases pass on {poser} at" in found.text for found in lines.values())
    assert poser in verdict([result(outcome="fail")], **SPELLED).text
    assert poser in verdict([result("z", "not_run")], **SPELLED).text
    registered = verdict([result()], environment={"backend_spelled": "c"})
    assert registered.claim == verdict([result()]).claim


@pytest.mark.parametrize(
    ("name", "shown"),
    [("с", r"\u0441"), ("c\u200b", r"c\u200b"), ("c\x1b", r"c\x1b"), (r"\u0441", r"\\u0441")],
)
@pytest.mark.parametrize("member", ["backend", "device"])
def test_letters_that_pass_for_others_are_shown_as_escapes(member, name, shown):
    """The Cyrillic letter for s looks like the Latin c."""
    found = verdict([result()], environment={"backend_spelled": name}, **{member: name})
    spelled = f"{shown}, which calls itself " if member == "device" else ""
    own = f"{shown}:avx2" if member == "backend" else f"c:{shown}"
    assert found.claim == f"conforms to core@0.1 on {spelled}{own} (a processor)"
