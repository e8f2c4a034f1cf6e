/* lerp.c - x + weight * (end - x), or the equivalent computed from the end if the weight is not
 * near 0 (clauses G1, G9, R4, S1).
 */
#include "fused/steps.h"

/* Set the flag if the weight, a binary64 number, is near 0. Otherwise replace the number by 1 -
 * weight. */
static void near_or_rest(sb_step *step)
{
    const double weight = step->scalars[0];
    step->flags[0] = weight < 0.5 && weight > -0.5;
    step->scalars[0] = step->flags[0] ? weight : 1.0 - weight;
}

#define OP lerp
#define OPERANDS 2
#define NUMBERS {"weight", SB_NUMBER, 0.5},
#define PREPARE near_or_rest
#define FORMULA(x, y, z, w, s, t, flag) (flag ? x + s * (y - x) : y - (y - x) * s)
#include "fused/formula_kernel.h"
