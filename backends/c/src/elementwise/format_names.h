/* format_names.h - names for a template that is included once for each format.
 *
 * With FORMAT defined as f16, NAME(settle) is settle_f16, OF_FORMAT(from_f32) is f16_from_f32,
 * OP_OF_FORMAT is f16_<OP>, ELEMENT is sb_f16, the type in memory, and PATTERN_OF_FORMAT is the
 * unsigned integer of the same size. A template ends with `#undef FORMAT`.
 */
#ifndef SB_FORMAT_NAMES_H
#define SB_FORMAT_NAMES_H

#include "scalar/names.h"

#define SB_SPELT(name) #name
#define SB_SPELLING(name) SB_SPELT(name)

#define NAME(name) SB_PASTE(name##_, FORMAT)
#define OF_FORMAT(name) SB_PASTE(FORMAT, _##name)
#define OP_OF_FORMAT SB_PASTE(SB_PASTE(FORMAT, _), OP)
#define ELEMENT SB_PASTE(sb_, FORMAT)
#define PATTERN_OF_FORMAT SB_PASTE(sb_pattern_, FORMAT)

#endif
