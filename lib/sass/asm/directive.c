// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Directives that stand on one line. Those that enclose lines (.macro, .for, .if) are in expand.c.
#include "sass/asm/internal.h"

#include <stdio.h>
#include <string.h>

// Static shared memory ends at 48 KiB; more is asked for at launch.
enum { MAX_SHARED_BYTES = 49152, MAX_PARAM_BYTES = 4096, MAX_THREADS = 1024 };

bool expect_name(struct assembler *as, const struct token **at, const struct token **name)
{
    char found[80];
    *name = *at;
    if ((*at)->kind != TOKEN_IDENT)
        return fail_at(as, *at, "a name was expected, found %s",
                       token_describe(*at, found, sizeof found));
    (*at)++;
    return true;
}

bool expect_end(struct assembler *as, const struct token *at)
{
    char found[80];
    if (at->kind != TOKEN_END)
        return fail_at(as, at, "the end of the line was expected, found %s",
                       token_describe(at, found, sizeof found));
    return true;
}

bool expect_kernel(struct assembler *as, const struct token *at)
{
    if (!as->kernel)
        return fail_at(as, at, "'.%.*s' belongs between .kernel and .endkernel", (int)at->length,
                       at->text);
    return true;
}

static struct symbol *define_new(struct assembler *as, const struct token *name,
                                 enum symbol_kind kind)
{
    if (!name_is_free(as, name))
        return NULL;
    return symbol_define(as, name->text, name->length, kind);
}

// .kernel NAME
static bool run_kernel(struct assembler *as, const struct token *at)
{
    const struct token *name;
    if (as->kernel)
        return fail_at(as, at, "the kernel '%.*s' is still open: .endkernel was expected",
                       (int)as->kernel->name->length, as->kernel->name->text);
    at++;
    return expect_name(as, &at, &name) && expect_end(as, at) && kernel_begin(as, name);
}

// .function NAME: code that the kernels of a file call, for --into
static bool run_function(struct assembler *as, const struct token *at)
{
    if (!run_kernel(as, at))
        return false;
    as->kernel->info.function = true;
    return true;
}

// .endkernel, .endfunction
static bool run_endkernel(struct assembler *as, const struct token *at)
{
    return expect_kernel(as, at) && expect_end(as, at + 1) && kernel_end(as, at);
}

// .loop NAME
static bool run_loop(struct assembler *as, const struct token *at)
{
    const struct token *name;
    if (!expect_kernel(as, at++))
        return false;
    return expect_name(as, &at, &name) && expect_end(as, at) && loop_begin(as, name);
}

// .endloop
static bool run_endloop(struct assembler *as, const struct token *at)
{
    return expect_kernel(as, at) && expect_end(as, at + 1) && loop_end(as, at);
}

// .threads X [, Y [, Z]]: the launch bound
static bool run_threads(struct assembler *as, const struct token *at)
{
    static const struct {
        const char *name;
        int most;
    } sides[] = {{"x", 1024}, {"y", 1024}, {"z", 64}};
    const struct token *start = at++;
    int64_t total = 1;
    if (!expect_kernel(as, start))
        return false;
    if (as->kernel->info.max_threads[0])
        return fail_at(as, start,
                       "the kernel has a launch bound already: one .threads was expected");
    for (unsigned i = 0; i < 3; i++) {
        int64_t value = 1;
        if (i && at->kind != TOKEN_END && !expect_punct(as, &at, ',', "','"))
            return false;
        const struct token *side = at;
        if ((i == 0 || at->kind != TOKEN_END) && !parse_expression(as, &at, &value))
            return false;
        if (value < 1 || value > sides[i].most)
            return fail_at(as, side, "%lld threads in %s: 1 to %d were expected", (long long)value,
                           sides[i].name, sides[i].most);
        total *= value;
        if (total > MAX_THREADS)
            return fail_at(as, side, "%lld threads in a CTA: 1 to %d were expected",
                           (long long)total, MAX_THREADS);
        as->kernel->info.max_threads[i] = (unsigned)value;
    }
    return expect_end(as, at);
}

unsigned param_type_size(const char *name, size_t length)
{
    static const struct {
        const char *name;
        unsigned size;
    } types[] = {{"u8", 1},  {"s8", 1},  {"u16", 2}, {"s16", 2}, {"u32", 4}, {"s32", 4},
                 {"f32", 4}, {"u64", 8}, {"s64", 8}, {"f64", 8}, {"ptr", 8}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strlen(types[i].name) == length && memcmp(types[i].name, name, length) == 0)
            return types[i].size;
    }
    return 0;
}

static bool parse_type(struct assembler *as, const struct token **at, int64_t *size)
{
    const struct token *type = *at;
    char found[80];
    if (type->kind == TOKEN_NUMBER) {
        *size = type->value;
        if (*size < 1 || *size > MAX_PARAM_BYTES)
            return fail_at(as, type, "a parameter of %lld bytes: 1 to %d were expected",
                           (long long)*size, MAX_PARAM_BYTES);
    } else {
        *size = type->kind == TOKEN_IDENT ? param_type_size(type->text, type->length) : 0;
        if (!*size)
            return fail_at(as, type,
                           "a type (u32, s32, f32, u64, ptr ...) or a size in bytes was "
                           "expected, found %s",
                           token_describe(type, found, sizeof found));
    }
    (*at)++;
    return true;
}

static bool add_param(struct assembler *as, const struct token *name, int64_t offset, int64_t size)
{
    struct cubin_kernel *info = &as->kernel->info;
    if (info->param_count == CUBIN_MAX_PARAMS)
        return fail_at(as, name, "more than %d parameters", CUBIN_MAX_PARAMS);
    if (offset > MAX_PARAM_BYTES - size)
        return fail_at(as, name,
                       "'%.*s' ends at byte %lld: at most %d bytes of parameters were expected",
                       (int)name->length, name->text, (long long)offset + size, MAX_PARAM_BYTES);
    struct symbol *symbol = define_new(as, name, SYMBOL_INTEGER);
    if (!symbol)
        return false;
    symbol->address = true;
    symbol->value = info->param_base + offset;
    info->params[info->param_count].offset = (uint16_t)offset;
    info->params[info->param_count++].size = (uint16_t)size;
    info->param_bytes = (unsigned)(offset + size);
    return true;
}

// .param TYPE NAME [@ OFFSET] [, [TYPE] NAME [@ OFFSET]]...: names become byte offsets in constant
// bank 0. A type holds for the names behind it.
static bool run_param(struct assembler *as, const struct token *at)
{
    const struct token *name;
    int64_t size;
    if (!expect_kernel(as, at++))
        return false;
    const struct cubin_kernel *info = &as->kernel->info;
    for (bool first = true;; first = false) {
        bool has_type = first || at->kind == TOKEN_NUMBER ||
                        (at->kind == TOKEN_IDENT && at[1].kind == TOKEN_IDENT);
        if ((has_type && !parse_type(as, &at, &size)) || !expect_name(as, &at, &name))
            return false;
        int align = size % 8 == 0 ? 8 : size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1;
        int64_t offset = (info->param_bytes + align - 1) / align * align;
        if (token_is_punct(at, '@')) {
            at++;
            if (!parse_expression(as, &at, &offset))
                return false;
            if (offset % (align < 4 ? align : 4))
                return fail_at(as, name, "the offset %lld is not aligned to the parameter's type",
                               (long long)offset);
            if (offset < info->param_bytes)
                return fail_at(as, name, "the offset %lld lies in the parameter before",
                               (long long)offset);
            if (offset > MAX_PARAM_BYTES)
                offset = MAX_PARAM_BYTES;
        }
        if (!add_param(as, name, offset, size))
            return false;
        if (at->kind == TOKEN_END)
            return true;
        if (!expect_punct(as, &at, ',', "','"))
            return false;
    }
}

static bool parse_alignment(struct assembler *as, const struct token **at, int64_t *align)
{
    if ((*at)->kind == TOKEN_END)
        return true;
    if (!expect_punct(as, at, ',', "','"))
        return false;
    const struct token *start = *at;
    if (!parse_expression(as, at, align))
        return false;
    if (*align < 1 || *align > CUBIN_MAX_SHARED_ALIGN || (*align & (*align - 1)))
        return fail_at(as, start, "the alignment %lld is not a power of two up to %d",
                       (long long)*align, CUBIN_MAX_SHARED_ALIGN);
    if (*align > as->kernel->info.shared_align)
        as->kernel->info.shared_align = (unsigned)*align;
    return true;
}

// .shared NAME, BYTES [, ALIGNMENT]: the name becomes a byte address
static bool run_shared(struct assembler *as, const struct token *at)
{
    const struct token *name, *start = at++;
    int64_t bytes, align = CUBIN_SHARED_ALIGN;
    if (!expect_kernel(as, start))
        return false;
    if (as->kernel->dynamic_shared)
        return fail_at(as, start,
                       "static shared memory lies in front of the dynamic one: '.shared' was "
                       "expected before line %u",
                       as->kernel->dynamic_shared->line);
    if (!expect_name(as, &at, &name) || !expect_punct(as, &at, ',', "','"))
        return false;
    const struct token *size = at;
    if (!parse_expression(as, &at, &bytes) || !parse_alignment(as, &at, &align))
        return false;
    struct cubin_kernel *info = &as->kernel->info;
    int64_t offset = (info->shared_bytes + align - 1) / align * align;
    int64_t left = offset < MAX_SHARED_BYTES ? MAX_SHARED_BYTES - offset : 0;
    if (bytes < 1 || bytes > MAX_SHARED_BYTES)
        return fail_at(as, size, "%lld bytes: 1 to %d were expected", (long long)bytes,
                       MAX_SHARED_BYTES);
    if (bytes > left)
        return fail_at(as, size,
                       "%lld bytes: of the %d bytes of static shared memory %lld are left "
                       "(.dynamic_shared has more)",
                       (long long)bytes, MAX_SHARED_BYTES, (long long)left);
    struct symbol *symbol = define_new(as, name, SYMBOL_INTEGER);
    if (!symbol)
        return false;
    symbol->address = true;
    symbol->value = cubin_shared_base(as->options->sm) + offset;
    info->shared_bytes = (unsigned)(offset + bytes);
    return expect_end(as, at);
}

// .dynamic_shared NAME [, ALIGNMENT]: the name becomes the address behind the static shared memory,
// where the memory begins whose size is given at launch
static bool run_dynamic_shared(struct assembler *as, const struct token *at)
{
    const struct token *name, *start = at++;
    int64_t align = CUBIN_SHARED_ALIGN;
    if (!expect_kernel(as, start))
        return false;
    if (as->kernel->dynamic_shared)
        return fail_at(as, start, "the dynamic shared memory has a name already, in line %u",
                       as->kernel->dynamic_shared->line);
    if (!expect_name(as, &at, &name) || !parse_alignment(as, &at, &align))
        return false;
    struct symbol *symbol = define_new(as, name, SYMBOL_INTEGER);
    if (!symbol)
        return false;
    // The launch adds its bytes to the static ones, so these end where the dynamic ones begin.
    struct cubin_kernel *info = &as->kernel->info;
    if (align < CUBIN_SHARED_ALIGN)
        align = CUBIN_SHARED_ALIGN;
    info->shared_bytes = (unsigned)((info->shared_bytes + align - 1) / align * align);
    info->dynamic_shared = true;
    as->kernel->dynamic_shared = start;
    symbol->address = true;
    symbol->value = cubin_shared_base(as->options->sm) + info->shared_bytes;
    return expect_end(as, at);
}

// .set NAME, EXPRESSION: define an integer, or give it a new value
static bool run_set(struct assembler *as, const struct token *at)
{
    const struct token *name;
    int64_t value;
    at++;
    if (!expect_name(as, &at, &name) || !expect_punct(as, &at, ',', "','") ||
        !parse_expression(as, &at, &value) || !expect_end(as, at))
        return false;
    struct symbol *symbol = symbol_find(as, name->text, name->length);
    if (symbol && symbol->builtin)
        return fail_at(as, name, "'%.*s' is fixed by the architecture", (int)name->length,
                       name->text);
    if (symbol && symbol->counts)
        return fail_at(as, name, "'%.*s' is counted by its .for and keeps its value inside",
                       (int)name->length, name->text);
    if (symbol && symbol->address)
        return fail_at(as, name, "'%.*s' is the place of a parameter or of shared memory",
                       (int)name->length, name->text);
    if (!symbol || symbol->kind != SYMBOL_INTEGER)
        symbol = define_new(as, name, SYMBOL_INTEGER);
    if (!symbol)
        return false;
    symbol->value = value;
    return true;
}

// .registers N: at least this many, for code whose use cannot be seen
static bool run_registers(struct assembler *as, const struct token *at)
{
    const struct token *start = at++;
    int64_t value;
    if (!expect_kernel(as, start) || !parse_expression(as, &at, &value))
        return false;
    if (value < 1 || value > 255)
        return fail_at(as, start, "%lld registers: 1 to 255 were expected", (long long)value);
    as->kernel->info.registers = (unsigned)value;
    return expect_end(as, at);
}

// .word LOW, HIGH: an instruction as two 64-bit halves
static bool run_word(struct assembler *as, const struct token *at)
{
    const struct token *start = at++;
    int64_t lo, hi;
    if (!expect_kernel(as, start) || !parse_expression(as, &at, &lo) ||
        !expect_punct(as, &at, ',', "','") || !parse_expression(as, &at, &hi) ||
        !expect_end(as, at))
        return false;
    struct pending *pending = kernel_add(as, start);
    if (!pending)
        return false;
    pending->raw = true;
    pending->word.lo = (uint64_t)lo;
    pending->word.hi = (uint64_t)hi;
    return true;
}

// .schedule: from here on the assembler may reorder
static bool run_schedule(struct assembler *as, const struct token *at)
{
    if (!expect_kernel(as, at) || !expect_end(as, at + 1))
        return false;
    if (as->kernel->schedule)
        return fail_at(as, at, "the .schedule of line %u is still open: .endschedule was expected",
                       as->kernel->schedule->line);
    as->kernel->schedule = at;
    return true;
}

// .endschedule
static bool run_endschedule(struct assembler *as, const struct token *at)
{
    if (!expect_kernel(as, at) || !expect_end(as, at + 1))
        return false;
    if (!as->kernel->schedule)
        return fail_at(as, at, "no .schedule is open");
    as->kernel->schedule = NULL;
    return true;
}

// .include "FILE"
static bool run_include(struct assembler *as, const struct token *at)
{
    const struct token *name = at + 1;
    char path[1024];
    if (name->kind != TOKEN_STRING)
        return fail_at(as, name, "a file name in quotes was expected");
    if (name->length >= sizeof path)
        return fail_at(as, name, "the file name is too long");
    snprintf(path, sizeof path, "%.*s", (int)name->length, name->text);
    return expect_end(as, name + 1) && include_file(as, name, path);
}

// .assert EXPRESSION, "TEXT"
static bool run_assert(struct assembler *as, const struct token *at)
{
    const struct token *start = at++;
    int64_t value;
    if (!parse_expression(as, &at, &value) || !expect_punct(as, &at, ',', "','"))
        return false;
    if (at->kind != TOKEN_STRING)
        return fail_at(as, at, "a text in quotes was expected");
    if (!value)
        return fail_at(as, start, "%.*s", (int)at->length, at->text);
    return expect_end(as, at + 1);
}

static const struct {
    const char *name;
    bool (*run)(struct assembler *as, const struct token *at);
} directives[] = {
    {"kernel", run_kernel},
    {"endkernel", run_endkernel},
    {"threads", run_threads},
    {"param", run_param},
    {"shared", run_shared},
    {"dynamic_shared", run_dynamic_shared},
    {"reg", run_reg},
    {"free", run_free},
    {"set", run_set},
    {"registers", run_registers},
    {"word", run_word},
    {"include", run_include},
    {"assert", run_assert},
    {"schedule", run_schedule},
    {"loop", run_loop},
    {"endschedule", run_endschedule},
    {"endloop", run_endloop},
    {"function", run_function},
    {"endfunction", run_endkernel},
};

enum { DIRECTIVE_COUNT = sizeof directives / sizeof directives[0] };

bool run_directive(struct assembler *as, const struct token *tokens)
{
    const struct token *name = tokens + 1;
    char found[80];
    if (name->kind != TOKEN_IDENT)
        return fail_at(as, tokens, "a directive was expected after '.', found %s",
                       token_describe(name, found, sizeof found));
    struct nearest nearest = nearest_begin(name->text, name->length);
    for (size_t i = 0; i < DIRECTIVE_COUNT; i++) {
        if (token_is(name, directives[i].name))
            return directives[i].run(as, name);
        nearest_try(&nearest, directives[i].name, strlen(directives[i].name));
    }
    return fail_at(as, tokens, "unknown directive '.%.*s'%s%.*s%s", (int)name->length, name->text,
                   nearest.word ? "; '." : "", (int)nearest.word_length,
                   nearest.word ? nearest.word : "", nearest.word ? "' is the nearest" : "");
}
