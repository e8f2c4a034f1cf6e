"""docs/torch-runs.md is of these sources, and of every way to run the example."""

from samebits.torch.tools.runs import PAGE, sources


def test_the_page_of_runs_is_of_these_sources():
    lines = [line.strip() for line in PAGE.read_text(encoding="utf-8").splitlines()]
    stale = [line for line in sources() if line not in lines]
    assert not stale, "docs/torch-runs.md is of other sources; run: nox -s torch_runs"


def test_the_page_tells_of_runs_on_three_numbers_of_threads():
    text = PAGE.read_text(encoding="utf-8")
    assert "x 1, 2, 3 threads" in text
    assert text.count("trained model") == 1
