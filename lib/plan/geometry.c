// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "plan/geometry.h"

#include <stdio.h>

int64_t geometry_output(int64_t in, int64_t pad, int64_t taps, int64_t stride, int64_t dilation)
{
    int64_t room = in + 2 * pad - ((taps - 1) * dilation + 1);
    return room < 0 ? 0 : 1 + room / stride;
}

static bool in_range(int64_t low, int64_t value)
{
    return value >= low && value <= INT32_MAX;
}

static bool check_ranges(const struct conv_problem *c, char *text)
{
    const struct {
        const char *name;
        int64_t low, value;
    } ranges[] = {
        {"N", 1, c->n},
        {"C", 1, c->c},
        {"D", 1, c->d},
        {"H", 1, c->h},
        {"W", 1, c->w},
        {"K", 1, c->k},
        {"T", 1, c->t},
        {"R", 1, c->r},
        {"S", 1, c->s},
        {"groups", 1, c->groups},
        {"depth pad", 0, c->pad[0]},
        {"height pad", 0, c->pad[1]},
        {"width pad", 0, c->pad[2]},
        {"depth stride", 1, c->stride[0]},
        {"height stride", 1, c->stride[1]},
        {"width stride", 1, c->stride[2]},
        {"depth dilation", 1, c->dilation[0]},
        {"height dilation", 1, c->dilation[1]},
        {"width dilation", 1, c->dilation[2]},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (!in_range(ranges[i].low, ranges[i].value)) {
            snprintf(text, GEOMETRY_TEXT, "%s = %lld is not in %lld .. 2147483647", ranges[i].name,
                     (long long)ranges[i].value, (long long)ranges[i].low);
            return false;
        }
    return true;
}

bool geometry_check(const struct conv_problem *c, char *text)
{
    if (!check_ranges(c, text))
        return false;
    if (c->c % c->groups != 0 || c->k % c->groups != 0) {
        snprintf(text, GEOMETRY_TEXT, "%lld groups do not divide C = %lld and K = %lld",
                 (long long)c->groups, (long long)c->c, (long long)c->k);
        return false;
    }
    const struct {
        const char *name;
        int64_t in, taps, out;
    } dims[] = {
        {"depth", c->d, c->t, c->o}, {"height", c->h, c->r, c->p}, {"width", c->w, c->s, c->q}};
    for (int i = 0; i < 3; i++) {
        int64_t out =
            geometry_output(dims[i].in, c->pad[i], dims[i].taps, c->stride[i], c->dilation[i]);
        if (out == 0) {
            snprintf(text, GEOMETRY_TEXT,
                     "%s: the filter covers %lld but the padded input has only %lld", dims[i].name,
                     (long long)((dims[i].taps - 1) * c->dilation[i] + 1),
                     (long long)(dims[i].in + 2 * c->pad[i]));
            return false;
        }
        if (out != dims[i].out) {
            snprintf(text, GEOMETRY_TEXT, "%s: y has %lld but the convolution gives %lld",
                     dims[i].name, (long long)dims[i].out, (long long)out);
            return false;
        }
    }
    return true;
}
