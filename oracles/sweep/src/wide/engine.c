/* engine.c - operands of binary64 through three filters: a ball in double-double, where there is
 * one and the processor has the instructions (narrow/narrow.h), then one of 64 bits, and then one
 * of 113, until both ends of a ball round alike. The default floating-point environment is set for
 * the time of a call.
 */
#include <fenv.h>
#include <string.h>

#include "wide/engine.h"

static uint64_t pattern_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static const uint64_t NAN_PATTERN = UINT64_C(0x7ff8000000000000);

/* Zeros, infinities and NaN have results of their own (S4), which no filter decides. */
static int is_special(double x) { return !(fabs(x) > 0 && fabs(x) < INFINITY); }

/* One filter: 1 and the pattern, or 0 where both ends round to different ones. */
#define DECIDE(name, function, wide)                                                               \
    static int name(function *f, double x, double y, double a, uint64_t *pattern)                  \
    {                                                                                              \
        wide v, r;                                                                                 \
        f(x, y, a, &v, &r);                                                                        \
        if (v != v) {                                                                              \
            *pattern = NAN_PATTERN;                                                                \
            return 1;                                                                              \
        }                                                                                          \
        const wide low = r == 0 || v - v != 0 ? v : v - r;                                         \
        const wide high = r == 0 || v - v != 0 ? v : v + r;                                        \
        *pattern = pattern_of((double)low);                                                        \
        return *pattern == pattern_of((double)high);                                               \
    }

DECIDE(decide_64, wide64_function, long double)
#ifdef SWEEP_BINARY128
DECIDE(decide_113, wide113_function, _Float128)
#endif

/* Which filters in double-double this processor can run: 4 or 3, of x86-64-v4 or v3, or 0. */
__attribute__((visibility("default"))) int narrow_level(void)
{
#ifdef SWEEP_NARROW
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !__builtin_cpu_supports("bmi2"))
        return 0;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                   __builtin_cpu_supports("avx512cd")
               ? 4
               : 3;
#else
    return 0;
#endif
}

enum { PART = 256 };

/* narrow may be NULL. */
__attribute__((visibility("default"))) void wide_run(void *narrow, void *of_64, void *of_113,
                                                     wide_task *task, int64_t count,
                                                     const double *x, const double *y,
                                                     uint64_t *bits, int64_t *near)
{
    fenv_t environment;
    narrow_function *first;
    wide64_function *f;
    memcpy(&first, &narrow, sizeof first);
    memcpy(&f, &of_64, sizeof f);
#ifdef SWEEP_BINARY128
    wide113_function *g;
    memcpy(&g, &of_113, sizeof g);
#endif
    (void)of_113;
    fegetenv(&environment);
    fesetenv(FE_DFL_ENV);
    task->first = task->second = task->near = 0;
    double value[PART];
    uint64_t open[PART];
    for (int64_t i = 0; i < count; i++) {
        const int64_t k = i % PART;
        if (k == 0 && narrow != NULL)
            first(count - i < PART ? count - i : PART, x + i, y == NULL ? NULL : y + i,
                  task->attribute, value, open);
        const double second = y != NULL ? y[i] : 0;
        int decided = 0;
        if (!is_special(x[i]) && (y == NULL || !is_special(second))) {
            if (narrow != NULL && !open[k]) {
                bits[i] = pattern_of(value[k]);
                continue;
            }
            task->first++;
            decided = decide_64(f, x[i], second, task->attribute, &bits[i]);
#ifdef SWEEP_BINARY128
            if (!decided) {
                task->second++;
                decided = decide_113(g, x[i], second, task->attribute, &bits[i]);
            }
#endif
        }
        if (!decided)
            near[task->near++] = i;
    }
    fesetenv(&environment);
}

/* How far the exact value, the sum of three parts, lies from the centre of a ball that is not wide:
 * in radii; -1 where the radius says that nothing is known. */
__attribute__((visibility("default"))) double narrow_error(void *of_ball, const double *operands,
                                                           const double *parts)
{
    narrow_ball *f;
    memcpy(&f, &of_ball, sizeof f);
    double b[3];
    f(operands[0], operands[1], operands[2], b);
    if (!(b[2] > 0 && b[2] < INFINITY))
        return -1;
    const long double off = ((long double)b[0] - parts[0]) + ((long double)b[1] - parts[1]);
    return (double)(fabsl(off - parts[2]) / b[2]);
}

/* How far the exact value, the sum of three parts, lies from the centre: in radii. For tests; -1
 * where the radius is 0. */
__attribute__((visibility("default"))) double wide_error_64(void *of_64, const double *operands,
                                                            const double *parts)
{
    wide64_function *f;
    memcpy(&f, &of_64, sizeof f);
    long double v, r;
    f(operands[0], operands[1], operands[2], &v, &r);
    return r == 0 ? -1 : (double)(fabsl(((v - parts[0]) - parts[1]) - parts[2]) / r);
}

#ifdef SWEEP_BINARY128
__attribute__((visibility("default"))) double wide_error_113(void *of_113, const double *operands,
                                                             const double *parts)
{
    wide113_function *g;
    memcpy(&g, &of_113, sizeof g);
    _Float128 v, r;
    g(operands[0], operands[1], operands[2], &v, &r);
    return r == 0 ? -1 : (double)(fabsf128(((v - parts[0]) - parts[1]) - parts[2]) / r);
}
#endif
