/* bitwise_and.c - the bits that are set in both of two integers (clause S2). */

#define OP bitwise_and
#include "elementwise/integer_kernel.h"
