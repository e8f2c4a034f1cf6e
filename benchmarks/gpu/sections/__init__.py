"""The rows of the suite `cuda`, a module for each group; each has a function `rows(sizes)`."""

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
"""The modules in the order of measurement, the most valuable first."""

NEAR_MEMORY = 1 / 1.15
"""The target of ops limited by memory: at most 1.15 times PyTorch's time."""

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
"""The sections in the order of the page."""
