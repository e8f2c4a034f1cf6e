/* logical_and.c - true if both operands are true (clauses F1, G9). */
#define OP logical_and
#define ARITY 2
#define TRUTH(a, b) ((uint8_t)(((a) != 0) & ((b) != 0)))
#include "elementwise/logical_kernel.h"
