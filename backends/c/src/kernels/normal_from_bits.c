/* normal_from_bits.c - the op normal_from_bits (clause D2): the normal quantile of the midpoint of
 * a word. */
#include "scalar/draw.h"

#define OP normal_from_bits
#define QUICK draw_normal_quick
#define TO_ODD draw_normal_to_odd
#define LASTING true
#include "draws/rounded_words.h"

#include "draws/of_words_kernel.h"
