/* spaced.c - see spaced.h.
 *
 * An element is computed as the sum of two binary64 numbers: products, sums and quotients together
 * with their rounding errors (double_double.h). If these are all exact, which is frequent, the
 * element is exact. Otherwise it is known to within `error`. If both ends of that range round to
 * the same number, that number is the element. All other elements are computed with integers
 * (spaced_exact.c), and so are numbers whose products with their errors would overflow or
 * underflow.
 */
#include "filled/spaced.h"

#include <string.h>

#include "elementwise/cast_stages.h"
#include "moves/nest.h"
#include "scalar/double_double.h"

typedef struct spaced_job {
    const sb_spaced *spaced;
    const sb_array *y;
    double error;  /* negative: all elements are computed by integers */
    bool is_plain; /* first + other * i is exact in binary64 at every step */
    sb_cast_write *write;
    size_t size;
    bool is_f64;
} spaced_job;

/* Elements as sums hi + lo, each with an error of at most `error`, and masks of the exact elements.
 */
typedef struct stage {
    double hi[SB_CAST_BLOCK], lo[SB_CAST_BLOCK];
    uint64_t is_exact[SB_CAST_BLOCK]; /* each mask has all bits set or none */
} stage;

SB_FN uint64_t mask_equal(double a, double b)
{
    return ~(mask_nonzero(a - b)); /* for finite a and b, a - b is 0 only if a = b */
}

/* Return element i for `first`, `other` and `parts`, and write whether it is exact. */
SB_FN double_double element(double first, double other, double parts, double i, uint64_t *is_exact)
{
    const double_double p = dd_two_product(first, parts - i), q = dd_two_product(other, i);
    const double_double s = dd_two_sum(p.hi, q.hi), t = dd_two_sum(p.lo, q.lo);
    const double_double u = dd_two_sum(s.lo, t.hi);
    const double quotient = s.hi / parts;
    const double_double back = dd_two_product(quotient, parts);
    const double_double rest = dd_two_sum((s.hi - back.hi) - back.lo, u.hi);
    const double more = rest.hi / parts;
    const double_double again = dd_two_product(more, parts);
    *is_exact = ~(mask_nonzero(t.lo) | mask_nonzero(u.lo) | mask_nonzero(rest.lo) |
                  mask_nonzero(again.lo)) &
                mask_equal(again.hi, rest.hi);
    return dd_two_sum(quotient, more);
}

/* Return element i of first + other * i, and write whether it is exact. */
SB_FN double_double element_of_step(double first, double other, double i, uint64_t *is_exact)
{
    const double_double q = dd_two_product(other, i), s = dd_two_sum(first, q.hi);
    const double_double u = dd_two_sum(s.lo, q.lo);
    *is_exact = ~mask_nonzero(u.lo);
    return dd_two_sum(s.hi, u.hi);
}

/* Compute elements. Return whether all of them are exact. */
static bool compute(const sb_spaced *spaced, int64_t start, int count, stage *made)
{
    uint64_t every = ~UINT64_C(0);
    const double first = spaced->first, other = spaced->other, parts = (double)spaced->parts;
    const double origin = (double)start;
    if (spaced->parts == 0) {
        SB_VECTORISE
        for (int i = 0; i < count; ++i) {
            const double_double e = element_of_step(first, other, origin + i, &made->is_exact[i]);
            made->hi[i] = e.hi;
            made->lo[i] = e.lo;
        }
    } else {
        SB_VECTORISE
        for (int i = 0; i < count; ++i) {
            const double_double e = element(first, other, parts, origin + i, &made->is_exact[i]);
            made->hi[i] = e.hi;
            made->lo[i] = e.lo;
        }
    }
    for (int i = 0; i < count; ++i) every &= made->is_exact[i];
    return every != 0;
}

/* For each element, compute a number that is not above it and a number that is not below it. They
 * are equal if the rounding to binary64 is certain. A zero is +0. */
static void bound_f64(const stage *made, double error, int count, double *below, double *above)
{
    SB_VECTORISE
    for (int i = 0; i < count; ++i) {
        const double hi = made->hi[i] + 0.0, lo = made->lo[i];
        below[i] = f64_select(made->is_exact[i], hi, hi + (lo - error));
        above[i] = f64_select(made->is_exact[i], hi, hi + (lo + error));
    }
}

/* Compute the same bounds for a shorter format. An exact element is rounded to odd, so that the
 * next rounding is right (double_double.h). The bounds of any other element are widened by its last
 * place. */
static void bound_short(const stage *made, double error, int count, double *below, double *above)
{
    SB_VECTORISE
    for (int i = 0; i < count; ++i) {
        const double hi = made->hi[i] + 0.0, lo = made->lo[i];
        const uint64_t bits = f64_to_bits(hi), inward = mask_sign(hi) ^ mask_sign(lo);
        const uint64_t odd = (bits - (inward & ~bits & 1)) | 1;
        const double exact = f64_from_bits((mask_nonzero(lo) & odd) | (~mask_nonzero(lo) & bits));
        const double width = f64_abs(hi) * 0x1p-52 + error;
        below[i] = f64_select(made->is_exact[i], exact, hi - width);
        above[i] = f64_select(made->is_exact[i], exact, hi + width);
    }
}

static void compute_plain(const sb_spaced *spaced, int64_t start, int count, double *numbers)
{
    const double first = spaced->first, other = spaced->other, origin = (double)start;
    SB_VECTORISE
    for (int i = 0; i < count; ++i) numbers[i] = (first + other * (origin + i)) + 0.0;
}

/* Write elements start .. start + count - 1, in the format of the result. */
static void fill_block(const spaced_job *job, int64_t start, int count, char *out)
{
    sb_cast_block below = {.numbers = {0.0}}, above;
    if (job->is_plain) {
        compute_plain(job->spaced, start, count, below.numbers);
        job->write(&below, out, count);
        return;
    }
    if (job->error < 0.0) {
        for (int i = 0; i < count; ++i)
            below.numbers[i] = sb_spaced_exact(job->spaced, start + i, !job->is_f64);
        job->write(&below, out, count);
        return;
    }
    stage made;
    uint64_t other[SB_CAST_BLOCK];
    char *others = (char *)other;
    const bool all_exact = compute(job->spaced, start, count, &made);
    if (job->is_f64)
        bound_f64(&made, job->error, count, below.numbers, above.numbers);
    else
        bound_short(&made, job->error, count, below.numbers, above.numbers);
    job->write(&below, out, count);
    if (all_exact)
        return;
    job->write(&above, others, count);
    if (memcmp(out, others, (size_t)count * job->size) == 0)
        return;
    for (int i = 0; i < count; ++i) {
        if (memcmp(out + (size_t)i * job->size, others + (size_t)i * job->size, job->size) == 0)
            continue;
        below.numbers[0] = sb_spaced_exact(job->spaced, start + i, !job->is_f64);
        job->write(&below, out + (size_t)i * job->size, 1);
    }
}

static void task(void *argument, int64_t number, int thread)
{
    const spaced_job *job = argument;
    const int64_t stride = job->y->strides[0], n = job->y->shape[0];
    int64_t start = number * SB_MOVE_GRAIN;
    const int64_t end = n - start < SB_MOVE_GRAIN ? n : start + SB_MOVE_GRAIN;
    (void)thread;
    for (; start < end; start += SB_CAST_BLOCK) {
        const int count = end - start < SB_CAST_BLOCK ? (int)(end - start) : SB_CAST_BLOCK;
        char *place = (char *)job->y->data + start * stride;
        if (stride == (int64_t)job->size && (uintptr_t)place % job->size == 0) {
            fill_block(job, start, count, place);
            continue;
        }
        uint64_t block[SB_CAST_BLOCK];
        fill_block(job, start, count, (char *)block);
        sb_copy_run(place, stride, (const char *)block, (int64_t)job->size, job->size, count);
    }
}

/* Return whether products of a number with integers up to 2^53, and products of their parts, are
 * exact. */
static bool is_moderate(double x)
{
    const double size = f64_abs(x);
    return size == 0.0 || (size >= 0x1p-700 && size <= 0x1p900);
}

/* Return the bound of the error: 2^-97 of the greatest term, divided by the divisor. The rounding
 * errors are less than an eighth of it. They are the errors of p.lo + q.lo, s.lo + t, the two
 * quotients, and rest + u. Each of these is below 2^-50 of the greatest term and rounded to 53
 * bits. */
static double error_of(const sb_spaced *spaced, int64_t n)
{
    if (!is_moderate(spaced->first) || !is_moderate(spaced->other))
        return -1.0;
    const double parts = spaced->parts ? (double)spaced->parts : 1.0;
    const double steps = spaced->parts ? parts : (double)n;
    const double a = f64_abs(spaced->first) * parts, b = f64_abs(spaced->other) * steps;
    return (a > b ? a : b) * 0x1p-97 / parts;
}

/* Return e for a number that is an odd multiple of 2^e, or a large value for 0. */
static int unit_of(double x)
{
    const uint64_t bits = f64_to_bits(x) & ~SB_SIGN, fraction = bits & ((UINT64_C(1) << 52) - 1);
    const int biased = (int)(bits >> 52);
    const uint64_t mantissa = biased ? fraction | UINT64_C(1) << 52 : fraction;
    return mantissa ? (biased ? biased : 1) - 1075 + SB_TRAILING_ZEROS(mantissa) : 1024;
}

/* Return whether every other * i and every element is an integer multiple of one unit, with a
 * factor below 2^53. */
static bool is_plain(const sb_spaced *spaced, int64_t n)
{
    const int first = unit_of(spaced->first), other = unit_of(spaced->other);
    const int unit = first < other ? first : other;
    if (spaced->parts != 0 || unit < -900 || unit > 900)
        return false;
    const double most = f64_abs(spaced->first) + f64_abs(spaced->other) * (double)n;
    return most < f64_from_bits((uint64_t)(unit + 53 + 1023) << 52);
}

void sb_spaced_run(sb_context *context, const sb_spaced *spaced, const sb_array *y)
{
    static sb_cast_write *const writers[] = {[SB_F64] = sb_f64_write_numbers,
                                             [SB_F32] = sb_f32_write_numbers,
                                             [SB_F16] = sb_f16_write_numbers,
                                             [SB_BF16] = sb_bf16_write_numbers};
    const int64_t n = y->shape[0];
    const spaced_job job = {.spaced = spaced,
                            .y = y,
                            .error = error_of(spaced, n),
                            .is_plain = is_plain(spaced, n),
                            .write = writers[y->format],
                            .size = sb_format_size(y->format),
                            .is_f64 = y->format == SB_F64};
    sb_parallel(context, (n + SB_MOVE_GRAIN - 1) / SB_MOVE_GRAIN, task, (void *)&job);
}

bool sb_spaced_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                        int output_count)
{
    (void)inputs;
    return input_count == 0 && output_count == 1 &&
           (outputs[0] == SB_F64 || outputs[0] == SB_F32 || outputs[0] == SB_F16 ||
            outputs[0] == SB_BF16);
}
