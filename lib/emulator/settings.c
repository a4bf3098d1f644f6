// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/settings.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char THREADS[] = "SASSDNN_EMU_THREADS";
static const char MAX_INSTRUCTIONS[] = "SASSDNN_EMU_MAX_INSTRUCTIONS";
static const char ISA[] = "SASSDNN_EMU_ISA";
static const char CHECK[] = "SASSDNN_EMU_CHECK";
static const char ORDER[] = "SASSDNN_EMU_ORDER";
static const char TIME[] = "SASSDNN_EMU_TIME";
static const char TRACE[] = "SASSDNN_EMU_TRACE";

enum { MOST_THREADS = 1024 };
// Minutes of one warp: nothing that ends by itself is stopped.
static const uint64_t DEFAULT_MAX_INSTRUCTIONS = UINT64_C(20000000000);

static const char *const isa_names[] = {"baseline", "v3", "v4"};

// 1 to `most`; 0 where the variable is not set; -1 where it is anything else.
static int64_t read_number(const char *variable, int64_t most)
{
    const char *text = getenv(variable);
    char *rest;
    if (!text || !*text)
        return 0;
    errno = 0;
    long long value = isdigit((unsigned char)*text) ? strtoll(text, &rest, 10) : -1;
    return value < 1 || value > most || errno || *rest ? -1 : value;
}

// Index into isa_names; -1 where the variable is not set; -2 where it is anything else.
static int read_isa(void)
{
    const char *text = getenv(ISA);
    if (!text || !*text)
        return -1;
    for (int i = SETTINGS_BASELINE; i <= SETTINGS_V4; i++) {
        if (strcmp(text, isa_names[i]) == 0)
            return i;
    }
    return -2;
}

// The checks of a list with commas; -1 where a word is none.
static int read_checks(void)
{
    static const struct {
        const char *name;
        int checks;
    } known[] = {{"hazards", CHECK_HAZARDS},
                 {"memory", CHECK_MEMORY},
                 {"races", CHECK_RACES},
                 {"barriers", CHECK_BARRIERS},
                 {"all", CHECK_HAZARDS | CHECK_MEMORY | CHECK_RACES | CHECK_BARRIERS}};
    const char *text = getenv(CHECK);
    int checks = 0;
    while (text && *text) {
        size_t length = strcspn(text, ","), i = 0, count = sizeof known / sizeof known[0];
        while (i < count &&
               (strlen(known[i].name) != length || memcmp(known[i].name, text, length) != 0))
            i++;
        if (i == count)
            return -1;
        checks |= known[i].checks;
        text += length + (text[length] == ',' && text[length + 1]);
        if (*text == ',')
            return -1;
    }
    return checks;
}

static bool is_trace(const char *text)
{
    return !text || !*text || strcmp(text, "unsupported") == 0;
}

bool settings_check(char *text, size_t size)
{
    if (read_number(THREADS, MOST_THREADS) < 0)
        snprintf(text, size, "%s is '%s': 1 to %d was expected", THREADS, getenv(THREADS),
                 MOST_THREADS);
    else if (read_number(MAX_INSTRUCTIONS, INT64_MAX) < 0)
        snprintf(text, size, "%s is '%s': 1 to %" PRId64 " was expected", MAX_INSTRUCTIONS,
                 getenv(MAX_INSTRUCTIONS), INT64_MAX);
    else if (read_checks() < 0)
        snprintf(text, size,
                 "%s is '%s': hazards, memory, races, barriers, with commas between them, or all "
                 "was expected",
                 CHECK, getenv(CHECK));
    else if (read_number(ORDER, INT64_MAX) < 0)
        snprintf(text, size, "%s is '%s': a seed from 1 to %" PRId64 " was expected", ORDER,
                 getenv(ORDER), INT64_MAX);
    else if (read_isa() == -2)
        snprintf(text, size, "%s is '%s': baseline, v3 or v4 was expected", ISA, getenv(ISA));
    else if (!is_trace(getenv(TRACE)))
        snprintf(text, size, "%s is '%s': unsupported was expected", TRACE, getenv(TRACE));
    else
        return true;
    return false;
}

bool settings_trace_unsupported(void)
{
    const char *text = getenv(TRACE);
    return text && *text && is_trace(text);
}

unsigned settings_threads(void)
{
    int64_t value = read_number(THREADS, MOST_THREADS);
    return value > 0 ? (unsigned)value : 0;
}

uint64_t settings_max_instructions(void)
{
    int64_t value = read_number(MAX_INSTRUCTIONS, INT64_MAX);
    return value > 0 ? (uint64_t)value : DEFAULT_MAX_INSTRUCTIONS;
}

unsigned settings_checks(void)
{
    int checks = read_checks();
    return checks > 0 ? (unsigned)checks : 0;
}

uint64_t settings_order(void)
{
    int64_t value = read_number(ORDER, INT64_MAX);
    return value > 0 ? (uint64_t)value : 0;
}

const char *settings_time(void)
{
    const char *text = getenv(TIME);
    return text && *text ? text : NULL;
}

enum settings_isa settings_isa(void)
{
    int isa = read_isa();
    return isa < 0 ? SETTINGS_V4 : (enum settings_isa)isa;
}
