from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from samebits.certifying.terminal import conclusion_lines, verdict_line
from samebits.conformance.results.records import Diagnosis
from samebits.reports.badge import badge, draw
from samebits.reports.files import write_whole
from samebits.reports.html import html
from samebits.reports.junit import junit
from samebits.reports.markdown import code, escape, markdown
from samebits.reports.outcomes import BAD
from samebits.reports.panels import CASES_IN_FULL, CASES_LISTED, FULL_ON_A_PAGE
from samebits.reports.tests.synthetic import HOSTILE, case, failing, mixed
from samebits.reports.verify import verify
from samebits.spec.catalog import all_ops
from samebits.spec.formats import FORMATS
from samebits.spec.language import trees

Writer = Callable[..., Path]

SILENT = case("exp", name="silent", outcome="not_run", reason="no file", elements=0)
VOID = {"meta", "br", "link", "img", "input", "hr"}


class Page(HTMLParser):
    """A parser that checks the nesting of tags, and collects ids, links and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        values = dict(attrs)
        if values.get("id"):
            self.ids.append(str(values["id"]))
        if values.get("href"):
            self.links.append(str(values["href"]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_the_page_is_well_formed_with_unique_ids_and_live_links(write: Writer) -> None:
    page = Page(html([verify(write()), verify(write(name="b.jsonl", device="gpu"))]))
    assert page.open == []
    assert len(set(page.ids)) == len(page.ids)
    assert page.links
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)


def test_the_page_needs_nothing_from_outside(write: Writer) -> None:
    text = html([verify(write())])
    page = Page(text)
    assert all(link.startswith("#") for link in page.links)
    assert not {"src", "style", "onclick", "onload"} & set(page.attributes)
    assert not {"link", "iframe", "object", "embed", "img"} & set(page.tags)
    without_namespace = text.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|//[a-z]+\.|url\(|@import", without_namespace)


def test_the_policy_names_the_inline_style_and_script_and_nothing_else(write: Writer) -> None:
    text = html([verify(write())])
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    assert "default-src &#39;none&#39;" in policy[1]
    assert "unsafe" not in policy[1]
    assert text.count("<script") == text.count("</script") == 1


def test_every_case_that_did_not_pass_is_on_the_page(write: Writer) -> None:
    report = verify(write())
    text = " ".join(Page(html([report])).texts)
    for result in report.results:
        assert (result.id in text) == (result.outcome != "pass"), result.id


def test_a_failing_case_shows_bits_diagnosis_drawing_and_command(write: Writer) -> None:
    text = html([verify(write([failing("exp")]))])
    for shown in ("402df854", "2.7182817", "tree:sequential", "Adds left to right.", "<circle"):
        assert shown in text
    assert "402df85<mark>5</mark>" in text
    assert "samebits explain exp/f32/group/bad --backend toy" in text


def test_a_case_is_not_called_consistent_with_being_unexplained(write: Writer) -> None:
    for name, said in (("tree:sequential", True), ("unexplained", False)):
        told = Diagnosis(name, "One bit.", False, {})
        text = html([verify(write([failing("exp", diagnosis=told)]))])
        assert ("(consistent with it)" in text) == said


def test_a_drawing_that_comes_again_is_shown_once(write: Writer) -> None:
    text = html([verify(write([failing("exp", name=f"n{i}") for i in range(4)]))])
    assert text.count('<div class="drawing">') == 1


def test_failing_cases_beyond_the_cap_are_counted(write: Writer) -> None:
    extra = 11
    number = CASES_IN_FULL + CASES_LISTED + extra
    results = [failing("exp", name=f"n{i:04}") for i in range(number)]
    text = html([verify(write(results))])
    assert f"{extra} more failing cases" in text
    assert text.count('<article class="case"') == CASES_IN_FULL


def test_where_many_cells_fail_each_shows_one_case_in_full(write: Writer) -> None:
    formats = [f for f in FORMATS if f != "f32"]
    ops = [f"op{i:02}" for i in range(-(-FULL_ON_A_PAGE // len(formats)) + 1)]
    results = [failing(op, f, n) for op in ops for f in formats for n in ("a", "b")]
    text = html([verify(write(results))])
    assert text.count('<article class="case"') == len(results) / 2


def test_hostile_text_stays_text(write: Writer) -> None:
    text = html([verify(write())])
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert" in text
    assert "<b>CPU" not in text
    page = Page(text)
    assert page.tags.count("script") == 1


def test_the_pages_tell_how_the_device_was_before_and_after(write: Writer) -> None:
    told = write(
        condition={"SM clock": "345 MHz", "ECC": "Enabled"},
        ended={"SM clock": HOSTILE, "power": "700 W"},
    )
    page, text = html([verify(told)]), markdown([verify(told)])
    assert "<td><code>345 MHz</code></td>" in page
    assert "<td><code>-</code></td><td><code>700 W</code></td>" in page
    assert HOSTILE not in page
    assert "| SM clock | `345 MHz` |" in text
    assert "| power | `-` | `700 W` |" in text
    assert "The device during the run" not in html([verify(write(name="none.jsonl"))])


def test_several_devices_share_one_page_with_an_overview(write: Writer) -> None:
    one = verify(write([case("exp")]))
    two = verify(write([failing("exp", name="a")], name="b.jsonl", device="gpu"))
    text = html([one, two])
    assert "toy:cpu and toy:gpu do not agree" in text
    assert "A cell stands for 2 devices" in text
    assert "A cell stands for" not in html([one])


def test_verdict_agreement_and_profiles_come_first_then_the_heat_map_then_failures(
    write: Writer,
) -> None:
    one = verify(write([case("exp"), case("sum")]))
    two = verify(write([failing("exp", name="a"), case("sum")], name="b.jsonl", device="gpu"))
    text = html([one, two])
    parts = ["FAIL</span>", "do not agree", "<caption>Cases that pass, by profile", 'id="map"',
             'class="device" id="d0"', "Kinds of mistakes", 'id="tables"']  # fmt: skip
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    three = verify(write([case("exp"), case("sum")], name="c.jsonl", device="npu"))
    assert "toy:cpu and toy:npu agree byte for byte on all 2 cases" in html([one, three])


def test_a_failing_cell_of_the_heat_map_leads_to_its_group(write: Writer) -> None:
    one = verify(write([case("exp"), case("sum")]))
    two = verify(write([failing("exp", name="a"), case("sum")], name="b.jsonl", device="gpu"))
    text = html([one, two])
    (target,) = re.findall(r'<td class="bad"[^>]*><a href="#(d1-vectors-\d+)">✗</a>', text)
    assert f'<details class="box" id="{target}"' in text


def test_every_table_has_a_caption_and_every_heading_a_scope(write: Writer) -> None:
    text = html([verify(write()), verify(write(name="b.jsonl", device="gpu"))])
    assert text.count("<table") == text.count("<caption")
    assert all("scope=" in heading for heading in re.findall(r"<th\b[^>]*>", text))
    assert "<main" in text
    assert "<header" in text


def test_links_into_a_page_stay_whatever_passes(write: Writer) -> None:
    passing = [case("exp"), case("exp", kind="real"), case("sum", id="law/threads/sum/f32",
               kind="law")]  # fmt: skip
    for results in (passing[:1] + passing[2:], None):
        ids = Page(html([verify(write(results))])).ids
        assert {"overview", "d0", "d0-vectors", "d0-laws", "d0-silent"} <= set(ids)


def test_a_tree_is_drawn_beside_the_canonical_one(write: Writer) -> None:
    found = trees.sequential(5)
    details = {"svg": trees.draw_svg(found), "leaves": "5"}
    beside = {**details, "canonical": trees.draw_text(trees.balanced(5))}
    for given, drawn in ((details, 1), (beside, 2)):
        told = Diagnosis("tree:sequential", "Adds left to right.", True, given)
        text = html([verify(write([failing("sum", diagnosis=told)]))])
        assert (
            text.partition('<div class="drawing">')[2].partition("</div>")[0].count("<svg") == drawn
        )


def test_two_reports_of_one_device_are_told_apart(write: Writer) -> None:
    report = verify(write())
    assert "toy:cpu (2)" in html([report, report])


def test_markdown_names_what_failed_and_escapes(write: Writer) -> None:
    report = verify(write())
    text = markdown([report])
    assert "# samebits conformance report" in text
    assert "402df854" in text
    assert "no bfloat16 here" in text
    assert "package is not installed" in text
    rendered = MarkdownIt("commonmark").enable("table").render(text)
    assert not {"script", "b"} & set(Page(rendered).tags)
    assert "\x1b" not in text


def test_markdown_tables_keep_their_columns(write: Writer) -> None:
    for block in markdown([verify(write())]).split("\n\n"):
        rows = [r for r in block.splitlines() if r.startswith("|")]
        widths = {len(re.findall(r"(?<!\\)\|", row)) for row in rows}
        assert len(widths) <= 1, block


def test_markdown_code_holds_any_backticks() -> None:
    assert code("a`b") == "`` a`b ``"
    assert code("plain") == "`plain`"
    assert "\n" not in code("a\nb")
    assert escape("<b>|`") == "\\<b\\>\\|\\`"


def test_junit_counts_every_outcome_where_ci_systems_look(write: Writer) -> None:
    report = verify(write())
    suite = ElementTree.fromstring(junit([report])).find("testsuite")
    assert suite is not None
    cases = suite.findall("testcase")
    assert len(cases) == len(report.results) == int(suite.get("tests", ""))
    bad = [c for c in cases if c.find("failure") is not None or c.find("error") is not None]
    assert len(bad) == sum(r.outcome in BAD for r in report.results)
    assert len(bad) == int(suite.get("failures", "")) + int(suite.get("errors", ""))
    skipped = {c.get("name") for c in cases if c.find("skipped") is not None}
    assert skipped == {r.id for r in report.results if r.outcome not in BAD | {"pass"}}


def test_junit_is_xml_whatever_the_texts_hold(write: Writer) -> None:
    text = junit([verify(write())])
    assert "\x00" in HOSTILE
    assert "\x00" not in text
    ElementTree.fromstring(text)


@pytest.mark.parametrize(
    ("results", "level", "words"),
    [
        ([case("exp")], "full", "PASS: conforms to math@1"),
        ([case("exp")], "smoke", "PASS at level smoke, no claim"),
        ([failing("exp")], "full", "FAIL: does not conform"),
        ([case("exp"), SILENT], "full", "INCOMPLETE: not everything was run"),
        ([], "full", "INVALID"),
    ],
)
def test_the_badge_says_the_verdict(write: Writer, results: list, level: str, words: str) -> None:
    drawing = badge(verify(write(results, level=level, profiles=("math",))))
    root = ElementTree.fromstring(drawing)
    assert words in " ".join(root.itertext())


@pytest.mark.parametrize("part", [{"filters": {"op": ["exp"]}}, {"shard": "1/2"}])
def test_the_badge_of_a_part_says_so(write: Writer, part: dict) -> None:
    whole = badge(verify(write([case("exp")], level="smoke", profiles=("math",))))
    assert "PASS at level smoke, no claim" in whole
    some = badge(verify(write([case("exp")], level="smoke", profiles=("math",), **part)))
    assert "PASS of a part at level smoke, no claim" in some


def test_a_badge_of_hostile_texts_is_well_formed() -> None:
    ElementTree.fromstring(draw('<"&', "'>", "#fff"))


def test_pages_depend_on_the_report_alone(write: Writer) -> None:
    report = verify(write())
    assert html([report]) == html([report])
    assert markdown([report]) == markdown([report])
    assert len(mixed()) == len(report.results)


@pytest.mark.parametrize(
    ("results", "word"),
    [([case("exp")], "PASS"), ([failing("exp")], "FAIL"), ([case("exp"), SILENT], "INCOMPLETE")],
)
def test_every_page_has_the_one_word_and_the_same_reasons(
    write: Writer, results: list, word: str
) -> None:
    report = verify(write(results, profiles=("math",)))
    pages = (html([report]), markdown([report]), junit([report]), badge(report))
    for page in pages:
        assert word in page
    for line in report.verdict.lines:
        assert line in unescape(pages[0])
        assert escape(line) in pages[1]
        assert line in unescape(pages[2])
    shown = verdict_line(report.name, report).plain
    assert shown.splitlines()[0] == f"toy:cpu  {word}: {report.verdict.lines[0]}"
    kinds = ["of 1 failing case: 1 tree:sequential"] if word == "FAIL" else []
    below = [line.strip() for line in shown.splitlines()[1:]]
    assert below == [*report.verdict.lines[1:], *kinds]
    for line in kinds:
        assert line in pages[0]
        assert escape(line) in pages[1]


@pytest.mark.parametrize(
    ("of", "line"),
    [({"filters": {"op": ["exp"]}}, "only op exp"), ({"shard": "1/2"}, "only shard 1/2")],
)
def test_the_verdict_of_a_part_says_so_everywhere(write: Writer, of: dict, line: str) -> None:
    report = verify(write([case("exp")], level="smoke", profiles=("math",), **of))
    assert verdict_line("c", report).plain.startswith("c  PASS of a part: 1 of 1 cases pass")
    assert verdict_line("c", report).plain.splitlines()[1].strip() == line
    assert "PASS of a part</span>" in html([report])
    assert f"<p>{line}</p>" in html([report])
    summary = markdown([report])
    assert "**PASS of a part**" in summary
    assert f": {line}; 1 of 1 cases pass" in summary


def test_a_long_verdict_is_a_short_list_on_the_console(write: Writer) -> None:
    many = [case("exp", name=f"n{i}", id=f"law/l{i:02}/exp/f32", kind="law", elements=0,
                 outcome="not_applicable", reason="x" * 300) for i in range(40)]  # fmt: skip
    report = verify(write([case("exp"), *many], profiles=("math",)))
    lines = verdict_line(report.name, report).plain.splitlines()
    assert len(lines) == 12
    assert lines[-1].strip() == "and 30 more lines in the report"
    assert max(map(len, lines)) < 200


def test_a_lone_surrogate_becomes_a_question_mark_on_the_page(
    write: Writer, tmp_path: Path
) -> None:
    report = verify(write([case("exp", outcome="error", reason="bad \ud800 text")]))
    write_whole(tmp_path / "p.html", html([report]))
    assert "bad ? text" in (tmp_path / "p.html").read_text()


def test_what_the_terminal_leaves_out_is_counted_with_the_command_that_shows_it(
    write: Writer,
) -> None:
    ops = sorted(all_ops())[:3]
    report = verify(write([failing(op) for op in ops], name="a b.jsonl"))
    *shown, last = [str(line) for line in conclusion_lines(report, 1)]
    assert [line.split(":")[0] for line in shown] == ops[:1]
    assert last == f"and 2 more ops: samebits report show '{report.path}'"
    assert str(conclusion_lines(report, 2)[-1]).startswith("and 1 more op: ")
    assert len(conclusion_lines(report)) == 3
