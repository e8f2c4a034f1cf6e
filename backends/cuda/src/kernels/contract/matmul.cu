// matmul.cu - the large tiles of matrix products, 128 x 128; see contract/tile.cuh.
//
// They are not compiled for 64-bit numbers, which would not fit in the registers.
#include "contract/tile.cuh"

enum { SB_ROWS = 128, SB_COLUMNS = 128, SB_DEPTH = 16, SB_THREADS = 256, SB_BLOCKS = 2 };

SB_TILES(matmul, 8, 2, 4, 8, 8)
