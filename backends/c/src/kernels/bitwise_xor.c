/* bitwise_xor.c - the bits that are set in exactly one of two integers (clause S2). */

#define OP bitwise_xor
#include "elementwise/integer_kernel.h"
