"""Drawn questions: a run draws operands and shapes from its seed, so they are not known before.

`cases.py` lists the cases, and `question.py` defines one call. `drawing/` draws shapes and
attributes, `operands.py` draws bits, and `wanted.py` has the answers. `judging/questionwork.py`
judges.
"""
