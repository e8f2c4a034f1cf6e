/* stages_f64.c - which operands the fast stages of f64 of a kernel file, KERNEL, leave open: for
 * fuzz_f64.py. */
#include KERNEL

/* What the file needs besides to be loaded; nothing here is called. */
bool SB_PASTE(sb_settled_, OP)(const double *operands, double *result)
{
    *result = operands[0];
    return false;
}

/* open: those that the next stage gets; last: those that the last stage gets. y may be NULL. */
void stages_f64(const double *x, const double *y, double parameter, int64_t count, uint64_t *open,
                uint64_t *last)
{
    enum { PART = 256 };
    const double parameters[SB_MAX_PARAMETERS] = {parameter};
    for (int64_t i = 0; i < count; i += PART) {
        const int64_t part = count - i < PART ? count - i : PART;
        const double *const operands[] = {x + i, y == NULL ? y : y + i};
        double v[PART];
        approximate_f64(operands, v, open + i, part, parameters);
#ifdef WIDE_ERROR_F64
        approximate_wide_f64(operands, v, last + i, part, parameters);
#else
        for (int64_t k = 0; k < part; k++) last[i + k] = open[i + k];
#endif
        for (int64_t k = 0; k < part; k++) last[i + k] &= open[i + k];
#ifdef RARE_F64
        uint64_t rare[PART];
        rare_f64(operands, v, rare, part, parameters);
        for (int64_t k = 0; k < part; k++) last[i + k] &= rare[k];
#endif
    }
}
