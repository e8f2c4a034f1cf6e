"""A small SVG badge with the device and the claim in one line. It needs no other files or fonts."""

from __future__ import annotations

from xml.sax.saxutils import escape

from samebits.reports.facts import VerifiedReport

_GREEN, _BLUE, _RED, _GREY = "#1a7f37", "#0a5fb4", "#b42318", "#3d444d"
_AMBER = "#8a5a00"
_WIDTHS = {**dict.fromkeys("fijlrt.,:;|!'()[] ", 4.2), **dict.fromkeys("mwMW@%", 10.5)}
_HEIGHT, _PADDING = 20, 7


def badge(report: VerifiedReport) -> str:
    """Return the badge for one report, as an SVG document."""
    left = f"samebits {report.name}"
    right, colour = _message(report)
    return draw(left, right, colour)


def draw(left: str, right: str, colour: str) -> str:
    """Return an SVG badge with two texts. The right text has the background `colour`.

    textLength fixes the widths of the texts, whatever the font.
    """
    a, b = _width(left), _width(right)
    wide = a + b + 4 * _PADDING
    split = a + 2 * _PADDING
    title = escape(f"{left}: {right}")
    texts = (
        f'<text x="{_PADDING}" y="14" textLength="{a}">{escape(left)}</text>'
        f'<text x="{split + _PADDING}" y="14" textLength="{b}">{escape(right)}</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{_HEIGHT}" '
        f'role="img" aria-label="{title.replace(chr(34), "&quot;")}"><title>{title}</title>'
        f'<clipPath id="r"><rect width="{wide}" height="{_HEIGHT}" rx="3"/></clipPath>'
        f'<g clip-path="url(#r)"><rect width="{split}" height="{_HEIGHT}" fill="{_GREY}"/>'
        f'<rect x="{split}" width="{wide - split}" height="{_HEIGHT}" fill="{colour}"/></g>'
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">{texts}</g>'
        "</svg>\n"
    )


def _message(report: VerifiedReport) -> tuple[str, str]:
    if report.erratum:
        return f"withdrawn (erratum {report.erratum})", _RED
    if report.verdict.word == "INCOMPLETE":
        return "INCOMPLETE: not everything was run", _AMBER
    if report.verdict.word == "INVALID":
        return "INVALID", _RED
    if not report.verdict.ok:
        return "FAIL: does not conform", _RED
    if report.verdict.claim is None:
        return f"{report.mark} at level {report.header.level}, no claim", _BLUE
    return f"PASS: {report.verdict.claim.partition(' on ')[0]}", _GREEN


def _width(text: str) -> int:
    return round(sum(_WIDTHS.get(c, 7.0) for c in text))
