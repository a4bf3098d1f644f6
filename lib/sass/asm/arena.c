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

void *arena_alloc(struct assembler *as, size_t bytes)
{
    bytes = (bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (!as->arena || as->arena->size - as->arena->used < bytes) {
        size_t size = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
        bool allowed = size <= max_arena_bytes - as->arena_bytes;
        struct block *block = allowed ? calloc(1, sizeof *block + size) : NULL;
        if (!allowed) {
            snprintf(as->error, SASS_ASM_ERROR_TEXT,
                     "error: the source expands to more than %zu MiB of statements",
                     max_arena_bytes >> 20);
            return NULL;
        }
        if (!block) {
            snprintf(as->error, SASS_ASM_ERROR_TEXT, "error: out of memory");
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

// "path:line:column: error: ..." in at most `size` bytes.
static void format_at(const struct assembler *as, char *text, size_t size, const char *kind,
                      const struct token *at, const char *format, va_list arguments)
{
    int n = snprintf(text, size, "%s:%u:%u: %s: ", at->path, at->line, at->column, kind);
    if (n > 0 && (size_t)n < size)
        n += vsnprintf(text + n, size - (size_t)n, format, arguments);
    if (as->call_count && n > 0 && (size_t)n < size) {
        const struct token *call = as->calls[as->call_count - 1];
        snprintf(text + n, size - (size_t)n, " (in macro %.*s called at %s:%u)", (int)call->length,
                 call->text, call->path, call->line);
    }
}

bool fail_at(struct assembler *as, const struct token *at, const char *format, ...)
{
    va_list arguments;
    // An earlier, more precise message stays.
    if (as->error[0])
        return false;
    va_start(arguments, format);
    format_at(as, as->error, SASS_ASM_ERROR_TEXT, "error", at, format, arguments);
    va_end(arguments);
    return false;
}

void warn_at(struct assembler *as, const struct token *at, const char *format, ...)
{
    char text[SASS_ASM_ERROR_TEXT];
    va_list arguments;
    va_start(arguments, format);
    format_at(as, text, sizeof text, "warning", at, format, arguments);
    va_end(arguments);
    size_t before = as->program->warnings ? strlen(as->program->warnings) : 0;
    char *longer = realloc(as->program->warnings, before + strlen(text) + 2);
    if (!longer)
        return;
    as->program->warnings = longer;
    snprintf(longer + before, strlen(text) + 2, "%s\n", text);
}
