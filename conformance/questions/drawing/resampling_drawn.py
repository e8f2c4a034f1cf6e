"""Random scenes of resampling and its gradients: many channels, and images of few elements."""

from __future__ import annotations

from samebits.conformance.questions.drawn_scene import DrawScene, Wish
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families.resampling import BACKWARD, FORWARD


def _drawn(rank: int, name: str) -> DrawScene:
    def draw(draws: Draws, wish: Wish) -> Scene:
        most = 40 if rank == 1 else 9
        sizes, wanted = (tuple(draws.between(1, most) for _ in range(rank)) for _ in range(2))
        area = 1
        for size in sizes:
            area *= size
        n = draws.between(1, 3)
        return Scene(((n, max(1, -(-wish.size // (area * n))), *sizes),), {name: wanted})

    return draw


DRAWS = {
    rule: _drawn(rank, name)
    for rules, name in ((FORWARD, "output_size"), (BACKWARD, "input_size"))
    for rank, rule in rules.items()
}
