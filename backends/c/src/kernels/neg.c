/* neg.c - the negative: the sign bit is flipped. It is an operation on bits, so a NaN keeps its
 * payload (clause S2). */

#define OP neg
#define RESULT(x, sign) ((x) ^ (sign))
#include "elementwise/bits_kernel.h"
