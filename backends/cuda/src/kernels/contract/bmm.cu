// bmm.cu - the small tiles of matrix products, 64 x 64, for many small matrices; see
// contract/tile.cuh.
//
// Every op uses the tiles that suit it (matrix_products.py).
#include "contract/tile.cuh"

enum { SB_ROWS = 64, SB_COLUMNS = 64, SB_DEPTH = 8, SB_THREADS = 128, SB_BLOCKS = 4 };

SB_TILES(bmm, 8, 1, 4, 8, 4)
