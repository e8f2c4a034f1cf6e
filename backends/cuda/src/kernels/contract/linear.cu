// linear.cu - the low tiles of matrix products, 16 x 128, for a few rows and a large weight; see
// contract/tile.cuh.
//
// Every op uses the tiles that suit it (matrix_products.py).
#include "contract/tile.cuh"

enum { SB_ROWS = 16, SB_COLUMNS = 128, SB_DEPTH = 8, SB_THREADS = 128, SB_BLOCKS = 4 };

SB_TILES(linear, 4, 1, 4, 4, 4)
