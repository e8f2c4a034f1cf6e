// exponential.cu - the op exponential (clause D2): -log of the midpoint of a random number.
#include "draws/rounded.cuh"

SB_ROUNDED_DRAW(exponential, draw_exponential_quick, draw_exponential_to_odd)
