/* first_values.c - functions that return the values that a kernel passes to its rounding test.
 *
 * KERNEL is the kernel's file. ARGUMENTS is the number of its operands, one or two. */
#include KERNEL

#define SHOWN __attribute__((visibility("default")))

#if ARGUMENTS == 1
SHOWN void values_f32(const float *x, double *v, int64_t count, double parameter);
SHOWN void values_f64(const double *x, double *v, int64_t count, double parameter);

void values_f32(const float *x, double *v, int64_t count, double parameter)
{
    const double parameters[SB_MAX_PARAMETERS] = {parameter};
    approximate_f32(x, v, count, parameters);
}

void values_f64(const double *x, double *v, int64_t count, double parameter)
{
    const double parameters[SB_MAX_PARAMETERS] = {parameter};
    approximate(x, v, count, parameters);
}
#else
SHOWN void values_f32(const float *x, const float *y, double *v, int64_t count);
SHOWN void values_f64(const double *x, const double *y, double *v, int64_t count);

void values_f32(const float *x, const float *y, double *v, int64_t count)
{
    approximate_f32(x, y, v, count);
}

void values_f64(const double *x, const double *y, double *v, int64_t count)
{
    approximate(x, y, v, count);
}
#endif
