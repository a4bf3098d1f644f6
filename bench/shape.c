// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "bench/shape.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void shape_init(struct conv_problem *problem)
{
    memset(problem, 0, sizeof(*problem));
    problem->direction = CONV_FORWARD;
    problem->x_type = problem->w_type = problem->y_type = problem->compute_type = CONV_F32;
    problem->n = problem->c = problem->d = problem->h = problem->w = 1;
    problem->k = problem->t = problem->r = problem->s = 1;
    problem->o = problem->p = problem->q = 1;
    for (int i = 0; i < 3; i++)
        problem->stride[i] = problem->dilation[i] = 1;
    problem->groups = 1;
    problem->alpha = 1;
}

int64_t shape_output_size(int64_t in, int64_t taps, int64_t pad, int64_t stride, int64_t dilation)
{
    int64_t room = in + 2 * pad - ((taps - 1) * dilation + 1);
    return room < 0 ? 0 : 1 + room / stride;
}

bool shape_output(struct conv_problem *problem)
{
    problem->p = shape_output_size(problem->h, problem->r, problem->pad[1], problem->stride[1],
                                   problem->dilation[1]);
    problem->q = shape_output_size(problem->w, problem->s, problem->pad[2], problem->stride[2],
                                   problem->dilation[2]);
    return problem->p > 0 && problem->q > 0;
}

static void pack(int64_t stride[5], int64_t c, int64_t d, int64_t h, int64_t w)
{
    stride[4] = 1;
    stride[3] = w;
    stride[2] = h * w;
    stride[1] = d * h * w;
    stride[0] = c * d * h * w;
}

void shape_pack(struct conv_problem *problem)
{
    pack(problem->x_stride, problem->c, problem->d, problem->h, problem->w);
    pack(problem->w_stride, problem->c / problem->groups, problem->t, problem->r, problem->s);
    pack(problem->y_stride, problem->k, problem->o, problem->p, problem->q);
}

static struct shape_tensor tensor(int64_t a, int64_t b, int64_t c, int64_t d,
                                  const int64_t stride[5])
{
    return (struct shape_tensor){.dim = {a, b, c, d},
                                 .stride = {stride[0], stride[1], stride[3], stride[4]}};
}

struct shape_tensor shape_x(const struct conv_problem *problem)
{
    return tensor(problem->n, problem->c, problem->h, problem->w, problem->x_stride);
}

struct shape_tensor shape_w(const struct conv_problem *problem)
{
    return tensor(problem->k, problem->c / problem->groups, problem->r, problem->s,
                  problem->w_stride);
}

struct shape_tensor shape_y(const struct conv_problem *problem)
{
    return tensor(problem->n, problem->k, problem->p, problem->q, problem->y_stride);
}

size_t shape_extent(const struct shape_tensor *tensor)
{
    int64_t last = 0;
    for (int i = 0; i < SHAPE_TENSOR_DIMS; i++)
        last += (tensor->dim[i] - 1) * tensor->stride[i];
    return (size_t)last + 1;
}

int64_t shape_terms(const struct conv_problem *problem)
{
    return problem->c / problem->groups * problem->r * problem->s;
}

double shape_flop(const struct conv_problem *problem)
{
    return 2.0 * (double)problem->n * (double)problem->p * (double)problem->q * (double)problem->k *
           (double)shape_terms(problem);
}

/// Append `letter`, then one number if h and w agree, else "HxW".
static size_t pair(char *text, size_t used, const char *letter, int64_t h, int64_t w)
{
    int length;
    if (h == w)
        length = snprintf(text + used, SHAPE_TEXT - used, "%s%" PRId64, letter, h);
    else
        length = snprintf(text + used, SHAPE_TEXT - used, "%s%" PRId64 "x%" PRId64, letter, h, w);
    used += (size_t)length;
    return used < SHAPE_TEXT ? used : SHAPE_TEXT - 1;
}

void shape_text(const struct conv_problem *problem, char text[SHAPE_TEXT])
{
    int length = snprintf(
        text, SHAPE_TEXT,
        "%" PRId64 "x%" PRId64 "x%" PRId64 "x%" PRId64 " %" PRId64 "x%" PRId64 "x%" PRId64,
        problem->n, problem->c, problem->h, problem->w, problem->k, problem->r, problem->s);
    size_t used = (size_t)length < SHAPE_TEXT ? (size_t)length : SHAPE_TEXT - 1;
    const char *space = " "; // before the first of the optional parts
    static const struct {
        const char *letter;
        int64_t plain;
    } part[] = {{"s", 1}, {"p", 0}, {"d", 1}, {"g", 1}};
    const int64_t value[][2] = {{problem->stride[1], problem->stride[2]},
                                {problem->pad[1], problem->pad[2]},
                                {problem->dilation[1], problem->dilation[2]},
                                {problem->groups, problem->groups}};
    for (int i = 0; i < 4; i++) {
        if (value[i][0] == part[i].plain && value[i][1] == part[i].plain)
            continue;
        char letter[3];
        snprintf(letter, sizeof(letter), "%s%s", space, part[i].letter);
        used = pair(text, used, letter, value[i][0], value[i][1]);
        space = "";
    }
}
