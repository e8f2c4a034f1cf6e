/* attention.h - the description of an attention call (clause T8), which makes one pass over the
 * keys, and its division into parts.
 *
 * The queries of all heads that share a head of keys form a group. They are rows of one matrix, in
 * order. Keys and values of a group are packed as panels of the micro-kernel. A piece of some rows
 * then goes through all blocks of 256 keys while its scores are in cache. Rows are independent, so
 * the division into pieces and the choice of threads change no bit.
 */
#ifndef SB_ATTENTION_ATTENTION_H
#define SB_ATTENTION_ATTENTION_H

#include "kernel.h"

typedef struct sb_attention {
    int64_t groups, heads_each, queries; /* groups per sample, one for each head of keys */
    int64_t shared;                      /* groups of a sample, one for each head of keys */
    int64_t keys, d, e;                  /* number of keys, and lengths of keys and of values */
    sb_array query, key, value, mask;    /* mask.data is NULL without a mask */
    float scale;
    bool causal;
    int64_t offset;
} sb_attention;

/* Read operands and attributes. `mask` is the index of the operand mask. The shapes must be as in
 * T8.5. */
sb_status sb_attention_of(sb_context *context, const sb_array *inputs, int mask,
                          sb_attention *attention);

/* Return the address of row `row` of a group in an array [N, H, L, ...]: a query, a result, or a
 * row of the mask. */
static inline char *sb_attention_row(const sb_attention *attention, const sb_array *array,
                                     int64_t group, int64_t row)
{
    const int64_t head =
        group % attention->shared * attention->heads_each + row / attention->queries;
    return (char *)array->data + group / attention->shared * array->strides[0] +
           head * array->strides[1] + row % attention->queries * array->strides[2];
}

/* Return the number of keys that the query of a row can see. In a causal call these are the keys up
 * to the query's position. */
static inline int64_t sb_attention_limit(const sb_attention *attention, int64_t row)
{
    const int64_t limit = row % attention->queries + attention->offset + 1;
    if (!attention->causal)
        return attention->keys;
    return limit < 0 ? 0 : limit < attention->keys ? limit : attention->keys;
}

extern const sb_parameter sb_attention_parameters[];

#endif
