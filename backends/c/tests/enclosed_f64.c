/* enclosed_f64.c - the f64 stages of a kernel file, KERNEL, for test_enclosed_f64.py and
 * test_rare_f64.py. */
#include KERNEL

/* Definitions that the library needs to be loaded. None of them is called. */
bool SB_PASTE(sb_settled_, OP)(const double *operands, double *result)
{
    *result = operands[0];
    return false;
}

/* Return at least twice the bound of the relative error, or 0 if there is no such stage. */
double test_error(int wide)
{
#ifdef WIDE_ERROR_F64
    if (wide)
        return WIDE_ERROR_F64;
#endif
    return wide ? 0.0 : ERROR_F64;
}

void test_enclosed(const double *x, const double *y, double parameter, int wide, double *hi,
                   double *lo, int64_t count)
{
    (void)y, (void)parameter;
    for (int64_t i = 0; i < count; i++) {
#if ARITY == 2
        const double_double w = wide ? ENCLOSED_F64(x[i], y[i], 1) : ENCLOSED_F64(x[i], y[i], 0);
#else
        const double_double w = wide ? ENCLOSED_F64(x[i], 1) : ENCLOSED_F64(x[i], 0);
#endif
        hi[i] = w.hi;
        lo[i] = w.lo;
    }
}

#ifdef RARE_F64
double test_rare_error(void) { return RARE_ERROR_F64; }

/* Compute (hi + lo) 2^power for extreme operands, and the results of the stage. */
void test_rare(const double *x, const double *y, double parameter, double *hi, double *lo,
               int64_t *power, double *v, uint64_t *open, int64_t count)
{
    const double *const operands[] = {x, y}, parameters[SB_MAX_PARAMETERS] = {parameter};
    rare_f64(operands, v, open, count, parameters);
    for (int64_t i = 0; i < count; i++) {
#if ARITY == 2
        const scaled_f64 a = RARE_F64(x[i], y[i]);
#else
        const scaled_f64 a = RARE_F64(x[i]);
#endif
        hi[i] = a.w.hi;
        lo[i] = a.w.lo;
        power[i] = a.power;
    }
}
#endif
