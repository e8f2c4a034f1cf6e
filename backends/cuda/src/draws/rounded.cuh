// rounded.cuh - random ops that are a function of the 32-bit random number, rounded once (clauses
// D2, R1, R2).
#pragma once

#include "draws/draws.cuh"
#include "elementwise/rounding.cuh"
#include "scalar/draw.h"

// The kernel of `op` from two functions: `quick` is nearly right, and `odd` is rounded to odd.
#define SB_ROUNDED_DRAW(op, quick, odd)                                                            \
    struct op##_rule {                                                                             \
        enum { words = 1 };                                                                        \
        static SB_DEVICE sb_result value(uint32_t k, uint32_t, const int64_t *)                    \
        {                                                                                          \
            typedef SB_JOIN(sb_rounding_, SB_R) rounding;                                          \
            sb_result y;                                                                           \
            return rounding::decide(y, quick(k)) ? y : rounding::last(odd(k));                     \
        }                                                                                          \
    };                                                                                             \
    SB_DRAW(op, op##_rule)
