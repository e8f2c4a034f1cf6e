/* tables.c - the tables of the narrow filters, made from the C library's functions of binary128
 * when the library is loaded. Their errors, some 2^-110, are among what the bounds cover as DD. */
#include "narrow/tables.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

double sweep_power_high[64], sweep_power_low[64];
double sweep_inverse[128], sweep_log_high[128], sweep_log_low[128];
double sweep_sine_high[640], sweep_sine_low[640];
double sweep_atan_high[128], sweep_atan_low[128];

#define PI 3.14159265358979323846264338327950288419716939937511F128

static void keep(_Float128 value, double *high, double *low)
{
    *high = (double)value;
    *low = (double)(value - *high);
}

static double number(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* sin (j pi / 256): a multiple of pi / 2 gives an exact number. */
static _Float128 sine(int j)
{
    static const int exact[] = {0, 1, 0, -1};
    return j % 128 == 0 ? exact[j / 128 % 4] : sinf128(j * (PI / 256));
}

__attribute__((constructor)) static void make_tables(void)
{
    for (int j = 0; j < 64; j++)
        keep(exp2f128(j / 64.0F128), &sweep_power_high[j], &sweep_power_low[j]);
    for (uint64_t j = 0; j < 128; j++) {
        const uint64_t first = LOG_LEAST + (j << LOG_CELL);
        const double c = 2 / (number(first) + number(first + (UINT64_C(1) << LOG_CELL)));
        const int holds_1 = number(first) < 1 && number(first + (UINT64_C(1) << LOG_CELL)) > 1;
        sweep_inverse[j] = holds_1 ? 1 : c;
        keep(holds_1 ? 0 : -logf128(c), &sweep_log_high[j], &sweep_log_low[j]);
    }
    for (int j = 0; j < 640; j++) keep(sine(j), &sweep_sine_high[j], &sweep_sine_low[j]);
    for (int j = 0; j <= 64; j++)
        keep(atanf128(j / 64.0F128), &sweep_atan_high[j], &sweep_atan_low[j]);
}
