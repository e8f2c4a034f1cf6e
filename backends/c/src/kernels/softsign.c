/* softsign.c - see scalar/softsign.h. */
#include "function.h"
#include "scalar/softsign.h"

SB_QUICK_FUNCTION_1(softsign, softsign_quick, softsign_odd);
