/* format_names.h - names for a template that is included once for each format.
 *
 * With FORMAT defined as f16, NAME(settle) is settle_f16, OF_FORMAT(from_f32) is f16_from_f32, and
 * ELEMENT is sb_f16, the type in memory. A template ends with `#undef FORMAT`.
 */
#ifndef SB_FORMAT_NAMES_H
#define SB_FORMAT_NAMES_H

#define SB_PASTED(a, b) a##b
#define SB_PASTE(a, b) SB_PASTED(a, b)

#define NAME(name) SB_PASTE(name##_, FORMAT)
#define OF_FORMAT(name) SB_PASTE(FORMAT, _##name)
#define ELEMENT SB_PASTE(sb_, FORMAT)

#endif
