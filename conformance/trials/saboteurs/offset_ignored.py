"""Causal attention counts queries from the first key, although keys may precede the queries."""

from functools import partial

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call

backend = Saboteur(
    "offset_ignored",
    ("scaled_dot_product_attention",),
    "scaled_dot_product_attention/f32*/causal/more-keys",
    partial(as_another_call, query_offset=0),
    "attribute:query_offset",
    rules=("T8.5",),
)
