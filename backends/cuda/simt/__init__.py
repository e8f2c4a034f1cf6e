"""CUDA C++ on this computer's processor: headers, a runtime, and a compiler of units for them.

Units include the headers of include/ in place of CUDA's own. engine/ runs blocks, with one fiber
for each thread that waits. The Python modules compile, cache, load and launch units.
emulated.py is the machine that uses them.
"""
