// function.cuh - kernels of correctly rounded functions, for every format below f64.
//
// A function comes as in the C backend: odd(x) is f(x) rounded to odd, right for every operand, and
// quick(x), where there is one, f(x) with a relative error below 2^-44, or NaN for "undecided".
// What decides: f32: v (1 - e) and v (1 + e) round alike, so every number between them does.
// Shorter formats: let w = v rounded to binary32; unless w is a midpoint of neighbours in the
// format, v is on the same side of it as w, half a binary32 ulp away at least, and rounding w
// rounds the exact value. Clauses R1, R2, S1.
#pragma once

#include "elementwise/elementwise.cuh"

#define SB_QUICK_ERROR 0x1p-44

struct sb_rounding_f32 {
    static SB_DEVICE bool decide(float &y, double v)
    {
        y = (float)(v * (1.0 - SB_QUICK_ERROR));
        return y == (float)(v * (1.0 + SB_QUICK_ERROR)); // false for a NaN
    }
    static SB_DEVICE float last(double odd) { return f32_from_odd(odd); }
    static SB_DEVICE double operand(float x) { return (double)x; }
};

#define SB_ROUNDING(format)                                                                        \
    struct sb_rounding_##format {                                                                  \
        static SB_DEVICE bool decide(sb_##format &y, double v)                                     \
        {                                                                                          \
            const float w = (float)v;                                                              \
            y = format##_from_f32(w);                                                              \
            return !(format##_midpoint(w) | (w != w));                                             \
        }                                                                                          \
        static SB_DEVICE sb_##format last(double odd) { return format##_from_f64(odd); }           \
        static SB_DEVICE double operand(sb_##format x) { return f64_from_##format(x); }            \
    };
SB_ROUNDING(f16)
SB_ROUNDING(bf16)
SB_ROUNDING(f8e4m3fn)
SB_ROUNDING(f8e5m2)
#undef SB_ROUNDING

typedef SB_JOIN(sb_rounding_, SB_A) sb_rounding;

#define SB_RULE_1(op, decided, odd_value)                                                          \
    struct op##_rule {                                                                             \
        static SB_DEVICE bool quick(sb_result &y, sb_first operand, const double *parameters)      \
        {                                                                                          \
            const double x = sb_rounding::operand(operand);                                        \
            const double parameter = sb_parameter(parameters);                                     \
            (void)x, (void)parameter;                                                              \
            return decided;                                                                        \
        }                                                                                          \
        static SB_DEVICE sb_result slow(sb_first operand, const double *parameters)                \
        {                                                                                          \
            const double x = sb_rounding::operand(operand);                                        \
            const double parameter = sb_parameter(parameters);                                     \
            (void)parameter;                                                                       \
            return sb_rounding::last(odd_value);                                                   \
        }                                                                                          \
    };                                                                                             \
    SB_KERNEL(op) { sb_elementwise_1<op##_rule, sb_result, sb_first>(a); }

// The kernel of `op` from odd(x) alone, or with quick(x) before it; the same with the op's one
// numeric attribute, rounded to binary32 (R4), as a second argument; and the same for two operands.
#define SB_FUNCTION_1(op, odd) SB_RULE_1(op, (y = 0, false), odd(x))
#define SB_QUICK_FUNCTION_1(op, quick_, odd)                                                       \
    SB_RULE_1(op, sb_rounding::decide(y, quick_(x)), odd(x))
#define SB_PARAMETRIC_FUNCTION_1(op, odd) SB_RULE_1(op, (y = 0, false), odd(x, parameter))
#define SB_PARAMETRIC_QUICK_FUNCTION_1(op, quick_, odd)                                            \
    SB_RULE_1(op, sb_rounding::decide(y, quick_(x, parameter)), odd(x, parameter))

#define SB_QUICK_FUNCTION_2(op, quick_, odd)                                                       \
    struct op##_rule {                                                                             \
        static SB_DEVICE bool quick(sb_result &y, sb_first x, sb_second z, const double *)         \
        {                                                                                          \
            return sb_rounding::decide(y,                                                          \
                                       quick_(sb_rounding::operand(x), sb_rounding::operand(z)));  \
        }                                                                                          \
        static SB_DEVICE sb_result slow(sb_first x, sb_second z, const double *)                   \
        {                                                                                          \
            return sb_rounding::last(odd(sb_rounding::operand(x), sb_rounding::operand(z)));       \
        }                                                                                          \
    };                                                                                             \
    SB_KERNEL(op) { sb_elementwise_2<op##_rule, sb_result, sb_first, sb_second>(a); }
