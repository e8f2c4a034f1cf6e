from __future__ import annotations

import pytest

from samebits.reports.svg import LIMIT, clean
from samebits.spec.language import trees


@pytest.mark.parametrize("tree", [trees.balanced(9), trees.lanes(17, 4), trees.sequential(1)])
def test_drawings_of_trees_pass(tree: trees.Tree) -> None:
    drawn = clean(trees.draw_svg(tree))
    assert drawn is not None
    assert drawn.count("<circle") == tree.leaves + len(tree.nodes)
    assert clean(drawn) == drawn


@pytest.mark.parametrize(
    "drawing",
    [
        "",
        "<svg",
        "<p/>",
        "<svg><script>alert(1)</script></svg>",
        '<svg onload="alert(1)"/>',
        '<svg><a href="x">y</a></svg>',
        '<svg><image href="//x"/></svg>',
        '<svg><g fill="url(#x)"/></svg>',
        '<svg><g style="color:red"/></svg>',
        "<svg><style>*{}</style></svg>",
        '<svg><foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject></svg>',
        '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>',
        "<svg>" + " " * LIMIT + "</svg>",
        "<svg>" + "<g>" * 3000 + "</g>" * 3000 + "</svg>",
    ],
)
def test_anything_else_is_refused(drawing: str) -> None:
    assert clean(drawing) is None


def test_text_in_a_drawing_stays_text() -> None:
    drawn = clean("<svg><title>a &lt;b&gt; &amp;</title></svg>")
    assert drawn == "<svg><title>a &lt;b&gt; &amp;</title></svg>"
