// linear.cu - the low tiles of matrix products, 16 x 128, as a few rows and a large weight want them;
// see contract/tile.cuh. Every op takes whichever tiles fit (products.py).
#include "contract/tile.cuh"

SB_TILES(linear, 4, 4, 1, 4, 4, 4, 8)
