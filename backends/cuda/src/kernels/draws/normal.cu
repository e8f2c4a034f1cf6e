// normal.cu - the op normal (clause D2): the normal quantile of the midpoint of a random number.
#include "draws/rounded.cuh"

SB_ROUNDED_DRAW(normal, draw_normal_quick, draw_normal_to_odd)
