"""The HTML page: one self-contained file that needs neither a network nor a server.

Style and script are inline. A Content-Security-Policy allows them by their SHA-256 and forbids
everything else. Every text of a report is escaped, because reports may come from strangers.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from samebits.conformance.results.records import CaseResult
from samebits.reports import groups, summary, svg, values
from samebits.reports.facts import VerifiedReport
from samebits.reports.heatmap import blocks, in_words
from samebits.reports.outcomes import LOOKS
from samebits.reports.overview import by_name, not_judged, profile_bars, together
from samebits.reports.panels import law_notes, panels
from samebits.reports.plots import plots
from samebits.reports.stated_commands import advice, is_registered
from samebits.spec.language import trees
from samebits.vectors.errors import VectorError
from samebits.vectors.flags import Flag
from samebits.vectors.reader import Vectors

_MAPS = (
    ("map", "Ops by format", "Golden vectors, by the format of the operands.", "vector"),
    ("real", "Real inputs", "Layers and activations of real networks, through ops.", "real"),
    (
        "drawn",
        "Drawn questions",
        "Operands and shapes that the run drew from its seed, by the format of the operands.",
        "drawn",
    ),
    (
        "refused",
        "Refused calls",
        "Calls that are errors: each has to be refused, with nothing written.",
        "refused",
    ),
    (
        "runs",
        "Training runs",
        "Networks that learn: the root of every step, and laws about them.",
        "trajectory",
    ),
)
"""For each heat map: its anchor, title and text, and the kind of its results."""

_DRAWN_LEAVES = 64
"""The largest number of leaves for which the canonical tree is drawn next to the detected tree."""


def html(reports: Sequence[VerifiedReport], title: str = "samebits conformance report") -> str:
    """Return one page with the given reports, in the given order."""
    style, script = _asset("style.css"), _asset("script.js")
    pages = [_device(report, f"d{i}") for i, report in enumerate(reports)]
    named = by_name(reports)
    names = list(named)
    results = {name: report.results for name, report in named.items()}
    laws = summary.device_matrix({name: report.laws for name, report in named.items()})
    return (
        _templates()
        .get_template("page.html.j2")
        .render(
            title=title,
            pages=pages,
            names=names,
            together=together(reports),
            not_judged=not_judged(reports),
            profile_bars=profile_bars(results),
            maps=_maps(named, pages),
            laws=laws if laws.rows else None,
            law_notes=law_notes(r for report in reports for r in report.laws),
            overview=summary.device_matrix(
                {n: [r for r in found if r.kind != "law"] for n, found in results.items()}
            ),
            style=Markup(style),
            script=Markup(script),
            policy=f"default-src 'none'; style-src '{_digest(style)}'; "
            f"script-src '{_digest(script)}'; base-uri 'none'; form-action 'none'",
            flags=_flags(),
        )
    )


def _device(report: VerifiedReport, anchor: str) -> dict[str, Any]:
    """Return the template values for one device."""
    cut = panels(report, anchor)
    sums = {p.title: [r for cell in p.matrix.cells for r in cell.results] for p in cut}
    return {
        "anchor": anchor,
        "report": report,
        "counts": summary.counts_of(report.results),
        "facts": groups.facts(report),
        "panels": cut,
        "sums": {title: in_words(summary.counts_of(found)) for title, found in sums.items()},
        "mistakes": groups.mistakes(report.results),
        "silences": groups.silences(report.results),
    }


def _maps(
    named: Mapping[str, VerifiedReport], pages: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return the heat maps over all devices: golden, real, drawn and refused cases.

    A failing cell links to the section of its failing cases, for the first device on which they
    fail.
    """
    maps = []
    for anchor, title, text, kind in _MAPS:
        found = {
            name: [r for r in report.results if r.kind == kind] for name, report in named.items()
        }
        anchors: dict[str, str] = {}
        for panel in (p for page in pages for p in page["panels"] if p.kind == kind):
            anchors = {**panel.anchors, **anchors}
        if any(found.values()):
            maps.append(
                {
                    "anchor": anchor,
                    "title": title,
                    "text": text,
                    "blocks": blocks(found),
                    "anchors": anchors,
                }
            )
    return maps


def _flags() -> Mapping[str, Flag]:
    """Return the flags by name, or an empty mapping if the vectors are not installed."""
    try:
        return Vectors.open().flags
    except VectorError:
        return {}


def _canonical(result: CaseResult) -> Markup:
    """Return a drawing of the canonical tree if the diagnosis has found this tree, or ""."""
    details = result.diagnosis.details if result.diagnosis else {}
    leaves = details.get("leaves", "")
    if not (leaves.isdecimal() and 0 < int(leaves[:4]) <= _DRAWN_LEAVES and len(leaves) < 4):
        return Markup()
    tree = trees.balanced(int(leaves))
    return Markup(trees.draw_svg(tree) if details.get("canonical") == trees.draw_text(tree) else "")


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("samebits.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        advice=advice,
        is_registered=is_registered,
        LOOKS=LOOKS,
        KINDS_SHOWN=groups.KINDS_SHOWN,
        STATE_SYMBOLS=summary.STATE_SYMBOLS,
        conditions=groups.conditions,
        elements_text=groups.elements_text,
        operand=lambda case, bits: values.value_text(bits, values.operand_formats(case)),
        outcome=lambda case, bits: values.value_text(bits, values.result_formats(case)),
        differing=values.differing,
        drawing=_drawing,
        canonical=_canonical,
        plots=plots,
        in_words=in_words,
        kinds_line=groups.kinds_line,
        ulp_text=groups.ulp_text,
        STATE_WORDS=summary.STATE_WORDS,
    )
    return environment


def _drawing(result: CaseResult) -> Markup:
    """Return the drawing of the diagnosis, rebuilt from safe elements only, or ""."""
    found = result.diagnosis.details.get("svg", "") if result.diagnosis else ""
    return Markup(svg.clean(found) or "" if found else "")


@cache
def _asset(name: str) -> str:
    return files("samebits.reports").joinpath("templates", name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
