// fmod.cu - x - y trunc(x/y), exact, with the sign of x (clauses R2, S1, S4).
#include "elementwise/remainder.cuh"

SB_DEVICE double fmod_itself(double r, double) { return r; }

SB_REMAINDER_KERNEL(fmod, fmod_itself, fmod_itself)
