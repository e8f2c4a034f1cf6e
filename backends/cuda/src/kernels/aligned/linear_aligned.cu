// linear_aligned.cu - the low tiles of aligned products by dp4a, 8 x 64, for few rows; see
// aligned/words.cuh.
//
// Every op uses the tiles that suit it (families/aligned.py).
#include "aligned/words.cuh"

enum { SB_ROWS = 8, SB_COLUMNS = 64, SB_THREADS = 128, SB_SINCE = SB_DP4A_SINCE };
enum { SB_BLOCKS = 4, SB_ROOM = 16 * 1024 };

SB_ALIGNED_TILES(linear_aligned, sb_by_words, 4, 32, 2, 2)
