// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/asm/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct block {
    struct block *next;
    size_t used, size;
    max_align_t data[];
};

enum { BLOCK_BYTES = 1 << 16 };

// A million instructions take about one GiB.
static const size_t max_arena_bytes = (size_t)4 << 30;

static void report_memory(struct assembler *as, bool allowed)
{
    char text[80] = "out of memory";
    if (!allowed)
        snprintf(text, sizeof text, "the source expands to more than %zu MiB of statements",
                 max_arena_bytes >> 20);
    if (as->statement)
        fail_at(as, as->statement, "%s", text);
    else
        snprintf(as->error, SASS_ASM_ERROR_TEXT, "error: %s", text);
}

void *arena_alloc(struct assembler *as, size_t bytes)
{
    bytes = (bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (!as->arena || as->arena->size - as->arena->used < bytes) {
        size_t size = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
        bool allowed = size <= max_arena_bytes - as->arena_bytes;
        struct block *block = allowed ? calloc(1, sizeof *block + size) : NULL;
        if (!block) {
            report_memory(as, allowed);
            return NULL;
        }
        block->size = size;
        as->arena_bytes += size;
        block->next = as->arena;
        as->arena = block;
    }
    void *p = (char *)as->arena->data + as->arena->used;
    as->arena->used += bytes;
    return p;
}

void arena_free(struct assembler *as)
{
    while (as->arena) {
        struct block *next = as->arena->next;
        free(as->arena);
        as->arena = next;
    }
}

// One line, "path:line:column: error: ...".
bool fail_at(struct assembler *as, const struct token *at, const char *format, ...)
{
    // An earlier, more precise message stays.
    if (as->error[0])
        return false;
    size_t size = SASS_ASM_ERROR_TEXT;
    int n = snprintf(as->error, size, "%s:%u:%u: error: ", at->path, at->line, at->column);
    va_list arguments;
    va_start(arguments, format);
    if (n > 0 && (size_t)n < size)
        n += vsnprintf(as->error + n, size - (size_t)n, format, arguments);
    va_end(arguments);
    if (as->call_count && n > 0 && (size_t)n < size) {
        const struct token *call = as->calls[as->call_count - 1];
        snprintf(as->error + n, size - (size_t)n, " (in macro %.*s called at %s:%u)",
                 (int)call->length, call->text, call->path, call->line);
    }
    return false;
}
