"""The rows of the suite `cuda`: one module per group, with a function `rows(sizes)`."""

ORDER = (
    "elementwise",
    "products",
    "aligned",
    "reductions",
    "softmax",
    "small",
    "convolutions",
    "layouts",
    "order",
    "indices",
    "kinds",
    "narrow",
    "narrow_reductions",
)
"""The modules in the order of measurement, the most important first."""

NEAR_MEMORY = 1 / 1.15
"""The target for ops that memory limits: at most 1.15 times PyTorch's time."""

TITLES = (
    "elementwise",
    "products",
    "aligned products",
    "reductions",
    "softmax and scans",
    "small calls",
    "convolutions",
    "layouts",
    "order",
    "indices",
    "16 and 8 bits",
    "kinds of operands",
)
"""The titles of the sections, in the order of the page."""
