// settled.cuh - kernels of correctly rounded functions of binary64 (clauses R1, R2, S1, S4).
//
// There are two launches. The first decides the elements for which double-double arithmetic with a
// proven error is enough, as in the C backend (scalar/decide64.h), and special values and exact
// cases. It records the undecided elements, a few in 2^20: each pack has a byte with one bit per
// element. It does not write results of these elements, because a result may share memory with its
// operand. The second launch decides them with balls of many words (multiple/). The words are in
// memory of the call. If they were in local memory, CUDA would reserve space for every thread that
// a device can hold.
#pragma once

#include "elementwise/elementwise.cuh"
#include "elementwise/left.cuh"
#include "multiple/settle.h"
#include "scalar/decide64.h"

static_assert((int)SB_OWN_WORDS == (int)SB_FIRST_WORDS, "what the tests of multiple/ try");

// The number of words to use out of the available ones. A test reduces it.
#ifndef SB_TRIED
#define SB_TRIED(words) (words)
#endif

// Decide one element by the first stage that succeeds.
template <class Rule> SB_DEVICE bool sb_decide(double &y, const double *x)
{
    return Rule::quick(y, x) || Rule::again(y, x) || Rule::known(y, x);
}

template <class Rule>
SB_DEVICE bool sb_settle(double &y, const double *x, uint64_t *words, int64_t size, int *bits)
{
    const sb_settling f = Rule::settling();
    return sb_settled_within(&f, x, bits, words, size, &y);
}

// Load the operands of element k of a pack, and the op's numeric attribute, as arguments of the
// stages.
template <class Rule> SB_DEVICE void sb_row(double *x, const sb_elementwise &a, int64_t base, int k)
{
    for (int i = 0; i < Rule::operands; i++)
        x[i] = sb_load<double>(sb_place(a, i, base + k), (a.aligned >> i) & 1);
    x[Rule::operands] = a.parameters[0];
}

template <class Rule> SB_DEVICE void sb_decide_all(const sb_elementwise &a, const sb_left &left)
{
    SB_LOOP(8)
    {
        sb_pack<double, N> x[Rule::operands], y;
#pragma unroll
        for (int i = 0; i < Rule::operands; i++) x[i] = sb_take<double, N>(a, i, base);
        uint32_t open = 0;
#pragma unroll 1
        for (int k = 0; k < N; k++) {
            double row[Rule::operands + 1], decided;
#pragma unroll
            for (int i = 0; i < Rule::operands; i++) row[i] = sb_element<double, N>(x[i], k);
            row[Rule::operands] = a.parameters[0];
            open |= (uint32_t)!sb_decide<Rule>(decided, row) << k;
            sb_set_element<double, N>(y, k, decided);
        }
        left.packs[base / N] = (uint8_t)open;
        if (open == 0)
            sb_put<double, N>(a, Rule::operands, base, y);
        else
            for (int k = 0; k < N && base + k < a.count; k++)
                if (!((open >> k) & 1))
                    sb_store<double>(sb_place(a, Rule::operands, base + k),
                                     sb_element<double, N>(y, k),
                                     (a.aligned >> Rule::operands) & 1);
    }
}

// Decide the undecided elements of one pack by one thread. Return a mask of the elements for which
// there were too few words.
template <class Rule>
SB_DEVICE uint32_t sb_settle_pack(const sb_elementwise &a, int64_t base, uint32_t open,
                                  uint64_t *words, int64_t size)
{
    uint32_t still = 0;
#pragma unroll 1
    for (int k = 0; k < SB_PACK_F64 && base + k < a.count; k++)
        if ((open >> k) & 1) {
            double x[Rule::operands + 1], y;
            int bits = SB_FIRST_BITS;
            sb_row<Rule>(x, a, base, k);
            if (sb_settle<Rule>(y, x, words, size, &bits))
                sb_store<double>(sb_place(a, Rule::operands, base + k), y,
                                 (a.aligned >> Rule::operands) & 1);
            else
                still |= 1u << k;
        }
    return still;
}

template <class Rule> SB_DEVICE void sb_settle_all(const sb_elementwise &a, const sb_left &left)
{
    const int64_t packs = (a.count + SB_PACK_F64 - 1) / SB_PACK_F64;
    uint64_t *const shared =
        left.words + (int64_t)blockIdx.x * (SB_SETTLE_BLOCK * SB_OWN_WORDS + SB_MORE_WORDS);
    uint64_t *const own = shared + SB_MORE_WORDS + (int64_t)threadIdx.x * SB_OWN_WORDS;
    const int64_t step = (int64_t)gridDim.x * SB_SETTLE_BLOCK;
#pragma unroll 1
    for (int64_t first = (int64_t)blockIdx.x * SB_SETTLE_BLOCK; first < packs; first += step) {
        const int64_t pack = first + threadIdx.x, base = pack * SB_PACK_F64;
        uint32_t open = pack < packs ? left.packs[pack] : 0;
        if (open != 0)
            open = sb_settle_pack<Rule>(a, base, open, own, SB_TRIED(SB_OWN_WORDS));
        uint32_t turns = __ballot_sync(0xffffffffu, open != 0);
#pragma unroll 1
        for (; turns != 0; turns &= turns - 1) {
            if ((int)threadIdx.x == __ffs((int)turns) - 1 &&
                sb_settle_pack<Rule>(a, base, open, shared, SB_TRIED(SB_MORE_WORDS)) != 0)
                __trap(); // end the launch with an error instead of a wrong result
            __syncwarp();
        }
    }
}

// The policy class and both kernels of `op`. `enclosed` is a double-double computed from x (or x
// and z). It may use `parameter`, the op's numeric attribute, and `wide` (scalar/exp_f64.h).
// `error` and `wide_error` are at least twice the bounds of its relative error.
#define SB_SETTLED(op, count_, enclosed, error, wide_error)                                        \
    struct op##_rule {                                                                             \
        enum { operands = count_ };                                                                \
        template <int wide> static SB_DEVICE bool by(double &y, const double *row, double bound)   \
        {                                                                                          \
            const double x = row[0], z = row[count_ - 1], parameter = row[count_];                 \
            uint64_t open;                                                                         \
            (void)z, (void)parameter;                                                              \
            y = decided_f64(enclosed, bound, &open);                                               \
            return open == 0;                                                                      \
        }                                                                                          \
        static SB_DEVICE bool quick(double &y, const double *row) { return by<0>(y, row, error); } \
        static SB_DEVICE bool again(double &y, const double *row)                                  \
        {                                                                                          \
            return (wide_error) != (error) && by<1>(y, row, wide_error);                           \
        }                                                                                          \
        static SB_DEVICE bool known(double &y, const double *row)                                  \
        {                                                                                          \
            return sb_##op##_known(row, &y);                                                       \
        }                                                                                          \
        static SB_DEVICE sb_settling settling()                                                    \
        {                                                                                          \
            const sb_settling f = SB_SETTLING(op);                                                 \
            return f;                                                                              \
        }                                                                                          \
    };                                                                                             \
    extern "C" __global__ void __launch_bounds__(SB_ELEMENTWISE_BLOCK)                             \
        SB_JOIN_3(sb_##op, _, SB_A)(const __grid_constant__ sb_elementwise a,                      \
                                    const __grid_constant__ sb_left left)                          \
    {                                                                                              \
        sb_decide_all<op##_rule>(a, left);                                                         \
    }                                                                                              \
    extern "C" __global__ void __launch_bounds__(SB_SETTLE_BLOCK)                                  \
        SB_JOIN_3(sb_##op##_settle, _, SB_A)(const __grid_constant__ sb_elementwise a,             \
                                             const __grid_constant__ sb_left left)                 \
    {                                                                                              \
        sb_settle_all<op##_rule>(a, left);                                                         \
    }

#define SB_SETTLED_1(op, enclosed, error, wide_error) SB_SETTLED(op, 1, enclosed, error, wide_error)
#define SB_SETTLED_2(op, enclosed, error, wide_error) SB_SETTLED(op, 2, enclosed, error, wide_error)
