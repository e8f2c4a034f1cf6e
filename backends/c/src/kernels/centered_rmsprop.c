/* centered_rmsprop.c - a step of RMSprop that divides by a variance; see
 * optimizers/rmsprop_kernel.h (clauses G3, G8.11).
 */
#define OP centered_rmsprop
#define RMSPROP_CENTERED 1
#include "optimizers/rmsprop_kernel.h"
