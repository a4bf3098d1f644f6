// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/lint/findings.h"

#include "sass/array.h"

#include <stdlib.h>
#include <string.h>

void findings_add(struct findings *findings, struct sass_lint_finding finding)
{
    for (size_t i = findings->count; i-- > 0 && findings->items[i].at == finding.at;) {
        if (findings->items[i].producer == finding.producer &&
            findings->items[i].rule == finding.rule)
            return;
    }
    if (array_grow(&findings->items, &findings->room, findings->count, sizeof *findings->items,
                   &findings->out_of_memory))
        findings->items[findings->count++] = finding;
}

static int by_instruction(const void *a, const void *b)
{
    const struct sass_lint_finding *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    if (x->rule != y->rule)
        return x->rule < y->rule ? -1 : 1;
    return x->producer < y->producer ? -1 : x->producer > y->producer;
}

void findings_sort(struct findings *findings)
{
    if (findings->count)
        qsort(findings->items, findings->count, sizeof *findings->items, by_instruction);
}

void resource_name(unsigned resource, char *name)
{
    static const struct {
        unsigned first;
        const char *prefix;
    } banks[] = {
        {RESOURCE_UPRED, "UP"}, {RESOURCE_PRED, "P"}, {RESOURCE_UGPR, "UR"}, {RESOURCE_GPR, "R"}};
    for (size_t i = 0; i < sizeof banks / sizeof banks[0]; i++) {
        if (resource < banks[i].first)
            continue;
        unsigned number = resource - banks[i].first;
        size_t n = strlen(banks[i].prefix);
        memcpy(name, banks[i].prefix, n);
        if (number >= 100)
            name[n++] = (char)('0' + number / 100);
        if (number >= 10)
            name[n++] = (char)('0' + number / 10 % 10);
        name[n++] = (char)('0' + number % 10);
        name[n] = '\0';
        return;
    }
}
