// unfold.cu - the op unfold (clause S2): for each tap, a row of the elements that it reads at every
// position.
//
// A row of threads computes one tap of a channel. Its threads divide the positions among them.
// Words are elements, or single bytes if an array has an odd address.
#include "moves/walk.cuh"

enum { SB_UNFOLD_BLOCK = 256 };

// The arguments that launching/placing/unfold.py reads and fills (declared.py). Pairs are (down,
// across).
struct sb_unfold {
    char *result;
    const char *x;
    int64_t rows, bytes; // bytes: the number of words in an element
    sb_length channels, kernel[2], places[2];
    int64_t stride[2], padding[2], dilation[2], size[2];
    int64_t result_strides[3], x_strides[4];
};

typedef sb_word<SB_BYTES>::type sb_tap;

extern "C" __global__ void __launch_bounds__(SB_UNFOLD_BLOCK)
    SB_JOIN(sb_unfold_, SB_BYTES)(const __grid_constant__ sb_unfold a)
{
    const int64_t places = a.places[0].value * a.places[1].value;
    int64_t row = (int64_t)blockIdx.x * blockDim.y + threadIdx.y;
    for (; row < a.rows; row += (int64_t)gridDim.x * blockDim.y) {
        int64_t rest = row;
        const int64_t v = sb_take_digit(rest, a.kernel[1]), u = sb_take_digit(rest, a.kernel[0]);
        const int64_t channel = sb_take_digit(rest, a.channels), sample = rest;
        const int64_t down = u * a.dilation[0] - a.padding[0];
        const int64_t across = v * a.dilation[1] - a.padding[1];
        const int64_t in_sample = (channel * a.kernel[0].value + u) * a.kernel[1].value + v;
        const char *x = a.x + sample * a.x_strides[0] + channel * a.x_strides[1];
        char *result = a.result + sample * a.result_strides[0] + in_sample * a.result_strides[1];
        int64_t place = (int64_t)blockIdx.y * blockDim.x + threadIdx.x;
        for (; place < places; place += (int64_t)gridDim.y * blockDim.x) {
            int64_t p = place;
            const int64_t q = sb_take_digit(p, a.places[1]);
            const int64_t line = p * a.stride[0] + down, column = q * a.stride[1] + across;
            const bool inside = line >= 0 && line < a.size[0] && column >= 0 && column < a.size[1];
            const char *from = x + line * a.x_strides[2] + column * a.x_strides[3];
            sb_tap *to = reinterpret_cast<sb_tap *>(result + place * a.result_strides[2]);
            for (int64_t i = 0; i < a.bytes; i++) {
                sb_tap word = sb_tap();
                if (inside)
                    word = reinterpret_cast<const sb_tap *>(from)[i];
                to[i] = word;
            }
        }
    }
}
