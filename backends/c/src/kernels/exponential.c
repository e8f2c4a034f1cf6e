/* exponential.c - the op exponential (clause D2): -log at the middle of a draw. */
#include "scalar/draw.h"

#define OP exponential
#define QUICK draw_exponential_quick
#define TO_ODD draw_exponential_to_odd
#include "draws/rounded_draw_kernel.h"
