/* pairs.h - functions in pairs of binary32: whole vectors of 16 or 8 lanes, and a rounding test.
 *
 * For a function NAME a header defines its tables, NAME_load, and
 *   pairs_value NAME(lanes x, const NAME_tables *t): y is f(x), rounded, where `low` equals `high`,
 *       the roundings of the two ends of an interval around f(x);
 *   lanes NAME_nearly(lanes x, const NAME_tables *t): f(x) with a relative error below 2^-20, and 8 units
 *       of binary32's least subnormal, for the formats of 16 and 8 bits;
 *   lanes_int NAME_key(lanes x): an unsigned number, at most NAME_limit() just for operands for which
 *       both of these hold; never for a NaN.
 * Whether the interval is wide enough is not left to an error analysis of some thirty roundings: all
 * 2^32 operands decide it, on each instruction set that has this path.
 */
#ifndef SB_SIMD_PAIRS_H
#define SB_SIMD_PAIRS_H

#include "function.h"
#include "simd/lanes.h"

#if SB_HAS_LANES

typedef struct pairs_value {
    lanes y, low, high;
} pairs_value;

enum { PAIRS_GROUP = 4, PAIRS_STEP = PAIRS_GROUP * LANES_COUNT };
#define PAIRS_UNROLL _Pragma("GCC unroll 8")

/* y from x for a `count` that is a multiple of 64; bit i of `open` says that lane i is undecided.
 * Returns non-zero if any is. x and y do not overlap. */
#define SB_PAIRS_LOOP(name)                                                                        \
    static uint32_t pairs(const float *x, float *y, uint32_t *open, int64_t count)                 \
    {                                                                                              \
        const name##_tables tables = name##_load();                                                \
        uint32_t any = 0;                                                                          \
        for (int64_t i = 0; i < count; i += PAIRS_STEP) {                                          \
            pairs_value v[PAIRS_GROUP];                                                            \
            lanes_int key = lanes_int_set(0);                                                      \
            lanes_mask sure = lanes_every();                                                       \
            uint64_t bits = 0;                                                                     \
            PAIRS_UNROLL for (int u = 0; u < PAIRS_GROUP; u++)                                     \
            {                                                                                      \
                lanes operand = lanes_load(x + i + u * LANES_COUNT);                               \
                v[u] = name(operand, &tables);                                                     \
                key = lanes_int_max(key, name##_key(operand));                                     \
                sure = lanes_equal(sure, v[u].low, v[u].high);                                     \
                lanes_store(y + i + u * LANES_COUNT, v[u].y);                                      \
            }                                                                                      \
            sure = lanes_int_at_most(sure, key, name##_limit());                                   \
            if (__builtin_expect(!lanes_all(sure), 0)) {                                           \
                PAIRS_UNROLL for (int u = 0; u < PAIRS_GROUP; u++)                                 \
                {                                                                                  \
                    lanes operand = lanes_load(x + i + u * LANES_COUNT);                           \
                    lanes_mask m = lanes_equal(lanes_every(), v[u].low, v[u].high);                \
                    m = lanes_int_at_most(m, name##_key(operand), name##_limit());                 \
                    const uint32_t all = (1u << LANES_COUNT) - 1u;                                 \
                    bits |= (uint64_t)(~lanes_mask_bits(m) & all) << (u * LANES_COUNT);            \
                }                                                                                  \
                any = 1;                                                                           \
            }                                                                                      \
            for (int w = 0; w < PAIRS_STEP / 32; w++)                                              \
                open[i / 32 + w] = (uint32_t)(bits >> (32 * w));                                   \
        }                                                                                          \
        return any;                                                                                \
    }

/* w from x; NaN for "undecided". */
#define SB_NEARLY_LOOP(name)                                                                       \
    static void nearly(const float *x, float *w, int64_t count)                                    \
    {                                                                                              \
        const name##_tables tables = name##_load();                                                \
        for (int64_t i = 0; i < count; i += LANES_COUNT) {                                         \
            lanes operand = lanes_load(x + i), value = name##_nearly(operand, &tables);            \
            lanes_mask m = lanes_int_at_most(lanes_every(), name##_key(operand), name##_limit());  \
            lanes_store(w + i, lanes_select(m, value, lanes_set(__builtin_nanf(""))));             \
        }                                                                                          \
    }

#define SB_PAIRS_FUNCTION_1(op, name, quick, odd)                                                  \
    SB_PAIRS_LOOP(name)                                                                            \
    SB_NEARLY_LOOP(name)                                                                           \
    SB_EVALUATE(odd(x[i]))                                                                         \
    SB_APPROXIMATE(quick(x[i]))                                                                    \
    static const sb_function function = {SB_FUNCTION_DOMAIN,                                       \
                                         SB_FUNCTION_LOOPS, .pairs = pairs, .nearly = nearly};     \
    SB_FUNCTION_KERNEL(op, NULL, NULL)

#else
#define SB_PAIRS_FUNCTION_1(op, name, quick, odd) SB_QUICK_FUNCTION_1(op, quick, odd)
#endif
#endif
