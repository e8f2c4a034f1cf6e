/* rmsprop.c - a step of RMSprop; see optimizers/rmsprop_kernel.h (clauses G3, G8.10). */
#define OP rmsprop
#define RMSPROP_CENTERED 0
#include "optimizers/rmsprop_kernel.h"
