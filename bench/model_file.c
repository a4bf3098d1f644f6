// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "bench/problem_string.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void problem_list_free(struct problem_list *list)
{
    free(list->item);
    *list = (struct problem_list){0};
}

bool problem_list_add(struct problem_list *list, const struct bench_problem *problem)
{
    struct bench_problem *item = realloc(list->item, (list->count + 1) * sizeof(*item));
    if (!item)
        return false;
    list->item = item;
    item[list->count++] = *problem;
    return true;
}

/// The part of a line that is a problem string: [*start, *start + length).
static size_t strip(const char *line, size_t length, size_t *start)
{
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        quoted ^= line[i] == '"';
        if (line[i] == '#' && !quoted)
            length = i;
    }
    *start = 0;
    while (*start < length && strchr(" \t\r\n", line[*start]))
        ++*start;
    while (length > *start && strchr(" \t\r\n", line[length - 1]))
        length--;
    return length - *start;
}

/// Bytes of the UTF-8 byte order mark that some editors put at the start of a file; else 0.
static size_t byte_order_mark(const char *line, size_t length)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    return length >= sizeof(mark) && memcmp(line, mark, sizeof(mark)) == 0 ? sizeof(mark) : 0;
}

bool problem_list_read(struct problem_list *list, const char *path, char *error)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        snprintf(error, PROBLEM_LIST_ERROR_TEXT, "%s: %s", path, strerror(errno));
        return false;
    }
    char *line = NULL;
    size_t room = 0, number = 0, before = list->count;
    ssize_t length;
    bool good = true;
    while (good && (length = getline(&line, &room, file)) >= 0) {
        struct bench_problem problem;
        size_t skip = number++ == 0 ? byte_order_mark(line, (size_t)length) : 0;
        const char *text = line + skip;
        size_t start, used = strip(text, (size_t)length - skip, &start);
        if (used == 0)
            continue;
        size_t column;
        char reason[PROBLEM_ERROR_TEXT];
        good = problem_string_parse(text + start, used, &problem, &column, reason);
        if (!good) {
            snprintf(error, PROBLEM_LIST_ERROR_TEXT, "%s:%zu:%zu: %s", path, number, start + column,
                     reason);
        } else if (!problem_list_add(list, &problem)) {
            snprintf(error, PROBLEM_LIST_ERROR_TEXT, "%s: out of memory", path);
            good = false;
        }
    }
    if (good && ferror(file)) { // a directory opens but does not read
        snprintf(error, PROBLEM_LIST_ERROR_TEXT, "%s: %s", path, strerror(errno));
        good = false;
    } else if (good && list->count == before) {
        snprintf(error, PROBLEM_LIST_ERROR_TEXT, "%s: no problem string in the file", path);
        good = false;
    }
    free(line);
    fclose(file);
    return good;
}
