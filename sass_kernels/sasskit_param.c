// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass_kernels/sasskit_param.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char param_forms[] =
    "u8, u16, u32, u64, s8, s16, s32, s64, f32 or f64 with ':' and a VALUE of it, or "
    "ptr:BYTES[:zero|:random]";

enum { BITS = 8 };

static bool parse_integer(const char *text, bool is_signed, unsigned bytes, uint64_t *bits)
{
    char *end;
    errno = 0;
    bool negative = *text == '-';
    if (!isdigit((unsigned char)text[negative]) || (negative && !is_signed))
        return false;
    unsigned long long value = strtoull(text + negative, &end, 0);
    unsigned width = BITS * bytes - is_signed;
    uint64_t most = width == BITS * sizeof most ? UINT64_MAX : (UINT64_C(1) << width) - 1;
    if (*end || errno || value > most + negative)
        return false;
    *bits = negative ? -(uint64_t)value : value;
    return true;
}

static bool parse_float(const char *text, unsigned bytes, uint64_t *bits)
{
    char *end;
    double wide = strtod(text, &end);
    float narrow = (float)wide;
    *bits = 0;
    if (bytes == sizeof narrow)
        memcpy(bits, &narrow, sizeof narrow);
    else
        memcpy(bits, &wide, sizeof wide);
    return end != text && !*end;
}

bool param_parse_bytes(const char *text, const char **end, size_t *bytes)
{
    static const char units[] = "KMG";
    char *rest;
    errno = 0;
    unsigned long long value = isdigit((unsigned char)*text) ? strtoull(text, &rest, 10) : 0;
    if (!value || errno)
        return false;
    const char *unit = *rest ? strchr(units, *rest) : NULL;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    *bytes = (size_t)value << shift;
    *end = rest + (unit != NULL);
    return *bytes >> shift == value;
}

static bool parse_pointer(const char *text, struct param_value *value)
{
    const char *end;
    value->bytes = sizeof(uint64_t);
    if (!param_parse_bytes(text, &end, &value->buffer_bytes))
        return false;
    value->fill = strcmp(end, ":random") == 0 ? PARAM_RANDOM : PARAM_ZERO;
    return !*end || strcmp(end, ":zero") == 0 || value->fill == PARAM_RANDOM;
}

bool param_parse(const char *text, struct param_value *value)
{
    *value = (struct param_value){.text = text};
    if (strncmp(text, "ptr:", 4) == 0)
        return parse_pointer(text + 4, value);
    char *colon;
    unsigned long bits = *text ? strtoul(text + 1, &colon, 10) : 0;
    if ((bits != 8 && bits != 16 && bits != 32 && bits != 64) || *colon != ':')
        return false;
    value->bytes = (unsigned)bits / BITS;
    switch (*text) {
    case 'u':
    case 's':
        return parse_integer(colon + 1, *text == 's', value->bytes, &value->bits);
    case 'f':
        return bits >= 32 && parse_float(colon + 1, value->bytes, &value->bits);
    default:
        return false;
    }
}
