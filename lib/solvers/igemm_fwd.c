// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// conv_fwd_igemm_f32_128x64: forward convolution as a GEMM whose rows are the N*P*Q output
// positions, whose columns are the K/groups filters and whose sum runs over (C/groups)*R*S. The
// kernel gathers x on the fly, so there is no workspace. Offsets within an image, a filter bank and
// all counts are 32-bit in the kernel; what does not fit is refused here.
#include "solvers/fastdiv.h"
#include "solvers/igemm_fwd_params.h"
#include "solvers/layout.h"
#include "solvers/solver.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    MAX_GRID_YZ = 65535,
    /// The kernel marks output positions past the end by input row -2^30, to which it adds a tap's
    /// offset like to any other.
    MAX_PADDED = 1 << 30,
};

static const struct kernel_info *const info = &kernel_manifest[KERNEL_conv_fwd_igemm_f32_128x64];

static bool refuse(char *reason, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, SOLVER_REASON_TEXT, format, arguments);
    va_end(arguments);
    return false;
}

/// a * b for positive numbers, INT64_MAX where it is larger.
static int64_t product(int64_t a, int64_t b)
{
    return a > INT64_MAX / b ? INT64_MAX : a * b;
}

static int64_t ceil_div(int64_t a, int64_t b)
{
    return a / b + (a % b != 0);
}

/// The stride that the kernel is given: none for a dimension of size 1.
static int64_t stride_of(int64_t extent, int64_t stride)
{
    return extent > 1 ? stride : 0;
}

static bool accepts_types(const struct conv_problem *c, char *reason)
{
    static const char *const names[] = {
        [CONV_F32] = "f32", [CONV_F64] = "f64", [CONV_F16] = "f16",         [CONV_BF16] = "bf16",
        [CONV_S8] = "s8",   [CONV_S32] = "s32", [CONV_TYPE_OTHER] = "other"};
    if (c->x_type == CONV_F32 && c->w_type == CONV_F32 && c->y_type == CONV_F32 &&
        c->compute_type == CONV_F32)
        return true;
    return refuse(reason, "types must be f32, but x is %s, w %s, y %s, compute type %s",
                  names[c->x_type], names[c->w_type], names[c->y_type], names[c->compute_type]);
}

static bool accepts_layouts(const struct conv_problem *c, char *reason)
{
    const int64_t x[] = {c->n, c->c, c->d, c->h, c->w};
    const int64_t w[] = {c->k, c->c / c->groups, c->t, c->r, c->s};
    const int64_t y[] = {c->n, c->k, c->o, c->p, c->q};
    if (c->d != 1 || c->t != 1 || c->o != 1 || c->pad[0] != 0)
        return refuse(reason, "the convolution has a depth: D = %lld, T = %lld", (long long)c->d,
                      (long long)c->t);
    if (!layout_is_packed(w, c->w_stride))
        return refuse(reason,
                      "w must be packed as KCRS, but %lldx%lldx%lldx%lld has strides %lld, %lld, "
                      "%lld, %lld",
                      (long long)c->k, (long long)w[1], (long long)c->r, (long long)c->s,
                      (long long)c->w_stride[0], (long long)c->w_stride[1],
                      (long long)c->w_stride[3], (long long)c->w_stride[4]);
    if (!layout_strides_within(x, c->x_stride, INT32_MAX))
        return refuse(reason,
                      "the strides of x must be 1 to 2^31 - 1, but %lldx%lldx%lldx%lld has %lld, "
                      "%lld, %lld, %lld",
                      (long long)c->n, (long long)c->c, (long long)c->h, (long long)c->w,
                      (long long)c->x_stride[0], (long long)c->x_stride[1],
                      (long long)c->x_stride[3], (long long)c->x_stride[4]);
    if (!layout_strides_within(y, c->y_stride, INT32_MAX) || !layout_is_disjoint(y, c->y_stride))
        return refuse(reason,
                      "the strides of y must be 1 to 2^31 - 1 and not overlap, but "
                      "%lldx%lldx%lldx%lld has %lld, %lld, %lld, %lld",
                      (long long)c->n, (long long)c->k, (long long)c->p, (long long)c->q,
                      (long long)c->y_stride[0], (long long)c->y_stride[1],
                      (long long)c->y_stride[3], (long long)c->y_stride[4]);
    return true;
}

/// Elements from the first to the last of one image of x, its padding included.
static int64_t image_span_x(const struct conv_problem *c)
{
    int64_t span = layout_add_extent(1, c->c, stride_of(c->c, c->x_stride[1]));
    span = layout_add_extent(span, c->h + 2 * c->pad[1], stride_of(c->h, c->x_stride[3]));
    return layout_add_extent(span, c->w + 2 * c->pad[2], stride_of(c->w, c->x_stride[4]));
}

static int64_t image_span_y(const struct conv_problem *c)
{
    int64_t span = layout_add_extent(1, c->k, stride_of(c->k, c->y_stride[1]));
    span = layout_add_extent(span, c->p, stride_of(c->p, c->y_stride[3]));
    return layout_add_extent(span, c->q, stride_of(c->q, c->y_stride[4]));
}

static bool accepts_sizes(const struct conv_problem *c, char *reason)
{
    // Row and sum indices run on to the end of a tile: a margin of one keeps them below 2^31.
    const int64_t limit = INT64_C(0x80000000) - info->tile_m;
    if (product(product(c->n, c->p), c->q) >= limit)
        return refuse(reason, "N*P*Q = %lld*%lld*%lld must be below %lld", (long long)c->n,
                      (long long)c->p, (long long)c->q, (long long)limit);
    int64_t crs = product(product(c->c / c->groups, c->r), c->s);
    if (product(c->k, crs) > INT32_MAX || crs >= limit)
        return refuse(reason, "w has %lld x %lld elements, of 2^31 - 1 that can be addressed",
                      (long long)c->k, (long long)crs);
    if (c->h + 2 * c->pad[1] > MAX_PADDED || c->w + 2 * c->pad[2] > MAX_PADDED)
        return refuse(reason, "the padded input has %lld rows and %lld columns, of %d each",
                      (long long)(c->h + 2 * c->pad[1]), (long long)(c->w + 2 * c->pad[2]),
                      MAX_PADDED);
    if (image_span_x(c) > INT32_MAX)
        return refuse(reason,
                      "a padded image of x spans %lld elements, of 2^31 - 1 that can be addressed",
                      (long long)image_span_x(c));
    if (image_span_y(c) > INT32_MAX)
        return refuse(reason,
                      "an image of y spans %lld elements, of 2^31 - 1 that can be addressed",
                      (long long)image_span_y(c));
    int64_t columns = ceil_div(c->k / c->groups, info->tile_n);
    if (columns > MAX_GRID_YZ || c->groups > MAX_GRID_YZ)
        return refuse(reason, "a grid of %lld filter tiles x %lld groups, of %d x %d allowed",
                      (long long)columns, (long long)c->groups, MAX_GRID_YZ, MAX_GRID_YZ);
    return true;
}

static bool accepts(const struct conv_problem *problem, char *reason)
{
    if (problem->direction != CONV_FORWARD)
        return refuse(reason, "the direction is not forward");
    return accepts_types(problem, reason) && accepts_layouts(problem, reason) &&
           accepts_sizes(problem, reason);
}

static size_t workspace(const struct conv_problem *problem)
{
    (void)problem;
    return 0;
}

static struct igemm_fwd_params parameters(const struct conv_problem *c,
                                          const struct conv_buffers *buffers)
{
    uint32_t crs = (uint32_t)(c->c / c->groups * c->r * c->s);
    int64_t x_c = stride_of(c->c, c->x_stride[1]), y_k = stride_of(c->k, c->y_stride[1]);
    int32_t step_h = (int32_t)(c->flip ? -c->dilation[1] : c->dilation[1]);
    int32_t step_w = (int32_t)(c->flip ? -c->dilation[2] : c->dilation[2]);
    bool grouped = c->groups > 1;
    return (struct igemm_fwd_params){
        .x = buffers->x,
        .w = buffers->w,
        .y = buffers->y,
        .alpha = (float)c->alpha,
        .beta = (float)c->beta,
        .m = (uint32_t)(c->n * c->p * c->q),
        .k = (uint32_t)(c->k / c->groups),
        // An alpha of 0 leaves the sum without terms: x and w are not read, as in BLAS.
        .crs = c->alpha == 0 ? 0 : crs,
        .h = (uint32_t)c->h,
        .w_dim = (uint32_t)c->w,
        .pq = (uint32_t)(c->p * c->q),
        .q = (uint32_t)c->q,
        .rs = (uint32_t)(c->r * c->s),
        .s = (uint32_t)c->s,
        .by_pq = fastdiv_make((uint32_t)(c->p * c->q)),
        .by_q = fastdiv_make((uint32_t)c->q),
        .by_rs = fastdiv_make((uint32_t)(c->r * c->s)),
        .by_s = fastdiv_make((uint32_t)c->s),
        .base_h = (int32_t)(-c->pad[1] + (c->flip ? (c->r - 1) * c->dilation[1] : 0)),
        .base_w = (int32_t)(-c->pad[2] + (c->flip ? (c->s - 1) * c->dilation[2] : 0)),
        .stride_h = (int32_t)c->stride[1],
        .stride_w = (int32_t)c->stride[2],
        .step_h = step_h,
        .step_w = step_w,
        .x_n = (int32_t)stride_of(c->n, c->x_stride[0]),
        .x_c = (int32_t)x_c,
        .x_h = (int32_t)stride_of(c->h, c->x_stride[3]),
        .x_w = (int32_t)stride_of(c->w, c->x_stride[4]),
        .y_n = (int32_t)stride_of(c->n, c->y_stride[0]),
        .y_k = (int32_t)y_k,
        .y_p = (int32_t)stride_of(c->p, c->y_stride[3]),
        .y_q = (int32_t)stride_of(c->q, c->y_stride[4]),
        .x_group = grouped ? (uint32_t)(c->c / c->groups * x_c) : 0,
        .w_group = grouped ? (uint32_t)(c->k / c->groups) * crs : 0,
        .y_group = grouped ? (uint32_t)(c->k / c->groups * y_k) : 0,
        .read_y = c->beta != 0,
    };
}

static void prepare(const struct conv_problem *problem, const struct conv_buffers *buffers,
                    struct launch *launch)
{
    struct igemm_fwd_params params = parameters(problem, buffers);
    _Static_assert(sizeof params <= LAUNCH_PARAM_BYTES, "the parameters fit in a launch");
    *launch = (struct launch){
        .kernel = KERNEL_conv_fwd_igemm_f32_128x64,
        .grid = {(unsigned)ceil_div(params.m, info->tile_m),
                 (unsigned)ceil_div(params.k, info->tile_n), (unsigned)problem->groups},
        .threads = info->threads,
        // Without the struct's padding: the kernel's parameter area ends with the last one.
        .param_bytes = offsetof(struct igemm_fwd_params, read_y) + sizeof params.read_y,
    };
    memcpy(launch->params, &params, launch->param_bytes);
}

const struct solver igemm_fwd_solver = {
    .kernel = KERNEL_conv_fwd_igemm_f32_128x64,
    .accepts = accepts,
    .workspace = workspace,
    .prepare = prepare,
};
