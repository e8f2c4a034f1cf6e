"""Replacements for operations that the gate refuses."""

from __future__ import annotations

import re

_ADVICE = (
    (
        r"^(call|\.func)",
        "mark it SB_DEVICE, so that it is inlined, unless it is all integers; no printf",
    ),
    (r"\.ftz\b", "subnormals must stay (R3): compile with --ftz=false"),
    (
        r"^(sin|cos|tanh|ex2|lg2|rsqrt)\.approx",
        "functions come correctly rounded from scalar/ (R2), not from CUDA's own (expf, __expf)",
    ),
    (
        r"\.(approx|full)\b",
        "divide by / and take roots by __fsqrt_rn on the types of exact.cuh (R2)",
    ),
    (
        r"^(atom|red)\b.*\.(f16|bf16|f32|f64)(x2)?$",
        "the order of atomic additions is nobody's: sum by the tree of clause T1",
    ),
    (
        r"^(atom|red)\.",
        "what wins depends on the order of threads: use add, min, max, and, or, xor, and no result",
    ),
    (r"^(add|sub|mul|fma|mad|div|sqrt|rcp)\.(rz|rm|rp)\.", "round to nearest (R1): the _rn form"),
    (
        r"^(add|sub|mul|mad|fma)\.(f16|bf16|f32|f64)",
        "ptxas may fuse it (R3): use + - * on the types of exact.cuh, never sb_native_f32",
    ),
    (
        r"^(min|max)\.(\w+\.)*f",
        "its NaN and its zeros are NVIDIA's own: use minimum and maximum of scalar/",
    ),
    (
        r"^mma\b.*\.satfinite\b",
        "a sum that saturates depends on the order of its terms: leave .satfinite out",
    ),
    (
        r"^(w?mma|wgmma|tcgen05|ldmatrix|stmatrix)\b",
        "tensor cores do not define their order of summation: use fma as clause T4 says, or "
        "integers of bytes by sb_mma (bytes.cuh) as clause T11 says",
    ),
    (
        r"^(tex|tld4|txq|suld|sust|sured|suq)\b",
        "textures interpolate and convert as they like: load from global memory",
    ),
    (r"^cp\.", "the emulated machine has no asynchronous copies: load and store"),
    (r"^(activemask|nanosleep|clock)", "it depends on how threads are scheduled: name the mask"),
    (r"^(shfl|vote)\.(?!sync)", "name the lanes: the _sync form with a mask"),
    (r"^cvt\.sat\.f", "clamp by comparisons"),
    (r"^cvt\.", "convert by the functions of scalar/, which round by integer code"),
)


def instead(opcode: str) -> str:
    """Return advice on a replacement for an opcode.

    `.func` means a function that is not inlined.
    """
    for pattern, advice in _ADVICE:
        if re.search(pattern, opcode):
            return advice
    return "if its bits are defined on every GPU, add it to gate/allowed.py with the reason"
