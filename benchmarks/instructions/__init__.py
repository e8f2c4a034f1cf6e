"""Retired instructions of the C backend, counted by callgrind: a comparison that no load disturbs.

`python -m samebits.benchmarks.instructions calls FOLDER` keeps one large golden case of every op in
a few labels, then `count FOLDER --tree CHECKOUT --out COUNTS` runs them in a checkout with its own
libraries in build/native, and `compare OLD NEW` prints what changed. The counts are those of
sb_run, so neither Python nor the loading of a library is in them. callgrind knows no AVX-512: the
widest device is avx2.
"""
