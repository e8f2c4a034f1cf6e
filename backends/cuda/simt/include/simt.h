// simt.h - CUDA C++ as host C++: what the compiler of the emulated machine reads before a unit.
//
// A kernel becomes an ordinary function that is called once for each CUDA thread; the runtime
// (../runtime) gives every thread that waits for others a stack of its own. The `.cu` files do not
// know: every name that NVRTC gives them is declared here, with the same types, so that overloads
// are chosen alike (int64_t is long long, for instance, and no header of the host is seen).
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
