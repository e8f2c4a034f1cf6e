/* Arithmetic of two and three operands, remainders and roots, rounded once (R2.1, S4).

   f64 and f32 are computed by the operators of C, and by sqrt and fma, which the standard defines
   as correctly rounded (C11 7.12.13.1, F.3, F.10.4.5). fmod is exact there (F.10.7.1).

   Narrower formats are computed in binary64, rounded to odd, and then rounded once to the format.
   If an exact value is between two doubles, rounding to odd takes the double whose last bit is 1. A
   later rounding to nearest with at least two bits fewer has the same result as a single rounding
   (Boldo and Melquiond, "Emulation of FMA and Correctly Rounded Sums", 2008): an odd double is
   neither a number of the narrower format nor a midpoint of two, and is on the same side of them as
   the exact value. These formats have at most 11 bits, and binary64 has 53. No operation on them
   leaves the normal range of binary64: products are at least 2^-266, quotients below 2^262. */
#include "ops.h"

#include <math.h>

/* Rounds the exact value near + rest to odd: if rest is not 0, the result is a neighbour of the
   value with an odd last bit. */
static double to_odd(double near, double rest)
{
    const uint64_t bits = double_bits(near);
    if (!isfinite(near) || rest == 0 || isnan(rest) || bits & 1)
        return near;
    return bits_double((rest > 0) == (near > 0) ? bits + 1 : bits - 1);
}

/* Knuth's two-sum: the error of a rounded sum is itself a double. */
static double sum_to_odd(double a, double b)
{
    const double sum = a + b, shadow = sum - a;
    return to_odd(sum, (a - (sum - shadow)) + (b - shadow));
}

static double quotient_to_odd(double a, double b)
{
    const double quotient = a / b, rest = fma(-quotient, b, a); /* a - quotient * b, exactly */
    return to_odd(quotient, b > 0 ? rest : -rest);
}

static double root_to_odd(double a)
{
    const double root = sqrt(a);
    return to_odd(root, fma(-root, root, a));
}

static double in_low(int which, double a, double b, double c)
{
    switch (which) {
    case ADD: return sum_to_odd(a, b);
    case SUB: return sum_to_odd(a, -b);
    case MUL: return a * b; /* exact: at most 22 bits */
    case DIV: return quotient_to_odd(a, b);
    case SQRT: return root_to_odd(a);
    default: return sum_to_odd(a * b, c);
    }
}

static double in_single(int which, float a, float b, float c)
{
    switch (which) {
    case ADD: return a + b;
    case SUB: return a - b;
    case MUL: return a * b;
    case DIV: return a / b;
    case SQRT: return sqrtf(a);
    default: return fmaf(a, b, c);
    }
}

static double in_double(int which, double a, double b, double c)
{
    switch (which) {
    case ADD: return a + b;
    case SUB: return a - b;
    case MUL: return a * b;
    case DIV: return a / b;
    case SQRT: return sqrt(a);
    default: return fma(a, b, c);
    }
}

static uint64_t rounded(Format format, int which, double a, double b, double c)
{
    const double value = format == F64   ? in_double(which, a, b, c)
                         : format == F32 ? in_single(which, (float)a, (float)b, (float)c)
                                         : in_low(which, a, b, c);
    return round_double(format, value, SATURATE);
}

/* S4.fmod and S4.remainder. The result of fmod needs no more bits than x and y, so it is a number
   of their format. */
static uint64_t divided(Format format, int which, double x, double y)
{
    const double none = bits_double(canonical_nan(F64));
    if (isnan(x) || isnan(y) || isinf(x) || y == 0)
        return round_double(format, none, SATURATE);
    double rest = isinf(y) ? x : fmod(x, y);
    if (which == REMAINDER) {
        if (rest == 0)
            rest = copysign(0, y);
        else if (signbit(rest) != signbit(y)) /* x - y floor(x / y) is larger by y */
            return rounded(format, ADD, rest, y, 0);
    }
    return round_double(format, rest, SATURATE);
}

/* R2.3: in two's complement the result has the bits of unsigned arithmetic. */
static uint64_t wrapped(Format format, int which, uint64_t a, uint64_t b)
{
    const uint64_t value = which == ADD ? a + b : which == SUB ? a - b : a * b;
    return value & (2 * sign_bit(format) - 1);
}

void run_arithmetic(Call *call, int which)
{
    const Tensor *x = call->operand;
    for (int i = 1; i < call->operands; ++i) demand_same_shape(call, 0, i);
    const Format format = x->format;
    uint64_t *y = make_result(call, 0, x->rank, x->shape);
    for (int64_t i = 0; i < x->count; ++i) {
        if (!is_float(format)) {
            y[i] = wrapped(format, which, x[0].bits[i], x[1].bits[i]);
            continue;
        }
        double value[MAX_OPERANDS] = {0};
        for (int j = 0; j < call->operands; ++j) value[j] = float_value(format, x[j].bits[i]);
        y[i] = which < FMOD ? rounded(format, which, value[0], value[1], value[2])
                            : divided(format, which, value[0], value[1]);
    }
}
