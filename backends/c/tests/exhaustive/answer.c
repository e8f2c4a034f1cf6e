/* answer.c - see answer.h.
 *
 * An enclosure y (1 +- 2^-41) around libm's binary64 result y settles the rounding unless it holds a
 * boundary. libm's own error is a few ulp (2^-51); where a function is composed here, the worst is
 * gelu's tail, in which the rounded argument of erfc costs 2^-45. Near cases go to MPFR, whose
 * functions round correctly; compositions are evaluated there with 400 bits. For silu and gelu of
 * subnormal x the value is x/2 plus a positive amount far below one unit: odd multiples of the
 * unit are ties broken upwards, which needs no computation.
 */
#include "answer.h"

#include <math.h>
#include <mpfr.h>
#include <stddef.h>
#include <string.h>

#include "samebits.h"

enum { EXP, LOG, TANH, ERF, SIGMOID, RSQRT, SILU, GELU, FUNCTIONS };

static const char *const names[FUNCTIONS] = {"exp",     "log",   "tanh", "erf",
                                             "sigmoid", "rsqrt", "silu", "gelu"};

static const format formats[] = {
    {"f32", SB_F32, 32, 24, -126, 127, 0x7f800000, 0x7fc00000},
    {"f16", SB_F16, 16, 11, -14, 15, 0x7c00, 0x7e00},
    {"bf16", SB_BF16, 16, 8, -126, 127, 0x7f80, 0x7fc0},
};

const format *find_format(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}

int find_function(const char *name)
{
    for (int i = 0; i < FUNCTIONS; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static uint32_t sign_of(const format *form)
{
    return (uint32_t)1 << (form->bits - 1);
}

double decode(const format *form, uint32_t bits)
{
    if (form->bits == 32) {
        float x;
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    int fraction = form->precision - 1;
    uint32_t magnitude = bits & (sign_of(form) - 1), field = magnitude >> fraction;
    double m = magnitude & (((uint32_t)1 << fraction) - 1);
    if (magnitude >= form->infinity)
        return magnitude > form->infinity ? NAN : bits & sign_of(form) ? -INFINITY : INFINITY;
    double x = field == 0 ? ldexp(m, form->emin - fraction)
                          : ldexp(m + ldexp(1, fraction), (int)field - 1 + form->emin - fraction);
    return bits & sign_of(form) ? -x : x;
}

/* A value that the format holds, or an infinity. */
static uint32_t encode(const format *form, double x)
{
    if (form->bits == 32) {
        float y = (float)x;
        uint32_t bits;
        memcpy(&bits, &y, sizeof bits);
        return bits;
    }
    uint32_t sign = signbit(x) ? sign_of(form) : 0;
    int e;
    x = fabs(x);
    if (isinf(x))
        return sign | form->infinity;
    frexp(x, &e);
    e = x == 0 || e - 1 < form->emin ? form->emin : e - 1;
    uint32_t m = (uint32_t)ldexp(x, form->precision - 1 - e); /* carries its hidden bit */
    return sign | (((uint32_t)(e - form->emin) << (form->precision - 1)) + m);
}

/* Round to the format in the usual order: to its unit, then overflow. */
static double round_to(const format *form, double x)
{
    if (form->bits == 32)
        return (double)(float)x;
    int e;
    frexp(x, &e);
    e = e - 1 < form->emin ? form->emin : e - 1;
    double rounded = ldexp(nearbyint(ldexp(x, form->precision - 1 - e)), e - form->precision + 1);
    return fabs(rounded) >= ldexp(1, form->emax + 1) ? copysign(INFINITY, x) : rounded;
}

static double by_libm(int function, double x)
{
    double e;
    switch (function) {
    case EXP:
        return exp(x);
    case LOG:
        return log(x);
    case TANH:
        return tanh(x);
    case ERF:
        return erf(x);
    case RSQRT:
        return 1 / sqrt(x);
    case GELU:
        return 0.5 * x * erfc(-x * M_SQRT1_2);
    default:
        e = exp(-fabs(x));
        e = (x < 0 ? e : 1) / (1 + e);
        return function == SILU ? x * e : e;
    }
}

/* The composed functions with 400 bits. */
static void compose(int function, mpfr_t y, const mpfr_t x)
{
    if (function == GELU) {
        mpfr_sqrt_ui(y, 2, MPFR_RNDN);
        mpfr_div(y, x, y, MPFR_RNDN);
        mpfr_neg(y, y, MPFR_RNDN);
        mpfr_erfc(y, y, MPFR_RNDN);
        mpfr_mul(y, y, x, MPFR_RNDN);
        mpfr_div_2ui(y, y, 1, MPFR_RNDN);
        return;
    }
    mpfr_neg(y, x, MPFR_RNDN);
    mpfr_exp(y, y, MPFR_RNDN);
    mpfr_add_ui(y, y, 1, MPFR_RNDN);
    if (function == SILU)
        mpfr_div(y, x, y, MPFR_RNDN);
    else
        mpfr_ui_div(y, 1, y, MPFR_RNDN);
}

static double by_mpfr(int function, const format *form, double operand)
{
    mpfr_t x, wide, y;
    mpfr_init2(x, 53);
    mpfr_init2(wide, 400);
    mpfr_init2(y, form->precision);
    mpfr_set_d(x, operand, MPFR_RNDN);
    mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    if (function == SIGMOID || function == SILU || function == GELU)
        compose(function, wide, x);
    /* The exponents of the format, for significands in [1/2, 1). */
    mpfr_set_emin(form->emin - form->precision + 2);
    mpfr_set_emax(form->emax + 1);
    int inexact;
    switch (function) {
    case EXP:
        inexact = mpfr_exp(y, x, MPFR_RNDN);
        break;
    case LOG:
        inexact = mpfr_log(y, x, MPFR_RNDN);
        break;
    case TANH:
        inexact = mpfr_tanh(y, x, MPFR_RNDN);
        break;
    case ERF:
        inexact = mpfr_erf(y, x, MPFR_RNDN);
        break;
    case RSQRT:
        inexact = mpfr_rec_sqrt(y, x, MPFR_RNDN);
        break;
    default:
        inexact = mpfr_set(y, wide, MPFR_RNDN);
    }
    mpfr_subnormalize(y, inexact, MPFR_RNDN);
    double result = mpfr_get_d(y, MPFR_RNDN);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    mpfr_clears(x, wide, y, (mpfr_ptr)0);
    return result;
}

/* Clause S4: NaN, infinities, zeros and domain errors. 1 if decided. */
static int special(int function, const format *form, uint32_t bits, uint32_t *result)
{
    const uint32_t sign = bits & sign_of(form), magnitude = bits & (sign_of(form) - 1);
    const uint32_t infinity = form->infinity, one = encode(form, 1), minus = sign_of(form);
    if (magnitude > infinity || (sign && magnitude && (function == LOG || function == RSQRT))) {
        *result = form->nan;
        return 1;
    }
    if (magnitude != 0 && magnitude != infinity)
        return 0;
    const uint32_t at_zero[FUNCTIONS] = {
        [EXP] = one,  [LOG] = minus | infinity, [TANH] = bits, [ERF] = bits, [SIGMOID] = encode(form, 0.5),
        [RSQRT] = sign | infinity, [SILU] = bits, [GELU] = bits};
    const uint32_t at_infinity[FUNCTIONS][2] = {
        [EXP] = {infinity, 0},    [LOG] = {infinity, form->nan},     [TANH] = {one, minus | one},
        [ERF] = {one, minus | one}, [SIGMOID] = {one, 0},            [RSQRT] = {0, form->nan},
        [SILU] = {infinity, minus}, [GELU] = {infinity, minus}};
    *result = magnitude == 0 ? at_zero[function] : at_infinity[function][sign != 0];
    return 1;
}

uint32_t answer(int function, const format *form, uint32_t bits, int64_t *near)
{
    uint32_t result;
    if (special(function, form, bits, &result))
        return result;
    uint32_t sign = bits & sign_of(form), magnitude = bits & (sign_of(form) - 1);
    if ((function == SILU || function == GELU) && form->emin == -126 &&
        magnitude < (uint32_t)1 << (form->precision - 1))
        return sign | (magnitude + (sign == 0)) / 2;
    double x = decode(form, bits), y = by_libm(function, x);
    double low = round_to(form, y * (1 - 0x1p-41)), high = round_to(form, y * (1 + 0x1p-41));
    if (low == high)
        return encode(form, low);
    ++*near;
    return encode(form, by_mpfr(function, form, x));
}
