/* normal.c - the op normal (clause D2): the normal quantile at the middle of a draw. */
#include "scalar/draw.h"

#define OP normal
#define QUICK draw_normal_quick
#define TO_ODD draw_normal_to_odd
#include "draws/rounded_draw_kernel.h"
