/* cast_loops.h - casts in one step, for kernels/cast.c: copies, and casts that are frequent in
 * training. */
#ifndef SB_CAST_LOOPS_H
#define SB_CAST_LOOPS_H

#include "elementwise/elementwise.h"
#include "scalar/convert8.h"

#define LOOP copy_64
#define TO uint64_t
#define FROM uint64_t
#define CONVERT(x) (x)
#include "elementwise/convert_template.h"
#define LOOP copy_32
#define TO uint32_t
#define FROM uint32_t
#define CONVERT(x) (x)
#include "elementwise/convert_template.h"
#define LOOP copy_16
#define TO uint16_t
#define FROM uint16_t
#define CONVERT(x) (x)
#include "elementwise/convert_template.h"
#define LOOP copy_8
#define TO uint8_t
#define FROM uint8_t
#define CONVERT(x) (x)
#include "elementwise/convert_template.h"

#define LOOP direct_f64_f32
#define TO sb_f32
#define FROM sb_f64
#define CONVERT f32_from_f64
#include "elementwise/convert_template.h"
#define LOOP direct_f32_f64
#define TO sb_f64
#define FROM sb_f32
#define CONVERT f64_from_f32
#include "elementwise/convert_template.h"
#define LOOP direct_f16_f32
#define TO sb_f32
#define FROM sb_f16
#define CONVERT f32_from_f16
#include "elementwise/convert_template.h"
#define LOOP direct_bf16_f32
#define TO sb_f32
#define FROM sb_bf16
#define CONVERT f32_from_bf16
#include "elementwise/convert_template.h"
#define LOOP direct_f8e4m3fn_f32
#define TO sb_f32
#define FROM sb_f8e4m3fn
#define CONVERT f32_from_f8e4m3fn
#include "elementwise/convert_template.h"
#define LOOP direct_f8e5m2_f32
#define TO sb_f32
#define FROM sb_f8e5m2
#define CONVERT f32_from_f8e5m2
#include "elementwise/convert_template.h"
#define LOOP direct_f32_f16
#define TO sb_f16
#define FROM sb_f32
#define CONVERT f16_from_f32
#include "elementwise/convert_template.h"
#define LOOP direct_f32_bf16
#define TO sb_bf16
#define FROM sb_f32
#define CONVERT bf16_from_f32
#include "elementwise/convert_template.h"
#define LOOP direct_f32_f8e4m3fn
#define TO sb_f8e4m3fn
#define FROM sb_f32
#define CONVERT f8e4m3fn_from_f32
#include "elementwise/convert_template.h"
#define LOOP direct_f32_f8e5m2
#define TO sb_f8e5m2
#define FROM sb_f32
#define CONVERT f8e5m2_from_f32
#include "elementwise/convert_template.h"
#define LOOP direct_f16_bf16
#define TO sb_bf16
#define FROM sb_f16
#define CONVERT bf16_from_f16
#include "elementwise/convert_template.h"
#define LOOP direct_bf16_f16
#define TO sb_f16
#define FROM sb_bf16
#define CONVERT f16_from_bf16
#include "elementwise/convert_template.h"

/* The processor's conversion rounds once, so one step is right. */
#define LOOP direct_i64_f64
#define TO double
#define FROM int64_t
#define CONVERT(x) ((double)(x))
#include "elementwise/convert_template.h"

#endif
