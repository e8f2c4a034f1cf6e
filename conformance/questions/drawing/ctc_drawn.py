"""Random scenes of CTC loss: few classes, so that labels repeat and rows end early.

The number of steps is enough for most rows, because some of their labels are absent.
"""

from __future__ import annotations

from samebits.conformance.questions.drawn_scene import Wish
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.norms import scene
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import ctc


def _draw(draws: Draws, wish: Wish) -> Scene:
    """Return a scene in which a random target is the blank with probability 1/classes.

    A blank ends the targets of its row.
    """
    rule, classes = wish.op.shape_rule, draws.between(2, 8)
    given = {"blank": draws.below(classes), "zero_infinity": draws.choice((False, True))}
    steps = draws.between(1, 12)
    sizes = {"T": steps, "C": classes, "S": draws.between(0, steps // 2)}
    sizes["N"] = max(1, wish.size // (sizes["T"] * max(classes, 2 * sizes["S"] + 1)))
    labels = len(rule.operands) - 2
    return Scene(scene(rule, sizes, {}).shapes, given, {labels: classes})


DRAWS = dict.fromkeys(ctc.SHAPE_RULES, _draw)
