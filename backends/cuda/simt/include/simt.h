// simt.h - CUDA C++ as C++ for the CPU: the first header of a unit on the emulated machine.
//
// A kernel becomes an ordinary function that is called once for each CUDA thread. The runtime
// (../engine) gives every waiting thread its own stack. The `.cu` files do not change: every name
// of NVRTC is declared here with the same type, so that overloads are resolved in the same way
// (int64_t is long long, for example). Headers of the C++ library are not included.
#pragma once

#define __CUDACC__ 1
#define __CUDACC_RTC__ 1
#define __CUDA_ARCH__ 900
#define SIMT_EMULATED 1

#include "simt/qualifiers.h"

#include "simt/vectors.h"

#include "simt/threads.h"

#include "simt/arithmetic.h"
#include "simt/atomics.h"
#include "simt/conversions.h"
#include "simt/integers.h"
#include "simt/memory.h"
#include "simt/warp.h"

#include "simt/bytes.h"

#include "simt/entry.h"
