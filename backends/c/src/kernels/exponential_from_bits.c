/* exponential_from_bits.c - the op exponential_from_bits (clause D2): -log of the midpoint of a
 * word.
 */
#include "scalar/draw.h"

#define OP exponential_from_bits
#define QUICK draw_exponential_quick
#define TO_ODD draw_exponential_to_odd
#define LASTING true
#include "draws/rounded_words.h"

#include "draws/of_words_kernel.h"
