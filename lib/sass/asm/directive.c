// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Directives that stand on one line. Those that enclose lines (.macro, .for, .if) are in expand.c.
#include "sass/asm/internal.h"

#include <stdio.h>
#include <string.h>

// Static shared memory ends at 48 KiB; more is asked for at launch.
enum { MAX_SHARED_BYTES = 49152, MAX_PARAM_BYTES = 4096 };

static bool expect_name(struct assembler *as, const struct token **at, const struct token **name)
{
    char found[80];
    *name = *at;
    if ((*at)->kind != TOKEN_IDENT)
        return fail_at(as, *at, "a name was expected, found %s",
                       token_describe(*at, found, sizeof found));
    (*at)++;
    return true;
}

static bool expect_end(struct assembler *as, const struct token *at)
{
    char found[80];
    if (at->kind != TOKEN_END)
        return fail_at(as, at, "the end of the line was expected, found %s",
                       token_describe(at, found, sizeof found));
    return true;
}

static bool expect_kernel(struct assembler *as, const struct token *at)
{
    if (!as->kernel)
        return fail_at(as, at, "'.%.*s' belongs between .kernel and .endkernel", (int)at->length,
                       at->text);
    return true;
}

static struct symbol *define_new(struct assembler *as, const struct token *name,
                                 enum symbol_kind kind)
{
    if (symbol_find(as, name->text, name->length)) {
        fail_at(as, name, "the name '%.*s' is taken already", (int)name->length, name->text);
        return NULL;
    }
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

// .threads X [, Y [, Z]]: the launch bound
static bool run_threads(struct assembler *as, const struct token *at)
{
    const struct token *start = at++;
    int64_t total = 1;
    if (!expect_kernel(as, start))
        return false;
    for (unsigned i = 0; i < 3; i++) {
        int64_t value = 1;
        if (i && at->kind != TOKEN_END && !expect_punct(as, &at, ',', "','"))
            return false;
        if ((i == 0 || at->kind != TOKEN_END) && !parse_expression(as, &at, &value))
            return false;
        if (value < 1 || value > 1024 || (total *= value) > 1024)
            return fail_at(as, start, "1 to 1024 threads were expected");
        as->kernel->info.max_threads[i] = (unsigned)value;
    }
    return expect_end(as, at);
}

static int64_t type_size(const struct token *type)
{
    static const struct {
        const char *name;
        unsigned size;
    } types[] = {{"u8", 1},  {"s8", 1},  {"u16", 2}, {"s16", 2}, {"u32", 4}, {"s32", 4},
                 {"f32", 4}, {"u64", 8}, {"s64", 8}, {"f64", 8}, {"ptr", 8}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (token_is(type, types[i].name))
            return types[i].size;
    }
    return -1;
}

// .param TYPE NAME [@ OFFSET] [, NAME [@ OFFSET]]...: names become byte offsets in constant bank 0
static bool run_param(struct assembler *as, const struct token *at)
{
    const struct token *name, *type = at + 1;
    if (!expect_kernel(as, at))
        return false;
    struct cubin_kernel *info = &as->kernel->info;
    int64_t size = type->kind == TOKEN_NUMBER ? type->value : type_size(type);
    if (size < 1 || size > MAX_PARAM_BYTES)
        return fail_at(as, type,
                       "a type (u32, s32, f32, u64, ptr ...) or a size in bytes was "
                       "expected");
    unsigned align = size % 8 == 0 ? 8 : size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1;
    at += 2;
    do {
        if (!expect_name(as, &at, &name))
            return false;
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
        }
        if (info->param_count == CUBIN_MAX_PARAMS || offset > MAX_PARAM_BYTES - size)
            return fail_at(as, name, "too many parameters: at most %d in %d bytes were expected",
                           CUBIN_MAX_PARAMS, MAX_PARAM_BYTES);
        struct symbol *symbol = define_new(as, name, SYMBOL_INTEGER);
        if (!symbol)
            return false;
        symbol->value = info->param_base + offset;
        info->params[info->param_count].offset = (uint16_t)offset;
        info->params[info->param_count++].size = (uint16_t)size;
        info->param_bytes = (unsigned)(offset + size);
    } while (at->kind != TOKEN_END && expect_punct(as, &at, ',', "','"));
    return at->kind == TOKEN_END && !as->error[0];
}

// .shared NAME, BYTES [, ALIGNMENT]: the name becomes a byte address
static bool run_shared(struct assembler *as, const struct token *at)
{
    const struct token *name, *start = at++;
    int64_t bytes, align = 16;
    if (!expect_kernel(as, start) || !expect_name(as, &at, &name) ||
        !expect_punct(as, &at, ',', "','") || !parse_expression(as, &at, &bytes))
        return false;
    if (at->kind != TOKEN_END &&
        (!expect_punct(as, &at, ',', "','") || !parse_expression(as, &at, &align)))
        return false;
    if (align < 1 || align > 1024 || (align & (align - 1)))
        return fail_at(as, start, "the alignment %lld is not a power of two up to 1024",
                       (long long)align);
    struct cubin_kernel *info = &as->kernel->info;
    int64_t offset = (info->shared_bytes + align - 1) / align * align;
    if (bytes < 1 || bytes > MAX_SHARED_BYTES - offset)
        return fail_at(as, start, "%lld bytes: 1 to %lld were expected", (long long)bytes,
                       (long long)(MAX_SHARED_BYTES - offset));
    struct symbol *symbol = define_new(as, name, SYMBOL_INTEGER);
    if (!symbol)
        return false;
    symbol->value = cubin_shared_base(as->options->sm) + offset;
    info->shared_bytes = (unsigned)(offset + bytes);
    return expect_end(as, at);
}

// .reg NAME, REGISTER   or   .reg NAME[COUNT], REGISTER
static bool run_reg(struct assembler *as, const struct token *at)
{
    const struct token *name, *start = at++;
    enum sass_operand_kind bank;
    unsigned base, unused;
    bool named;
    int64_t count = 0;
    if (!expect_name(as, &at, &name))
        return false;
    if (token_is_punct(at, '[')) {
        at++;
        if (!parse_expression(as, &at, &count) || !expect_punct(as, &at, ']', "']'"))
            return false;
        if (count < 1 || count > 255)
            return fail_at(as, start, "an array of %lld registers: 1 to 255 were expected",
                           (long long)count);
    }
    if (!expect_punct(as, &at, ',', "','"))
        return false;
    const struct token *where = at;
    if (!register_by_name(as, at, &bank, &base, &unused, &named))
        return fail_at(as, at, "a register such as R12, UR4 or P0 was expected");
    at++;
    if (named && token_is_punct(at, '[')) {
        int64_t index;
        at++;
        if (!parse_expression(as, &at, &index) || !expect_punct(as, &at, ']', "']'"))
            return false;
        if (index < 0 || index >= (unused ? unused : 1))
            return fail_at(as, where, "the index %lld is outside the array", (long long)index);
        base += (unsigned)index;
    }
    unsigned limit = bank == SASS_OPND_GPR ? 253 : bank == SASS_OPND_UGPR ? 63 : 7;
    if (count && base + count > limit)
        return fail_at(as, where, "%lld registers from here on run past the last one",
                       (long long)count);
    if (token_is(name, "R") || token_is(name, "UR") || token_is(name, "P"))
        return fail_at(as, name, "this name is a register's own");
    struct symbol *symbol = define_new(as, name, SYMBOL_REGISTER);
    if (!symbol)
        return false;
    symbol->bank = bank;
    symbol->base = base;
    symbol->count = (unsigned)count;
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
    if (symbol && symbol->kind != SYMBOL_INTEGER)
        return fail_at(as, name, "'%.*s' is not the name of an integer", (int)name->length,
                       name->text);
    if (!symbol)
        symbol = symbol_define(as, name->text, name->length, SYMBOL_INTEGER);
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

bool run_directive(struct assembler *as, const struct token *tokens)
{
    static const struct {
        const char *name;
        bool (*run)(struct assembler *as, const struct token *at);
    } directives[] = {
        {"kernel", run_kernel},
        {"endkernel", run_endkernel},
        {"threads", run_threads},
        {"param", run_param},
        {"shared", run_shared},
        {"reg", run_reg},
        {"set", run_set},
        {"registers", run_registers},
        {"word", run_word},
        {"include", run_include},
        {"assert", run_assert},
        {"function", run_function},
        {"endfunction", run_endkernel},
    };
    const struct token *name = tokens + 1;
    char found[80];
    for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++) {
        if (token_is(name, directives[i].name))
            return directives[i].run(as, name);
    }
    return fail_at(
        as, tokens, "unknown directive '.%s'",
        name->kind == TOKEN_IDENT
            ? (snprintf(found, sizeof found, "%.*s", (int)name->length, name->text), found)
            : "");
}
