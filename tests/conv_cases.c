// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "tests/conv_cases.h"

#include "bench/problem_string.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// x is all +infinity and w positive: every output with a tap on the image is +infinity, and a tap
/// on padding must not turn it into NaN.
static void infinite_x(const struct conv_problem *problem, float *x, float *w)
{
    struct shape_tensor x_shape = shape_x(problem), w_shape = shape_w(problem);
    for (size_t i = 0; i < shape_extent(&x_shape); i++)
        x[i] = INFINITY;
    for (size_t i = 0; i < shape_extent(&w_shape); i++)
        w[i] = fabsf(w[i]) + 1;
}

/// One NaN in x reaches exactly the outputs whose window covers it.
static void one_nan(const struct conv_problem *problem, float *x, float *w)
{
    (void)w;
    x[problem->h / 2 * problem->x_stride[3] + problem->w / 2 * problem->x_stride[4]] = NAN;
}

/// Nonnegative x and w have no negative output.
static void nonnegative(const struct conv_problem *problem, float *x, float *w)
{
    struct shape_tensor x_shape = shape_x(problem), w_shape = shape_w(problem);
    for (size_t i = 0; i < shape_extent(&x_shape); i++)
        x[i] = fabsf(x[i]);
    for (size_t i = 0; i < shape_extent(&w_shape); i++)
        w[i] = 1;
}

/// x is 1 in the last channel of the last group and 0 elsewhere, w is 1.
static void one_hot(const struct conv_problem *problem, float *x, float *w)
{
    struct shape_tensor x_shape = shape_x(problem), w_shape = shape_w(problem);
    for (size_t i = 0; i < shape_extent(&x_shape); i++)
        x[i] = (int64_t)i / problem->x_stride[1] % problem->c == problem->c - 1;
    for (size_t i = 0; i < shape_extent(&w_shape); i++)
        w[i] = 1;
}

// clang-format off
#define SHAPE(label, text) {label, text, LAYOUT_NCHW, LAYOUT_NCHW, false, 0, 0, NULL}
#define BLEND(label, text, a, b) {label, text, LAYOUT_NCHW, LAYOUT_NCHW, false, a, b, NULL}
#define LAID(label, text, of_x, of_y) {label, text, LAYOUT_##of_x, LAYOUT_##of_y, false, 0, 0, NULL}
#define FLIPPED(label, text) {label, text, LAYOUT_NCHW, LAYOUT_NCHW, true, 0, 0, NULL}
#define EDITED(label, text, function) {label, text, LAYOUT_NCHW, LAYOUT_NCHW, false, 0, 0, function}
// clang-format on

const struct conv_case conv_cases[] = {
    // Ends of tiles: N P Q around 128 output positions, K around 64 filters, sums around 8 terms.
    SHAPE("smallest", "mb1ic1ih1oc1kh1"),
    SHAPE("npq 127", "mb1ic4ih1iw127oc64kh1kw1"),
    SHAPE("npq 128", "mb1ic4ih1iw128oc64kh1kw1"),
    SHAPE("npq 129", "mb1ic4ih1iw129oc64kh1kw1"),
    SHAPE("npq over n", "mb129ic3ih1oc8kh1"),
    SHAPE("k 63", "mb1ic4ih9oc63kh3"),
    SHAPE("k 65", "mb1ic4ih9oc65kh3"),
    SHAPE("k 129", "mb1ic4ih9oc129kh3"),
    SHAPE("sum 1", "mb2ic1ih9oc5kh1"),
    SHAPE("sum 7", "mb2ic7ih9oc5kh1"),
    SHAPE("sum 8", "mb2ic8ih9oc5kh1"),
    SHAPE("sum 9", "mb2ic9ih9oc5kh1"),
    SHAPE("sum 15", "mb2ic15ih9oc5kh1"),
    SHAPE("sum 16", "mb2ic16ih9oc5kh1"),
    SHAPE("sum 17", "mb2ic17ih9oc5kh1"),
    SHAPE("sum 24", "mb2ic24ih9oc5kh1"),
    SHAPE("sum 25", "mb2ic1ih9oc5kh5"),
    SHAPE("sum 31", "mb2ic31ih9oc5kh1"),
    SHAPE("sum 33", "mb2ic33ih9oc5kh1"),
    SHAPE("two tiles each way", "mb3ic6ih11oc90kh3ph1"),
    SHAPE("q 1", "mb4ic5ih20iw3oc9kh3kw3ph0pw0"),
    SHAPE("p 1", "mb4ic5ih3iw20oc9kh3kw3ph0pw0"),
    SHAPE("c 1, r 1, s 1 and q 1", "mb5ic1ih6iw1oc3kh1kw1"),
    SHAPE("many filters of one tap", "mb1ic1ih2oc1000kh1"),

    // Geometry.
    SHAPE("strides differ", "mb2ic4ih13iw17oc6kh3kw3sh2sw3ph1pw1"),
    SHAPE("stride larger than the image", "mb2ic3ih5oc4kh3sh7ph1"),
    SHAPE("pads differ", "mb2ic4ih8iw9oc6kh3kw5ph1pw4"),
    SHAPE("pad larger than the image", "mb2ic3ih3oc4kh3ph9"),
    SHAPE("dilations differ", "mb2ic4ih15iw19oc6kh3kw2dh2dw4ph3pw1"),
    SHAPE("dilation larger than the image", "mb2ic3ih5oc4kh3ph10dh7"),
    SHAPE("filter as large as the image", "mb3ic5ih6iw7oc9kh6kw7"),
    SHAPE("all at once", "g3mb2ic9ih14iw11oc12kh3kw4sh2sw1ph2pw3dh1dw2"),
    SHAPE("AlexNet 1, batch 1, smaller", "mb1ic3ih63oc64kh11sh4ph2"),
    SHAPE("AlexNet 2, batch 1, fewer channels", "mb1ic16ih27oc96kh5ph2"),

    // Mirrored taps.
    FLIPPED("flip", "mb2ic4ih9iw7oc6kh3kw4ph1pw2"),
    FLIPPED("flip, dilation, stride, groups", "g2mb2ic4ih15iw19oc6kh3kw2sh2sw1dh2dw4ph3pw1"),
    FLIPPED("flip 1x1", "mb2ic4ih9oc6kh1"),

    // Layouts.
    LAID("x NHWC", "mb2ic5ih9iw7oc6kh3ph1", NHWC, NCHW),
    LAID("y NHWC", "mb2ic5ih9iw7oc6kh3ph1", NCHW, NHWC),
    LAID("both NHWC", "g2mb2ic6ih9iw7oc70kh3ph1", NHWC, NHWC),
    LAID("gaps", "mb2ic5ih9iw7oc6kh3ph1", GAPS, GAPS),
    LAID("gaps and groups", "g3mb2ic6ih9iw7oc9kh3ph1", GAPS, GAPS),
    LAID("N innermost", "mb6ic5ih9iw7oc6kh3ph1", WHCN, WHCN),
    LAID("N innermost in y", "mb6ic5ih9iw7oc6kh3ph1", GAPS, WHCN),
    LAID("A25 N,C,1,1", "mb3ic17ih1oc9kh1", GARBAGE, GARBAGE),
    LAID("A25 N,1,H,W", "mb3ic1ih8iw5oc9kh3ph1", GARBAGE, NCHW),
    LAID("A25 y N,1,P,Q", "mb3ic4ih8iw5oc1kh3ph1", NHWC, GARBAGE),
    LAID("A25 one image", "mb1ic4ih8iw1oc3kh3kw1ph1pw0", GARBAGE, GARBAGE),
    LAID("A29 x 4,2048,1,1", "mb4ic2048ih1oc33kh1", NCHW, NCHW),
    LAID("A29 permuted", "mb4ic96ih1oc33kh1", WHCN, NHWC),
    {"flip, NHWC, gaps, alpha, beta", "g2mb2ic8ih9iw7oc66kh3sh2ph1", LAYOUT_NHWC, LAYOUT_GAPS, true,
     -2, 3, NULL},

    // alpha and beta; with beta 0, y holds NaN before the call.
    BLEND("alpha", "mb2ic4ih9oc6kh3ph1", -3, 0),
    BLEND("beta 1", "mb2ic4ih9oc6kh3ph1", 1, 1),
    BLEND("alpha and beta", "mb2ic4ih9oc70kh3ph1", 2, -3),
    BLEND("fractions", "mb2ic4ih9oc6kh3ph1", 0.5, 0.25),

    // Cases that broke others, made small where size was not the point.
    SHAPE("A15 stride larger than the filter", "mb8ic3ih32oc16kh1sh2"),
    SHAPE("A19 1x1 with stride 2", "mb1ic64ih32oc128kh1sh2"),
    SHAPE("A21 patches", "mb1ic3ih140oc40kh14sh14"),
    SHAPE("A41 filter larger than the image", "mb1ic2ih4oc3kh5ph1"),
    SHAPE("A43 5x5", "mb1ic2ih7iw1oc3kh5kw5ph5pw5"),
    SHAPE("A43 3x5", "mb1ic2ih7iw1oc3kh3kw5ph5pw5"),
    SHAPE("A43 1x5", "mb1ic2ih7iw1oc3kh1kw5ph5pw5"),
    SHAPE("A49 dilation with padding", "mb1ic3ih13oc4oh13kh3ph2dh1"),
    SHAPE("A51 padded 1x1", "mb8ic16ih14oc32kh1ph1"),
    EDITED("A57 one channel in two groups", "g2mb1ic4ih3oc16kh1", one_hot),
    SHAPE("A59 long grouped filter", "g4mb1ic48iw60oc48kw32pw16"),
    SHAPE("A61 depthwise", "g16mb1ic16ih20oc16kh3ph1"),
    SHAPE("A65 multiplier", "g32mb1ic32ih9oc64kh3sh2ph1"),
    SHAPE("A65 multiplier, 5x5", "g32mb1ic32ih9oc64kh5sh2ph2"),
    SHAPE("A66 groups of 16", "g4mb4ic64ih7oc64kh3ph1"),
    SHAPE("A70 one channel", "mb1ic1ih24oc1kh3ph1"),
    SHAPE("A72 i", "mb1ic9ih59iw18oc19oh51ow5kh17kw32ph4pw9"),
    SHAPE("A72 ii", "mb1ic12ih19iw12oc5oh16ow205kh8kw8ph2pw100"),
    SHAPE("A72 iii", "mb2ic1ih9iw19oc666oh12ow13kh6kw17ph4pw5"),
    SHAPE("A72 iii, turned", "mb22ic1ih9iw19oc66oh1ow24kh17kw6ph4pw5"),
    SHAPE("A72 iv", "mb1ic1ih1022iw17oc1oh969ow19kh64kw1ph5pw1"),
    EDITED("A80 infinite x", "mb1ic128ih6oc96kh3", infinite_x),
    EDITED("A80 infinite x, padding", "mb1ic32ih6oc96kh3ph1", infinite_x),
    EDITED("A80 one NaN", "mb2ic4ih9oc6kh3ph1", one_nan),
    EDITED("A82 nonnegative", "mb4ic1ih33oc4kh5ph2", nonnegative),
    SHAPE("A84 11 channels per group", "g2mb1ic22ih8oc32kh3"),
    SHAPE("A84 31 wide", "mb1ic16ih1iw80oc16ow80kh1kw31ph0pw15"),
    SHAPE("A84 21 wide, groups", "g2mb1ic16ih1iw128oc16kh1kw21"),
    LAID("A84 113 depthwise", "g113mb1ic113ih1oc113kh3ph1", NHWC, NHWC),
    SHAPE("A84 1x1, stride 1x2", "mb2ic64ih28iw27oc64kh1kw1sh1sw2"),
    SHAPE("A84 odd filters", "mb1ic3ih32oc51kh7sh2ph3"),
};
const size_t conv_case_count = sizeof(conv_cases) / sizeof(conv_cases[0]);

static void lay_out(enum layout layout, const int64_t dim[4], int64_t stride[5])
{
    // Strides of dimensions 0 1 2 3; the first of `order` is innermost.
    static const int nchw[] = {3, 2, 1, 0}, nhwc[] = {1, 3, 2, 0}, whcn[] = {0, 1, 2, 3};
    static const int place[] = {0, 1, 3, 4}; // where a stride stands in a problem
    const int *order = layout == LAYOUT_NHWC ? nhwc : layout == LAYOUT_WHCN ? whcn : nchw;
    int64_t next = layout == LAYOUT_GAPS ? 2 : 1;
    for (int i = 0; i < 4; i++) {
        int d = order[i];
        stride[place[d]] = next;
        next *= dim[d];
        if (layout == LAYOUT_GAPS)
            next += 3 + i;
        if (layout == LAYOUT_GARBAGE && dim[d] == 1)
            stride[place[d]] = (int64_t[]){0, 1, 77777777, 13}[d];
    }
}

void conv_case_strides(struct conv_problem *problem, enum layout x, enum layout y)
{
    shape_pack(problem);
    lay_out(x, shape_x(problem).dim, problem->x_stride);
    lay_out(y, shape_y(problem).dim, problem->y_stride);
}

void conv_case_problem(const struct conv_case *conv_case, struct conv_problem *problem)
{
    struct bench_problem parsed;
    char error[PROBLEM_ERROR_TEXT];
    size_t column;
    if (!problem_string_parse(conv_case->problem, strlen(conv_case->problem), &parsed, &column,
                              error)) {
        fprintf(stderr, "%s: column %zu: %s\n", conv_case->problem, column, error);
        abort(); // a mistake in the table above
    }
    *problem = parsed.conv;
    problem->flip = conv_case->flip;
    if (conv_case->alpha != 0) {
        problem->alpha = conv_case->alpha;
        problem->beta = conv_case->beta;
    }
    conv_case_strides(problem, conv_case->x, conv_case->y);
}

/// A number from [least, most], half of the time from its lower quarter.
static int64_t pick(struct data_rng *rng, int64_t least, int64_t most)
{
    uint64_t range = (uint64_t)(most - least + 1);
    if (data_below(rng, 2))
        range = (range + 3) / 4;
    return least + (int64_t)data_below(rng, range);
}

void conv_case_random(struct data_rng *rng, struct conv_problem *problem)
{
    do {
        shape_init(problem);
        problem->groups = data_below(rng, 3) ? 1 : pick(rng, 1, 6);
        problem->n = pick(rng, 1, 9);
        problem->c = problem->groups * pick(rng, 1, 40);
        problem->k = problem->groups * pick(rng, 1, 140);
        problem->h = pick(rng, 1, 30);
        problem->w = pick(rng, 1, 30);
        problem->r = pick(rng, 1, 9);
        problem->s = pick(rng, 1, 9);
        for (int i = 1; i < 3; i++) {
            problem->pad[i] = pick(rng, 0, 9);
            problem->stride[i] = pick(rng, 1, 5);
            problem->dilation[i] = pick(rng, 1, 4);
        }
    } while (!shape_output(problem) || shape_flop(problem) > 8e6);
    problem->flip = data_below(rng, 3) == 0;
    if (data_below(rng, 3) == 0) {
        problem->alpha = (double)pick(rng, 1, 4);
        problem->beta = (double)pick(rng, -3, 3);
    }
    conv_case_strides(problem, (enum layout)data_below(rng, 5), (enum layout)data_below(rng, 5));
}
