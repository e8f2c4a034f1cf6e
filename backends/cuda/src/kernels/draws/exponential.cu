// exponential.cu - the op exponential (clause D2): -log at the middle of a draw.
#include "draws/rounded.cuh"

SB_ROUNDED_DRAW(exponential, draw_exponential_quick, draw_exponential_to_odd)
