/* enclosed_errors.c - a measurement of the necessary width of the intervals of functions in
 * float-float arithmetic (lanes/enclosed.h).
 *
 *     enclosed_errors FUNCTION STRIDE THREADS
 *
 * The program uses the functions in the headers, on the single lane of one_lane.h, and compares
 * them with long double. For each operand, each end of the interval is taken before its last
 * rounding. The necessary half-width is the half-width H minus the relative distance from that end
 * to f(x). A group is a row of a table, an estimate of the reciprocal, or all operands. For each
 * group the program prints the maximum over every STRIDE-th operand in the function's range:
 *
 *     GROUP LEAST-HALF-WIDTH OPERAND
 *
 * The last line is `wrong COUNT`. It counts the results that are wrong although both ends round to
 * the same number.
 */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "lanes/exp.h"
#include "lanes/log.h"
#include "lanes/log2_log10.h"
#include "lanes/exp2_exp10.h"
#if LANES_ENTRY_BITS == 5
#include "lanes/rows.h"
#endif

enum {
    GROUPS = 32,
    CHUNK = 1 << 18,
    MOST_THREADS = 64,
    ESTIMATES = LANES_ENTRY_BITS == 5 ? LANES_ESTIMATES : 1
};

typedef struct {
    const char *name;
    long double (*right)(long double);
    enclosed (*value)(lanes);
    double (*half)(float); /* the half-width of the interval at an operand */
    unsigned (*group)(float);
    float least, most; /* range of the magnitudes of operands */
    int negative;      /* whether operands have both signs */
    int estimates;     /* number of estimates of a reciprocal to test */
} function;

typedef struct {
    struct {
        double half;
        float x;
    } worst[GROUPS];
    int64_t wrong;
} findings;

static unsigned all(float x) { return x != x; }
static unsigned estimate(float x) { return x == x ? (unsigned)lanes_estimate : 0; }

#define VALUE(name)                                                                                \
    static enclosed name##_value(lanes x)                                                          \
    {                                                                                              \
        const enclosed_##name##_tables t = enclosed_##name##_load();                               \
        return enclosed_##name(x, &t);                                                             \
    }
VALUE(exp)
VALUE(exp2)
VALUE(exp10)
VALUE(sigmoid)
VALUE(silu)
VALUE(log)

static double exp_half(float x) { return x == x ? ENCLOSED_EXP_WIDTH / 2.0 : 0.0; }
static double sigmoid_half(float x) { return x == x ? ENCLOSED_SIGMOID_HALF : 0.0; }
static double log_half(float x) { return x == x ? ENCLOSED_LOG_HALF : 0.0; }
static long double right_exp10(long double x)
{
    return exp2l(x * 3.32192809488736234787031942949L);
}
static long double right_sigmoid(long double x) { return 1.0L / (1.0L + expl(-x)); }
static long double right_silu(long double x) { return x / (1.0L + expl(-x)); }

#if LANES_ENTRY_BITS == 5
VALUE(log2)
VALUE(log10)
VALUE(tanh)
VALUE(erf)
VALUE(gelu)

static unsigned row(float x)
{
    volatile float shifted = fabsf(x) + ENCLOSED_ROWS_MAGIC;
    return lanes_bits(lanes_set(shifted)) & 31;
}

static double logs_half(float x) { return x == x ? ENCLOSED_LOGS_HALF : 0.0; }
static double tanh_half(float x) { return enclosed_tanh_rows_by_column[ENCLOSED_HALF][row(x)]; }
static double erf_half(float x) { return enclosed_erf_rows_by_column[ENCLOSED_HALF][row(x)]; }
static double gelu_half(float x) { return enclosed_tail_rows_by_column[ENCLOSED_HALF][row(x)]; }
static long double right_gelu(long double x) { return x / 2 * erfcl(-x * 0.70710678118654752440L); }
#endif

/* Below 2^-25 the exponent and the table entry are the same as at 0, and the rounded terms are
 * smaller. */
static const function functions[] = {
    {"exp", expl, exp_value, exp_half, all, 0x1p-25f, 87.33f, 1, 1},
    {"exp2", exp2l, exp2_value, exp_half, all, 0x1p-25f, 125.9f, 1, 1},
    {"exp10", right_exp10, exp10_value, exp_half, all, 0x1p-25f, 37.9f, 1, 1},
    {"sigmoid", right_sigmoid, sigmoid_value, sigmoid_half, estimate, 0x1p-25f, 64.0f, 1,
     ESTIMATES},
    {"silu", right_silu, silu_value, sigmoid_half, estimate, 0x1p-25f, 64.0f, 1, ESTIMATES},
    {"log", logl, log_value, log_half, all, 0x1p-126f, FLT_MAX, 0, 1},
#if LANES_ENTRY_BITS == 5
    {"log2", log2l, log2_value, logs_half, all, 0x1p-126f, FLT_MAX, 0, 1},
    {"log10", log10l, log10_value, logs_half, all, 0x1p-126f, FLT_MAX, 0, 1},
    {"tanh", tanhl, tanh_value, tanh_half, row, 0x1p-12f, ENCLOSED_ROWS_LAST, 0,
     1}, /* below this range, y is x */
    {"erf", erfl, erf_value, erf_half, row, 0x1p-60f, ENCLOSED_ROWS_LAST, 0, 1},
    {"gelu", right_gelu, gelu_value, gelu_half, row, 0x1p-60f, ENCLOSED_ROWS_LAST, 1, 1},
#endif
};

static struct {
    const function *f;
    uint32_t first, last, stride;
    _Atomic uint64_t next;
    pthread_mutex_t lock;
    findings found;
} work = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Return the half-width that the interval at x needs. *wrong counts wrong results. */
static double needed(const function *f, float x, int64_t *wrong)
{
    enclosed v = f->value(lanes_set(x));
    long double right = f->right(x), half = f->half(x);
    if (right == 0) /* x = 1, for a logarithm */
        return v.low.value == 0 && v.high.value == 0 ? 0.0 : INFINITY;
    right *= fabsf(v.low.value / v.y.value); /* exp returns only the significand of its result */
    *wrong += v.low.value == v.high.value && v.low.value != (float)right;
    long double below = half - (1 - lanes_exact(v.low) / right);
    long double above = half - (lanes_exact(v.high) / right - 1);
    return (double)(below > above ? below : above);
}

static void take(findings *found, float x)
{
    unsigned group = work.f->group(x);
    double half = needed(work.f, x, &found->wrong);
    if (!(half <= found->worst[group].half)) {
        found->worst[group].half = half;
        found->worst[group].x = x;
    }
}

static void *worker(void *unused)
{
    findings found = {{{0.0, 0.0f}}, 0};
    uint64_t count = ((uint64_t)work.last - work.first) / work.stride + 1;
    for (uint64_t at; (at = atomic_fetch_add(&work.next, CHUNK)) < count;)
        for (uint64_t i = at; i < at + CHUNK && i < count; i++) {
            float x = lanes_of_bits(work.first + (uint32_t)i * work.stride).value;
            for (lanes_estimate = 0; lanes_estimate < work.f->estimates; lanes_estimate++) {
                take(&found, x);
                if (work.f->negative)
                    take(&found, -x);
            }
        }
    pthread_mutex_lock(&work.lock);
    for (int g = 0; g < GROUPS; g++)
        if (!(found.worst[g].half <= work.found.worst[g].half))
            work.found.worst[g] = found.worst[g];
    work.found.wrong += found.wrong;
    pthread_mutex_unlock(&work.lock);
    return unused;
}

int main(int count, char **arguments)
{
    if (count != 4 || LDBL_MANT_DIG < 64)
        return 2;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, arguments[1]) == 0)
            work.f = &functions[i];
    work.stride = (uint32_t)strtoul(arguments[2], NULL, 10);
    if (work.f == NULL || work.stride == 0)
        return 2;
    work.first = lanes_bits(lanes_set(work.f->least));
    work.last = lanes_bits(lanes_set(work.f->most));
    pthread_t ids[MOST_THREADS];
    int threads = atoi(arguments[3]);
    threads = threads < 1 ? 1 : threads > MOST_THREADS ? MOST_THREADS : threads;
    for (int i = 0; i < threads; i++)
        if (pthread_create(&ids[i], NULL, worker, NULL) != 0)
            return 2;
    for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
    for (int g = 0; g < GROUPS; g++)
        if (work.found.worst[g].half != 0)
            printf("%d %a %a\n", g, work.found.worst[g].half, work.found.worst[g].x);
    printf("wrong %" PRId64 "\n", work.found.wrong);
    return 0;
}
