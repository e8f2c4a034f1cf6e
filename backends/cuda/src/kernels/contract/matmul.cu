// matmul.cu - the large tiles of matrix products, 128 x 128; see contract/tile.cuh. Numbers of 8 bytes
// would not fit the registers.
#include "contract/tile.cuh"

SB_TILES(matmul, 2, 8, 2, 4, 8, 8, 16)
