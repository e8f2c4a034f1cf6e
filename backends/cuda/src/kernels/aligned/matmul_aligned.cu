// matmul_aligned.cu - the large tiles of aligned products by mma.sync, 128 x 64; see
// aligned/tensor.cuh.
//
// Every op uses the tiles that suit it (families/aligned.py).
#include "aligned/tensor.cuh"

enum { SB_ROWS = 128, SB_COLUMNS = 64, SB_THREADS = 256, SB_SINCE = SB_MMA_SINCE };
enum { SB_BLOCKS = 1, SB_ROOM = 37 * 1024 };

SB_ALIGNED_TILES(matmul_aligned, sb_by_tensors, 4, 2, 2, 4)
