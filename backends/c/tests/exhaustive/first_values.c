/* first_values.c - what a kernel of two operands computes before its rounding test. KERNEL is its file. */
#include KERNEL

#define SHOWN __attribute__((visibility("default")))

SHOWN void first_f32(const float *x, const float *y, double *v, int64_t count);
SHOWN void first_f64(const double *x, const double *y, double *v, int64_t count);

void first_f32(const float *x, const float *y, double *v, int64_t count)
{
    approximate_f32(x, y, v, count);
}

void first_f64(const double *x, const double *y, double *v, int64_t count)
{
    approximate(x, y, v, count);
}
