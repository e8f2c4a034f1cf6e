// function.cuh - kernels of functions that the C backend's lanes/enclosed.h has by float-float
// arithmetic.
//
// A GPU has few units for binary64. In binary32 an operand is tried by float-float arithmetic
// first, then, if that leaves it open, by quick(x), then by odd(x) (elementwise/function.cuh).
// Other formats are done as without it. Clauses R1, R2, S1.
#pragma once

#include "elementwise/function.cuh"
#include "lanes/enclosed.h"

// bool <name>_decides(y, x): whether y is f(x) by the function `name` of a header of simd/, whose
// tables have been filled.
#define SB_ENCLOSED_DECISION(name)                                                                 \
    SB_DEVICE bool name##_decides(float &y, float x)                                               \
    {                                                                                              \
        const name##_tables tables = name##_load();                                                \
        const enclosed v = name(x, &tables);                                                       \
        y = v.y;                                                                                   \
        return (v.low == v.high) & (name##_key(x) <= name##_limit());                              \
    }

#define SB_ENCLOSED_RULE_1(op, name, quick_, odd)                                                  \
    SB_ENCLOSED_DECISION(name)                                                                     \
    struct op##_rule {                                                                             \
        static SB_DEVICE bool quick(float &y, float x, const double *)                             \
        {                                                                                          \
            return name##_decides(y, x);                                                           \
        }                                                                                          \
        static SB_DEVICE float slow(float x, const double *)                                       \
        {                                                                                          \
            float y;                                                                               \
            const double wide = sb_rounding::operand(x);                                           \
            return sb_rounding::decide(y, quick_(wide)) ? y : sb_rounding::last(odd(wide));        \
        }                                                                                          \
    };                                                                                             \
    SB_KERNEL(op)                                                                                  \
    {                                                                                              \
        sb_fill_tables(name##_load());                                                             \
        sb_elementwise_1<op##_rule, float, float>(a);                                              \
    }

// The kernel of `op`, by `name` where its operands are binary32.
#define SB_HAS_ENCLOSED_f32 1
#if SB_JOIN(SB_HAS_ENCLOSED_, SB_A)
#define SB_ENCLOSED_FUNCTION_1(op, name, quick_, odd) SB_ENCLOSED_RULE_1(op, name, quick_, odd)
#else
#define SB_ENCLOSED_FUNCTION_1(op, name, quick_, odd) SB_QUICK_FUNCTION_1(op, quick_, odd)
#endif
