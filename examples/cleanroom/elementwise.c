/* Elementwise ops without rounding, and casts. */
#include "ops.h"

#include <math.h>

/* floor, ceil, trunc and rint are exact and keep the sign of a zero (C11 F.10.6); rint rounds ties
   to even in the default environment. The results are numbers of the format of x: if x has p bits,
   so have the integers next to it. */
static double whole(int which, double x)
{
    switch (which) {
    case FLOOR: return floor(x);
    case CEIL: return ceil(x);
    case TRUNC: return trunc(x);
    case ROUND_HALF_EVEN: return rint(x);
    default: return x == 0 || isnan(x) ? x : copysign(1, x); /* S4.sign */
    }
}

void run_of_one(Call *call, int which)
{
    const Tensor *x = &call->operand[0];
    const Format from = x->format, to = call->result[0].format;
    const Beyond beyond =
        which == CAST && !flag_attribute(call, "saturate", true) ? BECOME_NAN : SATURATE;
    uint64_t *y = make_result(call, 0, x->rank, x->shape);
    for (int64_t i = 0; i < x->count; ++i) {
        const uint64_t bits = x->bits[i];
        if (which == CAST)
            y[i] = cast_bits(from, bits, to, beyond);
        else if (which == NEG)
            y[i] = bits ^ sign_bit(from);
        else if (which == ABS)
            y[i] = bits & ~sign_bit(from);
        else
            y[i] = round_double(from, whole(which, float_value(from, bits)), SATURATE);
    }
}

/* S2.4; `which` is the C operator. */
void run_bitwise(Call *call, int which)
{
    const Tensor *a = &call->operand[0], *b = &call->operand[1];
    demand_same_shape(call, 0, 1);
    uint64_t *y = make_result(call, 0, a->rank, a->shape);
    for (int64_t i = 0; i < a->count; ++i) {
        const uint64_t x = a->bits[i], z = b->bits[i];
        y[i] = which == '&' ? x & z : which == '|' ? x | z : x ^ z;
    }
}

void run_copysign(Call *call, int which)
{
    (void)which;
    const Tensor *magnitude = &call->operand[0], *sign = &call->operand[1];
    const uint64_t bit = sign_bit(magnitude->format);
    demand_same_shape(call, 0, 1);
    uint64_t *y = make_result(call, 0, magnitude->rank, magnitude->shape);
    for (int64_t i = 0; i < magnitude->count; ++i)
        y[i] = (magnitude->bits[i] & ~bit) | (sign->bits[i] & bit);
}

void run_where(Call *call, int which)
{
    (void)which;
    const Tensor *condition = &call->operand[0], *a = &call->operand[1], *b = &call->operand[2];
    demand_same_shape(call, 0, 1);
    demand_same_shape(call, 0, 2);
    uint64_t *y = make_result(call, 0, condition->rank, condition->shape);
    for (int64_t i = 0; i < condition->count; ++i)
        y[i] = condition->bits[i] ? a->bits[i] : b->bits[i];
}
