// forms.cuh - the formats of products: the type in memory, and the type of the factors.
//
// Operands are converted exactly to the compute format, and a result is rounded once (clause R4).
// 8-bit integers are numbers modulo 2^32 (clause T4). `nothing` is the value that changes no sum:
// -0, not +0 (clause T1).
#pragma once

#include "memory.cuh"

SB_DEVICE float sb_multiply_add(float a, float b, float sum) { return SB_FMA_F32(a, b, sum); }
SB_DEVICE double sb_multiply_add(double a, double b, double sum) { return SB_FMA(a, b, sum); }
SB_DEVICE uint32_t sb_multiply_add(uint32_t a, uint32_t b, uint32_t sum) { return a * b + sum; }

template <class T> SB_DEVICE T sb_nothing();
template <> SB_DEVICE float sb_nothing<float>() { return -0.0f; }
template <> SB_DEVICE double sb_nothing<double>() { return -0.0; }
template <> SB_DEVICE uint32_t sb_nothing<uint32_t>() { return 0u; }

// The number of elements in one load of 16 bytes from shared memory.
template <class T> struct sb_word_of {
    enum { numbers = 16 / (int)sizeof(T) };
};

#define SB_FORM(format, storage, compute, widen, narrow, minus_zero)                               \
    struct sb_form_##format {                                                                      \
        typedef storage stored;                                                                    \
        typedef compute number;                                                                    \
        static SB_DEVICE number load(stored x) { return widen(x); }                                \
        static SB_DEVICE stored store(number x) { return narrow(x); }                              \
        static SB_DEVICE stored nothing() { return minus_zero; }                                   \
    };
SB_FORM(f32, float, float, , f32_canonical, -0.0f)
SB_FORM(f64, double, double, , f64_canonical, -0.0)
SB_FORM(f16, uint16_t, float, f32_plain_f16, f16_from_f32, 0x8000u)
SB_FORM(bf16, uint16_t, float, f32_plain_bf16, bf16_from_f32, 0x8000u)
SB_FORM(f8e4m3fn, uint8_t, float, f32_plain_f8e4m3fn, f8e4m3fn_from_f32, 0x80u)
SB_FORM(f8e5m2, uint8_t, float, f32_plain_f8e5m2, f8e5m2_from_f32, 0x80u)
SB_FORM(i8, int8_t, uint32_t, (uint32_t)(int32_t), (int8_t), 0)
SB_FORM(u8, uint8_t, uint32_t, (uint32_t), (uint8_t), 0)
SB_FORM(i32, int32_t, uint32_t, (uint32_t), (int32_t), 0)
#undef SB_FORM

#ifdef SB_A
typedef SB_JOIN(sb_form_, SB_A) sb_first_form;
typedef sb_first_form::number sb_number;
#endif
#ifdef SB_B
typedef SB_JOIN(sb_form_, SB_B) sb_second_form;
#endif
#ifdef SB_R
typedef SB_JOIN(sb_form_, SB_R) sb_result_form;
#endif
