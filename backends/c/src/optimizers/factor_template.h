/* factor_template.h - gradients times a factor in one compute format, with a test for gradients
 * that are not finite; see kernels/clip_grad_norm.c and kernels/unscale.c. */
static void REAL(loop)(const sb_step *step, int64_t count, const void *const *operands,
                       void *const *results)
{
    const real *grads = operands[0], factor = (real)step->scalars[0];
    real *result = results[0];
    int found = 0;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        const real grad = grads[i], product = grad * factor;
        found |= !(grad - grad == (real)0);
        result[i] = REAL(canonical)(product);
    }
    if (found && step->found != NULL)
        atomic_store_explicit(step->found, 1, memory_order_relaxed);
}
