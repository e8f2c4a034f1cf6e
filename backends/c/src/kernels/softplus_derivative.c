/* softplus_derivative.c - sigmoid(x), see scalar/sigmoid.h. */
#include "scalar/sigmoid.h"
#include "lanes/exp.h"
#include "simd/pairs_function.h"

SB_PAIRS_FUNCTION_1(softplus_derivative, pairs_sigmoid, sigmoid_quick, sigmoid_odd);
