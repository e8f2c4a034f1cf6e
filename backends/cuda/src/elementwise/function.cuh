// function.cuh - kernels of correctly rounded functions, for every format below f64.
//
// A function is defined as in the C backend. odd(x) is f(x) rounded to odd, and is right for every
// operand. quick(x), if it exists, is f(x) with a relative error below 2^-44, or NaN for
// "undecided"; rounding.cuh decides with it. See clauses R1, R2, S1.
#pragma once

#include "elementwise/elementwise.cuh"
#include "elementwise/rounding.cuh"

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

// The kernel of `op` from odd(x) only, or with quick(x) first. Other macros have a second argument
// (the op's numeric attribute, rounded to binary32, R4), or two operands.
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
