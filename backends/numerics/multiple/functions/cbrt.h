/* cbrt.h - the cube root: exact for cubes of dyadic numbers, and irrational for others.
 *
 * The odd part of a dyadic root has at most 18 bits, because the odd part of x has at most 53. So
 * the root is not a tie.
 */
#ifndef SB_FUNCTIONS_CBRT_H
#define SB_FUNCTIONS_CBRT_H

#include "multiple/exp_log.h"
#include "multiple/rounding.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_cbrt_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_INFINITY, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    int e;
    const uint64_t m = sb_odd_part(*x, &e);
    uint64_t root = 0;
    for (int bit = 17; bit >= 0; bit--) {
        const uint64_t tried = root | UINT64_C(1) << bit;
        root = tried * tried * tried <= m ? tried : root;
    }
    if (e % 3 != 0 || root * root * root != m)
        return false;
    return sb_answer(sb_exact(root, e / 3, sb_is_negative(*x)), result);
}

SB_MULTIPLE void sb_cbrt_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball logarithm = sb_log(c, sb_of_double(c, sb_signed(*x, 1.0)));
    const sb_ball size = sb_exp(c, sb_over(c, logarithm, 3));
    *value = sb_is_negative(*x) ? sb_negated(size) : size;
}
#endif
