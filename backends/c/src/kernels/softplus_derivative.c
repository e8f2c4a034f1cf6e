/* softplus_derivative.c - sigmoid(x), see scalar/sigmoid.h. */
#include "scalar/sigmoid.h"
#include "lanes/exp.h"
#include "function/enclosed_function.h"

SB_ENCLOSED_FUNCTION_1(softplus_derivative, enclosed_sigmoid, sigmoid_quick, sigmoid_to_odd);
