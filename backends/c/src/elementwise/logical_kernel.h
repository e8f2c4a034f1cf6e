/* logical_kernel.h - the kernel of an op on bool (clause G9): a template with OP, ARITY and TRUTH.
 * TRUTH is the result for one or two bytes. Every byte other than 0 is true (F1).
 */
#include "elementwise/elementwise.h"

static void loop(int64_t count, const void *const *inputs, void *output, const double *parameters)
{
    const uint8_t *a = inputs[0];
    uint8_t *y = output;
    (void)parameters;
#if ARITY == 1
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = TRUTH(a[i]);
#else
    const uint8_t *b = inputs[1];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = TRUTH(a[i], b[i]);
#endif
}

static const sb_variant variants[] = {{{SB_BOOL, SB_BOOL}, SB_BOOL, loop}, {{0}, 0, NULL}};

#include "elementwise/kernel_template.h"
