// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "bench/problem_string.h"

#include "bench/shape.h"
#include "bench/utf8.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// In the order of the canonical string. The spatial ones come in d, h, w triples.
enum key {
    KEY_g,
    KEY_mb,
    KEY_ic,
    KEY_id,
    KEY_ih,
    KEY_iw,
    KEY_oc,
    KEY_od,
    KEY_oh,
    KEY_ow,
    KEY_kd,
    KEY_kh,
    KEY_kw,
    KEY_sd,
    KEY_sh,
    KEY_sw,
    KEY_pd,
    KEY_ph,
    KEY_pw,
    KEY_dd,
    KEY_dh,
    KEY_dw,
    KEY_COUNT
};

static const struct {
    const char *name;
    int least; // smallest legal value
} keys[KEY_COUNT] = {
    [KEY_g] = {"g", 1},   [KEY_mb] = {"mb", 1}, [KEY_ic] = {"ic", 1}, [KEY_id] = {"id", 1},
    [KEY_ih] = {"ih", 1}, [KEY_iw] = {"iw", 1}, [KEY_oc] = {"oc", 1}, [KEY_od] = {"od", 1},
    [KEY_oh] = {"oh", 1}, [KEY_ow] = {"ow", 1}, [KEY_kd] = {"kd", 1}, [KEY_kh] = {"kh", 1},
    [KEY_kw] = {"kw", 1}, [KEY_sd] = {"sd", 1}, [KEY_sh] = {"sh", 1}, [KEY_sw] = {"sw", 1},
    [KEY_pd] = {"pd", 0}, [KEY_ph] = {"ph", 0}, [KEY_pw] = {"pw", 0}, [KEY_dd] = {"dd", 0},
    [KEY_dh] = {"dh", 0}, [KEY_dw] = {"dw", 0}};

struct parser {
    const char *text;
    size_t length, at;
    int64_t value[KEY_COUNT];
    size_t column[KEY_COUNT]; // where the key stands, from 1; 0: it was not given
    size_t *error_column;
    char *error;
};

static bool fail(struct parser *parser, size_t column, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(parser->error, PROBLEM_ERROR_TEXT, format, args);
    va_end(args);
    *parser->error_column = column;
    return false;
}

/// The character at the current position for a message: 'x', a byte's number, or the end.
static const char *found(const struct parser *parser, char text[24])
{
    if (parser->at >= parser->length)
        return "the end of the string";
    unsigned char byte = (unsigned char)parser->text[parser->at];
    snprintf(text, 24, isprint(byte) ? "'%c'" : "byte 0x%02x", byte);
    return text;
}

static bool parse_name(struct parser *parser, char name[PROBLEM_NAME])
{
    size_t start = parser->at + 1, end = parser->length;
    const char *text = parser->text;
    if (start < end && text[start] == '"') {
        const char *close = memchr(text + start + 1, '"', end - start - 1);
        if (!close)
            return fail(parser, end + 1, "expected '\"' at the end of the name");
        start++;
        end = (size_t)(close - text);
        if (end + 1 < parser->length)
            return fail(parser, end + 2, "nothing may follow the name");
    }
    if (start == end)
        return fail(parser, start + 1, "expected a name after 'n'");
    if (end - start >= PROBLEM_NAME)
        return fail(parser, start + 1, "the name is longer than %d bytes", PROBLEM_NAME - 1);
    for (size_t i = start, size; i < end; i += size) {
        size = utf8_character(text + i, end - i);
        if (size == 0)
            return fail(parser, i + 1, "a name is UTF-8, and byte 0x%02x begins no character of it",
                        (unsigned char)text[i]);
        bool c1 = text[i] == '\xc2' && (unsigned char)text[i + 1] < 0xa0; // U+0080 to U+009F
        if (iscntrl((unsigned char)text[i]) || text[i] == '"' || c1)
            return fail(parser, i + 1, "a name holds no control character and no quote");
    }
    memcpy(name, text + start, end - start);
    name[end - start] = 0;
    parser->at = parser->length;
    return true;
}

/// The longest key that stands at the current position, and its end. KEY_COUNT where there is none,
/// with the end of the letters there.
static int find_key(const struct parser *parser, size_t *end)
{
    const char *text = parser->text + parser->at;
    size_t left = parser->length - parser->at, length = 0;
    int best = KEY_COUNT;
    for (int key = 0; key < KEY_COUNT; key++) {
        size_t size = strlen(keys[key].name);
        if (size <= left && size > length && memcmp(text, keys[key].name, size) == 0) {
            best = key;
            length = size;
        }
    }
    while (best == KEY_COUNT && length < left && islower((unsigned char)text[length]))
        length++;
    *end = parser->at + length;
    return best;
}

static bool parse_item(struct parser *parser)
{
    char text[24];
    size_t start = parser->at, end = start;
    int key = find_key(parser, &end);
    if (key == KEY_COUNT && end == start)
        return fail(parser, start + 1, "expected a key such as ic, found %s", found(parser, text));
    if (key == KEY_COUNT)
        return fail(parser, start + 1,
                    "unknown key '%.*s' (keys: g mb ic ih iw oc oh ow kh kw sh sw ph pw dh dw n)",
                    (int)(end - start < 20 ? end - start : 20), parser->text + start);
    if (parser->column[key])
        return fail(parser, start + 1, "%s is given twice", keys[key].name);
    parser->at = end;
    int64_t value = 0;
    while (parser->at < parser->length && isdigit((unsigned char)parser->text[parser->at])) {
        value = value * 10 + (parser->text[parser->at] - '0');
        if (value > INT_MAX)
            return fail(parser, end + 1, "%s is larger than %d", keys[key].name, INT_MAX);
        parser->at++;
    }
    if (parser->at == end)
        return fail(parser, end + 1, "expected a number after %s, found %s", keys[key].name,
                    found(parser, text));
    if (value < keys[key].least)
        return fail(parser, end + 1, "%s must be at least %d", keys[key].name, keys[key].least);
    parser->value[key] = value;
    parser->column[key] = start + 1;
    return true;
}

/// Where a message about a value points: its key, or the end where it was not given.
static size_t where(const struct parser *parser, enum key h, enum key w)
{
    if (parser->column[w])
        return parser->column[w];
    return parser->column[h] ? parser->column[h] : parser->length + 1;
}

/// Fill the h and w values that were not given (see the header).
static bool complete(struct parser *parser)
{
    static const enum key pairs[][2] = {{KEY_ih, KEY_iw}, {KEY_kh, KEY_kw}, {KEY_oh, KEY_ow},
                                        {KEY_sh, KEY_sw}, {KEY_ph, KEY_pw}, {KEY_dh, KEY_dw}};
    static const int flat[] = {1, 1, 1, 1, 0, 0};
    bool any_h = false, any_w = false;
    for (int i = 0; i < 6; i++) {
        any_h |= parser->column[pairs[i][0]] != 0;
        any_w |= parser->column[pairs[i][1]] != 0;
    }
    for (int i = 0; i < 6; i++) {
        enum key h = pairs[i][0], w = pairs[i][1];
        if (!any_h)
            parser->value[h] = flat[i];
        else if (h == KEY_oh && any_w)
            continue; // the formula knows better than the other direction
        else if (!parser->column[h] && parser->column[w])
            parser->value[h] = parser->value[w];
        else if (!parser->column[w])
            parser->value[w] = parser->value[h];
    }
    static const enum key required[] = {KEY_ic, KEY_oc, KEY_iw, KEY_kw};
    static const char *const names[] = {"ic", "oc", "ih or iw", "kh or kw"};
    for (int i = 0; i < 4; i++)
        if (parser->value[required[i]] == 0)
            return fail(parser, parser->length + 1, "%s is missing", names[i]);
    static const enum key depth[] = {KEY_id, KEY_od, KEY_kd, KEY_sd, KEY_pd, KEY_dd};
    for (int i = 0; i < 6; i++)
        if (parser->column[depth[i]] && parser->value[depth[i]] != flat[i])
            return fail(parser, parser->column[depth[i]],
                        "3-D problems are not supported: %s is %d", keys[depth[i]].name,
                        (int)parser->value[depth[i]]);
    return true;
}

/// One spatial direction: padding where it follows from the output, and the output's check.
static bool direction(struct parser *parser, bool w, int64_t *pad, int64_t *out)
{
    enum key at = w ? 1 : 0; // the w key follows the h key
    int64_t in = parser->value[KEY_ih + at], taps = parser->value[KEY_kh + at];
    int64_t stride = parser->value[KEY_sh + at], dilation = parser->value[KEY_dh + at] + 1;
    int64_t given = parser->value[KEY_oh + at], span = (taps - 1) * dilation + 1;
    *pad = parser->value[KEY_ph + at];
    if (given && !parser->column[KEY_ph] && !parser->column[KEY_pw]) {
        int64_t total = (given - 1) * stride - in + span;
        *pad = total > 0 ? total / 2 : 0;
    }
    *out = shape_output_size(in, taps, *pad, stride, dilation);
    if (*out == 0)
        return fail(parser, where(parser, KEY_kh, w ? KEY_kw : KEY_kh),
                    "the filter is larger than the padded image: it spans %" PRId64 " of %" PRId64
                    " %s",
                    span, in + 2 * *pad, w ? "columns" : "rows");
    if (given && given != *out)
        return fail(parser, where(parser, KEY_oh, w ? KEY_ow : KEY_oh),
                    "the output is %" PRId64 ", not %" PRId64 " (input %" PRId64
                    ", filter span %" PRId64 ", padding %" PRId64 " on both sides, stride %" PRId64
                    ")",
                    *out, given, in, span, *pad, stride);
    return true;
}

/// Sizes that the int strides of a descriptor and an exact integer check can hold.
static bool check_size(const struct conv_problem *conv, char *text, size_t size)
{
    const struct shape_tensor tensors[] = {shape_x(conv), shape_w(conv), shape_y(conv)};
    static const char *const names[] = {"x", "w", "y"};
    for (int i = 0; i < 3; i++) {
        double elements = 1;
        for (int d = 0; d < SHAPE_TENSOR_DIMS; d++)
            elements *= (double)tensors[i].dim[d];
        if (elements > INT_MAX) {
            snprintf(text, size, "%s has %.0f elements, more than %d", names[i], elements, INT_MAX);
            return false;
        }
    }
    // Beyond 2^24 terms no integer data keep the sum exactly representable.
    if (shape_terms(conv) >= 1 << 24) {
        snprintf(text, size, "each output sums %" PRId64 " products, more than %d",
                 shape_terms(conv), (1 << 24) - 1);
        return false;
    }
    return true;
}

bool problem_string_parse(const char *text, size_t length, struct bench_problem *problem,
                          size_t *column, char *error)
{
    struct parser parser = {.text = text, .length = length, .error_column = column, .error = error};
    parser.value[KEY_g] = 1;
    parser.value[KEY_mb] = 2;
    parser.value[KEY_sh] = parser.value[KEY_sw] = 1;
    memset(problem, 0, sizeof(*problem));
    while (parser.at < length) {
        if (text[parser.at] == '_')
            parser.at++;
        else if (text[parser.at] == 'n' ? !parse_name(&parser, problem->name)
                                        : !parse_item(&parser))
            return false;
    }
    if (!complete(&parser))
        return false;

    const int64_t *value = parser.value;
    struct conv_problem *conv = &problem->conv;
    shape_init(conv);
    conv->groups = value[KEY_g];
    conv->n = value[KEY_mb];
    conv->c = value[KEY_ic];
    conv->k = value[KEY_oc];
    if (conv->c % conv->groups != 0 || conv->k % conv->groups != 0)
        return fail(&parser, parser.column[KEY_g],
                    "%" PRId64 " groups do not divide ic %" PRId64 " and oc %" PRId64, conv->groups,
                    conv->c, conv->k);
    conv->h = value[KEY_ih];
    conv->w = value[KEY_iw];
    conv->r = value[KEY_kh];
    conv->s = value[KEY_kw];
    conv->stride[1] = value[KEY_sh];
    conv->stride[2] = value[KEY_sw];
    conv->dilation[1] = value[KEY_dh] + 1;
    conv->dilation[2] = value[KEY_dw] + 1;
    if (!direction(&parser, false, &conv->pad[1], &conv->p) ||
        !direction(&parser, true, &conv->pad[2], &conv->q))
        return false;
    char reason[160];
    if (!check_size(conv, reason, sizeof(reason)))
        return fail(&parser, 1, "%s", reason);
    shape_pack(conv);
    return true;
}

bool problem_set_batch(struct bench_problem *problem, int64_t batch, char *error)
{
    problem->conv.n = batch;
    return check_size(&problem->conv, error, PROBLEM_ERROR_TEXT);
}

void problem_string_format(const struct bench_problem *problem, char text[PROBLEM_STRING_TEXT])
{
    const struct conv_problem *conv = &problem->conv;
    int used = snprintf(text, PROBLEM_STRING_TEXT,
                        "g%" PRId64 "mb%" PRId64 "ic%" PRId64 "ih%" PRId64 "iw%" PRId64 "oc%" PRId64
                        "oh%" PRId64 "ow%" PRId64 "kh%" PRId64 "kw%" PRId64 "sh%" PRId64
                        "sw%" PRId64 "ph%" PRId64 "pw%" PRId64 "dh%" PRId64 "dw%" PRId64,
                        conv->groups, conv->n, conv->c, conv->h, conv->w, conv->k, conv->p, conv->q,
                        conv->r, conv->s, conv->stride[1], conv->stride[2], conv->pad[1],
                        conv->pad[2], conv->dilation[1] - 1, conv->dilation[2] - 1);
    if (problem->name[0])
        snprintf(text + used, PROBLEM_STRING_TEXT - (size_t)used, "n\"%s\"", problem->name);
}

void problem_label(const struct bench_problem *problem, size_t index, char label[PROBLEM_NAME])
{
    if (problem->name[0])
        memcpy(label, problem->name, PROBLEM_NAME);
    else
        snprintf(label, PROBLEM_NAME, "#%zu", index + 1);
}
