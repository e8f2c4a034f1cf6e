"""Drawn questions: a run draws operands and shapes from its seed, and nobody knew them before.

`cases.py` says which there are, `question.py` what one call asks, `scenes/` draws its shapes and
attributes, `operands.py` its bits, `wanted.py` has the answers, `work.py` judges.
"""
