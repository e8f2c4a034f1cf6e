"""Predicted speed: the time of a row on an absent GPU, computed from its machine code.

Blocks of each launch are executed instruction by instruction (backends/cuda/sass). So issues,
memory sectors and shared-memory wavefronts (turns) are counted, not guessed. A model of the chip
converts the counts to seconds (model.py). Compare predictions with measurements when a GPU is
available.
"""
