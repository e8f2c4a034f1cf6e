// align.cu - one operand of an aligned contraction as integers (T11.4, T11.5), cut into bytes;
// see aligned.cuh.
//
// A warp takes a block of a line, each lane every 32nd word of four of its terms.
#include "aligned/aligned.cuh"
#include "warp.cuh"

enum {
    SB_ALIGN_THREADS = 128,
    SB_ALIGN_WORDS = SB_TERMS / 32 / 4,
    SB_ALIGN_EACH = SB_ALIGN_WORDS * 4
};

struct sb_greatest {
    typedef uint32_t state;
    static SB_DEVICE uint32_t join(uint32_t a, uint32_t b) { return a > b ? a : b; }
};

// The significand and the exponent of a finite magnitude of binary32.
SB_DEVICE uint32_t sb_unpacked(uint32_t size, int &exponent)
{
    const uint32_t field = size >> 23;
    exponent = field != 0 ? (int)field - 150 : -149;
    return field != 0 ? (size & 0x7fffffu) | 0x800000u : size;
}

SB_DEVICE int32_t sb_integer(uint32_t bits, int u, int width)
{
    int exponent;
    const uint32_t m = sb_unpacked(bits & 0x7fffffffu, exponent);
    const int shift = u - exponent;
    const int32_t limit = (1 << (width - 1)) - 1;
    // To the left only where the greatest is subnormal, or has few bits: there is room for it.
    const int32_t size = m == 0      ? 0
                         : shift > 0 ? (int32_t)sb_shifted_down(m, shift)
                                     : (int32_t)(m << -shift);
    const int32_t q = size > limit ? limit : size;
    return bits >> 31 != 0 ? -q : q;
}

extern "C" __global__ void __launch_bounds__(SB_ALIGN_THREADS)
    SB_JOIN(sb_align_, SB_A)(const sb_alignment x)
{
    const int64_t warps = (int64_t)gridDim.x * (SB_ALIGN_THREADS / 32);
    const int64_t first = (int64_t)blockIdx.x * (SB_ALIGN_THREADS / 32) + (int)threadIdx.x / 32;
    const int lane = sb_lane();
    const int64_t lines = x.batches * x.lines;
    for (int64_t item = first; item < lines * x.blocks; item += warps) {
        const int64_t block = x.line_by_line ? item % x.blocks : item / lines;
        const int64_t line = x.line_by_line ? item / x.blocks : item % lines;
        const int64_t from = block * SB_TERMS, left = x.terms - from;
        const sb_first_form::stored *data =
            static_cast<const sb_first_form::stored *>(x.data) +
            (line / x.lines * x.batch + line % x.lines * x.line + from * x.term);
        uint32_t bits[SB_ALIGN_EACH], top = 0;
#pragma unroll
        for (int i = 0; i < SB_ALIGN_EACH; i++) {
            const int k = i / 4 * 128 + lane * 4 + i % 4;
            bits[i] = k < left ? f32_to_bits(sb_first_form::load(data[k * x.term])) : 0u;
            const uint32_t size = bits[i] & 0x7fffffffu;
            top = size > top ? size : top;
        }
        top = sb_tree_of_lanes<sb_greatest>(top, 32);
        const bool finite = top < 0x7f800000u;
        int exponent;
        const uint32_t greatest = sb_unpacked(top, exponent);
        const int u =
            finite && greatest != 0 ? exponent + 31 - __clz((int)greatest) - (x.digits * 8 - 2) : 0;
        uint32_t *to = reinterpret_cast<uint32_t *>(x.to + line * x.digits * x.pitch + from) + lane;
#pragma unroll
        for (int i = 0; i < SB_ALIGN_WORDS; i++) {
            if (from + (i * 32 + lane) * 4 >= x.pitch)
                continue;
            uint32_t words[SB_MOST_DIGITS] = {};
#pragma unroll
            for (int j = 0; j < 4; j++) {
                const int32_t q = finite ? sb_integer(bits[i * 4 + j], u, x.digits * 8) : 0;
#pragma unroll
                for (int d = 0; d < SB_MOST_DIGITS; d++)
                    words[d] |= ((uint32_t)q >> (8 * d) & 0xffu) << (8 * j);
            }
#pragma unroll
            for (int d = 0; d < SB_MOST_DIGITS; d++)
                if (d < x.digits)
                    to[d * (x.pitch / 4) + i * 32] = words[d];
        }
        if (lane == 0)
            x.u[line * x.blocks + block] = finite ? u : (int32_t)SB_NOT_FINITE;
    }
}
