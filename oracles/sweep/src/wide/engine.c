/* engine.c - three filters for operands of binary64. The first computes balls in double-double, if
 * the op has this filter and the processor has the instructions (narrow/narrow.h). The second
 * computes with 64 bits, the third with 113. An operand is decided when both ends of its ball round
 * to the same bits. A call runs in the default floating-point environment. */
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

/* Return whether clause S4 defines the result: for zeros, infinities and NaN. The filters do not
 * decide these. */
static int is_special(double x) { return !(fabs(x) > 0 && fabs(x) < INFINITY); }

/* Define a filter. It returns 1 and the pattern, or 0 if the two ends round to different patterns.
 */
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

/* Return the level of the double-double filters that this processor can run: 4 for x86-64-v4, 3 for
 * x86-64-v3, or 0 if it can run none. */
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

/* Apply the filters. `narrow` is NULL if the first filter does not exist. */
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

/* Return the distance of the exact value from the centre of a double-double ball, in radii. The
 * exact value is given as the sum of three parts. Return -1 if the radius is 0, infinite or NaN.
 * Only tests call this. */
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

/* Return the distance of the exact value from the centre of a ball, in radii. The exact value is
 * given as the sum of three parts. Return -1 if the radius is 0. Only tests call this. */
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
