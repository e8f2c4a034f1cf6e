/* function.c - the driver of correctly rounded functions: short blocks through the loops of
 * function.h, the last rounding, and the second look at what the first left open.
 *
 * decide.h says what a value v decides. Loops over binary32 lanes come first where a function has
 * them, and for the formats of 16 and 8 bits always (narrow_stage.h).
 */
#include "function.h"
#include "decide.h"

enum { STAGE = DECIDE_STAGE };

#define SB_NAN_OF_f32 __builtin_nanf("")
#define SB_NAN_OF_f16 0x7e00
#define SB_NAN_OF_bf16 0x7fc0
#define SB_NAN_OF_f8e4m3fn 0x7f
#define SB_NAN_OF_f8e5m2 0x7e

/* y[i] = f(x[i]), rounded, for at most STAGE operands; x is not needed afterwards. */
#define RESOLVE(format)                                                                            \
    static void resolve_##format(const sb_function *f, double *x, sb_##format *y, int64_t count,   \
                                 const double *parameters)                                         \
    {                                                                                              \
        const double low = f->low, high = f->high;                                                 \
        double v[STAGE];                                                                           \
        uint32_t open[STAGE];                                                                      \
        int places[STAGE], left = 0;                                                               \
        if (f->approximate == NULL) {                                                              \
            f->evaluate(x, count, parameters);                                                     \
            for (int64_t i = 0; i < count; i++)                                                    \
                y[i] = last_##format(x[i]);                                                        \
            return;                                                                                \
        }                                                                                          \
        f->approximate(x, v, count, parameters);                                                   \
        if (decide_##format(v, y, open, count) == 0)                                               \
            return;                                                                                \
        SB_VECTORISE for (int64_t i = 0; i < count; i++)                                           \
        {                                                                                          \
            const uint32_t outside = !((x[i] >= low) & (x[i] <= high)); /* or NaN */               \
            y[i] = outside ? SB_NAN_OF_##format : y[i];                                            \
            open[i] &= outside - 1u;                                                               \
        }                                                                                          \
        for (int i = 0; i < (int)count; i++) {                                                     \
            x[left] = x[i];                                                                        \
            places[left] = i;                                                                      \
            left += open[i] != 0;                                                                  \
        }                                                                                          \
        f->evaluate(x, left, parameters);                                                          \
        for (int i = 0; i < left; i++)                                                             \
            y[places[i]] = last_##format(x[i]);                                                    \
    }
RESOLVE(f32)
RESOLVE(f16)
RESOLVE(bf16)
RESOLVE(f8e4m3fn)
RESOLVE(f8e5m2)

/* Every step reads from the stage, so that a loop may run in place. */
#define STAGED(format, name, enter)                                                                \
    static void name(const sb_function *f, int64_t count, const sb_##format *from,                 \
                     sb_##format *to, const double *parameters)                                    \
    {                                                                                              \
        double x[STAGE];                                                                           \
        for (int64_t done = 0; done < count; done += STAGE) {                                      \
            const int64_t part = count - done < STAGE ? count - done : STAGE;                      \
            enter(from + done, x, part);                                                           \
            resolve_##format(f, x, to + done, part, parameters);                                   \
        }                                                                                          \
    }
#define ENTER(format)                                                                              \
    static void enter_##format(const sb_##format *from, double *x, int64_t count)                  \
    {                                                                                              \
        for (int64_t i = 0; i < count; i++)                                                        \
            x[i] = f64_from_##format(from[i]);                                                     \
    }
ENTER(f16)
ENTER(bf16)
ENTER(f8e4m3fn)
ENTER(f8e5m2)
STAGED(f32, staged_f32, widen)
STAGED(f16, staged_f16, enter_f16)
STAGED(bf16, staged_bf16, enter_bf16)
STAGED(f8e4m3fn, staged_f8e4m3fn, enter_f8e4m3fn)
STAGED(f8e5m2, staged_f8e5m2, enter_f8e5m2)

#include "narrow_stage.h"

#define LOOP(format, first, member)                                                                \
    SB_FUNCTION_LOOP(format)                                                                       \
    {                                                                                              \
        (f->member != NULL ? first : staged_##format)(f, count, inputs[0], output, parameters);    \
    }
#if SB_HAS_DECIDE_LANES
LOOP(f32, enclosed_f32, approximate)
#else
LOOP(f32, enclosed_f32, enclose)
#endif
LOOP(f16, nearly_f16, approximate)
LOOP(bf16, nearly_bf16, approximate)
LOOP(f8e4m3fn, nearly_f8e4m3fn, approximate)
LOOP(f8e5m2, nearly_f8e5m2, approximate)
