"""Tests of the conclusion about an op: whether it is confirmed, and the precedence of laws."""

from dataclasses import replace

import pytest

from samebits.conformance.judging.conclusion import conclude
from samebits.conformance.judging.reporter import conclusion_lines
from samebits.conformance.results.evidence import ALL, EVIDENCE, GIVEN_UP, REPRODUCES, RIVALS
from samebits.conformance.results.records import CaseResult, Diagnosis


def found(name, bits=40, reproduces=ALL, text="a mistake"):
    details = {REPRODUCES: reproduces, EVIDENCE: f"{bits} bits; 20 exclude chance"}
    return Diagnosis(name, text, bits >= 20 and reproduces == ALL, details)


def case(name, diagnosis=None, op="sum", outcome="fail"):
    return CaseResult(
        id=f"{op}/f32/group/{name}", kind="vector", op=op, label="f32", profile="reduce",
        level="smoke", outcome=outcome, diagnosis=diagnosis,
    )  # fmt: skip


def law(name, diagnosis=None, op="sum"):
    diagnosis = diagnosis or Diagnosis(f"law:{name}", f"{name} broken", True)
    return CaseResult(
        id=f"law/{name}/{op}/f32", kind="law", op=op, label="f32", profile="reduce", level="smoke",
        outcome="fail", diagnosis=diagnosis,
    )  # fmt: skip


def of_sum(*results):
    return conclude(results)["sum"]


def test_one_hypothesis_for_all_failing_cases_is_confirmed():
    word = of_sum(case("1", found("tree:sequential")), case("2", found("tree:sequential")))
    assert (word.word, word.name, word.because) == ("confirmed", "tree:sequential", "")
    assert word.line() == ("sum: confirmed tree:sequential (all 2 failing cases): a mistake")


def test_a_case_with_another_explanation_takes_the_confirmation_away():
    word = of_sum(case("1", found("odd-node")), case("2", found("odd-node")), case("3", found("x")))
    assert (word.word, word.name, word.explained) == ("consistent with", "odd-node", 2)
    assert word.because == "1 failing cases have another explanation, or none"


def test_contradictory_trees_under_a_broken_law_are_unexplained():
    trees = [case(str(i), found(f"tree:{i}")) for i in range(12)]
    word = of_sum(*trees, law("alignment"), law("split"))
    assert (word.name, word.confirmed, word.laws) == (
        "unexplained", False, ("alignment", "split"),
    )  # fmt: skip
    assert word.line().startswith("sum: laws broken: alignment, split; values unexplained (0 of 12")


@pytest.mark.parametrize(
    ("broken", "seen"),
    [("alignment", "address"), ("strides", "layout"), ("threads", "number of threads")],
)  # fmt: skip
def test_a_law_is_confirmed_where_it_explains_a_failing_case(broken, seen):
    of_law = [law(broken)] * 3
    word = of_sum(*of_law, case("1", Diagnosis(seen, "seen", True)), case("2"))
    assert (word.name, word.confirmed, word.explained) == (f"law:{broken}", True, 1)
    word = of_sum(*of_law, case("2"))
    assert (word.name, word.confirmed, word.explained) == ("unexplained", False, 1)
    assert word.line().startswith(f"sum: laws broken: {broken}; values unexplained (all 1 failing")


@pytest.mark.parametrize("broken", ["batch", "ranks", "neighbours", "environment", "split"])
def test_a_law_that_explains_no_failing_case_is_not_confirmed(broken):
    word = of_sum(*(case(str(i)) for i in range(9)), law(broken))
    assert (word.name, word.confirmed) == ("unexplained", False)
    assert word.line().startswith(f"sum: laws broken: {broken}; values unexplained")


def test_a_law_that_is_broken_alone_is_confirmed():
    assert of_sum(law("batch")).line().startswith("sum: confirmed law:batch (laws broken: batch)")
    word = of_sum(law("batch"), case("1", outcome="crash"))
    assert (word.name, word.confirmed) == ("law:batch", True)


def test_a_law_about_values_does_not_outrank_a_hypothesis_but_confirms_nothing_itself():
    word = of_sum(case("1", found("tree:sequential")), law("split"), law("symmetry"))
    assert (word.name, word.confirmed) == ("tree:sequential", True)
    assert of_sum(law("split")).name == "law:split"


@pytest.mark.parametrize("name", ["threads", "alignment", "batch", "alias", "ranks", "order"])
def test_a_broken_law_that_ranks_above_takes_the_confirmation_of_values_away(name):
    word = of_sum(case("1", found("tree:sequential")), law(name))
    assert (word.name, word.confirmed) == ("tree:sequential", False)
    assert word.line().startswith(
        f"sum: laws broken: {name}; values consistent with tree:sequential (all 1 failing cases; "
    )


def test_unwritten_outranks_a_race_and_a_race_outranks_threads_and_strides():
    race = Diagnosis("race", "comes and goes", True)
    broken = [law("threads"), law("strides", race), case("1", found("tree:lanes(8)"))]
    assert of_sum(*broken).name == "race"
    unwritten = Diagnosis("unwritten", "never written", True)
    assert of_sum(*broken, law("batch", unwritten)).name == "unwritten"


def test_history_outranks_the_laws_that_it_breaks_and_what_was_not_told_apart():
    history, unsteady = (Diagnosis(name, "seen", True) for name in ("history", "unsteady"))
    broken = [law("order"), law("run_to_run", unsteady), law("threads", unsteady)]
    assert of_sum(*broken).name == "unsteady"
    word = of_sum(*broken, case("1", history), case("2", found("tree:lanes(8)")))
    assert (word.name, word.confirmed, word.explained) == ("history", True, 1)


def test_the_bits_of_all_cases_count_together():
    few = [case(str(i), found("one-pass", bits=6)) for i in range(4)]
    assert of_sum(*few).confirmed
    word = of_sum(*few[:3])
    assert (word.confirmed, word.because) == (False, "18 bits of evidence; 20 exclude chance")


def test_a_case_that_two_hypotheses_fit_is_told_apart_by_the_others():
    both = found("unfused", bits=60)
    both = replace(both, confirmed=False, details={**both.details, RIVALS: "unfused-tail, x"})
    word = of_sum(case("1", both), case("2", found("unfused-tail", text="only the tail")))
    assert (word.name, word.explained, word.confirmed) == ("unfused-tail", 2, True)
    assert word.text == "only the tail"
    alone = of_sum(case("1", both))
    assert (alone.confirmed, alone.because) == (False, "unfused-tail, x would make the same bits")


def test_the_environment_of_the_caller_is_not_behind_cases_run_in_the_default_one():
    word = of_sum(case("1", found("tree:sequential")), law("environment"))
    assert (word.name, word.confirmed) == ("tree:sequential", True)
    assert of_sum(law("environment")).name == "law:environment"


def test_an_explanation_that_was_given_up_confirms_nothing():
    seen = found("tree:sequential")
    seen = replace(seen, confirmed=False, details={**seen.details, GIVEN_UP: "given up after 10 s"})
    word = of_sum(case("1", seen))
    assert (word.confirmed, word.because) == (
        False, "the search for other explanations was given up",
    )  # fmt: skip


def test_what_reproduces_only_some_elements_is_not_confirmed():
    word = of_sum(case("1", found("ftz", reproduces="5 of 9 wrong elements")))
    assert word.because == "some wrong elements are not reproduced"


def test_a_fact_seen_in_the_bits_needs_no_bits_of_evidence():
    seen = Diagnosis("nan-not-canonical", "x86", True, {REPRODUCES: ALL, EVIDENCE: "seen in it"})
    assert of_sum(case("1", seen)).confirmed


def test_right_elements_against_it_are_the_reason():
    against = {REPRODUCES: ALL, EVIDENCE: "right elements speak against it"}
    word = of_sum(case("1", Diagnosis("ftz", "flushed", False, against)))
    assert (word.confirmed, word.because) == (False, "right elements speak against it")


def test_outcomes_without_bits_and_the_unexplained_have_a_word_too():
    assert conclude([case("1", outcome="crash")])["sum"].name == "crash"
    word = of_sum(case("1"), case("2", outcome="crash"))
    assert (word.name, word.word) == ("unexplained", "consistent with")
    assert conclude([case("1", outcome="pass"), case("2", outcome="waived")]) == {}


def test_the_console_says_one_line_for_each_op():
    results = [case("1", found("x"), op=op) for op in ("mul", "add", "mul")]
    lines = conclusion_lines(results)
    assert [line.partition(":")[0] for line in lines] == ["add", "mul"]
    assert conclusion_lines(results, shown=1)[-1].startswith("ops not shown here: 1")
