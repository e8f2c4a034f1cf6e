/* logical_not.c - true if the operand is false (clauses F1, G9). */
#define OP logical_not
#define ARITY 1
#define TRUTH(a) ((uint8_t)((a) == 0))
#include "elementwise/logical_kernel.h"
