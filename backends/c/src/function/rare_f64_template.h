/* rare_f64_template.h - the stage of settled_loop_template.h for operands that ENCLOSED_F64 leaves
 * open: a template with RARE_F64 and RARE_ERROR_F64. With one operand, NaN gives NaN. */
#ifndef RARE_ERROR_F64
#define RARE_ERROR_F64 SB_RARE_F64_ERROR
#endif

SB_SELDOM static void rare_f64(const double *const *operands, double *v, uint64_t *open,
                               int64_t count, const double *parameters)
{
    const double parameter = parameters[0];
    const double *const x = operands[0];
    (void)parameter;
#if OPERANDS == 2
    const double *const y = operands[1];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++)
        v[i] = rounded_f64(RARE_F64(x[i], y[i]), RARE_ERROR_F64, &open[i]);
#else
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        const uint64_t number = ~mask_nan(x[i]);
        uint64_t left;
        v[i] = f64_select(number, rounded_f64(RARE_F64(x[i]), RARE_ERROR_F64, &left), SB_NAN);
        open[i] = left & number;
    }
#endif
}
