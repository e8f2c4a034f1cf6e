/* enclosed.h - functions by float-float arithmetic with a rounding test: 16 or 8 lanes, or one lane
 * on a GPU.
 *
 * For a function NAME, a header defines its tables, NAME_load, and
 *
 *     enclosed NAME(lanes x, const NAME_tables *t): `y` and `low` are the rounded ends of an
 *         interval around f(x). If they are equal, y is f(x) rounded;
 *     lanes NAME_nearly(lanes x, const NAME_tables *t): f(x) with a relative error below 2^-21,
 *         for the formats of 16 and 8 bits. This is 8 units in the last place, or 8 units of the
 *         smallest subnormal of binary32;
 *     lanes_int NAME_key(lanes x): an unsigned number that is at most NAME_limit() if and only if
 *         both functions above are valid for the operand. For a NaN it is greater.
 *
 * An error analysis of some thirty roundings would not prove that the interval is wide enough. A
 * test of all 2^32 operands proves it, on each instruction set that has this path. A test of all
 * operands of the smaller formats proves that 8 units are enough there.
 *
 * The loops over arrays are in enclosed_function.h. The CUDA backend has its own loops and includes
 * these functions unchanged.
 */
#ifndef SB_LANES_ENCLOSED_H
#define SB_LANES_ENCLOSED_H

#include "lanes/lanes.h"
#include "scalar/names.h"

#if SB_HAS_LANES

typedef struct enclosed {
    lanes y, low, high;
} enclosed;

#if LANES_ENTRY_BITS == 5
#define ENCLOSED_ENTRIES(plain) plain##_32 /* tables that fit in registers */
#else
#define ENCLOSED_ENTRIES(plain) plain##_8
#endif

/* The use of the limit of NAME by loops over arrays (a CUDA kernel tests its one lane). If operands
 * beyond the limit are common, loops test each lane, by NAME_within (common_limit_template.h). If
 * they are rare, loops test the greatest key of a block, by NAME_most (rare_limit_template.h). Keys
 * are compared as integers: vrangeps, which gives the greater magnitude in one step, loses earlier
 * values at a signalling NaN. NAME_far is f(x) beyond the limit, or NaN if it is not known. */
#if LANES_COUNT > 1
LANES_FN lanes enclosed_unknown(void) { return lanes_set(__builtin_nanf("")); }

/* Return infinity from `most` on, and 0 from `least` down. */
LANES_FN lanes enclosed_saturated(lanes x, float least, float most)
{
    lanes_mask high = lanes_at_most(lanes_every(), lanes_set(most), x);
    lanes_mask low = lanes_at_most(lanes_every(), x, lanes_set(least));
    lanes y = lanes_select(high, lanes_set(__builtin_inff()), enclosed_unknown());
    return lanes_select(low, lanes_set(0.0f), y);
}
#endif

#endif
#endif
