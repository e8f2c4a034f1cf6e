/* function2.c - the driver of correctly rounded functions of two operands: short blocks through the
 * loops of function2.h, the last rounding (decide.h), and the second look at what the first left open.
 */
#include "function2.h"
#include "decide.h"

enum { STAGE = DECIDE_STAGE };

#include "quick_stage2.h"

typedef struct stage {
    double x[STAGE], y[STAGE], v[STAGE];
    uint32_t open[STAGE];
} stage;

#define WIDEN(format)                                                                              \
    static void widen_##format(const sb_##format *x, double *a, int64_t count)                     \
    {                                                                                              \
        for (int64_t i = 0; i < count; i++)                                                        \
            a[i] = f64_from_##format(x[i]);                                                        \
    }
WIDEN(f16)
WIDEN(bf16)
WIDEN(f8e4m3fn)
WIDEN(f8e5m2)
#define widen_f32 widen

#define SETTLE(format)                                                                             \
    static void settle_##format(const sb_function2 *f, const stage *s, sb_##format *to,            \
                                int64_t count)                                                     \
    {                                                                                              \
        double x[STAGE], y[STAGE];                                                                 \
        int places[STAGE], found = 0;                                                              \
        for (int i = 0; i < (int)count; i++) {                                                     \
            x[found] = s->x[i];                                                                    \
            y[found] = s->y[i];                                                                    \
            places[found] = i;                                                                     \
            found += s->open[i] != 0;                                                              \
        }                                                                                          \
        f->evaluate(x, y, found);                                                                  \
        for (int i = 0; i < found; i++)                                                            \
            to[places[i]] = last_##format(x[i]);                                                   \
    }

/* Every step reads from the stage, so the loop may run in place, on either operand. */
#define STAGED(format)                                                                             \
    static int64_t staged_##format(const sb_function2 *f, const sb_##format *a,                    \
                                   const sb_##format *b, sb_##format *to, int64_t count)           \
    {                                                                                              \
        stage s;                                                                                   \
        const int64_t part = count < STAGE ? count : STAGE;                                        \
        widen_##format(a, s.x, part);                                                              \
        widen_##format(b, s.y, part);                                                              \
        f->approximate(s.x, s.y, s.v, part);                                                       \
        if (decide_##format(s.v, to, s.open, part) != 0)                                           \
            settle_##format(f, &s, to, part);                                                      \
        return part;                                                                               \
    }

#define LOOP(format)                                                                               \
    SETTLE(format)                                                                                 \
    STAGED(format)                                                                                 \
    SB_FUNCTION2_LOOP(format)                                                                      \
    {                                                                                              \
        const sb_##format *a = inputs[0], *b = inputs[1];                                          \
        sb_##format *to = output;                                                                  \
        for (int64_t done = 0; done < count;) {                                                    \
            int64_t part = quickly_##format(f, a + done, b + done, to + done, count - done);       \
            if (part == 0)                                                                         \
                part = staged_##format(f, a + done, b + done, to + done, count - done);            \
            done += part;                                                                          \
        }                                                                                          \
    }
LOOP(f32)
LOOP(f16)
LOOP(bf16)
LOOP(f8e4m3fn)
LOOP(f8e5m2)
