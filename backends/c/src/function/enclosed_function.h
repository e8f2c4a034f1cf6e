/* enclosed_function.h - the kernel of a function by float-float arithmetic (enclosed.h): its loops over arrays.
 *
 * Without lanes it is the kernel of function.h.
 */
#ifndef SB_SIMD_ENCLOSED_FUNCTION_H
#define SB_SIMD_ENCLOSED_FUNCTION_H

#include "function/one_operand.h"
#include "lanes/enclosed.h"

#if SB_HAS_LANES

enum { ENCLOSED_WORD = 32 }; /* lanes in a word of bits */

/* Lanes that are sure become the open ones; non-zero if any is open. */
static inline uint32_t enclosed_open(uint32_t *lanes, int64_t count)
{
    uint32_t any = 0;
    for (int64_t i = 0; i < count / ENCLOSED_WORD; i++) {
        lanes[i] = ~lanes[i];
        any |= lanes[i];
    }
    return any;
}

/* y from x for a `count` that is a multiple of 64; bit i of `open` says that lane i is undecided.
 * Returns non-zero if any is. x and y do not overlap. Without a branch, which would be foretold wrongly
 * for each open lane and cost as much as ten vectors; only where a rare operand beyond the limit has
 * been met are all looked through again. */
#define SB_ENCLOSED_LOOP(name)                                                                        \
    static __attribute__((noinline)) void confine(const float *x, float *y, uint32_t *sure,        \
                                                  int64_t count)                                   \
    {                                                                                              \
        for (int64_t i = 0; i < count; i += ENCLOSED_WORD) {                                          \
            uint32_t near = 0, known = 0;                                                          \
            for (int64_t j = 0; j < ENCLOSED_WORD; j += LANES_COUNT) {                                \
                lanes operand = lanes_load(x + i + j), far = name##_far(operand);                  \
                lanes_mask m = lanes_equal(lanes_every(), far, far);                               \
                lanes_store(y + i + j, lanes_select(m, far, lanes_load(y + i + j)));               \
                lanes_mask_store(&known, j, m);                                                    \
                m = lanes_int_at_most(lanes_every(), name##_key(operand), name##_limit());         \
                lanes_mask_store(&near, j, m);                                                     \
            }                                                                                      \
            sure[i / ENCLOSED_WORD] = (sure[i / ENCLOSED_WORD] & near) | known;                          \
        }                                                                                          \
    }                                                                                              \
    static uint32_t enclose(const float *x, float *y, uint32_t *open, int64_t count)                 \
    {                                                                                              \
        const name##_tables tables = name##_load();                                                \
        lanes_int most = lanes_int_set(0);                                                         \
        LANES_TWICE for (int64_t i = 0; i < count; i += LANES_COUNT)                               \
        {                                                                                          \
            lanes operand = lanes_load(x + i);                                                     \
            enclosed v = name(operand, &tables);                                                \
            lanes_mask sure = lanes_equal(lanes_every(), v.low, v.high);                           \
            lanes_mask_store(open, i, name##_within(sure, operand));                               \
            lanes_store(y + i, v.y);                                                               \
            most = name##_most(most, operand);                                                     \
        }                                                                                          \
        if (!lanes_all(lanes_int_at_most(lanes_every(), most, name##_limit())))                    \
            confine(x, y, open, count);                                                            \
        return enclosed_open(open, count);                                                            \
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

#define SB_ENCLOSED_FUNCTION_1(op, name, quick, odd)                                                  \
    SB_ENCLOSED_LOOP(name)                                                                            \
    SB_NEARLY_LOOP(name)                                                                           \
    SB_EVALUATE(odd(x[i]))                                                                         \
    SB_APPROXIMATE(quick(x[i]))                                                                    \
    static const sb_function function = {SB_FUNCTION_DOMAIN,                                       \
                                         SB_FUNCTION_LOOPS, .enclose = enclose, .nearly = nearly};     \
    SB_FUNCTION_KERNEL(op, NULL)

#else
#define SB_ENCLOSED_FUNCTION_1(op, name, quick, odd) SB_QUICK_FUNCTION_1(op, quick, odd)
#endif
#endif
