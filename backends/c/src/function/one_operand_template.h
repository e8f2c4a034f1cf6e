/* one_operand_template.h - the stages of one_operand.c over binary64 lanes, for one format. */

/* Compute y[i] = f(x[i]), rounded, for at most STAGE operands. x is overwritten. */
static void NAME(resolve)(const sb_function *f, double *x, ELEMENT *y, int64_t count,
                          const double *parameters)
{
    const double low = f->low, high = f->high;
    double v[STAGE];
    uint32_t open[STAGE];
    int places[STAGE], left = 0;
    if (f->approximate == NULL) {
        f->evaluate(x, count, parameters);
        for (int64_t i = 0; i < count; i++) y[i] = NAME(last)(x[i]);
        return;
    }
    f->approximate(x, v, count, parameters);
    if (NAME(decide)(v, y, open, count) == 0)
        return;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        const uint32_t outside = !((x[i] >= low) & (x[i] <= high)); /* also true for NaN */
        y[i] = outside ? NAME(SB_NAN_OF) : y[i];
        open[i] &= outside - 1u;
    }
    for (int i = 0; i < (int)count; i++) {
        x[left] = x[i];
        places[left] = i;
        left += open[i] != 0;
    }
    f->evaluate(x, left, parameters);
    for (int i = 0; i < left; i++) y[places[i]] = NAME(last)(x[i]);
}

/* Compute y[i] = f(x[i]) for any number of operands in memory. Every step reads from a copy of the
 * operands, so that the loop may run in place. */
static void NAME(staged)(const sb_function *f, int64_t count, const ELEMENT *from, ELEMENT *to,
                         const double *parameters)
{
    double x[STAGE];
    for (int64_t done = 0; done < count; done += STAGE) {
        const int64_t part = count - done < STAGE ? count - done : STAGE;
        NAME(widen)(from + done, x, part);
        NAME(resolve)(f, x, to + done, part, parameters);
    }
}
#undef FORMAT
