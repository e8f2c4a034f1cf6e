/* fmod.c - x - y trunc(x/y), exact, with the sign of x (clauses R2, S1, S4). */
#include "scalar/remainder.h"

static inline double fmod_itself(double r, double y)
{
    (void)y;
    return r;
}

#define OP fmod
#define FINISH_F64 fmod_itself
#define FINISH_ODD fmod_itself
#include "elementwise/remainder_kernel.h"
