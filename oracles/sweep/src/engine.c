/* engine.c - evaluates one function for consecutive bit patterns: decode the pattern, evaluate the
 * function, round both ends of the ball, and compare them. A call runs in the default
 * floating-point environment. */
#include <fenv.h>

#include "format.h"
#include "sweep.h"

enum { CHUNK = 512 };

typedef struct {
    format in, out;
    double scale; /* factor that multiplies every radius */
    double attributes[4];
    int64_t near, ties; /* undecided inputs; results at or next to a midpoint */
} sweep_task;

static uint32_t pattern32(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static int is_nan_pattern(uint32_t pattern, const format *f)
{
    uint32_t magnitude = pattern & (((uint32_t)1 << (f->bits - 1)) - 1);
    if (f->kind != KIND_FLOAT)
        return 0;
    return magnitude > f->largest + (uint64_t)f->has_infinity;
}

static void decode(const format *f, uint32_t first, int n, double *x)
{
    if (f->kind == KIND_UINT) {
        for (int i = 0; i < n; i++) x[i] = (double)(first + (uint32_t)i);
        return;
    }
    if (f->bits != 32) {
        for (int i = 0; i < n; i++) x[i] = decode_pattern(first + (uint32_t)i, f);
        return;
    }
    for (int i = 0; i < n; i++) {
        uint32_t bits = first + (uint32_t)i;
        float value;
        memcpy(&value, &bits, sizeof value);
        x[i] = value;
    }
}

/* Round both ends of each ball to binary32. A NaN centre gives the canonical NaN. If a centre is
 * infinite, its radius counts as 0. */
static int round_binary32(const sweep_task *task, int n, const double *v, const double *r,
                          uint32_t *out, uint8_t *undecided)
{
    const double scale = task->scale;
    const uint32_t nan = (uint32_t)task->out.nan;
    float low[CHUNK], high[CHUNK];
    uint32_t differ[CHUNK], any = 0;
    for (int i = 0; i < n; i++) { /* both loops vectorise */
        double radius = fabs(v[i]) < INFINITY ? r[i] * scale : 0.0, end = v[i] - radius;
        low[i] = (float)end;
        high[i] = (float)(radius == 0.0 ? end : v[i] + radius); /* -0 + 0 would be +0 */
    }
    for (int i = 0; i < n; i++) {
        uint32_t first = pattern32(low[i]), last = pattern32(high[i]);
        uint32_t is_nan = (first & 0x7fffffffu) > 0x7f800000u;
        out[i] = is_nan ? nan : first;
        differ[i] = is_nan ? 0u : first ^ last;
        any |= differ[i];
    }
    for (int i = 0; i < n; i++) undecided[i] = differ[i] != 0;
    return any != 0;
}

static int round_other(const sweep_task *task, int n, const double *v, const double *r,
                       uint64_t *out, uint8_t *undecided)
{
    int any = 0;
    for (int i = 0; i < n; i++) {
        double radius = fabs(v[i]) < INFINITY ? r[i] * task->scale : 0;
        out[i] = round_pattern(v[i] - radius, &task->out);
        undecided[i] = radius != 0 && out[i] != round_pattern(v[i] + radius, &task->out);
        any |= undecided[i];
    }
    return any;
}

static void store(void *bits, int width, int64_t at, int n, const uint64_t *values)
{
    for (int i = 0; i < n; i++) {
        if (width == 8)
            ((uint8_t *)bits)[at + i] = (uint8_t)values[i];
        else if (width == 16)
            ((uint16_t *)bits)[at + i] = (uint16_t)values[i];
        else if (width == 32)
            ((uint32_t *)bits)[at + i] = (uint32_t)values[i];
        else
            ((uint64_t *)bits)[at + i] = values[i];
    }
}

static void count_ties(sweep_task *task, int n, const double *v, const double *r)
{
    const int binary32 = task->out.kind == KIND_FLOAT && task->out.bits == 32;
    uint64_t exact = 0;
    for (int i = 0; i < n; i++) exact |= r[i] == 0.0 ? UINT64_C(1) : 0;
    for (int i = 0; exact && i < n; i++)
        if (r[i] == 0 && !(binary32 && (double)(float)v[i] == v[i]))
            task->ties += is_tie(v[i], &task->out);
}

static void run_chunk(evaluate_function *f, sweep_task *task, uint32_t first, int n, void *bits,
                      int64_t at, uint32_t *near)
{
    double x[CHUNK] = {0}, v[CHUNK], r[CHUNK];
    uint64_t wide[CHUNK];
    uint8_t undecided[CHUNK];
    int any;
    decode(&task->in, first, n, x);
    f(n, x, task->attributes, v, r);
    if (task->out.kind == KIND_FLOAT)
        for (int i = 0; i < n; i++)
            v[i] = x[i] != x[i] ? x[i] : v[i]; /* every function of a NaN is NaN (S4) */
    if (task->out.kind == KIND_FLOAT && task->out.bits == 32) {
        any = round_binary32(task, n, v, r, (uint32_t *)bits + at, undecided);
    } else {
        any = round_other(task, n, v, r, wide, undecided);
        store(bits, task->out.bits, at, n, wide);
    }
    count_ties(task, n, v, r);
    for (int i = 0; any && i < n; i++)
        if (undecided[i])
            near[task->near++] = first + (uint32_t)i;
}

/* Evaluate f for the patterns first .. first + count - 1. The results are written to bits, as
 * unsigned integers of the width of task->out. The undecided patterns are written to near, which
 * must have space for count patterns. */
__attribute__((visibility("default"))) void sweep_run(evaluate_function *f, sweep_task *task,
                                                      uint32_t first, int64_t count, void *bits,
                                                      uint32_t *near)
{
    fenv_t environment;
    fegetenv(&environment);
    fesetenv(FE_DFL_ENV);
    task->near = task->ties = 0;
    for (int64_t at = 0; at < count; at += CHUNK) {
        uint32_t start = first + (uint32_t)at;
        int n = count - at < CHUNK ? (int)(count - at) : CHUNK;
        uint32_t end = start + (uint32_t)(n - 1), sign = (uint32_t)1 << (task->in.bits - 1);
        int all_nan = is_nan_pattern(start, &task->in) && is_nan_pattern(end, &task->in) &&
                      !((start ^ end) & sign);
        if (all_nan && task->out.kind == KIND_FLOAT && task->out.bits == 32)
            for (int i = 0; i < n; i++) ((uint32_t *)bits)[at + i] = (uint32_t)task->out.nan;
        else
            run_chunk(f, task, start, n, bits, at, near);
    }
    fesetenv(&environment);
}

/* Round one number. It is exported for the tests of the rounding. */
__attribute__((visibility("default"))) uint64_t sweep_round(double x, const format *f)
{
    return round_pattern(x, f);
}
