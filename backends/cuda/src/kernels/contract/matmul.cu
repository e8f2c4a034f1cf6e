// matmul.cu - matrix products by tiles of three sizes; see contract/tile.cuh. Their numbers stand in
// products.py too.
#include "contract/tile.cuh"

#define SB_TILES(name, blocks, down, warps_down, warps_across, high, wide, depth)                  \
    extern "C" __global__ void __launch_bounds__(32 * warps_down *warps_across, blocks)            \
        SB_JOIN_3(sb_matmul_, name, SB_A)(const sb_product p)                                      \
    {                                                                                              \
        typedef sb_tiles<sb_first_form, sb_second_form, sb_result_form, down, warps_down,          \
                         warps_across, high, wide, depth>                                          \
            tiles;                                                                                 \
        __shared__ typename tiles::room room;                                                      \
        tiles::run(p, room);                                                                       \
    }

SB_TILES(small_, 4, 8, 1, 4, 8, 4, 8)
SB_TILES(narrow_, 4, 4, 1, 4, 4, 4, 8)
#ifndef SB_NO_LARGE // numbers of 8 bytes would not fit the registers
SB_TILES(large_, 2, 8, 2, 4, 8, 8, 16)
#endif
