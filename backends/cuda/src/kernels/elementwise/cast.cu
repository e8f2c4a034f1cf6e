// cast.cu - conversion between formats (clause R5), rounded once. A cast to the same format is a
// copy (S2).
//
// No value is rounded twice: every float is exact in binary64, every integer is exact in 64 bits,
// and an integer that becomes a float below binary64 is rounded to odd first. Casts between
// binary32 and 16-bit formats do not use binary64, for which a GPU may have few units. A unit with
// SB_STRICT is the cast to f8e4m3fn with saturate = false. A unit with SB_COPY copies one format.
#include "elementwise/bits.cuh"
#include "elementwise/kinds.cuh"
#include "scalar/convert_integer.h"

#define SB_FROM_INTEGER SB_JOIN(SB_INTEGER_, SB_A)
#define SB_TO_INTEGER SB_JOIN(SB_INTEGER_, SB_R)

#define SB_NARROW_f32 1
#define SB_NARROW_f16 1
#define SB_NARROW_bf16 1

#if defined(SB_COPY)

SB_BITWISE_1(cast, x)

#elif SB_JOIN(SB_NARROW_, SB_A) && SB_JOIN(SB_NARROW_, SB_R)

SB_ELEMENTWISE_1(cast, SB_JOIN_3(SB_R, _from_, SB_A)(x))

#else

#if SB_FROM_INTEGER
// Any nonzero byte is true.
#define SB_WHOLE(format, value)                                                                    \
    SB_DEVICE int64_t format##_whole(sb_##format x) { return value; }                              \
    SB_DEVICE sb_##format format##_wrapped(int64_t x) { return (sb_##format)(value); }
SB_WHOLE(i64, x)
SB_WHOLE(i32, x)
SB_WHOLE(i16, x)
SB_WHOLE(i8, x)
SB_WHOLE(u32, x)
SB_WHOLE(u8, x)
SB_WHOLE(bool, x != 0)
#undef SB_WHOLE
#endif

// Return any operand as binary64. An integer is rounded to odd; for a result in binary64, to
// nearest.
SB_DEVICE double sb_number(sb_first x)
{
#if SB_FROM_INTEGER
    return sizeof(sb_result) == 8 ? (double)SB_JOIN(SB_A, _whole)(x)
                                  : f64_odd_from_i64(SB_JOIN(SB_A, _whole)(x));
#else
    return SB_JOIN(f64_from_, SB_A)(x);
#endif
}

SB_DEVICE sb_result sb_cast(sb_first x)
{
#if SB_TO_INTEGER && SB_FROM_INTEGER
    return SB_JOIN(SB_R, _wrapped)(SB_JOIN(SB_A, _whole)(x));
#elif defined(SB_STRICT)
    return f8e4m3fn_strict_from_f64(sb_number(x));
#else
    return SB_JOIN(SB_R, _from_f64)(sb_number(x));
#endif
}

SB_ELEMENTWISE_1(cast, sb_cast(x))

#endif
