/* tables.c - the tables of the narrow filters. They are made from the C library's functions of
 * binary128 when the library is loaded. Their errors, about 2^-110, are covered by DD. */
#include "narrow/tables.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

double sweep_power_high[64], sweep_power_low[64];
double sweep_inverse[128], sweep_log_high[128], sweep_log_low[128];
double sweep_sine_high[640], sweep_sine_low[640];
double sweep_atan_high[128], sweep_atan_low[128];

double sweep_error[ERROR_DEGREE + 3][ERROR_ROWS];

#define TWO_OVER_SQRT_PI 1.12837916709551257389615890312154517168810125866F128
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

/* Return sin (j pi / 256), which is exact at multiples of pi / 2. */
static _Float128 sine(int j)
{
    static const int exact[] = {0, 1, 0, -1};
    return j % 128 == 0 ? exact[j / 128 % 4] : sinf128(j * (PI / 256));
}

static void keep_coefficients(int row, const _Float128 *c)
{
    for (int n = 0; n <= ERROR_DEGREE; n++) sweep_error[n][row] = (double)c[n];
    for (int n = 0; n < 2; n++) sweep_error[ERROR_LOW + n][row] = (double)(c[n] - (double)c[n]);
}

/* For w = e^(x^2) erfc x, w' = 2 x w - 2 / sqrt(pi) and w^(n+1) = 2 x w^(n) + 2 n w^(n-1). An error
 * of the first coefficient grows like the other solution, e^(x^2). Within a cell this is a factor
 * of at most e^(2 26/64) = 2.3. For d = erf x, d' = 2 / sqrt(pi) e^(-x^2) and d^(n+1) = -2 x d^(n)
 * - 2 (n - 1) d^(n-1). */
static void make_error_tables(void)
{
    _Float128 c[ERROR_DEGREE + 1];
    for (int row = 0; row < ERROR_ROWS; row++) {
        const int of_erf = row >= FIRST_ERF;
        const _Float128 x = (of_erf ? row - FIRST_ERF : row) / (_Float128)ERROR_CELLS;
        c[0] = of_erf ? erff128(x) : expf128(x * x) * erfcf128(x);
        c[1] = of_erf ? TWO_OVER_SQRT_PI * expf128(-x * x) : 2 * x * c[0] - TWO_OVER_SQRT_PI;
        for (int n = 1; n < ERROR_DEGREE; n++)
            c[n + 1] = of_erf ? (-2 * x * n * c[n] - 2 * (n - 1) * c[n - 1]) / (n * (n + 1))
                              : (2 * x * c[n] + 2 * c[n - 1]) / (n + 1);
        keep_coefficients(row, c);
    }
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
    make_error_tables();
}
