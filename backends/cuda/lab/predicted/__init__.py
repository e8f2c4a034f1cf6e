"""Speed on paper: how long a row takes on a GPU that is not at hand, from its machine code.

Blocks of each launch are executed instruction by instruction (backends/cuda/sass), so that
issues, sectors of memory and turns of shared memory are counted, not guessed; a model of the chip
makes seconds of them (model.py). It is to be held against measurements where a GPU is at hand.
"""
