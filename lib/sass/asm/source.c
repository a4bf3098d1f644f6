// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Where in the text each instruction of a kernel stands, and the loops that are marked there: kept
// with the program, for messages about code that is assembled already.
#include "sass/asm/internal.h"

#include <stdlib.h>
#include <string.h>

bool loop_begin(struct assembler *as, const struct token *name)
{
    struct marked_loop *loop = arena_alloc(as, sizeof *loop);
    if (!loop)
        return false;
    struct kernel *kernel = as->kernel;
    *loop = (struct marked_loop){.name = name, .first = kernel->count, .outer = kernel->open_loop};
    *kernel->next_loop = loop;
    kernel->next_loop = &loop->next;
    kernel->open_loop = loop;
    return true;
}

bool loop_end(struct assembler *as, const struct token *at)
{
    struct marked_loop *loop = as->kernel->open_loop;
    if (!loop)
        return fail_at(as, at, "'.endloop' without a .loop");
    if (loop->first == as->kernel->count)
        return fail_at(as, at, "the loop '%.*s' has no instructions", (int)loop->name->length,
                       loop->name->text);
    loop->last = as->kernel->count - 1;
    as->kernel->open_loop = loop->outer;
    return true;
}

// A copy of the path that lives as long as the program.
static const char *keep_path(struct sass_program *program, const char *path)
{
    for (size_t i = program->path_count; i-- > 0;) {
        if (strcmp(program->paths[i], path) == 0)
            return program->paths[i];
    }
    char **paths = realloc(program->paths, (program->path_count + 1) * sizeof *paths);
    char *copy = strdup(path);
    if (paths)
        program->paths = paths;
    if (!paths || !copy) {
        free(copy);
        return NULL;
    }
    program->paths[program->path_count++] = copy;
    return copy;
}

static bool fill_origins(struct assembler *as, struct sass_source *source)
{
    const struct kernel *kernel = as->kernel;
    const char *seen = NULL, *kept = NULL;
    for (size_t i = 0; i < kernel->count; i++) {
        const struct token *at = kernel->code[i].at;
        if (at->path != seen) {
            seen = at->path;
            kept = keep_path(as->program, seen);
            if (!kept)
                return false;
        }
        source->origins[i] = (struct sass_origin){kept, at->line, at->column};
    }
    return true;
}

static bool fill_loops(const struct kernel *kernel, struct sass_source *source)
{
    for (const struct marked_loop *l = kernel->loops; l; l = l->next) {
        char *name = strndup(l->name->text, l->name->length);
        if (!name)
            return false;
        source->loops[source->loop_count++] = (struct sass_loop){name, l->first, l->last};
    }
    return true;
}

static void free_source(struct sass_source *source)
{
    for (size_t i = 0; i < source->loop_count; i++)
        free((char *)source->loops[i].name);
    free(source->loops);
    free(source->origins);
}

bool source_keep(struct assembler *as)
{
    struct sass_program *program = as->program;
    const struct kernel *kernel = as->kernel;
    size_t loops = 0;
    for (const struct marked_loop *l = kernel->loops; l; l = l->next)
        loops++;
    struct sass_source *sources = realloc(program->sources, (program->count + 1) * sizeof *sources);
    if (!sources)
        return false;
    program->sources = sources;
    struct sass_source *source = &sources[program->count];
    *source = (struct sass_source){.origins = calloc(kernel->count, sizeof *source->origins),
                                   .loops = calloc(loops + 1, sizeof *source->loops)};
    if (source->origins && source->loops && fill_origins(as, source) && fill_loops(kernel, source))
        return true;
    free_source(source);
    return false;
}

void sources_free(struct sass_program *program)
{
    for (size_t i = 0; i < program->count; i++)
        free_source(&program->sources[i]);
    for (size_t i = 0; i < program->path_count; i++)
        free(program->paths[i]);
    free(program->sources);
    free(program->paths);
}
