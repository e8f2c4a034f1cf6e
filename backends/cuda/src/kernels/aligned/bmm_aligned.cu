// bmm_aligned.cu - the small tiles of aligned products, 16 x 16; see aligned/tile.cuh.
// Every op takes whichever tiles fit (families/aligned.py).
#include "aligned/tile.cuh"

enum { SB_ROWS = 16, SB_COLUMNS = 16, SB_THREADS = 64 };

SB_ALIGNED_TILES(bmm_aligned, 8, 8, 2, 2)
