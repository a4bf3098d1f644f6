// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "case.h"

#include <stdio.h>
#include <string.h>

const char *const finder_names[FINDERS] = {"assembler", "lint",  "fault",   "hazards",
                                           "memory",    "races", "barriers"};

static bool read_finding(struct broken_case *to, const char *text)
{
    const char *end = strchr(text, ':');
    for (unsigned f = 0; end && f < FINDERS; f++) {
        size_t length = strlen(finder_names[f]);
        if ((size_t)(end - text) != length || memcmp(text, finder_names[f], length) != 0)
            continue;
        if (to->finding_count == CASE_FINDINGS || strlen(end) < 3 || strlen(end) > CASE_TEXT)
            return false;
        struct case_finding *finding = &to->findings[to->finding_count++];
        finding->finder = (enum finder)f;
        strcpy(finding->text, end + 2);
        return true;
    }
    return false;
}

static bool read_param(struct broken_case *to, const char *text)
{
    static const struct {
        const char *format;
        enum param_kind kind;
    } forms[] = {{"%u bytes of zeros%n", PARAM_FILLED},
                 {"%u fresh bytes%n", PARAM_FRESH},
                 {"%u freed bytes%n", PARAM_FREED},
                 {"the number %u%n", PARAM_VALUE}};
    for (unsigned f = 0; f < sizeof forms / sizeof forms[0]; f++) {
        unsigned number;
        int length = 0;
        if (sscanf(text, forms[f].format, &number, &length) != 1 || !length || text[length])
            continue;
        if (to->param_count == CASE_PARAMS)
            return false;
        to->params[to->param_count++] = (struct case_param){forms[f].kind, number};
        return true;
    }
    return false;
}

// Lines of the head that are none of these are prose.
static bool read_head(struct broken_case *to, const char *text)
{
    static const char found[] = "found by ", param[] = "parameter: ", launch[] = "launch: ";
    if (strncmp(text, found, sizeof found - 1) == 0)
        return read_finding(to, text + sizeof found - 1);
    if (strncmp(text, param, sizeof param - 1) == 0)
        return read_param(to, text + sizeof param - 1);
    if (strncmp(text, launch, sizeof launch - 1) == 0)
        return sscanf(text, "launch: grid %u, block %u", &to->grid, &to->block) == 2;
    if (sscanf(text, "dynamic shared memory: %u", &to->dynamic_shared) == 1 ||
        sscanf(text, "barriers of the header: %u", &to->barriers) == 1 ||
        sscanf(text, "from sm_%u on", &to->oldest) == 1 ||
        sscanf(text, "before sm_%u", &to->before) == 1)
        return true;
    return true;
}

static void read_marks(struct broken_case *to, const char *text, unsigned line)
{
    const char *mark = strstr(text, "// HERE"), *other = strstr(text, "// AND HERE");
    if (mark)
        to->line = line;
    if (other)
        to->other = line;
}

bool case_read(struct broken_case *to, const char *path)
{
    char text[512];
    bool ok = true, head = true;
    FILE *file = fopen(path, "r");
    *to = (struct broken_case){0};
    if (!file) {
        perror(path);
        return false;
    }
    for (unsigned line = 1; ok && fgets(text, sizeof text, file); line++) {
        text[strcspn(text, "\n")] = '\0';
        head = head && strncmp(text, "//", 2) == 0;
        if (head && text[2] && !read_head(to, text + 3)) {
            printf("%s:%u: '%s' is not understood\n", path, line, text);
            ok = false;
        }
        read_marks(to, text, line);
    }
    fclose(file);
    if (ok && (!to->finding_count || !to->grid || !to->block)) {
        printf("%s: 'launch' and 'found by' were expected at its head\n", path);
        ok = false;
    }
    return ok;
}
