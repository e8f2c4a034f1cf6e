// words_large.cu - the large tiles of aligned products by dp4a, 64 x 64, for GPUs without mma.sync
// of bytes; see aligned/words.cuh.
#include "aligned/words.cuh"

enum { SB_ROWS = 64, SB_COLUMNS = 64, SB_THREADS = 256, SB_SINCE = SB_DP4A_SINCE };
enum { SB_BLOCKS = 1, SB_ROOM = 32 * 1024 };

SB_ALIGNED_TILES(words_large, sb_by_words, 16, 16, 4, 4)
