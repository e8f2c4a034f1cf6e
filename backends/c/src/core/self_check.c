/* self_check.c - a check that this library was compiled as clause R3 requires. Each test below is
 * an expression whose value a forbidden transformation changes. `volatile` keeps the compiler from
 * evaluating it. */
#include "environment.h"
#include "kernel.h"

static const char *first_violation(void)
{
    volatile double one = 1.0, three = 3.0, e = 0x1p-27, big = 0x1p53, two = 2.0;
    volatile float f = 1.0f, g = 0x1p-13f, least = 0x1p-149f, seven = 7.0f;
    double x = one + e, y = one - e;
    if (x * y - one != 0.0) /* -2^-54 exactly; fma would return it */
        return "a product was contracted into an fma (binary64)";
    float u = f + g, v = f - g;
    if (u * v - f != 0.0f)
        return "a product was contracted into an fma (binary32)";
    if ((big + one) - big != 0.0)
        return "a sum was reassociated";
    if (least + least != 0x1p-148f || least * f != 0x1p-149f)
        return "subnormals are flushed to zero";
    if (one / three != 0x1.5555555555555p-2 || f / seven != 0x1.24924ap-3f)
        return "a division is not correctly rounded";
    if (__builtin_sqrt(two) != 0x1.6a09e667f3bcdp+0)
        return "a square root is not correctly rounded";
    return NULL;
}

int32_t sb_self_check(char *message, size_t message_size)
{
    sb_context context = {.message = message, .message_size = message_size};
    sb_environment saved = sb_environment_enter();
    const char *violation = first_violation();
    sb_environment_leave(saved);
    return violation == NULL ? SB_OK : sb_fail(&context, SB_FAILED, "%s", violation);
}
