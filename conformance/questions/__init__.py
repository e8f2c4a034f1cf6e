"""Drawn questions: tests whose operands and shapes come from the seed of a run.

A backend cannot know them in advance. `cases.py` lists the cases, and `question.py` defines one
call. `drawing/` draws shapes and attributes, `operands.py` draws bits, and `wanted.py` has the
answers. `judging/questionwork.py` judges.
"""
