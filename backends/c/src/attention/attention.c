/* attention.c - see attention.h. */
#include "attention/attention.h"

const sb_parameter sb_attention_parameters[] = {{"scale", SB_NUMBER, 0.0},
                                                {"is_causal", SB_FLAG, 0.0},
                                                {"query_offset", SB_INTEGERS, 0.0},
                                                {NULL, 0, 0.0}};

static bool has_shape(const sb_array *x, int64_t n, int64_t h, int64_t l, int64_t d)
{
    return x->rank == 4 && x->shape[0] == n && x->shape[1] == h && x->shape[2] == l &&
           x->shape[3] == d;
}

sb_status sb_attention_of(sb_context *context, const sb_array *inputs, int mask,
                          sb_attention *attention)
{
    const char *op = context->call->op;
    const sb_array *q = &inputs[0], *k = &inputs[1], *v = &inputs[2];
    const bool masked = context->call->input_count > mask;
    if (q->rank != 4 || k->rank != 4 || v->rank != 4)
        return sb_fail(context, SB_INVALID, "%s: operands must have rank 4", op);
    const int64_t n = q->shape[0], heads = q->shape[1], queries = q->shape[2];
    const int64_t shared = k->shape[1], keys = k->shape[2];
    if (shared == 0 || heads % shared != 0)
        return sb_fail(context, SB_INVALID, "%s: %lld heads of queries cannot share %lld of keys",
                       op, (long long)heads, (long long)shared);
    if (keys == 0)
        return sb_fail(context, SB_INVALID, "%s: there is no key", op);
    if (!has_shape(k, n, shared, keys, q->shape[3]) ||
        !has_shape(v, n, shared, keys, v->shape[3]) ||
        (masked && !has_shape(&inputs[mask], n, heads, queries, keys)))
        return sb_fail(context, SB_INVALID, "%s: the shapes of the operands do not fit", op);
    *attention = (sb_attention){.groups = n * shared,
                                .heads_each = heads / shared,
                                .queries = queries,
                                .shared = shared,
                                .keys = keys,
                                .d = q->shape[3],
                                .e = v->shape[3],
                                .query = *q,
                                .key = *k,
                                .value = *v,
                                .causal = sb_attribute_flag(context, "is_causal")};
    if (masked)
        attention->mask = inputs[mask];
    const sb_attribute *offset = sb_attribute_find(context, "query_offset");
    if (offset != NULL && (offset->count != 1 || offset->values[0] > INT64_C(1) << 31 ||
                           offset->values[0] < -(INT64_C(1) << 31)))
        return sb_fail(context, SB_INVALID, "%s: query_offset must be one integer of 32 bits", op);
    attention->offset = offset != NULL ? offset->values[0] : 0;
    double scale = 1.0 / __builtin_sqrt((double)attention->d);
    if (sb_attribute_find(context, "scale") != NULL)
        scale = sb_attribute_number(context, "scale");
    attention->scale = (float)scale;
    return SB_OK;
}
