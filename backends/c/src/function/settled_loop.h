/* settled_loop.h - loops over operands of binary64 (clauses R1, R2).
 *
 * Stages with a proven error decide most operands. Each stage is slower and more accurate than the
 * previous one, and the last stage decides the rest. Every stage computes v[i], and says whether
 * v[i] may differ from the rounded value: `first` by a 1 in bit i of `open`, the others by a
 * non-zero number in open[i]. `first` works on vectors. Its counts are multiples of FIRST_MULTIPLE,
 * and its open[] has one word for every 64 operands. `rare` is for extreme operands and results,
 * and `again` has a smaller error. Any of the four may be missing. settled_loop_template.h makes a
 * loop of f64.
 */
#ifndef SB_SETTLED_LOOP_H
#define SB_SETTLED_LOOP_H

#include "elementwise/elementwise.h"
#include "settled/settled.h"

enum { FIRST_MULTIPLE = 8 };

typedef void sb_first_f64(const double *const *x, double *v, uint64_t *open, int64_t count);
typedef void sb_approximate_f64(const double *const *x, double *v, uint64_t *open, int64_t count,
                                const double *parameters);

typedef struct sb_function_f64 {
    int operands;     /* 1 or 2; if 1, the last stage gets parameters[0] as its second parameter */
    double low, high; /* the domain of a single operand: outside of it the result is NaN */
    sb_first_f64 *first;
    sb_approximate_f64 *approximate, *rare, *again;
    sb_settled_function *settled;
} sb_function_f64;

void sb_settled_loop(const sb_function_f64 *f, int64_t count, const void *const *inputs,
                     void *output, const double *parameters);

#endif
