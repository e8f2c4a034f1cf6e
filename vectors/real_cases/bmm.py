"""bmm of queries and keys: the scores of attention."""

from samebits.vectors.real_case import RealCase

CASES = (
    RealCase(
        ("f32", "f32"),
        "minilm-scores",
        ("minilm/queries", "minilm/keys"),
        {"transpose_a": False, "transpose_b": True},
    ),
)
