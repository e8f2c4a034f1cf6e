/* pairs_function.h - the kernel of a function in pairs of binary32 (pairs.h): its loops over arrays.
 *
 * Without lanes it is the kernel of function.h.
 */
#ifndef SB_SIMD_PAIRS_FUNCTION_H
#define SB_SIMD_PAIRS_FUNCTION_H

#include "function.h"
#include "simd/pairs.h"

#if SB_HAS_LANES

enum { PAIRS_STEP = 32, PAIRS_GROUP = PAIRS_STEP / LANES_COUNT }; /* a word of `open` */

/* y from x for a `count` that is a multiple of 64; bit i of `open` says that lane i is undecided.
 * Returns non-zero if any is. x and y do not overlap. Without a branch, which would be foretold
 * wrongly for each open lane and cost as much as ten vectors. */
#define SB_PAIRS_LOOP(name)                                                                        \
    static uint32_t pairs(const float *x, float *y, uint32_t *open, int64_t count)                 \
    {                                                                                              \
        const name##_tables tables = name##_load();                                                \
        uint32_t any = 0;                                                                          \
        for (int64_t i = 0; i < count; i += PAIRS_STEP) {                                          \
            uint32_t bits = 0;                                                                     \
            LANES_UNROLL for (int u = 0; u < PAIRS_GROUP; u++)                                     \
            {                                                                                      \
                lanes operand = lanes_load(x + i + u * LANES_COUNT);                               \
                pairs_value v = name(operand, &tables);                                            \
                lanes_mask sure = lanes_equal(lanes_every(), v.low, v.high);                       \
                sure = lanes_int_at_most(sure, name##_key(operand), name##_limit());               \
                bits |= lanes_mask_bits(sure) << (u * LANES_COUNT);                                \
                lanes_store(y + i + u * LANES_COUNT, v.y);                                         \
            }                                                                                      \
            open[i / PAIRS_STEP] = ~bits;                                                          \
            any |= ~bits;                                                                          \
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
