"""The HTML page: one file that needs nothing else, neither network nor server.

Style and script are inline and named by their SHA-256 in a Content-Security-Policy, which forbids
everything else; every text of a report is escaped (a report may come from a stranger).
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from samebits.conformance.records import CaseResult
from samebits.reports import groups, summary, svg, values
from samebits.reports.outcomes import LOOKS
from samebits.reports.panels import panels
from samebits.reports.report import VerifiedReport
from samebits.vectors.errors import VectorError
from samebits.vectors.flags import Flag
from samebits.vectors.reader import Vectors


def html(reports: Sequence[VerifiedReport], title: str = "samebits conformance report") -> str:
    """One page for one or several reports, in the order given."""
    style, script = _asset("style.css"), _asset("script.js")
    pages = [
        {
            "anchor": f"d{i}",
            "report": report,
            "counts": summary.counts_of(report.results),
            "facts": groups.facts(report),
            "panels": panels(report, f"d{i}"),
            "mistakes": groups.mistakes(report.results),
            "silences": groups.silences(report.results),
        }
        for i, report in enumerate(reports)
    ]
    names = _unique([r.name for r in reports])
    overview = summary.device_matrix(
        {name: r.results for name, r in zip(names, reports, strict=True)}
    )
    return (
        _templates()
        .get_template("page.html.j2")
        .render(
            title=title,
            pages=pages,
            names=names,
            overview=overview,
            style=Markup(style),
            script=Markup(script),
            policy=f"default-src 'none'; style-src '{_digest(style)}'; "
            f"script-src '{_digest(script)}'; base-uri 'none'; form-action 'none'",
            flags=_flags(),
        )
    )


def _flags() -> Mapping[str, Flag]:
    """What each flag means, where the vectors are installed."""
    try:
        return Vectors.open().flags
    except VectorError:
        return {}


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
        LOOKS=LOOKS,
        KINDS_SHOWN=groups.KINDS_SHOWN,
        STATE_SYMBOLS=summary.STATE_SYMBOLS,
        conditions=groups.conditions,
        elements_text=groups.elements_text,
        operand=lambda case, bits: values.value_text(bits, values.operand_formats(case)),
        outcome=lambda case, bits: values.value_text(bits, values.result_formats(case)),
        differing=values.differing,
        drawing=_drawing,
    )
    return environment


def _drawing(result: CaseResult) -> Markup:
    """The diagnosis' drawing, rebuilt from safe elements only; empty where there is none."""
    found = result.diagnosis.details.get("svg", "") if result.diagnosis else ""
    return Markup(svg.clean(found) or "" if found else "")


@cache
def _asset(name: str) -> str:
    return files("samebits.reports").joinpath("templates", name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _unique(names: Sequence[str]) -> list[str]:
    """The names, numbered where one occurs again (two reports of one device)."""
    unique: list[str] = []
    for name in names:
        again = sum(u == name or u.startswith(f"{name} (") for u in unique)
        unique.append(f"{name} ({again + 1})" if again else name)
    return unique
