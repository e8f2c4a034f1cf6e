"""Retired instructions of the C backend, counted by callgrind, so that load has no effect.

    python -m samebits.benchmarks.instructions calls FOLDER

stores one large golden case of every op in a few labels. Then `count FOLDER --tree CHECKOUT --out
COUNTS` runs the cases in a checkout with its own libraries in build/native. `compare OLD NEW`
prints the changes. The counts include only sb_run, without Python and without the loading of a
library. callgrind does not support AVX-512, so the widest device is avx2.
"""
