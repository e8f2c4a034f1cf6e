// lanes.cuh - the single lane of a thread, with the names of the C backend's lanes/lanes.h, for its
// functions in float-float arithmetic (lanes/enclosed.h).
//
// Every operation is the IEEE operation, rounded once, so both backends compute the same
// float-floats; only lanes_reciprocal differs. Tables have 32 entries, as with AVX-512.
#pragma once

#include "lanes/tables.cuh"

#define SB_HAS_LANES 1
#define LANES_FN SB_FN
#define LANES_UNROLL _Pragma("unroll")

#define LANES_COUNT 1
#define LANES_ENTRY_BITS 5 /* tables have 32 entries */
typedef float lanes;
typedef uint32_t lanes_int;
typedef bool lanes_mask;
typedef sb_shared_table lanes_table, lanes_columns;

LANES_FN lanes lanes_set(float x) { return x; }
LANES_FN lanes lanes_add(lanes a, lanes b) { return a + b; }
LANES_FN lanes lanes_sub(lanes a, lanes b) { return a - b; }
LANES_FN lanes lanes_mul(lanes a, lanes b) { return a * b; }
// Like MINPS and MAXPS, return b if an operand is a NaN. Pass a value that is known not to be NaN
// first: if it is the second operand, a compiler may use min.f32, which the gate refuses.
LANES_FN lanes lanes_min(lanes a, lanes b) { return a < b ? a : b; }
LANES_FN lanes lanes_max(lanes a, lanes b) { return a > b ? a : b; }
LANES_FN lanes lanes_fma(lanes a, lanes b, lanes c) { return SB_FMA_F32(a, b, c); }
LANES_FN lanes lanes_fms(lanes a, lanes b, lanes c) { return SB_FMA_F32(a, b, -c); }
LANES_FN lanes lanes_fnma(lanes a, lanes b, lanes c) { return SB_FMA_F32(-a, b, c); }
LANES_FN lanes_int lanes_bits(lanes a) { return f32_to_bits(a); }
LANES_FN lanes lanes_of_bits(lanes_int a) { return f32_from_bits(a); }
LANES_FN lanes_int lanes_int_set(int32_t x) { return (uint32_t)x; }
LANES_FN lanes_int lanes_int_sub(lanes_int a, lanes_int b) { return a - b; }
LANES_FN lanes_int lanes_int_and(lanes_int a, lanes_int b) { return a & b; }
#define lanes_int_shift_left(a, n) ((a) << (n))
#define lanes_int_shift_right(a, n) ((a) >> (n))
LANES_FN lanes lanes_from_int(lanes_int a) { return (float)(int32_t)a; }
LANES_FN lanes lanes_abs(lanes a) { return lanes_of_bits(lanes_bits(a) & 0x7fffffffu); }

// Return 1/x for 1 <= x < 2^126 with a relative error below 2^-17: an integer guess within 5.06 per
// cent, and two Newton steps. The GPU's own estimate is not used, because its bits are not defined.
// Callers correct the result by residuals. (AVX-512 has 14 bits.)
LANES_FN lanes lanes_reciprocal(lanes a)
{
    lanes q = lanes_of_bits(0x7ef311c7u - lanes_bits(a));
#pragma unroll
    for (int step = 0; step < 2; step++) q = lanes_fma(q, lanes_fnma(a, q, float(1)), q);
    return q;
}

#define lanes_table_load(table) sb_table_of<table>()
#define lanes_columns_load(table) sb_table_of<table>()
LANES_FN lanes lanes_lookup(lanes_table t, lanes_int index) { return t.copy[index & 31]; }
LANES_FN lanes lanes_columns_lookup(lanes_columns t, int column, lanes_int index)
{
    return t.copy[32 * column + (int)(index & 31)];
}

LANES_FN lanes_mask lanes_every(void) { return true; }
LANES_FN lanes_mask lanes_equal(lanes_mask m, lanes a, lanes b) { return m & (a == b); }
LANES_FN lanes_mask lanes_at_most(lanes_mask m, lanes a, lanes b) { return m & (a <= b); }
LANES_FN lanes_mask lanes_int_at_most(lanes_mask m, lanes_int a, lanes_int b)
{
    return m & (a <= b);
}
LANES_FN lanes lanes_select(lanes_mask m, lanes yes, lanes no) { return m ? yes : no; }

LANES_FN lanes lanes_with_sign(lanes a, lanes s)
{
    return lanes_of_bits((lanes_bits(a) & 0x7fffffffu) | (lanes_bits(s) & 0x80000000u));
}

// Only for results that are normal numbers.
LANES_FN lanes lanes_scale(lanes x, lanes, lanes_int j)
{
    return lanes_of_bits(lanes_bits(x) + ((j << (23 - LANES_ENTRY_BITS)) & 0xff800000u));
}
