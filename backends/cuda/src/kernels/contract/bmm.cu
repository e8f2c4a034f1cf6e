// bmm.cu - the small tiles of matrix products, 64 x 64, as many small matrices want them; see
// contract/tile.cuh. Every op takes whichever tiles fit (products.py).
#include "contract/tile.cuh"

SB_TILES(bmm, 4, 8, 1, 4, 8, 4, 8)
