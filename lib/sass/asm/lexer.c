// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Text to lines of tokens. Comments are // to the end of the line and /* ... */.
#include "sass/asm/internal.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lexer {
    struct assembler *as;
    const char *path, *p, *end, *line_start;
    uint32_t line;
    struct token *tokens; // of the current line
    size_t count, room;
    struct line *lines;
    size_t line_count, line_room;
};

static bool is_name_start(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$';
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static struct token here(const struct lexer *lexer)
{
    struct token token = {.path = lexer->path, .line = lexer->line, .text = lexer->p};
    token.column = (uint32_t)(lexer->p - lexer->line_start) + 1;
    return token;
}

static bool grow(struct lexer *lexer, void **items, size_t *room, size_t count, size_t item_size)
{
    if (count < *room)
        return true;
    size_t more = *room ? *room * 2 : 64;
    void *bigger = arena_alloc(lexer->as, more * item_size);
    if (!bigger)
        return false;
    if (count)
        memcpy(bigger, *items, count * item_size);
    *items = bigger;
    *room = more;
    return true;
}

static bool push(struct lexer *lexer, struct token token)
{
    void *items = lexer->tokens;
    if (!grow(lexer, &items, &lexer->room, lexer->count, sizeof token))
        return false;
    lexer->tokens = items;
    lexer->tokens[lexer->count++] = token;
    return true;
}

static bool end_line(struct lexer *lexer)
{
    if (lexer->count == 0)
        return true;
    struct token end = here(lexer);
    if (!push(lexer, end))
        return false;
    struct token *copy = arena_alloc(lexer->as, lexer->count * sizeof *copy);
    void *items = lexer->lines;
    if (!copy || !grow(lexer, &items, &lexer->line_room, lexer->line_count, sizeof(struct line)))
        return false;
    memcpy(copy, lexer->tokens, lexer->count * sizeof *copy);
    lexer->lines = items;
    lexer->lines[lexer->line_count].tokens = copy;
    lexer->lines[lexer->line_count++].count = lexer->count - 1;
    lexer->count = 0;
    return true;
}

static bool is_float(const char *p, const char *end)
{
    while (p < end && isdigit((unsigned char)*p))
        p++;
    if (end - p > 1 && *p == '.' && isdigit((unsigned char)p[1]))
        return true;
    if (end - p < 2 || (*p != 'e' && *p != 'E'))
        return false;
    p += p[1] == '+' || p[1] == '-' ? 2 : 1;
    return p < end && isdigit((unsigned char)*p);
}

static bool lex_float(struct lexer *lexer, struct token *token)
{
    char text[64];
    size_t n = 0;
    const char *p = lexer->p;
    while (p < lexer->end && n + 1 < sizeof text &&
           (isalnum((unsigned char)*p) || *p == '.' ||
            ((*p == '+' || *p == '-') && (p[-1] == 'e' || p[-1] == 'E'))))
        text[n++] = *p++;
    text[n] = '\0';
    char *stop;
    token->real = strtod(text, &stop);
    if (*stop)
        return fail_at(lexer->as, token, "'%s' is not a number", text);
    bool is_zero = strspn(text, "0.") == strcspn(text, "eE");
    if (isinf(token->real) || (token->real == 0 && !is_zero))
        return fail_at(lexer->as, token, "'%s' is out of the range of a double", text);
    token->kind = TOKEN_FLOAT;
    token->length = (uint32_t)n;
    lexer->p = p;
    return true;
}

static bool lex_number(struct lexer *lexer, struct token *token)
{
    const char *p = lexer->p;
    uint64_t value = 0;
    unsigned base = 10;
    if (p + 1 < lexer->end && p[0] == '0' && isdigit((unsigned char)p[1])) {
        while (p < lexer->end && is_name(*p))
            p++;
        return fail_at(lexer->as, token,
                       "'%.*s' may be meant as octal or as decimal: a number without leading zeros "
                       "or 0x... was expected",
                       (int)(p - lexer->p), lexer->p);
    }
    if (p + 2 < lexer->end && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
        base = 16;
        p += 2;
    }
    const char *digits = p;
    for (; p < lexer->end && is_name(*p); p++) {
        unsigned digit = isdigit((unsigned char)*p) ? (unsigned)(*p - '0')
                         : isxdigit((unsigned char)*p)
                             ? (unsigned)(tolower((unsigned char)*p) - 'a' + 10)
                             : 99;
        if (digit >= base)
            return fail_at(lexer->as, token, "'%c' is not a digit of a number to base %u", *p,
                           base);
        if (value > (UINT64_MAX - digit) / base)
            return fail_at(lexer->as, token, "the number does not fit in 64 bits");
        value = value * base + digit;
    }
    if (p == digits)
        return fail_at(lexer->as, token, "digits expected after 0x");
    token->kind = TOKEN_NUMBER;
    token->value = (int64_t)value;
    token->length = (uint32_t)(p - lexer->p);
    lexer->p = p;
    return true;
}

static bool lex_enclosed(struct lexer *lexer, struct token *token, char close, enum token_kind kind)
{
    const char *p = lexer->p + 1;
    while (p < lexer->end && *p != close && *p != '\n')
        p++;
    if (p == lexer->end || *p != close)
        return fail_at(lexer->as, token, "'%c' expected before the end of the line", close);
    token->kind = kind;
    if (kind == TOKEN_STRING) {
        token->text++;
        token->length = (uint32_t)(p - token->text);
    } else {
        token->length = (uint32_t)(p + 1 - token->text);
    }
    lexer->p = p + 1;
    return true;
}

static bool lex_punct(struct lexer *lexer, struct token *token)
{
    static const char pairs[][3] = {"<<", ">>", "==", "!=", "<=", ">=", "&&", "||"};
    unsigned char c = (unsigned char)*lexer->p;
    if (!strchr("[](){},;:.+-*/%&|^~!<>=?@", c) || c == '\0') {
        if (isprint(c))
            return fail_at(lexer->as, token, "unexpected character '%c'", c);
        return fail_at(lexer->as, token, "unexpected byte 0x%02x", c);
    }
    token->kind = TOKEN_PUNCT;
    token->value = c;
    token->length = 1;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (lexer->p + 1 < lexer->end && memcmp(lexer->p, pairs[i], 2) == 0) {
            token->value = pairs[i][0] << 8 | pairs[i][1];
            token->length = 2;
        }
    }
    lexer->p += token->length;
    return true;
}

// Skip blanks and comments; a comment may run over several lines without ending the statement's.
static bool skip_blank(struct lexer *lexer, bool *skipped)
{
    *skipped = false;
    while (lexer->p < lexer->end) {
        if (*lexer->p == ' ' || *lexer->p == '\t' || *lexer->p == '\r') {
            lexer->p++;
        } else if (lexer->end - lexer->p > 1 && lexer->p[0] == '/' && lexer->p[1] == '/') {
            while (lexer->p < lexer->end && *lexer->p != '\n')
                lexer->p++;
        } else if (lexer->end - lexer->p > 1 && lexer->p[0] == '/' && lexer->p[1] == '*') {
            struct token open = here(lexer);
            lexer->p += 2;
            while (lexer->end - lexer->p > 1 && !(lexer->p[0] == '*' && lexer->p[1] == '/')) {
                if (*lexer->p == '\n') {
                    lexer->line++;
                    lexer->line_start = lexer->p + 1;
                }
                lexer->p++;
            }
            if (lexer->end - lexer->p < 2)
                return fail_at(lexer->as, &open, "this comment is never closed");
            lexer->p += 2;
        } else {
            return true;
        }
        *skipped = true;
    }
    return true;
}

// Dimensions of a texture, which are names: 1D, 2D, 3D.
static bool is_dimension(const struct lexer *lexer)
{
    const char *p = lexer->p;
    return lexer->end - p > 1 && *p >= '1' && *p <= '3' && p[1] == 'D' &&
           (lexer->end - p == 2 || !is_name(p[2]));
}

static bool lex_token(struct lexer *lexer, bool space_before)
{
    struct token token = here(lexer);
    bool ok;
    token.space_before = space_before;
    // A bracket that opens a statement is a control prefix; elsewhere it is part of an operand.
    bool opens_statement =
        lexer->count == 0 || token_is_punct(&lexer->tokens[lexer->count - 1], ':');
    // Behind a dot digits may begin a name: .2D
    const char *word = lexer->p;
    if (!space_before && lexer->count && token_is_punct(&lexer->tokens[lexer->count - 1], '.')) {
        while (word < lexer->end && isdigit((unsigned char)*word))
            word++;
    }
    if (is_name_start(*lexer->p) || is_dimension(lexer) ||
        (word > lexer->p && word < lexer->end && is_name(*word))) {
        while (lexer->p < lexer->end && is_name(*lexer->p))
            lexer->p++;
        token.kind = TOKEN_IDENT;
        token.length = (uint32_t)(lexer->p - token.text);
        ok = true;
    } else if (word == lexer->p && isdigit((unsigned char)*word) &&
               is_float(lexer->p, lexer->end)) {
        ok = lex_float(lexer, &token);
    } else if (isdigit((unsigned char)*lexer->p)) {
        ok = lex_number(lexer, &token);
    } else if (*lexer->p == '"') {
        ok = lex_enclosed(lexer, &token, '"', TOKEN_STRING);
    } else if (*lexer->p == '[' && opens_statement) {
        ok = lex_enclosed(lexer, &token, ']', TOKEN_CONTROL);
    } else {
        ok = lex_punct(lexer, &token);
    }
    return ok && push(lexer, token);
}

bool lex(struct assembler *as, const char *path, const char *text, size_t size, struct lines *lines)
{
    struct lexer lexer = {.as = as, .path = path, .p = text, .end = text + size, .line = 1};
    lexer.line_start = text;
    while (lexer.p < lexer.end) {
        bool skipped;
        if (!skip_blank(&lexer, &skipped))
            return false;
        if (lexer.p == lexer.end)
            break;
        if (*lexer.p == '\n') {
            if (!end_line(&lexer))
                return false;
            lexer.p++;
            lexer.line++;
            lexer.line_start = lexer.p;
        } else if (!lex_token(&lexer, skipped)) {
            return false;
        }
    }
    if (!end_line(&lexer))
        return false;
    lines->items = lexer.lines;
    lines->count = lexer.line_count;
    return true;
}

bool token_is(const struct token *token, const char *text)
{
    return token->kind == TOKEN_IDENT && strlen(text) == token->length &&
           memcmp(token->text, text, token->length) == 0;
}

bool token_is_punct(const struct token *token, int64_t punct)
{
    return token->kind == TOKEN_PUNCT && token->value == punct;
}

const char *token_describe(const struct token *token, char *buffer, size_t size)
{
    if (token->kind == TOKEN_END)
        snprintf(buffer, size, "the end of the line");
    else
        snprintf(buffer, size, "'%.*s'", (int)token->length, token->text);
    return buffer;
}
