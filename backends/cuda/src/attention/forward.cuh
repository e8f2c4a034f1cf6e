// forward.cuh - attention in one pass over the keys (clause T8.5 to T8.8).
//
// A block computes SB_QUERIES neighbouring queries of one head, and SB_ATTENTION_THREADS columns of
// their results. For each 256 keys, a thread computes the scores of one key. A warp computes the
// maximum, the exponentials and their tree for one query. A thread computes one column of the
// product with the values, key after key. The results of blocks of keys are combined in the shape
// of T1: level l of a counter holds 2^l blocks. Absent keys have the score -inf, which no present
// key has, and are marked by the exponential -1.
#pragma once

#include "memory.cuh"
#include "reduce/exponential.cuh"
#include "warp.cuh"

enum { SB_QUERIES = 8, SB_KEYS = 256, SB_ATTENTION_THREADS = 256 };
enum { SB_ATTENTION_LEVELS = 24 }; // for blocks of keys, and for blocks of terms of a score

// The arguments that families/attention.py fills (declared.py); all arrays are contiguous.
struct sb_attention {
    const void *query, *key, *value, *mask; // mask is NULL if it is absent
    void *result;
    int64_t heads, shared; // heads of queries in all samples; heads of queries per head of keys
    int64_t queries, keys; // L, S
    int64_t terms, width;  // D, E
    int64_t tiles, chunks; // tiles of queries, and chunks of columns of a result
    int64_t offset;        // number of keys before the first query
    uint64_t scale;        // a bit pattern of binary32
    int32_t causal;
    int32_t unused;
};

#define SB_WIDE_f32(x) (x)
#define SB_WIDE_f16(x) f32_plain_f16(x)
#define SB_WIDE_bf16(x) f32_plain_bf16(x)
#define SB_NARROW_f32(x) f32_canonical(x)
#define SB_NARROW_f16(x) f16_from_f32(x)
#define SB_NARROW_bf16(x) bf16_from_f32(x)

#ifdef SB_MASK
typedef SB_JOIN(sb_, SB_MASK) sb_mask;
#endif

SB_DEVICE float sb_wide(sb_first x) { return SB_JOIN(SB_WIDE_, SB_A)(x); }

SB_DEVICE float sb_no_score() { return f32_from_bits(0xff800000u); }

// The maximum of S3 without regard to the sign of a zero, which has no effect here. A NaN wins.
struct sb_greatest_score {
    typedef float state;
    static SB_DEVICE float join(float a, float b) { return a != a || a > b ? a : b; }
};

// T1 over blocks of 256 terms of one score. Few scores have more than one block.
struct sb_blocks_of_terms {
    float level[SB_ATTENTION_LEVELS];
    uint64_t count;
    SB_DEVICE void push(float node)
    {
        int i = 0;
        for (; (count >> i) & 1; i++) node = level[i] + node;
        level[i] = node;
        count++;
    }
    SB_DEVICE float root() const
    {
        int i = __ffsll((long long)count) - 1;
        float node = level[i];
        for (i++; (count >> i) != 0; i++)
            if ((count >> i) & 1)
                node = level[i] + node;
        return node;
    }
};

// Compute the contractions (T4) of a thread's own row with the tile rows that begin at `first`;
// there are `rows` in total. The last row replaces rows beyond the end. `shared` has space for 256
// terms of each row.
SB_DEVICE void sb_contractions(const sb_first *tile, int64_t first, int64_t rows,
                               const sb_first *own, int64_t terms, float *shared,
                               float (&found)[SB_QUERIES])
{
    sb_blocks_of_terms sums[SB_QUERIES];
#pragma unroll
    for (int q = 0; q < SB_QUERIES; q++) {
        found[q] = float(0);
        sums[q].count = 0;
    }
    const bool several = terms > SB_KEYS;
    for (int64_t start = 0; start < terms; start += SB_KEYS) {
        const int count = (int)(terms - start < SB_KEYS ? terms - start : SB_KEYS);
        __syncthreads();
        for (int i = (int)threadIdx.x; i < count * SB_QUERIES; i += SB_ATTENTION_THREADS) {
            const int q = i / count, d = i - q * count;
            const int64_t row = first + q < rows ? first + q : rows - 1;
            shared[d * SB_QUERIES + q] = sb_wide(tile[row * terms + start + d]);
        }
        __syncthreads();
#pragma unroll
        for (int q = 0; q < SB_QUERIES; q++) found[q] = -float(0);
        for (int d = 0; d < count; d++) {
            const float y = sb_wide(own[start + d]);
#pragma unroll
            for (int p = 0; p < SB_QUERIES / 4; p++) {
                const sb_pack<float, 4> x =
                    sb_load_pack<float, 4>(shared, d * (SB_QUERIES / 4) + p);
#pragma unroll
                for (int i = 0; i < 4; i++)
                    found[4 * p + i] = SB_FMA_F32(x.v[i], y, found[4 * p + i]);
            }
        }
        if (several) {
#pragma unroll 1
            for (int q = 0; q < SB_QUERIES; q++) {
                float sum = found[0];
#pragma unroll
                for (int i = 1; i < SB_QUERIES; i++) sum = i == q ? found[i] : sum;
                sums[q].push(sum);
            }
        }
    }
    if (several) {
#pragma unroll 1
        for (int q = 0; q < SB_QUERIES; q++) {
            const float sum = sums[q].root();
#pragma unroll
            for (int i = 0; i < SB_QUERIES; i++) found[i] = i == q ? sum : found[i];
        }
    }
}

// Compute the scores of a thread's key with the queries of a tile, before scaling.
SB_DEVICE void sb_scores(const sb_attention &a, int64_t head, int64_t first, int64_t key,
                         float *shared, float (&score)[SB_QUERIES])
{
    const sb_first *queries = static_cast<const sb_first *>(a.query) + head * a.queries * a.terms;
    const sb_first *keys = static_cast<const sb_first *>(a.key) +
                           (head / a.shared * a.keys + (key < a.keys ? key : a.keys - 1)) * a.terms;
    sb_contractions(queries, first, a.queries, keys, a.terms, shared, score);
}

// Return the scaled score of a present key, or -inf.
SB_DEVICE float sb_shown(const sb_attention &a, int64_t head, int64_t row, int64_t key, float score)
{
    if (key >= a.keys || (a.causal && key - a.offset > row))
        return sb_no_score();
    score = score * f32_from_bits((uint32_t)a.scale);
#ifdef SB_MASK
    const sb_mask seen =
        static_cast<const sb_mask *>(a.mask)[(head * a.queries + row) * a.keys + key];
#if SB_FLAGS
    return seen != 0 ? score : sb_no_score();
#else
    score = score + sb_wide(seen);
#endif
#endif
    return score;
}

// The state of some keys of a query: the greatest score, the sum, and whether any key is present.
struct sb_part {
    float most, sum;
    int some;
};

// The way to join two neighbouring parts: one of them unchanged, or both multiplied by factors.
struct sb_joint {
    float left, right;
    int way; // 0: only the left part, 1: only the right part, 2: both
};

SB_DEVICE sb_joint sb_joined(const sb_part &a, sb_part &b)
{
    float factors[2] = {float(1), float(1)};
    const int way = !a.some ? 1 : !b.some ? 0 : 2;
    const float most = sb_greatest_score::join(a.most, b.most);
    factors[0] = way == 2 ? a.most - most : float(0);
    factors[1] = way == 2 ? b.most - most : float(0);
    sb_exp_in_place(factors);
    if (way == 2)
        b = {most, factors[0] * a.sum + factors[1] * b.sum, 1};
    else if (way == 0)
        b = a;
    return {factors[0], factors[1], way};
}

SB_DEVICE float sb_joined_number(const sb_joint &j, float a, float b)
{
    return j.way == 0 ? a : j.way == 1 ? b : j.left * a + j.right * b;
}

// Compute the part of one query for 256 keys, by one warp. `score` is replaced by the exponentials.
SB_DEVICE sb_part sb_part_of(float *score)
{
    enum { N = SB_KEYS / 32 };
    float x[N], most = sb_no_score();
    bool seen[N];
    const int lane = sb_lane();
#pragma unroll
    for (int i = 0; i < N; i++) {
        x[i] = score[(lane * N + i) * SB_QUERIES];
        seen[i] = f32_to_bits(x[i]) != 0xff800000u;
        most = sb_greatest_score::join(most, x[i]);
    }
    most = sb_tree_of_lanes<sb_greatest_score>(most, 32);
    bool some = false;
#pragma unroll
    for (int i = 0; i < N; i++) {
        some |= seen[i];
        x[i] = seen[i] ? x[i] - most : float(0);
    }
    some = __any_sync(SB_ALL_LANES, some) != 0;
    sb_exp_in_place(x);
#pragma unroll
    for (int i = 0; i < N; i++) {
        score[(lane * N + i) * SB_QUERIES] = seen[i] ? x[i] : float(-1);
        x[i] = seen[i] ? x[i] : -float(0);
    }
    const float sum =
        sb_tree_of_lanes<sb_addition<float>>(sb_tree_of_registers<sb_addition<float>>(x), 32);
    return {most, sum, some};
}

SB_DEVICE void sb_attend(const sb_attention &a)
{
    enum { Q = SB_QUERIES };
    __shared__ __align__(16) float terms[SB_KEYS * Q];
    __shared__ __align__(16) float scores[SB_KEYS * Q];
    __shared__ sb_part parts[Q][SB_ATTENTION_LEVELS];
    __shared__ sb_joint joints[Q];
    __shared__ sb_part last[Q];
    sb_fill_exp_tables();
    const int t = (int)threadIdx.x, warp = t / 32;
    int across = 32; // threads for the columns of a result; the other threads take other queries
    while (across < SB_ATTENTION_THREADS && across < a.width) across *= 2;
    const int each = Q * across / SB_ATTENTION_THREADS < 1 ? 1 : Q * across / SB_ATTENTION_THREADS;
    const int own = t / across * each;
    for (int64_t task = blockIdx.x; task < a.heads * a.tiles * a.chunks; task += gridDim.x) {
        const int64_t chunk = task % a.chunks, tile = task / a.chunks % a.tiles;
        const int64_t head = task / a.chunks / a.tiles, first = tile * Q;
        const int64_t column = chunk * SB_ATTENTION_THREADS + t % across;
        const bool stores = column < a.width;
        const sb_first *values = static_cast<const sb_first *>(a.value) +
                                 head / a.shared * a.keys * a.width + (stores ? column : 0);
        float kept[SB_ATTENTION_LEVELS][Q], sum[Q];
        const int64_t blocks = (a.keys + SB_KEYS - 1) / SB_KEYS;
        for (int64_t block = 0; block < blocks; block++) {
            const int64_t start = block * SB_KEYS, key = start + t;
            const int count = (int)(a.keys - start < SB_KEYS ? a.keys - start : SB_KEYS);
            float score[Q];
            sb_scores(a, head, first, key, terms, score);
            __syncthreads();
#pragma unroll
            for (int q = 0; q < Q; q++) {
                const int64_t row = first + q < a.queries ? first + q : a.queries - 1;
                scores[t * Q + q] = sb_shown(a, head, row, key, score[q]);
            }
            __syncthreads();
            const sb_part found = sb_part_of(scores + warp);
            if (sb_lane() == 0)
                last[warp] = found;
            __syncthreads();
#pragma unroll
            for (int i = 0; i < Q; i++) sum[i] = -float(0);
            for (int j = 0; j < count; j++) {
                const float y = sb_wide(values[(start + j) * a.width]);
#pragma unroll
                for (int i = 0; i < Q; i++) {
                    const float x = scores[j * Q + (own + i < Q ? own + i : 0)];
                    sum[i] = i < each && !(x < float(0)) ? SB_FMA_F32(x, y, sum[i]) : sum[i];
                }
            }
            int level = 0;
            const bool ends = block + 1 == blocks;
            for (int64_t index = block; ends ? index != 0 : (index & 1) != 0; index /= 2, level++) {
                if ((index & 1) == 0)
                    continue;
                __syncthreads();
                sb_part joined = last[warp];
                const sb_joint joint = sb_joined(parts[warp][level], joined);
                __syncthreads();
                if (sb_lane() == 0) {
                    joints[warp] = joint;
                    last[warp] = joined;
                }
                __syncthreads();
#pragma unroll
                for (int i = 0; i < Q; i++)
                    if (i < each)
                        sum[i] = sb_joined_number(joints[own + i], kept[level][i], sum[i]);
            }
            if (!ends) {
                __syncthreads();
                if (sb_lane() == 0)
                    parts[warp][level] = last[warp];
#pragma unroll
                for (int i = 0; i < Q; i++) kept[level][i] = sum[i];
            }
            __syncthreads();
        }
#pragma unroll
        for (int i = 0; i < Q; i++) {
            const int64_t row = first + own + i;
            if (i >= each || row >= a.queries || !stores)
                continue;
            const sb_part part = last[own + i];
            const float x = part.some ? sum[i] / part.sum : float(0);
            static_cast<sb_result *>(a.result)[(head * a.queries + row) * a.width + column] =
                SB_JOIN(SB_NARROW_, SB_R)(x);
        }
        __syncthreads();
    }
}
