// bmm_aligned.cu - the small tiles of aligned products by mma.sync, 32 x 32; see
// aligned/tensor.cuh.
//
// Every op uses the tiles that suit it (families/aligned.py).
#include "aligned/tensor.cuh"

enum { SB_ROWS = 32, SB_COLUMNS = 32, SB_THREADS = 128, SB_SINCE = SB_MMA_SINCE };
enum { SB_BLOCKS = 4, SB_ROOM = 13 * 1024 };

SB_ALIGNED_TILES(bmm_aligned, sb_by_tensors, 2, 2, 1, 2)
