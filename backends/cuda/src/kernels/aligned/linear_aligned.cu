// linear_aligned.cu - the low tiles of aligned products, 8 x 64, for few rows; see
// aligned/tile.cuh. Every op takes whichever tiles fit (families/aligned.py).
#include "aligned/tile.cuh"

enum { SB_ROWS = 8, SB_COLUMNS = 64, SB_THREADS = 128 };

SB_ALIGNED_TILES(linear_aligned, 4, 32, 2, 2)
