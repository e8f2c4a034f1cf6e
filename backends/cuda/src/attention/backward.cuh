// backward.cuh - the gradients of attention (clause T8.9), in three launches.
//
// The first launch computes, for each query, m + log(l) and the contraction of the result with its
// gradient. The second (by queries) and the third (by keys) share one loop. A block has a tile of
// SB_QUERIES rows. A thread computes p and t for all rows of the tile with one row of the other
// side; a block takes 256 of these rows at a time. Then each thread computes one column of the
// products with these rows, row after row. Sums of blocks of rows are combined by T1.
#pragma once

#include "attention/forward.cuh"
#include "scalar/log.h"

// The arguments that families/attention.py fills (declared.py). The result in `forward` is not
// used.
struct sb_attention_gradient {
    sb_attention forward;
    const void *outcome, *gradient; // the result and its gradient
    float *weights, *inner;         // for each query: m + log(l), and the contraction
    void *query_gradient, *key_gradient, *value_gradient;
    void *mask_gradient; // NULL if the mask has no gradient
    int64_t tiles, chunks;
    int64_t term_chunks; // chunks of the gradient of key; other chunks belong to value
};

// Return the contraction of two rows, computed by one thread.
SB_DEVICE float sb_one_contraction(const sb_first *x, const sb_first *y, int64_t terms)
{
    if (terms == 0)
        return float(0);
    sb_blocks_of_terms sums;
    sums.count = 0;
    for (int64_t start = 0; start < terms; start += SB_KEYS) {
        const int count = (int)(terms - start < SB_KEYS ? terms - start : SB_KEYS);
        float sum = -float(0);
        for (int d = 0; d < count; d++)
            sum = SB_FMA_F32(sb_wide(x[start + d]), sb_wide(y[start + d]), sum);
        sums.push(sum);
    }
    return sums.root();
}

SB_DEVICE void sb_attention_statistics(const sb_attention_gradient &g)
{
    enum { Q = SB_QUERIES };
    const sb_attention &a = g.forward;
    __shared__ __align__(16) float terms[SB_KEYS * Q];
    __shared__ __align__(16) float scores[SB_KEYS * Q];
    __shared__ sb_part parts[Q][SB_ATTENTION_LEVELS];
    sb_fill_exp_tables();
    const int t = (int)threadIdx.x, warp = t / 32;
    for (int64_t task = blockIdx.x; task < a.heads * a.tiles; task += gridDim.x) {
        const int64_t head = task / a.tiles, first = task % a.tiles * Q;
        const int64_t blocks = (a.keys + SB_KEYS - 1) / SB_KEYS;
        sb_part last = {float(0), float(0), 0};
        for (int64_t block = 0; block < blocks; block++) {
            const int64_t key = block * SB_KEYS + t;
            float score[Q];
            sb_scores(a, head, first, key, terms, score);
            __syncthreads();
#pragma unroll
            for (int q = 0; q < Q; q++) {
                const int64_t row = first + q < a.queries ? first + q : a.queries - 1;
                scores[t * Q + q] = sb_shown(a, head, row, key, score[q]);
            }
            __syncthreads();
            last = sb_part_of(scores + warp);
            int level = 0;
            const bool ends = block + 1 == blocks;
            for (int64_t index = block; ends ? index != 0 : (index & 1) != 0; index /= 2, level++)
                if (index & 1)
                    sb_joined(parts[warp][level], last);
            if (!ends && sb_lane() == 0)
                parts[warp][level] = last;
        }
        const int64_t query = head * a.queries + first + warp;
        if (first + warp < a.queries && sb_lane() == 0) {
            const sb_first *outcome = static_cast<const sb_first *>(g.outcome);
            const sb_first *gradient = static_cast<const sb_first *>(g.gradient);
            g.weights[query] = last.most + f32_from_odd(log_to_odd((double)last.sum));
            g.inner[query] =
                sb_one_contraction(gradient + query * a.width, outcome + query * a.width, a.width);
        }
        __syncthreads();
    }
}

// The rows of a tile, and the rows of the other side that the block loops over.
struct sb_sides {
    const sb_first *tile, *tile_values, *stream, *stream_values;
    int64_t rows, streaming;
};

template <bool by_key> SB_DEVICE sb_sides sb_sides_of(const sb_attention_gradient &g, int64_t group)
{
    const sb_attention &a = g.forward;
    const sb_first *query = static_cast<const sb_first *>(a.query);
    const sb_first *key = static_cast<const sb_first *>(a.key);
    const sb_first *value = static_cast<const sb_first *>(a.value);
    const sb_first *gradient = static_cast<const sb_first *>(g.gradient);
    if (by_key) {
        const int64_t rows = a.shared * a.queries;
        return {key + group * a.keys * a.terms,
                value + group * a.keys * a.width,
                query + group * rows * a.terms,
                gradient + group * rows * a.width,
                a.keys,
                rows};
    }
    const int64_t shared = group / a.shared;
    return {query + group * a.queries * a.terms,
            gradient + group * a.queries * a.width,
            key + shared * a.keys * a.terms,
            value + shared * a.keys * a.width,
            a.queries,
            a.keys};
}

// Compute p and t for the rows of a tile with one row of the other side. Return a mask of the
// present ones.
template <bool by_key>
SB_DEVICE uint32_t sb_weights(const sb_attention_gradient &g, int64_t group, int64_t first,
                              int64_t other, bool stands, const float (&score)[SB_QUERIES],
                              const float (&slope)[SB_QUERIES], float (&p)[SB_QUERIES],
                              float (&t)[SB_QUERIES])
{
    const sb_attention &a = g.forward;
    uint32_t present = 0;
    float rest[SB_QUERIES];
#pragma unroll
    for (int i = 0; i < SB_QUERIES; i++) {
        const int64_t own = first + i;
        const int64_t head = by_key ? group * a.shared + other / a.queries : group;
        const int64_t row = by_key ? other % a.queries : own < a.queries ? own : a.queries - 1;
        const float shown = sb_shown(a, head, row, by_key ? own : other, score[i]);
        const bool seen = stands && f32_to_bits(shown) != 0xff800000u;
        present |= (uint32_t)seen << i;
        const int64_t query = head * a.queries + row;
        p[i] = seen ? shown - g.weights[query] : float(0);
        rest[i] = slope[i] - g.inner[query];
    }
    sb_exp_in_place(p);
#pragma unroll
    for (int i = 0; i < SB_QUERIES; i++) t[i] = p[i] * rest[i];
    return present;
}

template <bool by_key> SB_DEVICE void sb_attention_products(const sb_attention_gradient &g)
{
    enum { Q = SB_QUERIES };
    const sb_attention &a = g.forward;
    __shared__ __align__(16) float terms[SB_KEYS * Q];
    __shared__ __align__(16) float factors[SB_KEYS * Q];
    __shared__ uint32_t seen[SB_KEYS];
    sb_fill_exp_tables();
    const int t = (int)threadIdx.x;
    const int64_t groups = by_key ? a.heads / a.shared : a.heads;
    for (int64_t task = blockIdx.x; task < groups * g.tiles * g.chunks; task += gridDim.x) {
        const int64_t chunk = task % g.chunks, tile = task / g.chunks % g.tiles;
        const int64_t group = task / g.chunks / g.tiles, first = tile * Q;
        const sb_sides sides = sb_sides_of<by_key>(g, group);
        const bool of_values = by_key && chunk >= g.term_chunks;
        const int64_t width = of_values ? a.width : a.terms;
        const int64_t place = (of_values ? chunk - g.term_chunks : chunk) * SB_ATTENTION_THREADS;
        int across = 32; // threads for the columns of a result; the other threads take other rows
        while (across < SB_ATTENTION_THREADS && across < width - place) across *= 2;
        const int each = Q * across / SB_ATTENTION_THREADS, own = t / across * each;
        const int64_t column = place + t % across;
        const bool stores = column < width;
        const sb_first *read = of_values ? sides.stream_values : sides.stream;
        read += stores ? column : 0;
        float kept[SB_ATTENTION_LEVELS][Q], sum[Q];
        uint32_t some = 0;
        const int64_t blocks = (sides.streaming + SB_KEYS - 1) / SB_KEYS;
        for (int64_t block = 0; block < blocks; block++) {
            const int64_t start = block * SB_KEYS, rest = sides.streaming - start;
            const int count = (int)(rest < SB_KEYS ? rest : SB_KEYS);
            const bool stands = t < count;
            const int64_t other = stands ? start + t : sides.streaming - 1;
            float score[Q], slope[Q], p[Q], slopes[Q];
            sb_contractions(sides.tile, first, sides.rows, sides.stream + other * a.terms, a.terms,
                            terms, score);
            sb_contractions(sides.tile_values, first, sides.rows,
                            sides.stream_values + other * a.width, a.width, terms, slope);
            const uint32_t present =
                sb_weights<by_key>(g, group, first, other, stands, score, slope, p, slopes);
            __syncthreads();
            seen[t] = present;
#pragma unroll
            for (int i = 0; i < Q; i++) factors[t * Q + i] = of_values ? p[i] : slopes[i];
#ifdef SB_MASK
            if (!by_key && chunk == 0 && stands && g.mask_gradient != nullptr)
#pragma unroll
                for (int i = 0; i < Q; i++)
                    if (first + i < a.queries)
                        static_cast<sb_first *>(
                            g.mask_gradient)[(group * a.queries + first + i) * a.keys + other] =
                            SB_JOIN(SB_NARROW_, SB_A)((present >> i) & 1 ? slopes[i] : float(0));
#endif
            __syncthreads();
#pragma unroll
            for (int i = 0; i < Q; i++) sum[i] = -float(0);
            for (int j = 0; j < count; j++) {
                const float y = sb_wide(read[(start + j) * width]);
                const uint32_t mine = seen[j] >> own;
                some |= mine;
#pragma unroll
                for (int i = 0; i < Q; i++) {
                    const float x = factors[j * Q + (own + i < Q ? own + i : 0)];
                    sum[i] = i < each && ((mine >> i) & 1) ? SB_FMA_F32(x, y, sum[i]) : sum[i];
                }
            }
            int level = 0;
            const bool ends = block + 1 == blocks;
            for (int64_t index = block; ends ? index != 0 : (index & 1) != 0; index /= 2, level++)
                if (index & 1)
#pragma unroll
                    for (int i = 0; i < Q; i++) sum[i] = kept[level][i] + sum[i];
            if (!ends)
#pragma unroll
                for (int i = 0; i < Q; i++) kept[level][i] = sum[i];
        }
        void *result = of_values ? g.value_gradient : by_key ? g.key_gradient : g.query_gradient;
#pragma unroll
        for (int i = 0; i < Q; i++) {
            const int64_t row = first + own + i;
            if (i >= each || row >= sides.rows || !stores)
                continue;
            float x = float(0);
            if ((some >> i) & 1)
                x = of_values ? sum[i] : sum[i] * f32_from_bits((uint32_t)a.scale);
            static_cast<sb_first *>(result)[(group * sides.rows + row) * width + column] =
                SB_JOIN(SB_NARROW_, SB_A)(x);
        }
        __syncthreads();
    }
}
