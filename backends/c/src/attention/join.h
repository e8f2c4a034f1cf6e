/* join.h - the join of two adjacent runs of blocks of keys: which of them has a present key, and
 * the maximum of both (clause T8.7); a template, included after pieces.h.
 *
 * A run without a present key has the maximum -infinity. No other run has this maximum: the maximum
 * of scores that are all NaN is NaN. So a comparison of the maxima is not enough. It is false for
 * NaN, and would choose -infinity as the larger of NaN and -infinity. The present keys would then
 * be lost.
 */
#ifndef SB_ATTENTION_JOIN_H
#define SB_ATTENTION_JOIN_H

#include "attention/pieces.h"
#include "fused/functions.h"

/* The result of joining two adjacent runs a and b: b unchanged, a unchanged, or the sum of both
 * times their factors. */
typedef enum run_join { JOIN_SECOND, JOIN_FIRST, JOIN_BOTH } run_join;

/* Return whether a row has a present key in a run of blocks with this maximum. */
static bool has_present_key(real most) { return most != -__builtin_inff(); }

/* Return the maximum of two runs that both have a present key; NaN if one of them is NaN (S3.1). */
static real larger_of(real a, real b) { return a > b || a != a ? a : b; }

/* Join the maxima of two runs, row by row, into most_b. how[r] says how row r is joined. If it is
 * JOIN_BOTH, factors[2 * r] and factors[2 * r + 1] are exp(ma - m) and exp(mb - m). */
static void join_maxima(int64_t rows, const real *most_a, real *most_b, run_join *how,
                        real *factors)
{
    for (int64_t r = 0; r < rows; ++r) {
        const bool first = has_present_key(most_a[r]), second = has_present_key(most_b[r]);
        how[r] = !first ? JOIN_SECOND : !second ? JOIN_FIRST : JOIN_BOTH;
        const real most = how[r] == JOIN_BOTH    ? larger_of(most_a[r], most_b[r])
                          : how[r] == JOIN_FIRST ? most_a[r]
                                                 : most_b[r];
        factors[2 * r] = how[r] == JOIN_BOTH ? most_a[r] - most : 0.0f;
        factors[2 * r + 1] = how[r] == JOIN_BOTH ? most_b[r] - most : 0.0f;
        most_b[r] = most;
    }
    sb_each_exp_f32(2 * rows, factors, factors);
}

#endif
