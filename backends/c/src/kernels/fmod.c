/* fmod.c - x - y trunc(x/y), exact, with the sign of x (clauses R2, S1, S4). */
#include "elementwise/remainder_loops.h"

static inline double fmod_itself(double r, double y)
{
    (void)y;
    return r;
}

SB_REMAINDER_KERNEL(fmod, fmod_itself, fmod_itself);
