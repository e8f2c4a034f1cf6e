/* adam.c - a step of Adam; see optimizers/adam_kernel.h (clauses G3, G8.9). */
#define OP adam
#define ADAM_APART 0
#define ADAM_LIGHT 0.0
#include "optimizers/adam_kernel.h"
