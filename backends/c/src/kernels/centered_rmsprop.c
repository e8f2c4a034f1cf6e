/* centered_rmsprop.c - the same by a variance; see optimizers/rmsprop_kernel.h (clauses G3, G8.11).
 */
#define OP centered_rmsprop
#define RMSPROP_CENTERED 1
#include "optimizers/rmsprop_kernel.h"
