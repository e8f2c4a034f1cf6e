"""Large scenes of elementwise ops, reductions, rows and products.

A large scene has enough work for a backend to use several threads, or to divide a reduction into
parts. Its sizes have few divisors. Small scenes run on one thread in any reasonable backend, so
they do not test threads.
"""

from __future__ import annotations

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import aligned, products, reductions
from samebits.spec.language import shapes as rules

_REDUCTIONS = (
    Scene(((300_007,),), {"axes": None}),
    Scene(((3, 100_003),), {"axes": (1,)}),
    Scene(((100_003, 3),), {"axes": (0,)}),
    Scene(((41, 7_013),), {"axes": (0,)}),
)

_PLAIN = {"transpose_a": False, "transpose_b": False}

LARGE: Scenes = {
    rules.elementwise: (Scene(((70_001,),) * 4),),
    rules.reduction: _REDUCTIONS,
    rules.nonempty_reduction: _REDUCTIONS,
    reductions.variance: _REDUCTIONS,
    reductions.norm: _REDUCTIONS,
    rules.same_as_input: (
        Scene(((301, 777),), {"axis": -1}),
        Scene(((263, 1031),), {"axis": 0}),
        Scene(((3, 70_001),), {"axis": -1}),
    ),
    rules.dot: (Scene(((300_007,), (300_007,))),),
    rules.matmul: (
        Scene(((201, 263), (263, 131), (131,)), _PLAIN),
        Scene(((3, 1031), (1031, 347), (347,)), _PLAIN),
        Scene(((1031, 1031), (1031, 1), (1,)), _PLAIN),
    ),
    products.linear: (Scene(((5, 41, 263), (131, 263), (131,))),),
    rules.bmm: (Scene(((5, 31, 300), (5, 300, 37), (37,)), _PLAIN),),
    aligned.matmul: (
        Scene(((201, 263), (263, 131), (131,)), {**_PLAIN, "bits": (16, 16)}),
        Scene(((3, 1031), (1031, 347), (347,)), {**_PLAIN, "bits": (24, 24)}),
        Scene(((1031, 1031), (1031, 1), (1,)), _PLAIN),
    ),
    aligned.linear: (Scene(((5, 41, 263), (131, 263), (131,))),),
    aligned.bmm: (Scene(((5, 31, 300), (5, 300, 37), (37,)), _PLAIN),),
}
