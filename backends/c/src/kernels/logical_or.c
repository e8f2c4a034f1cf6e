/* logical_or.c - true if at least one operand is true (clauses F1, G9). */
#define OP logical_or
#define ARITY 2
#define TRUTH(a, b) ((uint8_t)(((a) | (b)) != 0))
#include "elementwise/logical_kernel.h"
