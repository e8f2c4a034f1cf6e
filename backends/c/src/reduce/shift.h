/* shift.h - the shift m of logsumexp (clause T3): the maximum, or +0 if the maximum is infinite; a
 * template.
 *
 * Neither a NaN nor the sign of a zero matters here. A NaN term makes the result NaN through its
 * own leaf. x - m and m + log(s) are the same for both zeros, because log(s) is then not below +0.
 * So an ordinary comparison, which ignores NaN, finds the maximum.
 */
#ifndef SB_REDUCE_SHIFT_H
#define SB_REDUCE_SHIFT_H

static real greater(real a, real b) { return b > a ? b : a; }

static real greatest_of(const real *x, int64_t n, real so_far)
{
    enum { SIDE = 4 * LANES };
    real side[SIDE];
    int64_t i = 0;
    for (int s = 0; s < SIDE; ++s) side[s] = so_far;
    for (; i + SIDE <= n; i += SIDE)
        for (int s = 0; s < SIDE; ++s) side[s] = greater(side[s], x[i + s]);
    for (; i < n; ++i) side[0] = greater(side[0], x[i]);
    for (int s = 0; s < SIDE; ++s) so_far = greater(so_far, side[s]);
    return so_far;
}

static void greatest_of_rows(sb_tree tree, const sb_reduction *reduction, const sb_cut *cut,
                             const sb_piece *piece, const real *centres, real *buffer,
                             real *greatest)
{
    (void)tree, (void)centres;
    bool direct = rows_are_direct(reduction, cut, piece);
    for (int64_t j = 0; j < piece->count; ++j) {
        const char *base = piece->input + j * cut->in;
        greatest[j] = (real)-__builtin_inf();
        for (int64_t done = 0; done < piece->terms; done += GATHERED) {
            int64_t n = piece->terms - done < GATHERED ? piece->terms - done : GATHERED;
            const real *x = terms_of(reduction, base, direct, piece->start + done, n, buffer);
            greatest[j] = greatest_of(x, n, greatest[j]);
        }
    }
}

static void greatest_of_columns(sb_tree tree, const sb_reduction *reduction, const sb_cut *cut,
                                const sb_piece *piece, const real *centres, real *staged,
                                real *greatest)
{
    (void)tree, (void)centres, (void)cut;
    for (int64_t j = 0; j < piece->count; ++j) greatest[j] = (real)-__builtin_inf();
    for (int64_t i = 0; i < piece->terms; ++i) {
        const real *x = leaf_row(SB_TREE_SUM, reduction, piece, piece->start + i, NULL, staged);
        for (int64_t j = 0; j < piece->count; ++j) greatest[j] = greater(greatest[j], x[j]);
    }
}

static void greatest_join(void *states, int64_t count)
{
    real *greatest = states;
    for (int64_t i = 1; i < count; ++i) greatest[0] = greater(greatest[0], greatest[i]);
}

static void shifts_of(real *greatest, int64_t count)
{
    for (int64_t i = 0; i < count; ++i)
        greatest[i] = real_abs(greatest[i]) == (real)__builtin_inf() ? 0 : greatest[i];
}

#endif
