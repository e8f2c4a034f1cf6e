"""CUDA C++ on the host's processor: a vocabulary, a runtime, and what compiles units for them.

include/ is what units see in place of CUDA's own names; engine/ runs blocks, one fiber for each
thread that waits; the Python modules compile, keep, load and launch. machines/emulated.py is the
machine that is made of them.
"""
