"""Scenes of moves by an index, of sorts and of scatters.

Indices repeat and leave gaps.
"""

from __future__ import annotations

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import indexing, ordering

SCENES: Scenes = {
    indexing.gather: (
        Scene(((211,), (307,)), {"axis": 0}, {1: 211}),
        Scene(((5, 13, 7), (5, 11, 7)), {"axis": 1}, {1: 13}),
    ),
    indexing.index_select: (
        Scene(((5, 13, 7), (19,)), {"axis": 1}, {1: 13}),
        Scene(((23, 65), (31,)), {"axis": 0}, {1: 23}),
    ),
    indexing.embedding: (Scene(((29, 65), (7, 5)), {}, {1: 29}),),
    indexing.one_hot: (Scene(((7, 11),), {"classes": 37}, {0: 37}),),
    indexing.scatter_add: (
        Scene(((37,), (531,), (531,)), {"axis": 0}, {1: 37}),
        Scene(((5, 9, 7), (5, 41, 7), (5, 41, 7)), {"axis": 1}, {1: 9}),
    ),
    indexing.index_add: (
        Scene(((9, 67), (101,), (101, 67)), {"axis": 0}, {1: 9}),
        Scene(((5, 7, 3), (65,), (5, 65, 3)), {"axis": 1}, {1: 7}),
    ),
    indexing.embedding_gradient: (
        Scene(((7, 23, 37), (7, 23)), {"rows": 11, "padding_index": 3}, {1: 11}),
    ),
    indexing.gather_gradient: (
        Scene(((531,), (531,)), {"axis": 0, "shape": (37,)}, {1: 37}),
        Scene(((5, 41, 7), (5, 41, 7)), {"axis": 1, "shape": (6, 9, 7)}, {1: 9}),
    ),
    ordering.sort: (Scene(((7, 301),), {"axis": -1}), Scene(((5, 41, 7),), {"axis": 1})),
    ordering.topk: (
        Scene(((7, 301),), {"axis": -1, "k": 17}),
        Scene(((5, 41, 7),), {"axis": 1, "k": 5}),
    ),
}

LARGE: Scenes = {
    indexing.gather: (Scene(((211,), (65_536,)), {"axis": 0}, {1: 211}),),
    indexing.index_select: (Scene(((5, 13, 1_031), (17,)), {"axis": 1}, {1: 13}),),
    indexing.embedding: (Scene(((211, 65), (1_031,)), {}, {1: 211}),),
    indexing.one_hot: (Scene(((7, 301),), {"classes": 37}, {0: 37}),),
    indexing.scatter_add: (
        Scene(((37,), (70_001,), (70_001,)), {"axis": 0}, {1: 37}),
        Scene(((40_009,), (70_001,), (70_001,)), {"axis": 0}, {1: 40_009}),
        Scene(((5, 211, 7), (5, 2_003, 7), (5, 2_003, 7)), {"axis": 1}, {1: 211}),
    ),
    indexing.index_add: (
        Scene(((37, 67), (2_003,), (2_003, 67)), {"axis": 0}, {1: 37}),
        Scene(((3, 5), (20_011,), (20_011, 5)), {"axis": 0}, {1: 3}),
    ),
    indexing.embedding_gradient: (
        Scene(((2_003, 37), (2_003,)), {"rows": 211, "padding_index": 3}, {1: 211}),
    ),
    indexing.gather_gradient: (
        Scene(((70_001,), (70_001,)), {"axis": 0, "shape": (37,)}, {1: 37}),
    ),
    ordering.sort: (
        Scene(((70_001,),), {"axis": -1}),
        Scene(((5, 17_011),), {"axis": -1}),
    ),
    ordering.topk: (
        Scene(((70_001,),), {"axis": -1, "k": 101}),
        Scene(((70_001,),), {"axis": -1, "k": 40_009}),
    ),
}
