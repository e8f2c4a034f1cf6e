"""Clause G8: optimizers, clipping and loss scaling."""

from __future__ import annotations

from samebits.conformance.tests.clauses.decision import always, citing, decides, named

_OPTIMIZERS = ("G8.6", "G8.8", "G8.9", "G8.10", "G8.11", "G8.13", "G8.14")
_GRADIENTS = ("G8.16", "G8.17", "G8.18", "G8.19")

for _rule in (*_OPTIMIZERS, *_GRADIENTS):
    decides(_rule, "every call of the op", named)(always)

decides("G8.1", "every step and what is done to gradients before it", citing("G8"))(always)
