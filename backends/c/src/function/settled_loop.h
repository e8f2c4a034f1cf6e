/* settled_loop.h - loops over operands of binary64: what a stage with a proven error decides, what
 * further ones decide, and the last stage for the rest (clauses R1, R2).
 *
 * `approximate` gives v[i], and 0 in open[i] where v[i] is certain to be the rounded value; without
 * one every operand goes to the last stage. Of those that it leaves open `rare`, if there is one,
 * takes extreme ones, and `again`, if there is one, has a smaller error.
 * settled_loop_template.h makes a loop of f64.
 */
#ifndef SB_SETTLED_LOOP_H
#define SB_SETTLED_LOOP_H

#include "elementwise/elementwise.h"
#include "settled/settled.h"

typedef void sb_approximate_f64(const double *const *x, double *v, uint64_t *open, int64_t count,
                                const double *parameters);

typedef struct sb_function_f64 {
    int operands;     /* 1 or 2; the second parameter of the last stage is then parameters[0] */
    double low, high; /* of one operand, its domain: NaN is the result outside of it */
    sb_approximate_f64 *approximate, *rare, *again;
    sb_settled_function *settled;
} sb_function_f64;

void sb_settled_loop(const sb_function_f64 *f, int64_t count, const void *const *inputs,
                     void *output, const double *parameters);

#endif
