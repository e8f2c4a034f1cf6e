// function.cuh - kernels of functions that have float-float arithmetic in the C backend's
// lanes/enclosed.h.
//
// A GPU has few units for binary64. An operand, which binary32 can represent exactly, is first
// tried by float-float arithmetic. If this leaves the operand undecided, quick(x) follows, then
// odd(x) (elementwise/function.cuh). See clauses R1, R2, S1.
#pragma once

#include "elementwise/function.cuh"
#include "lanes/enclosed.h"

// bool <name>_decides(y, x): return whether y is f(x), decided by the function `name` of a header
// of lanes/, whose tables must have been filled.
#define SB_ENCLOSED_DECISION(name)                                                                 \
    SB_DEVICE bool name##_decides(float &y, float x)                                               \
    {                                                                                              \
        const name##_tables tables = name##_load();                                                \
        const enclosed v = name(x, &tables);                                                       \
        y = v.y;                                                                                   \
        return (v.low == v.high) & (name##_key(x) <= name##_limit());                              \
    }

// The kernel of `op`: `name` is tried before quick and odd.
#define SB_ENCLOSED_FUNCTION_1(op, name, quick_, odd)                                              \
    SB_ENCLOSED_DECISION(name)                                                                     \
    struct op##_rule {                                                                             \
        static SB_DEVICE bool quick(sb_result &y, sb_first operand, const double *)                \
        {                                                                                          \
            float w;                                                                               \
            const bool decided = name##_decides(w, sb_rounding::single(operand));                  \
            return sb_rounding::narrow(y, w) & decided;                                            \
        }                                                                                          \
        static SB_DEVICE sb_result slow(sb_first operand, const double *)                          \
        {                                                                                          \
            sb_result y;                                                                           \
            const double x = sb_rounding::operand(operand);                                        \
            return sb_rounding::decide(y, quick_(x)) ? y : sb_rounding::last(odd(x));              \
        }                                                                                          \
    };                                                                                             \
    SB_KERNEL(op)                                                                                  \
    {                                                                                              \
        sb_fill_tables(name##_load());                                                             \
        sb_elementwise_1<op##_rule, sb_result, sb_first>(a);                                       \
    }
