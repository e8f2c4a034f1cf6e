/* cumprod.c - the op cumprod; see scan/scan.h. */
#include "scan/scan.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_scan_run(context, inputs, outputs, true);
}

const sb_kernel sb_kernel_cumprod = {
    .op = "cumprod", .supports = sb_scan_supports, .run = run, .parameters = sb_scan_parameters};
