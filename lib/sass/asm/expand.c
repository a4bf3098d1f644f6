// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The macro layer: lines are run one after another; .for, .if and .macro enclose lines, and a macro
// call runs its body with the arguments in place of the parameters.
#include "sass/asm/internal.h"

#include <string.h>

enum { MAX_ITERATIONS = 1 << 20, MAX_LINE_TOKENS = 1 << 12 };

static bool is_directive(const struct line *line, const char *name)
{
    return token_is_punct(&line->tokens[0], '.') && token_is(&line->tokens[1], name);
}

// Index of the line that closes the block opened at `open`, or `count`.
static size_t find_end(const struct line *lines, size_t count, size_t open, const char *begin,
                       const char *end)
{
    unsigned depth = 0;
    for (size_t i = open; i < count; i++) {
        if (is_directive(&lines[i], begin))
            depth++;
        else if (is_directive(&lines[i], end) && --depth == 0)
            return i;
    }
    return count;
}

static bool enter(struct assembler *as, const struct token *at)
{
    if (as->depth == MAX_DEPTH)
        return fail_at(as, at, "macros, loops and includes are nested more than %d deep",
                       MAX_DEPTH);
    as->depth++;
    return true;
}

// .for NAME, FROM, TO [, STEP]: NAME runs from FROM up to, not including, TO
static bool run_for(struct assembler *as, const struct line *lines, size_t open, size_t close)
{
    const struct token *at = lines[open].tokens + 2, *name = at;
    int64_t from, to, step = 1;
    if (name->kind != TOKEN_IDENT)
        return fail_at(as, name, "the name of the loop variable was expected");
    at++;
    if (!expect_punct(as, &at, ',', "','") || !parse_expression(as, &at, &from) ||
        !expect_punct(as, &at, ',', "','") || !parse_expression(as, &at, &to))
        return false;
    if (at->kind != TOKEN_END &&
        (!expect_punct(as, &at, ',', "','") || !parse_expression(as, &at, &step)))
        return false;
    if (at->kind != TOKEN_END)
        return fail_at(as, at, "the end of the line was expected");
    if (step == 0)
        return fail_at(as, name, "the step of a loop cannot be 0");
    // The variable may hide another integer, such as that of an outer loop, and nothing else.
    const struct symbol *hidden = symbol_find(as, name->text, name->length);
    bool hides_integer = hidden && hidden->kind == SYMBOL_INTEGER && !hidden->address;
    if (!hides_integer && !name_is_free(as, name))
        return false;
    struct symbol *variable = symbol_define(as, name->text, name->length, SYMBOL_INTEGER);
    if (!variable || !enter(as, name))
        return false;
    variable->counts = true;
    unsigned outer = as->scope, rounds = 0;
    for (int64_t i = from; step > 0 ? i < to : i > to; i += step) {
        if (++rounds > MAX_ITERATIONS || ++as->statements > MAX_STATEMENTS)
            return fail_at(as, name, "more than %d rounds", MAX_ITERATIONS);
        variable->value = i;
        as->scope = ++as->next_scope;
        if (!expand_lines(as, lines + open + 1, close - open - 1))
            return false;
        if (step > 0 ? i > INT64_MAX - step : i < INT64_MIN - step)
            break;
    }
    as->scope = outer;
    as->depth--;
    symbol_remove(as, variable);
    return true;
}

// .if EXPRESSION ... .elif EXPRESSION ... .else ... .endif
static bool run_if(struct assembler *as, const struct line *lines, size_t open, size_t close)
{
    unsigned depth = 0;
    bool taken = false, active = false, seen_else = false;
    size_t start = open;
    for (size_t i = open; i <= close; i++) {
        bool is_if = is_directive(&lines[i], "if"), is_end = is_directive(&lines[i], "endif");
        bool is_else = is_directive(&lines[i], "else"), is_elif = is_directive(&lines[i], "elif");
        depth += is_if;
        if (depth == 1 && (is_else || is_elif) && seen_else)
            return fail_at(as, lines[i].tokens, "'.endif' was expected: '.else' was there already");
        seen_else = seen_else || (depth == 1 && is_else);
        if (depth == 1 && (is_end || is_else || is_elif)) {
            if (active && (!enter(as, lines[i].tokens) ||
                           !expand_lines(as, lines + start + 1, i - start - 1)))
                return false;
            as->depth -= active;
        }
        if (depth == 1 && (is_if || is_elif || is_else)) {
            int64_t value = 1;
            const struct token *at = lines[i].tokens + 2;
            start = i;
            active = false;
            if (!taken) {
                if (!is_else && !parse_expression(as, &at, &value))
                    return false;
                if (at->kind != TOKEN_END)
                    return fail_at(as, at, "the end of the line was expected");
                active = taken = value != 0;
            }
        }
        depth -= is_end;
    }
    return true;
}

static bool same_name(const struct token *a, const struct token *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

// .macro NAME [PARAMETER [, PARAMETER]...]
static bool run_macro(struct assembler *as, const struct line *lines, size_t open, size_t close)
{
    const struct token *at = lines[open].tokens + 2, *name = at;
    struct macro *macro = arena_alloc(as, sizeof *macro);
    if (!macro)
        return false;
    if (name->kind != TOKEN_IDENT)
        return fail_at(as, name, "the name of the macro was expected");
    if (!name_is_free(as, name))
        return false;
    for (at++; at->kind != TOKEN_END; at++) {
        if (macro->param_count && !expect_punct(as, &at, ',', "','"))
            return false;
        if (at->kind != TOKEN_IDENT)
            return fail_at(as, at, "the name of a parameter was expected");
        if (!name_is_allowed(as, at) || !name_may_have_index(as, at))
            return false;
        if (macro->param_count == sizeof macro->params / sizeof macro->params[0])
            return fail_at(as, at, "more than %zu parameters", macro->param_count);
        for (size_t i = 0; i < macro->param_count; i++) {
            if (same_name(macro->params[i], at))
                return fail_at(as, at, "the parameter '%.*s' is there already", (int)at->length,
                               at->text);
        }
        macro->params[macro->param_count++] = at;
    }
    macro->name = name;
    macro->body = lines + open + 1;
    macro->body_count = close - open - 1;
    struct symbol *symbol = symbol_define(as, name->text, name->length, SYMBOL_MACRO);
    if (!symbol)
        return false;
    symbol->macro = macro;
    return true;
}

// .scope: registers that are declared inside are free again behind it
static bool run_scope(struct assembler *as, const struct line *lines, size_t open, size_t close)
{
    const struct token *name = lines[open].tokens + 1, *end = lines[close].tokens + 1;
    if (!expect_kernel(as, name) || !expect_end(as, name + 1) || !expect_end(as, end + 1) ||
        !enter(as, name))
        return false;
    scope_begin(as);
    if (!expand_lines(as, lines + open + 1, close - open - 1))
        return false;
    if (!as->kernel)
        return fail_at(as, end, "'.endscope' was expected before .endkernel");
    scope_end(as, end);
    as->depth--;
    return true;
}

struct argument {
    const struct token *tokens;
    size_t count;
};

// Split the rest of a line at its outer commas.
static bool split_arguments(struct assembler *as, const struct macro *macro,
                            const struct token *call, struct argument *arguments)
{
    size_t count = 0;
    const struct token *at = call + 1;
    while (at->kind != TOKEN_END) {
        const struct token *start = at;
        int depth = 0;
        while (at->kind != TOKEN_END && (depth > 0 || !token_is_punct(at, ','))) {
            depth += token_is_punct(at, '(') || token_is_punct(at, '[') || token_is_punct(at, '{');
            depth -= token_is_punct(at, ')') || token_is_punct(at, ']') || token_is_punct(at, '}');
            at++;
        }
        if (at == start)
            return fail_at(as, at, "an argument is empty");
        if (count < macro->param_count) {
            arguments[count].tokens = start;
            arguments[count].count = (size_t)(at - start);
        }
        count++;
        if (at->kind != TOKEN_END && (++at)->kind == TOKEN_END)
            return fail_at(as, at, "an argument was expected after ','");
    }
    if (count != macro->param_count)
        return fail_at(as, call, "macro %.*s takes %zu arguments, found %zu", (int)call->length,
                       call->text, macro->param_count, count);
    return true;
}

static const struct argument *
argument_of(const struct macro *macro, const struct argument *arguments, const struct token *token)
{
    for (size_t i = 0; token->kind == TOKEN_IDENT && i < macro->param_count; i++) {
        if (same_name(macro->params[i], token))
            return &arguments[i];
    }
    return NULL;
}

static bool substitute(struct assembler *as, const struct macro *macro,
                       const struct argument *arguments, const struct line *from, struct line *to)
{
    size_t count = 0;
    for (size_t i = 0; i < from->count; i++) {
        const struct argument *argument = argument_of(macro, arguments, &from->tokens[i]);
        count += argument ? argument->count : 1;
    }
    // Calls that double their arguments would fill the memory.
    if (count > MAX_LINE_TOKENS)
        return fail_at(as, from->tokens, "the line grows to %zu words: at most %d were expected",
                       count, MAX_LINE_TOKENS);
    struct token *tokens = arena_alloc(as, (count + 1) * sizeof *tokens);
    if (!tokens)
        return false;
    to->tokens = tokens;
    to->count = count;
    for (size_t i = 0; i <= from->count; i++) {
        const struct argument *argument = argument_of(macro, arguments, &from->tokens[i]);
        if (!argument) {
            *tokens++ = from->tokens[i];
            continue;
        }
        memcpy(tokens, argument->tokens, argument->count * sizeof *tokens);
        tokens->space_before = from->tokens[i].space_before;
        tokens += argument->count;
    }
    return true;
}

static bool call_macro(struct assembler *as, const struct macro *macro, const struct token *call)
{
    struct argument arguments[sizeof macro->params / sizeof macro->params[0]];
    struct line *body = arena_alloc(as, (macro->body_count + 1) * sizeof *body);
    if (!body || !enter(as, call) || !split_arguments(as, macro, call, arguments))
        return false;
    for (size_t i = 0; i < macro->body_count; i++) {
        if (!substitute(as, macro, arguments, &macro->body[i], &body[i]))
            return false;
    }
    unsigned outer = as->scope;
    as->scope = ++as->next_scope;
    as->calls[as->call_count++] = call;
    if (!expand_lines(as, body, macro->body_count))
        return false;
    as->call_count--;
    as->scope = outer;
    as->depth--;
    return true;
}

static bool run_statement(struct assembler *as, const struct token *tokens)
{
    while (tokens[0].kind == TOKEN_IDENT && token_is_punct(&tokens[1], ':')) {
        if (!kernel_add_label(as, tokens))
            return false;
        tokens += 2;
    }
    if (tokens->kind == TOKEN_END)
        return true;
    if (token_is_punct(tokens, '.'))
        return run_directive(as, tokens);
    if (tokens->kind == TOKEN_IDENT) {
        const struct symbol *symbol = symbol_find(as, tokens->text, tokens->length);
        if (symbol && symbol->kind == SYMBOL_MACRO)
            return call_macro(as, symbol->macro, tokens);
    }
    return assemble_instruction(as, tokens);
}

static const struct {
    const char *begin, *end;
    bool (*run)(struct assembler *as, const struct line *lines, size_t open, size_t close);
} blocks[] = {
    {"for", "endfor", run_for},
    {"if", "endif", run_if},
    {"macro", "endmacro", run_macro},
    {"scope", "endscope", run_scope},
};

bool expand_lines(struct assembler *as, const struct line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool is_block = false;
        as->statement = lines[i].tokens;
        if (++as->statements > MAX_STATEMENTS)
            return fail_at(as, lines[i].tokens, "the source expands to more than %d statements",
                           MAX_STATEMENTS);
        for (size_t b = 0; b < sizeof blocks / sizeof blocks[0] && !is_block; b++) {
            if (is_directive(&lines[i], blocks[b].end))
                return fail_at(as, lines[i].tokens, "'.%s' without '.%s'", blocks[b].end,
                               blocks[b].begin);
            is_block = is_directive(&lines[i], blocks[b].begin);
            if (!is_block)
                continue;
            size_t close = find_end(lines, count, i, blocks[b].begin, blocks[b].end);
            if (close == count)
                return fail_at(as, lines[i].tokens, "'.%s' without '.%s'", blocks[b].begin,
                               blocks[b].end);
            if (!blocks[b].run(as, lines, i, close))
                return false;
            i = close;
        }
        if (is_block)
            continue;
        if (is_directive(&lines[i], "else") || is_directive(&lines[i], "elif"))
            return fail_at(as, lines[i].tokens, "'.%.*s' without '.if'",
                           (int)lines[i].tokens[1].length, lines[i].tokens[1].text);
        if (!run_statement(as, lines[i].tokens))
            return false;
    }
    return true;
}
