/* uniform_from_bits.c - the op uniform_from_bits (clause D2): the upper bits of a word as a
 * fraction. */
#include "draws/upper_bits.h"
#include "elementwise/elementwise.h"

#define OP uniform_from_bits
#include "draws/of_words_kernel.h"
