/* names.h - names for templates that are included once per format. If SB_FORMAT is f16,
 * SB_OF_FORMAT(sign) is f16_sign, and SB_FROM_FORMAT(f32) is f32_from_f16. */
#ifndef SB_SCALAR_NAMES_H
#define SB_SCALAR_NAMES_H

#define SB_PASTED(a, b) a##b
#define SB_PASTE(a, b) SB_PASTED(a, b)
#define SB_OF_FORMAT(name) SB_PASTE(SB_FORMAT, _##name)
#define SB_FROM_FORMAT(name) SB_PASTE(name##_from_, SB_FORMAT)

#endif
