/* stages_f64.c - count the operands that the fast f64 stages of a kernel leave open, for
 * fuzz_f64.py.
 *
 * KERNEL is the kernel's file. */
#include KERNEL

/* The kernel file refers to these functions. They are never called. */
bool SB_PASTE(sb_settled_, OP)(const double *operands, double *result)
{
    *result = operands[0];
    return false;
}

enum { PART = 256 };

/* The operands that the first stage leaves open. They are usually few, but the first stage may
 * leave open a whole part. */
typedef struct {
    double x[2 * PART], y[2 * PART];
    int64_t count;
} left_open;

static int64_t opened(const uint64_t *open, int64_t count)
{
    int64_t found = 0;
    for (int64_t i = 0; i < count; i++) found += open[i] != 0;
    return found;
}

/* Return the number of open operands that the later stages leave to the last stage. `count` is at
 * most PART. */
static int64_t to_the_last(const left_open *left, int64_t count, const double *parameters)
{
    const double *const operands[] = {left->x, left->y};
    uint64_t open[PART];
    for (int64_t i = 0; i < count; i++) open[i] = 1;
#if defined(WIDE_ERROR_F64) || defined(RARE_F64)
    double v[PART];
    uint64_t still[PART];
#else
    (void)operands;
    (void)parameters;
#endif
#ifdef WIDE_ERROR_F64
    approximate_wide_f64(operands, v, still, count, parameters);
    for (int64_t i = 0; i < count; i++) open[i] &= still[i] != 0;
#endif
#ifdef RARE_F64
    rare_f64(operands, v, still, count, parameters);
    for (int64_t i = 0; i < count; i++) open[i] &= still[i] != 0;
#endif
    return opened(open, count);
}

static bool is_plain(double x) { return x != 0 && x - x == 0; }

/* Count operands without special values: counts[0] of them reach the second stage, and counts[1]
 * reach the last stage. y may be NULL. */
void stages_f64(const double *x, const double *y, double parameter, int64_t count, int64_t *counts)
{
    const double parameters[SB_MAX_PARAMETERS] = {parameter};
    left_open left = {.count = 0};
    counts[0] = counts[1] = 0;
    for (int64_t i = 0; i < count; i += PART) {
        const int64_t part = count - i < PART ? count - i : PART;
        const double *const operands[] = {x + i, y == NULL ? y : y + i};
        double v[PART];
        uint64_t open[PART];
        approximate_f64(operands, v, open, part, parameters);
        for (int64_t k = 0; k < part; k++) {
            const double second = y == NULL ? 1 : y[i + k];
            left.x[left.count] = x[i + k];
            left.y[left.count] = second;
            left.count += open[k] != 0 && is_plain(x[i + k]) && is_plain(second);
        }
        if (left.count >= PART) {
            counts[0] += PART;
            counts[1] += to_the_last(&left, PART, parameters);
            left.count -= PART;
            memmove(left.x, left.x + PART, (size_t)left.count * sizeof *left.x);
            memmove(left.y, left.y + PART, (size_t)left.count * sizeof *left.y);
        }
    }
    counts[0] += left.count;
    counts[1] += to_the_last(&left, left.count, parameters);
}
