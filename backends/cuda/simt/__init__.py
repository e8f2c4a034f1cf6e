"""CUDA C++ on the CPU: headers, a runtime, and a compiler for units.

Units include the headers of include/ in place of CUDA's own. engine/ runs blocks, with one fiber
for each thread that waits. The Python modules compile, cache, load and launch units. emulated.py is
the machine that uses them.
"""
