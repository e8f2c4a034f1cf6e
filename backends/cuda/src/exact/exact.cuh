// exact.cuh - exact sums of slices, and of the products of two vectors (clause T10), in two
// launches.
//
// In the first launch, a block takes a segment of a slice. Each thread adds every blockDim.x-th
// term to its own limbs in shared memory. The limbs of the threads are added, reduced to below 2^32
// by carries, and stored with the kinds of terms, [output][segment][limbs + 1]. In the second
// launch, a warp adds the segments of a slice and rounds once. Segments may have any length and
// grids any size.
#pragma once

#include "exact/accumulator.cuh"
#include "reduce/rows.cuh"
#include "reduce/reduce.cuh"

#if defined(SB_B)
typedef sb_exact_kind<sb_real, true> sb_kind;
#else
typedef sb_exact_kind<sb_real, false> sb_kind;
#endif

enum { SB_EXACT_ROUND = 8 }; // terms that a thread loads together

struct sb_alternative {
    typedef uint32_t state;
    static SB_DEVICE uint32_t join(uint32_t a, uint32_t b) { return a | b; }
};

struct sb_limb_sum {
    typedef int64_t state;
    static SB_DEVICE int64_t join(int64_t a, int64_t b) { return a + b; }
};

#if defined(SB_B)

SB_DEVICE sb_real sb_second_term(const sb_reduction &a, int64_t term)
{
    return SB_JOIN_3(SB_COMPUTE, _plain_,
                     SB_B)(reinterpret_cast<const sb_second *>(a.centres)[term]);
}

// Add x * y. If the product is zero or not finite, only its kind is recorded.
SB_DEVICE void sb_add_product(int64_t *limbs, int threads, uint32_t &seen, sb_real x, sb_real y)
{
    const double p = (double)x, q = (double)y;
    const bool finite = (mask_not_finite(p) | mask_not_finite(q)) == 0;
    if (!finite || p == double(0) || q == double(0)) {
        sb_note(seen, p * q);
        return;
    }
    seen |= SB_SEEN_OTHER;
    const sb_scaled s = sb_scaled_of(x), t = sb_scaled_of(y);
    const int exponent = s.exponent + t.exponent;
    const bool negative = s.negative != t.negative;
    sb_add_scaled<sb_kind>(limbs, threads, s.significand * t.significand, exponent, negative);
    if (sizeof(sb_real) == 8)
        sb_add_scaled<sb_kind>(limbs, threads, __umul64hi(s.significand, t.significand),
                               exponent + 64, negative);
}

#endif

SB_DEVICE void sb_add_terms(const sb_reduction &a, int64_t output, int64_t start, int64_t end,
                            int64_t *limbs, uint32_t &seen)
{
    const int threads = (int)blockDim.x;
    const char *slice = sb_slice(a, output);
    for (int64_t at = start + (int)threadIdx.x; at < end; at += (int64_t)SB_EXACT_ROUND * threads) {
        sb_first x[SB_EXACT_ROUND];
#pragma unroll
        for (int i = 0; i < SB_EXACT_ROUND; i++) {
            const int64_t term = at + i * threads < end ? at + i * threads : at;
            x[i] = *reinterpret_cast<const sb_first *>(slice + sb_walk_from(a, term).offset);
        }
#pragma unroll
        for (int i = 0; i < SB_EXACT_ROUND; i++) {
            if (at + i * threads >= end)
                break;
            const sb_real term = sb_term(x[i]);
#if defined(SB_B)
            sb_add_product(limbs, threads, seen, term, sb_second_term(a, at + i * threads));
#else
            if (sb_note(seen, (double)term)) {
                const sb_scaled s = sb_scaled_of(term);
                sb_add_scaled<sb_kind>(limbs, threads, s.significand, s.exponent, s.negative);
            }
#endif
        }
    }
}

// Add the limbs of all threads to the limbs of the first thread.
SB_DEVICE void sb_add_threads(int64_t *limbs)
{
    const int threads = (int)blockDim.x;
    for (int i = (int)threadIdx.x / 32; i < sb_kind::limbs; i += threads / 32) {
        int64_t sum = 0;
        for (int t = sb_lane(); t < threads; t += 32) sum += limbs[i * threads + t];
        sum = sb_tree_of_lanes<sb_limb_sum>(sum, 32);
        if (sb_lane() == 0)
            limbs[i * threads] = sum;
    }
}

SB_DEVICE void sb_exact_segments(const sb_reduction &a)
{
    extern __shared__ uint4 sb_shared[];
    __shared__ uint32_t flags[32];
    int64_t *limbs = reinterpret_cast<int64_t *>(sb_shared);
    const int threads = (int)blockDim.x;
    const int64_t span = (a.terms + a.segments - 1) / a.segments;
    for (int64_t task = blockIdx.x; task < a.outputs * a.segments; task += gridDim.x) {
        const int64_t output = sb_quotient(task, a.segments);
        const int64_t start = (task - output * a.segments) * span;
        const int64_t end = start + span < a.terms ? start + span : a.terms;
        uint32_t seen = 0;
        for (int i = 0; i < sb_kind::limbs; i++) limbs[i * threads + (int)threadIdx.x] = 0;
        sb_add_terms(a, output, start, end, limbs + (int)threadIdx.x, seen);
        seen = sb_tree_of_warps<sb_alternative>(sb_tree_of_lanes<sb_alternative>(seen, 32),
                                                threads / 32, flags);
        __syncthreads();
        sb_add_threads(limbs);
        __syncthreads();
        if (threadIdx.x == 0) {
            int64_t *partial = reinterpret_cast<int64_t *>(a.output) + task * (sb_kind::limbs + 1);
            sb_carry(limbs, sb_kind::limbs, threads);
            for (int i = 0; i < sb_kind::limbs; i++) partial[i] = limbs[i * threads];
            partial[sb_kind::limbs] = seen;
        }
        __syncthreads();
    }
}

// Each block has one warp. a.input is [output][segment][limbs + 1].
SB_DEVICE void sb_exact_values(const sb_reduction &a)
{
    __shared__ int64_t limbs[sb_kind::limbs];
    const int lane = sb_lane(), size = sb_kind::limbs + 1;
    for (int64_t output = blockIdx.x; output < a.outputs; output += gridDim.x) {
        const int64_t *partials =
            reinterpret_cast<const int64_t *>(a.input) + output * a.segments * size;
        uint32_t seen = 0;
        for (int i = 0; i < size; i++) {
            int64_t sum = 0;
            for (int64_t segment = lane; segment < a.segments; segment += 32) {
                sum += partials[segment * size + i];
                seen = i == sb_kind::limbs ? seen | (uint32_t)partials[segment * size + i] : 0;
            }
            sum = sb_tree_of_lanes<sb_limb_sum>(sum, 32);
            if (lane == 0 && i < sb_kind::limbs)
                limbs[i] = sum;
        }
        seen = sb_tree_of_lanes<sb_alternative>(seen, 32);
        if (lane == 0) {
            const double value = sb_value_of_limbs(limbs, sb_kind::limbs, sb_kind::base, seen,
                                                   sizeof(sb_result) < 8);
            reinterpret_cast<sb_result *>(a.output)[output] = SB_JOIN(SB_R, _from_f64)(value);
        }
        __syncthreads();
    }
}

#define SB_EXACT(op)                                                                               \
    SB_REDUCTION_ENTRY(op, segments, 256) { sb_exact_segments(a); }                                \
    SB_REDUCTION_ENTRY(op, values, 32) { sb_exact_values(a); }
