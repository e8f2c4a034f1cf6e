"""Speed on paper: the time of a row on an absent GPU, computed from its machine code.

Blocks of each launch are executed instruction by instruction (backends/cuda/sass), so that issues,
sectors of memory and turns of shared memory are counted, not guessed. A model of the chip converts
them to seconds (model.py). Compare it with measurements when a GPU is available.
"""
