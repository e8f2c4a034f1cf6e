"""A few kills at random moments; `nox -s killing` does a hundred."""

from samebits.reports.tests.killing import rehearse

SMALL = ["--backend", "c", "--device", "c:baseline", "--level", "smoke", "--op", "add", "-n", "2"]
SMALL += ["--seed", "1"]


def test_a_certification_that_is_killed_and_resumed_ends_with_the_same_report() -> None:
    assert rehearse(SMALL, kills=6, seed=2026).total() == 6
