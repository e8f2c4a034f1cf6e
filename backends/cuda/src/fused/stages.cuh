// stages.cuh - the nodes of a graph as functions of elements, each by the policy class of its own
// kernel.
//
// A node's file is included in a namespace, with `SB_KERNEL` defined as `SB_STAGE` and the loops
// defined as `sb_no_loop` (formulas.py). This leaves only its policy class (elementwise.cuh), which
// takes values or bit patterns as in its own kernel.
#pragma once

#include "elementwise/elementwise.cuh"

// Return the bits of x as a different type of the same size.
template <class To, class From> SB_DEVICE To sb_same_bits(From x)
{
    static_assert(sizeof(To) == sizeof(From), "a stage takes a value of another format");
    To y;
    memcpy(&y, &x, sizeof y);
    return y;
}

// The types of the arguments and the result of a policy class.
template <class Function> struct sb_types;
template <class Y, class A> struct sb_types<bool (*)(Y &, A, const double *)> {
    typedef Y result;
    typedef A first;
};
template <class Y, class A, class B> struct sb_types<bool (*)(Y &, A, B, const double *)> {
    typedef Y result;
    typedef A first;
    typedef B second;
};
template <class Y, class A, class B, class C> struct sb_types<Y (*)(A, B, C)> {
    typedef Y result;
    typedef A first;
    typedef B second;
    typedef C third;
};

// Return the result of a node for the next node. The origin of a bool is hidden from the compiler:
// for sm_100, NVRTC turns two comparisons with a common operand into a max, which treats NaNs and
// zeros in NVIDIA's own way.
template <class R> SB_DEVICE R sb_made(R y) { return y; }
SB_DEVICE uint8_t sb_made(uint8_t y)
{
    uint32_t word = y;
    asm("" : "+r"(word));
    return (uint8_t)word;
}

// A node with one, two or three operands, by the policy class of an elementwise kernel
// (elementwise.cuh).
template <class Rule, class R, class X> SB_DEVICE R sb_one(X x)
{
    typedef sb_types<decltype(&Rule::quick)> types;
    const double none[SB_MAX_PARAMETERS] = {0.0, 0.0};
    const typename types::first a = sb_same_bits<typename types::first>(x);
    typename types::result y;
    if (!Rule::quick(y, a, none))
        y = Rule::slow(a, none);
    return sb_made(sb_same_bits<R>(y));
}

template <class Rule, class R, class X, class Z> SB_DEVICE R sb_two(X x, Z z)
{
    typedef sb_types<decltype(&Rule::quick)> types;
    const double none[SB_MAX_PARAMETERS] = {0.0, 0.0};
    const typename types::first a = sb_same_bits<typename types::first>(x);
    const typename types::second b = sb_same_bits<typename types::second>(z);
    typename types::result y;
    if (!Rule::quick(y, a, b, none))
        y = Rule::slow(a, b, none);
    return sb_made(sb_same_bits<R>(y));
}

template <class Rule, class R, class X, class Z, class W> SB_DEVICE R sb_three(X x, Z z, W w)
{
    typedef sb_types<decltype(&Rule::value)> types;
    return sb_same_bits<R>(Rule::value(sb_same_bits<typename types::first>(x),
                                       sb_same_bits<typename types::second>(z),
                                       sb_same_bits<typename types::third>(w)));
}

// Apply a node to N elements of one operand. Its policy class leaves some elements to a slow
// function, which the code contains once.
template <class Rule, class R, class X, int N> SB_DEVICE void sb_each(R (&y)[N], const X (&x)[N])
{
    static_assert(N <= 32, "a bit for each");
    const double none[SB_MAX_PARAMETERS] = {0.0, 0.0};
    uint32_t open = 0;
#pragma unroll
    for (int i = 0; i < N; i++) open |= (uint32_t)!Rule::quick(y[i], x[i], none) << i;
#pragma unroll 1
    for (; open != 0; open &= open - 1) {
        const int which = __ffs((int)open) - 1;
        X operand = x[0];
#pragma unroll
        for (int i = 1; i < N; i++) operand = i == which ? x[i] : operand;
        const R value = Rule::slow(operand, none);
#pragma unroll
        for (int i = 0; i < N; i++) y[i] = i == which ? value : y[i];
    }
}

// The other parts of a node's kernel: the code before its loop (tables), and a replacement for the
// loop, which does nothing.
struct sb_no_arrays {};
template <class... Any> SB_DEVICE void sb_no_loop(const sb_no_arrays &) {}
#define SB_STAGE(op) SB_DEVICE void op##_before(const sb_no_arrays &a)

// Return host scalar `which`, whose bit pattern is in the low bytes of its slot.
template <class T, class Arguments> SB_DEVICE T sb_number_of(const Arguments &a, int which)
{
    T x;
    memcpy(&x, &a.numbers[which], sizeof x);
    return x;
}

// Return a result of a graph with canonical NaNs (S1.1).
template <class T, class Bits> SB_DEVICE T sb_last(T x, Bits infinity, Bits quiet)
{
    const Bits bits = sb_same_bits<Bits>(x);
    return sb_same_bits<T>((Bits)(bits & (Bits)(infinity | (infinity - 1))) > infinity ? quiet
                                                                                       : bits);
}
#define SB_LAST_f64(x) sb_last(x, (uint64_t)0x7ff0000000000000, (uint64_t)0x7ff8000000000000)
#define SB_LAST_f32(x) sb_last(x, (uint32_t)0x7f800000, (uint32_t)0x7fc00000)
#define SB_LAST_f16(x) sb_last(x, (uint16_t)0x7c00, (uint16_t)0x7e00)
#define SB_LAST_bf16(x) sb_last(x, (uint16_t)0x7f80, (uint16_t)0x7fc0)
