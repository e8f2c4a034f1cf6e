// tensor_wide.cu - the widest tiles of aligned products by mma.sync, 128 x 96; see
// aligned/tensor.cuh.
//
// They are for operands with at most two digits, because sums of three digits would not fit in
// registers.
#include "aligned/tensor.cuh"

enum { SB_ROWS = 128, SB_COLUMNS = 96, SB_THREADS = 256, SB_SINCE = SB_MMA_SINCE };
enum { SB_BLOCKS = 1, SB_ROOM = 29 * 1024 };

SB_ALIGNED_TILES(tensor_wide, sb_by_tensors, 4, 2, 2, 6)
