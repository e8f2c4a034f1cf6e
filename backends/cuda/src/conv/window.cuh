// window.cuh - the windows of a convolution: the element of x that a tap reads at a position
// (clause T5).
//
// Tap t of position p reads index step * p + first + delta * t of an axis. There are always three
// axes; a missing axis has one position and one tap. A side (a position or a tap) contributes its
// part of the three indices and of the offset. So a read needs one addition for each index and for
// the offset, and one comparison for each axis. Elements outside of x are +0.
//
// Indices and offsets have 32 bits, unless the unit is compiled with SB_WIDE for larger arrays.
#pragma once

#include "contract/forms.cuh"

#ifdef SB_WIDE
typedef int64_t sb_index;
typedef uint64_t sb_unsigned_index;
#define SB_OUTSIDE (-(INT64_C(1) << 61))
#else
typedef int32_t sb_index;
typedef uint32_t sb_unsigned_index;
#define SB_OUTSIDE (-(1 << 30))
#endif

typedef sb_first_form::stored sb_stored;

// Division by a number that is constant for a launch: q = (n * multiplier / 2^32 + n) >> shift, for
// n < 2^31 (Granlund and Montgomery, "Division by Invariant Integers using Multiplication", 1994).
struct sb_divider {
    int64_t divisor;
    uint32_t multiplier;
    uint32_t shift;
};

SB_DEVICE sb_index sb_quotient(sb_index n, const sb_divider &d)
{
#ifdef SB_WIDE
    return n / d.divisor;
#else
    return (sb_index)((__umulhi((uint32_t)n, d.multiplier) + (uint32_t)n) >> d.shift);
#endif
}

// The coordinates (outer, axis 0, axis 1, axis 2) of an index; the last coordinate changes fastest.
struct sb_split {
    sb_index outer, at[3];
};

SB_DEVICE sb_split sb_split_of(sb_index n, const sb_divider (&lengths)[3])
{
    sb_split s;
    s.outer = n;
#pragma unroll
    for (int i = 2; i >= 0; i--) {
        const sb_index rest = s.outer;
        s.outer = sb_quotient(rest, lengths[i]);
        s.at[i] = rest - s.outer * (sb_index)lengths[i].divisor;
    }
    return s;
}

// The arguments that launching/convolution/conv_arguments.py fills. Strides are in elements.
struct sb_window {
    sb_divider positions[3], taps[3];
    int64_t step[3], first[3], delta[3], size[3];
    int64_t x[3], channel;
};

struct __align__(16) sb_side {
    sb_index offset, at[3];
};

SB_DEVICE sb_side sb_side_outside()
{
    sb_side side;
    side.offset = 0;
    side.at[0] = side.at[1] = side.at[2] = SB_OUTSIDE;
    return side;
}

// Return the side of a position. The caller handles the sample (`outer`).
SB_DEVICE sb_side sb_side_of_position(const sb_window &w, const sb_split &p)
{
    sb_side side;
    side.offset = 0;
#pragma unroll
    for (int i = 0; i < 3; i++) {
        side.at[i] = (sb_index)w.step[i] * p.at[i] + (sb_index)w.first[i];
        side.offset += side.at[i] * (sb_index)w.x[i];
    }
    return side;
}

// Return the side of a tap; `outer` is its channel.
SB_DEVICE sb_side sb_side_of_tap(const sb_window &w, const sb_split &t)
{
    sb_side side;
    side.offset = t.outer * (sb_index)w.channel;
#pragma unroll
    for (int i = 0; i < 3; i++) {
        side.at[i] = (sb_index)w.delta[i] * t.at[i];
        side.offset += side.at[i] * (sb_index)w.x[i];
    }
    return side;
}

// Return the element that two sides select. `x` already includes the offset of `one`.
SB_DEVICE sb_stored sb_read(const sb_window &w, const sb_stored *x, const sb_side &one,
                            const sb_side &other)
{
    bool inside = true;
#pragma unroll
    for (int i = 0; i < 3; i++)
        inside &= (sb_unsigned_index)(one.at[i] + other.at[i]) < (sb_unsigned_index)w.size[i];
    return inside ? x[other.offset] : sb_stored(0);
}

SB_DEVICE sb_side sb_load_side(const sb_side *from)
{
#ifdef SB_WIDE
    return *from;
#else
    const uint4 bits = *reinterpret_cast<const uint4 *>(from);
    sb_side side;
    memcpy(&side, &bits, sizeof side);
    return side;
#endif
}
