// remainder.cuh - the kernels of fmod and remainder. A quick method is tried first; it returns a
// NaN if it does not decide. Then follows long division (scalar/remainder.h). `finish_f64(r, y)`
// and `finish_odd(r, y)` convert fmod to the op's result, in binary64 and as a value that needs one
// more rounding.
#pragma once

#include "elementwise/elementwise.cuh"
#include "scalar/remainder.h"

template <class Finish> struct sb_remainder_rule {
    static SB_DEVICE sb_result finished(double r, double z) { return Finish::result(r, z); }
    static SB_DEVICE bool quick(sb_result &y, sb_first x, sb_second z, const double *)
    {
        const double wide = SB_JOIN(f64_from_, SB_A)(z);
        const double r = f64_fmod_quick(SB_JOIN(f64_from_, SB_A)(x), wide);
        y = finished(r, wide);
        return r == r;
    }
    static SB_DEVICE sb_result slow(sb_first x, sb_second z, const double *)
    {
        const double wide = SB_JOIN(f64_from_, SB_A)(z);
        return finished(f64_fmod(SB_JOIN(f64_from_, SB_A)(x), wide), wide);
    }
};

SB_DEVICE double sb_rounded_f64(double x) { return f64_canonical(x); }
SB_DEVICE float sb_rounded_f32(double x) { return f32_from_odd(x); }
SB_DEVICE sb_f16 sb_rounded_f16(double x) { return f16_from_f64(x); }
SB_DEVICE sb_bf16 sb_rounded_bf16(double x) { return bf16_from_f64(x); }
SB_DEVICE sb_f8e4m3fn sb_rounded_f8e4m3fn(double x) { return f8e4m3fn_from_f64(x); }
SB_DEVICE sb_f8e5m2 sb_rounded_f8e5m2(double x) { return f8e5m2_from_f64(x); }

#define SB_REMAINDER_KERNEL(op, finish_f64, finish_odd)                                            \
    struct op##_finish {                                                                           \
        static SB_DEVICE sb_result result(double r, double y)                                      \
        {                                                                                          \
            const double wide = sizeof(sb_result) == 8 ? finish_f64(r, y) : finish_odd(r, y);      \
            return SB_JOIN(sb_rounded_, SB_R)(wide);                                               \
        }                                                                                          \
    };                                                                                             \
    SB_KERNEL(op)                                                                                  \
    {                                                                                              \
        sb_elementwise_2<sb_remainder_rule<op##_finish>, sb_result, sb_first, sb_second>(a);       \
    }
