/* Exact sums (T10) in a fixed-point number that is wide enough for all products of two doubles. */
#include "ops.h"
#include "slices.h"

#include <math.h>
#include <string.h>

/* The lowest bit of the number is 2^LOWEST; the least product is 2^-2148. The greatest product is
   below 2^2048, and a sum of 2^63 products is below 2^2111. A limb has 32 bits of the number, and
   collects carries in its upper bits. Adding a word changes a limb by less than 2^32, so 2^30 words
   fit before the carries are propagated. */
enum { LOWEST = -2176, LIMBS = (2176 + 2144) / 32 };

typedef struct {
    int64_t limb[LIMBS];
    int64_t uncarried; /* words added since the last carry */
    int64_t terms;
    bool nan, above, below; /* whether a term was NaN, +infinity, -infinity */
    bool only_minus_zero;   /* whether every term so far was -0 */
} Exact;

static Exact nothing(void)
{
    Exact sum;
    memset(&sum, 0, sizeof sum);
    sum.only_minus_zero = true;
    return sum;
}

static void carry(Exact *sum)
{
    for (int i = 0; i + 1 < LIMBS; ++i) {
        const int64_t low = sum->limb[i] & 0xffffffff; /* two's complement: from 0 to 2^32 - 1 */
        sum->limb[i + 1] += (sum->limb[i] - low) / 4294967296;
        sum->limb[i] = low;
    }
    sum->uncarried = 0;
}

/* Adds +-word * 2^exponent. */
static void add_word(Exact *sum, bool negative, uint64_t word, int exponent)
{
    const int place = exponent - LOWEST, shift = place % 32;
    const uint64_t low = word << shift, high = shift ? word >> (64 - shift) : 0;
    const int64_t piece[3] = {(int64_t)(low & 0xffffffff), (int64_t)(low >> 32), (int64_t)high};
    for (int i = 0; i < 3; ++i) sum->limb[place / 32 + i] += negative ? -piece[i] : piece[i];
    if (++sum->uncarried == (int64_t)1 << 28)
        carry(sum);
}

/* Returns a finite double as an integer of at most 53 bits, with the exponent of its last bit. */
static uint64_t integer_part(double x, int *exponent)
{
    const uint64_t bits = double_bits(x) & (((uint64_t)1 << 63) - 1);
    const int field = (int)(bits >> 52);
    const uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
    *exponent = (field ? field : 1) - 1075;
    return field ? fraction | (uint64_t)1 << 52 : fraction;
}

/* Adds a term a * b. Special values and signs follow T10.2 and T10.3. */
static void add_product(Exact *sum, double a, double b)
{
    const bool negative = signbit(a) != signbit(b);
    ++sum->terms;
    if (isnan(a) || isnan(b) || (isinf(a) && b == 0) || (a == 0 && isinf(b)))
        sum->nan = true;
    else if (isinf(a) || isinf(b))
        *(negative ? &sum->below : &sum->above) = true;
    else {
        int first, second;
        const uint64_t x = integer_part(a, &first), y = integer_part(b, &second);
        const int exponent = first + second;
        sum->only_minus_zero &= negative && (!x || !y);
        const uint64_t x_low = x & 0xffffffff, x_high = x >> 32;
        const uint64_t y_low = y & 0xffffffff, y_high = y >> 32;
        add_word(sum, negative, x_low * y_low, exponent);
        add_word(sum, negative, x_low * y_high, exponent + 32);
        add_word(sum, negative, x_high * y_low, exponent + 32);
        add_word(sum, negative, x_high * y_high, exponent + 64);
        return;
    }
    sum->only_minus_zero = false;
}

static uint64_t limb_at(const Exact *sum, int i) { return i < 0 ? 0 : (uint64_t)sum->limb[i]; }

static uint64_t exact_value(Exact *sum, Format to)
{
    if (sum->nan || (sum->above && sum->below))
        return canonical_nan(to);
    if (sum->above || sum->below)
        return round_double(to, sum->above ? INFINITY : -INFINITY, SATURATE);
    carry(sum);
    const bool negative = sum->limb[LIMBS - 1] < 0;
    if (negative) {
        for (int i = 0; i < LIMBS; ++i) sum->limb[i] = -sum->limb[i];
        carry(sum);
    }
    int top = LIMBS - 1;
    while (top >= 0 && !sum->limb[top]) --top;
    if (top < 0)
        return sum->terms && sum->only_minus_zero ? sign_bit(to) : 0;
    /* The highest 64 bits as a word whose first bit is 1, and whether any lower bit is set. */
    uint64_t word = limb_at(sum, top) << 32 | limb_at(sum, top - 1);
    const uint64_t next = limb_at(sum, top - 2);
    int shift = 0;
    for (; !(word >> 63); word <<= 1) ++shift;
    word |= next >> (32 - shift);
    bool sticky = next & (((uint64_t)1 << (32 - shift)) - 1);
    for (int i = top - 3; i >= 0; --i) sticky |= sum->limb[i] != 0;
    const int exponent = LOWEST + 32 * (top - 1) - shift;
    return round_exact(to, negative, word, exponent, sticky, SATURATE);
}

void run_sum_exact(Call *call, int which)
{
    (void)which;
    const Tensor *x = &call->operand[0];
    uint64_t *y;
    const Slices slices = cut_slices(call, &y);
    const double *value = widened(x);
    for (int64_t i = 0; i < slices.count; ++i) {
        Exact sum = nothing();
        for (int64_t j = 0; j < slices.length; ++j)
            add_product(&sum, value[slices.first[i] + slices.offset[j]], 1);
        y[i] = exact_value(&sum, call->result[0].format);
    }
}

void run_dot_exact(Call *call, int which)
{
    (void)which;
    demand_rank(call, 0, 1);
    demand_rank(call, 1, 1);
    demand_same_shape(call, 0, 1);
    const int64_t no_sizes[1] = {0};
    uint64_t *y = make_result(call, 0, 0, no_sizes);
    const double *a = widened(&call->operand[0]), *b = widened(&call->operand[1]);
    Exact sum = nothing();
    for (int64_t i = 0; i < call->operand[0].count; ++i) add_product(&sum, a[i], b[i]);
    y[0] = exact_value(&sum, call->result[0].format);
}
