// matmul_aligned.cu - the large tiles of aligned products, 64 x 64; see aligned/tile.cuh.
// Every op takes whichever tiles fit (families/aligned.py).
#include "aligned/tile.cuh"

enum { SB_ROWS = 64, SB_COLUMNS = 64, SB_THREADS = 256 };

SB_ALIGNED_TILES(matmul_aligned, 16, 16, 4, 4)
