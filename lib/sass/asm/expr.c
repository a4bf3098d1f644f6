// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Integer expressions with C's operators and precedence, in 64 bits.
#include "sass/asm/internal.h"

static bool parse_ternary(struct assembler *as, const struct token **at, int64_t *value,
                          unsigned depth);

bool expect_punct(struct assembler *as, const struct token **at, int64_t punct, const char *what)
{
    char found[80];
    if (!token_is_punct(*at, punct))
        return fail_at(as, *at, "%s expected, found %s", what,
                       token_describe(*at, found, sizeof found));
    (*at)++;
    return true;
}

static bool parse_unary(struct assembler *as, const struct token **at, int64_t *value,
                        unsigned depth)
{
    const struct token *token = *at;
    char found[80];
    if (depth > MAX_DEPTH)
        return fail_at(as, token, "the expression is nested too deeply");
    if (token->kind == TOKEN_NUMBER) {
        *value = token->value;
        (*at)++;
        return true;
    }
    if (token->kind == TOKEN_IDENT) {
        const struct symbol *symbol = symbol_find(as, token->text, token->length);
        if (!symbol || symbol->kind != SYMBOL_INTEGER)
            return fail_at(as, token, "'%.*s' is not the name of an integer", (int)token->length,
                           token->text);
        *value = symbol->value;
        (*at)++;
        return true;
    }
    if (token_is_punct(token, '(')) {
        (*at)++;
        return parse_ternary(as, at, value, depth + 1) && expect_punct(as, at, ')', "')'");
    }
    if (token_is_punct(token, '-') || token_is_punct(token, '~') || token_is_punct(token, '!')) {
        (*at)++;
        if (!parse_unary(as, at, value, depth + 1))
            return false;
        *value = token->value == '-'   ? (int64_t)(0 - (uint64_t)*value)
                 : token->value == '~' ? ~*value
                                       : !*value;
        return true;
    }
    return fail_at(as, token, "an integer expression was expected, found %s",
                   token_describe(token, found, sizeof found));
}

static int precedence(const struct token *token)
{
    if (token->kind != TOKEN_PUNCT)
        return 0;
    switch (token->value) {
    case PUNCT_OR:
        return 1;
    case PUNCT_AND:
        return 2;
    case '|':
        return 3;
    case '^':
        return 4;
    case '&':
        return 5;
    case PUNCT_EQ:
    case PUNCT_NE:
        return 6;
    case '<':
    case '>':
    case PUNCT_LE:
    case PUNCT_GE:
        return 7;
    case PUNCT_SHL:
    case PUNCT_SHR:
        return 8;
    case '+':
    case '-':
        return 9;
    case '*':
    case '/':
    case '%':
        return 10;
    default:
        return 0;
    }
}

// Sums, products and shifts wrap around in 64 bits.
static bool apply(struct assembler *as, const struct token *op, int64_t a, int64_t b,
                  int64_t *value)
{
    uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
    switch (op->value) {
    case PUNCT_OR:
        *value = a || b;
        return true;
    case PUNCT_AND:
        *value = a && b;
        return true;
    case '|':
        *value = a | b;
        return true;
    case '^':
        *value = a ^ b;
        return true;
    case '&':
        *value = a & b;
        return true;
    case PUNCT_EQ:
        *value = a == b;
        return true;
    case PUNCT_NE:
        *value = a != b;
        return true;
    case '<':
        *value = a < b;
        return true;
    case '>':
        *value = a > b;
        return true;
    case PUNCT_LE:
        *value = a <= b;
        return true;
    case PUNCT_GE:
        *value = a >= b;
        return true;
    case '+':
        *value = (int64_t)(ua + ub);
        return true;
    case '-':
        *value = (int64_t)(ua - ub);
        return true;
    case '*':
        *value = (int64_t)(ua * ub);
        return true;
    case PUNCT_SHL:
    case PUNCT_SHR:
        if (b < 0 || b > 63)
            return fail_at(as, op, "the shift count %lld is not between 0 and 63", (long long)b);
        *value = op->value == PUNCT_SHL ? (int64_t)(ua << b) : a >> b;
        return true;
    default:
        if (b == 0)
            return fail_at(as, op, "division by zero");
        if (b == -1) // INT64_MIN / -1 overflows
            *value = op->value == '/' ? (int64_t)(0 - ua) : 0;
        else
            *value = op->value == '/' ? a / b : a % b;
        return true;
    }
}

static bool parse_binary(struct assembler *as, const struct token **at, int64_t *value, int lowest,
                         unsigned depth)
{
    if (!parse_unary(as, at, value, depth))
        return false;
    for (;;) {
        const struct token *op = *at;
        int level = precedence(op);
        int64_t right;
        if (level == 0 || level < lowest)
            return true;
        (*at)++;
        if (!parse_binary(as, at, &right, level + 1, depth + 1) ||
            !apply(as, op, *value, right, value))
            return false;
    }
}

static bool parse_ternary(struct assembler *as, const struct token **at, int64_t *value,
                          unsigned depth)
{
    int64_t yes, no;
    if (!parse_binary(as, at, value, 1, depth))
        return false;
    if (!token_is_punct(*at, '?'))
        return true;
    (*at)++;
    if (!parse_ternary(as, at, &yes, depth + 1) || !expect_punct(as, at, ':', "':'") ||
        !parse_ternary(as, at, &no, depth + 1))
        return false;
    *value = *value ? yes : no;
    return true;
}

bool parse_expression(struct assembler *as, const struct token **at, int64_t *value)
{
    return parse_ternary(as, at, value, 0);
}
