/* functions.h - every correctly rounded function of the last stage, and a list of them.
 *
 * Each has `bool sb_NAME_known(const double *x, double *result)` and
 * `void sb_NAME_enclosed(sb_context *c, const double *x, sb_ball *value)`; see settle.h. x holds
 * the operands and then the real attributes.
 */
#ifndef SB_MULTIPLE_FUNCTIONS_H
#define SB_MULTIPLE_FUNCTIONS_H

#include "multiple/functions/asin.h"
#include "multiple/functions/asinh.h"
#include "multiple/functions/atan.h"
#include "multiple/functions/cbrt.h"
#include "multiple/functions/elu.h"
#include "multiple/functions/erf.h"
#include "multiple/functions/erfinv.h"
#include "multiple/functions/exp.h"
#include "multiple/functions/exp10.h"
#include "multiple/functions/exp2.h"
#include "multiple/functions/gamma.h"
#include "multiple/functions/gelu.h"
#include "multiple/functions/gelu_tanh.h"
#include "multiple/functions/hypot.h"
#include "multiple/functions/log.h"
#include "multiple/functions/log10.h"
#include "multiple/functions/log2.h"
#include "multiple/functions/logaddexp.h"
#include "multiple/functions/mish.h"
#include "multiple/functions/piecewise.h"
#include "multiple/functions/pow.h"
#include "multiple/functions/quick_gelu.h"
#include "multiple/functions/rsqrt.h"
#include "multiple/functions/selu.h"
#include "multiple/functions/sigmoid.h"
#include "multiple/functions/silu.h"
#include "multiple/functions/sin.h"
#include "multiple/functions/sinh.h"
#include "multiple/functions/sinpi.h"
#include "multiple/functions/softplus.h"
#include "multiple/functions/softsign.h"
#include "multiple/functions/tanh_derivative.h"
#include "multiple/functions/tanhshrink.h"
#include "multiple/settle.h"

#define SB_EVERY_FUNCTION(X)                                                                       \
    X(acos)                                                                                        \
    X(acosh)                                                                                       \
    X(asin)                                                                                        \
    X(asinh)                                                                                       \
    X(atan)                                                                                        \
    X(atan2)                                                                                       \
    X(atanh)                                                                                       \
    X(cbrt)                                                                                        \
    X(celu)                                                                                        \
    X(celu_derivative)                                                                             \
    X(cos)                                                                                         \
    X(cosh)                                                                                        \
    X(cospi)                                                                                       \
    X(elu)                                                                                         \
    X(elu_derivative)                                                                              \
    X(erf)                                                                                         \
    X(erfc)                                                                                        \
    X(erfinv)                                                                                      \
    X(exp)                                                                                         \
    X(exp10)                                                                                       \
    X(exp2)                                                                                        \
    X(expm1)                                                                                       \
    X(gelu)                                                                                        \
    X(gelu_derivative)                                                                             \
    X(gelu_tanh)                                                                                   \
    X(gelu_tanh_derivative)                                                                        \
    X(hardsigmoid)                                                                                 \
    X(hardsigmoid_derivative)                                                                      \
    X(hardswish)                                                                                   \
    X(hardswish_derivative)                                                                        \
    X(hypot)                                                                                       \
    X(leaky_relu)                                                                                  \
    X(leaky_relu_derivative)                                                                       \
    X(lgamma)                                                                                      \
    X(log)                                                                                         \
    X(log10)                                                                                       \
    X(log1p)                                                                                       \
    X(log2)                                                                                        \
    X(logaddexp)                                                                                   \
    X(logsigmoid)                                                                                  \
    X(logsigmoid_derivative)                                                                       \
    X(mish)                                                                                        \
    X(mish_derivative)                                                                             \
    X(normal_quantile)                                                                             \
    X(pow)                                                                                         \
    X(quick_gelu)                                                                                  \
    X(quick_gelu_derivative)                                                                       \
    X(reciprocal)                                                                                  \
    X(relu)                                                                                        \
    X(relu6)                                                                                       \
    X(relu6_derivative)                                                                            \
    X(relu_derivative)                                                                             \
    X(rsqrt)                                                                                       \
    X(selu)                                                                                        \
    X(selu_derivative)                                                                             \
    X(sigmoid)                                                                                     \
    X(sigmoid_derivative)                                                                          \
    X(silu)                                                                                        \
    X(silu_derivative)                                                                             \
    X(sin)                                                                                         \
    X(sinh)                                                                                        \
    X(sinpi)                                                                                       \
    X(softplus)                                                                                    \
    X(softplus_derivative)                                                                         \
    X(softsign)                                                                                    \
    X(softsign_derivative)                                                                         \
    X(square)                                                                                      \
    X(tan)                                                                                         \
    X(tanh)                                                                                        \
    X(tanh_derivative)                                                                             \
    X(tanhshrink)                                                                                  \
    X(tanhshrink_derivative)                                                                       \
    X(tgamma)

/* The two parts of one of them. */
#define SB_FUNCTION(name) {sb_##name##_known, sb_##name##_enclosed}
#endif
