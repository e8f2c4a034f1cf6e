// words_small.cu - the small tiles of aligned products by dp4a, 16 x 16, for GPUs without mma.sync
// of bytes; see aligned/words.cuh.
#include "aligned/words.cuh"

enum { SB_ROWS = 16, SB_COLUMNS = 16, SB_THREADS = 64, SB_SINCE = SB_DP4A_SINCE };
enum { SB_BLOCKS = 8, SB_ROOM = 8 * 1024 };

SB_ALIGNED_TILES(words_small, sb_by_words, 8, 8, 2, 2)
