"""CUDA C++ on the host's processor: a vocabulary, a runtime, and a compiler of units for them.

Units see include/ in place of CUDA's own names. engine/ runs blocks, with one fiber for each thread
that waits. The Python modules compile, keep, load and launch. emulated.py is the machine that uses
them.
"""
