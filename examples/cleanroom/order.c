/* Comparisons, minimum and maximum (S3.1 to S3.3), and the keys for sorts and extremes. */
#include "order.h"
#include "ops.h"

uint64_t order_key(Format format, uint64_t bits, bool equal_zeros)
{
    const uint64_t sign = sign_bit(format);
    if (format == BOOL)
        return bits != 0;
    if (!is_float(format)) /* two's complement, offset by half of the range */
        return format == U32 || format == U8 ? bits : bits ^ sign;
    if (is_nan(format, bits))
        return UINT64_MAX;
    if (equal_zeros && bits == sign)
        bits = 0;
    return bits & sign ? 2 * sign - 1 - bits
                       : bits + sign; /* 2 * sign - 1 has every bit of a pattern */
}

uint64_t as_result(Format format, uint64_t bits)
{
    if (format == BOOL)
        return bits != 0;
    return is_nan(format, bits) ? canonical_nan(format) : bits;
}

static bool holds(int which, uint64_t a, uint64_t b)
{
    switch (which) {
    case EQ: return a == b;
    case NE: return a != b;
    case LT: return a < b;
    case LE: return a <= b;
    case GT: return a > b;
    default: return a >= b;
    }
}

void run_comparison(Call *call, int which)
{
    const Tensor *a = &call->operand[0], *b = &call->operand[1];
    const Format format = a->format;
    const bool extreme = which == MINIMUM || which == MAXIMUM;
    demand_same_shape(call, 0, 1);
    uint64_t *y = make_result(call, 0, a->rank, a->shape);
    for (int64_t i = 0; i < a->count; ++i) {
        const uint64_t left = order_key(format, a->bits[i], !extreme);
        const uint64_t right = order_key(format, b->bits[i], !extreme);
        if (is_nan(format, a->bits[i]) || is_nan(format, b->bits[i]))
            y[i] = extreme ? canonical_nan(format) : which == NE;
        else if (extreme)
            y[i] = (which == MINIMUM) == (left < right) ? a->bits[i] : b->bits[i];
        else
            y[i] = holds(which, left, right);
    }
}
