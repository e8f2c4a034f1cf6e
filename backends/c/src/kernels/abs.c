/* abs.c - the absolute value: the sign bit is cleared. It is an operation on bits, so a NaN keeps
 * its payload (clause S2). */

#define OP abs
#define RESULT(x, sign) ((x) & ((sign) - 1))
#include "elementwise/bits_kernel.h"
