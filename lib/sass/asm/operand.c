// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// One operand of an instruction: registers, predicates, integers, constants, addresses, labels.
#include "sass/asm/internal.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *prefix;
    enum sass_operand_kind bank;
    unsigned limit;
} register_banks[] = {
    {"R", SASS_OPND_GPR, 254},
    {"UR", SASS_OPND_UGPR, 62},
    {"P", SASS_OPND_PRED, 6},
};

// R{expression}, UR{expression}, P{expression}.
static bool parse_computed_register(struct assembler *as, const struct token **at,
                                    struct sass_operand *operand, bool *matched)
{
    *matched = false;
    if ((*at)->kind != TOKEN_IDENT || !token_is_punct(*at + 1, '{'))
        return true;
    for (size_t i = 0; i < sizeof register_banks / sizeof register_banks[0]; i++) {
        const struct token *start = *at;
        int64_t number;
        if (!token_is(start, register_banks[i].prefix))
            continue;
        *at += 2;
        if (!parse_expression(as, at, &number) || !expect_punct(as, at, '}', "'}'"))
            return false;
        if (number < 0 || number > register_banks[i].limit)
            return fail_at(as, start, "%s%lld does not exist: 0 to %u was expected",
                           register_banks[i].prefix, (long long)number, register_banks[i].limit);
        operand->kind = register_banks[i].bank;
        operand->reg = (uint8_t)number;
        *matched = true;
        return true;
    }
    return true;
}

// A register by number or by name, with an index for an array.
static bool parse_register(struct assembler *as, const struct token **at,
                           struct sass_operand *operand, bool *matched)
{
    const struct token *start = *at;
    enum sass_operand_kind bank;
    unsigned base, count;
    bool named;
    if (!parse_computed_register(as, at, operand, matched) || *matched)
        return *matched;
    if (!register_by_name(as, start, &bank, &base, &count, &named))
        return true;
    (*at)++;
    if (named && token_is_punct(*at, '[')) {
        int64_t index;
        (*at)++;
        if (!parse_expression(as, at, &index) || !expect_punct(as, at, ']', "']'"))
            return false;
        if (index < 0 || index >= (count ? count : 1))
            return fail_at(as, start, "%.*s[%lld] is outside the array of %u registers",
                           (int)start->length, start->text, (long long)index, count ? count : 1);
        base += (unsigned)index;
    }
    operand->kind = (uint8_t)bank;
    operand->reg = (uint8_t)base;
    *matched = true;
    return true;
}

// The inside of an address after '[': a register, an offset, or both; consumes the ']'.
static bool parse_address(struct assembler *as, const struct token **at,
                          struct sass_operand *operand, bool *wide)
{
    const struct token *start = *at;
    bool matched;
    struct sass_operand base = {.reg = SASS_RZ};
    *wide = false;
    if (!parse_register(as, at, &base, &matched))
        return false;
    if (matched) {
        if (base.kind != SASS_OPND_GPR)
            return fail_at(as, start, "a general register was expected as the address");
        if (token_is_punct(*at, '.')) {
            if ((*at)[1].kind != TOKEN_NUMBER || (*at)[1].value != 64)
                return fail_at(as, *at, "'.64' was expected after the address register");
            *wide = true;
            *at += 2;
        }
    }
    operand->reg = base.reg;
    operand->imm = 0;
    if (matched && token_is_punct(*at, '+'))
        (*at)++;
    else if (matched && !token_is_punct(*at, '-'))
        return expect_punct(as, at, ']', "'+', '-' or ']'");
    return parse_expression(as, at, &operand->imm) && expect_punct(as, at, ']', "']'");
}

static bool parse_global_address(struct assembler *as, const struct token **at,
                                 struct sass_operand *operand)
{
    const struct token *start = *at += 2; // desc [
    struct sass_operand descriptor = {0};
    bool matched, wide;
    if (!parse_register(as, at, &descriptor, &matched))
        return false;
    if (!matched || descriptor.kind != SASS_OPND_UGPR)
        return fail_at(as, start, "a uniform register was expected as the descriptor");
    if (!expect_punct(as, at, ']', "']'") || !expect_punct(as, at, '[', "'['"))
        return false;
    start = *at;
    if (!parse_address(as, at, operand, &wide))
        return false;
    if (!wide)
        return fail_at(as, start, "a global address is a register pair: [Rx.64+offset]");
    operand->kind = SASS_OPND_ADDR_GLOBAL;
    operand->ureg = descriptor.reg;
    return true;
}

static bool parse_constant(struct assembler *as, const struct token **at,
                           struct sass_operand *operand)
{
    const struct token *start = *at += 2; // c [
    int64_t bank;
    if (!parse_expression(as, at, &bank) || !expect_punct(as, at, ']', "']'") ||
        !expect_punct(as, at, '[', "'['"))
        return false;
    if (bank < 0 || bank > 31)
        return fail_at(as, start, "constant bank %lld: 0 to 31 was expected", (long long)bank);
    operand->kind = SASS_OPND_CONST;
    operand->bank = (uint8_t)bank;
    return parse_expression(as, at, &operand->imm) && expect_punct(as, at, ']', "']'");
}

// SR_TID.X and the like: as many dotted parts as make a known name.
static bool parse_special(struct assembler *as, const struct token **at,
                          struct sass_operand *operand)
{
    char name[32];
    const struct token *start = *at, *p = *at + 1;
    int n = snprintf(name, sizeof name, "%.*s", (int)start->length, start->text);
    while (token_is_punct(p, '.') && p[1].kind == TOKEN_IDENT && !p->space_before && n >= 0 &&
           (size_t)n < sizeof name) {
        n += snprintf(name + n, sizeof name - (size_t)n, ".%.*s", (int)p[1].length, p[1].text);
        p += 2;
    }
    int id = sass_sreg_id(name, strlen(name));
    if (id < 0)
        return fail_at(as, start, "unknown special register %s", name);
    operand->kind = SASS_OPND_SREG;
    operand->reg = (uint8_t)id;
    *at = p;
    return true;
}

// Signs in front of a register: '-', '~', '!' and '|'.
static bool parse_signed_register(struct assembler *as, const struct token **at,
                                  struct sass_operand *operand, bool *matched)
{
    const struct token *start = *at;
    if (token_is_punct(*at, '-') || token_is_punct(*at, '~') || token_is_punct(*at, '!')) {
        operand->neg = true;
        (*at)++;
    }
    if (token_is_punct(*at, '|')) {
        operand->abs = true;
        (*at)++;
    }
    if (!parse_register(as, at, operand, matched))
        return false;
    if (!*matched) {
        operand->neg = operand->abs = false;
        *at = start;
        return true;
    }
    if (operand->neg && (operand->kind == SASS_OPND_PRED) != token_is_punct(start, '!'))
        return fail_at(as, start, "predicates are inverted with '!', other registers with '-'");
    if (operand->abs && !expect_punct(as, at, '|', "'|'"))
        return false;
    if (token_is_punct(*at, '.') && token_is(*at + 1, "reuse")) {
        operand->reuse = true;
        *at += 2;
    }
    return true;
}

bool parse_operand(struct assembler *as, const struct token **at, struct operand_text *text)
{
    struct sass_operand *operand = &text->operand;
    const struct token *start = *at;
    bool matched;
    memset(text, 0, sizeof *text);
    text->at = start;
    if (!parse_signed_register(as, at, operand, &matched) || matched)
        return matched;
    if (token_is(start, "desc") && token_is_punct(start + 1, '['))
        return parse_global_address(as, at, operand);
    if (token_is(start, "c") && token_is_punct(start + 1, '['))
        return parse_constant(as, at, operand);
    if (token_is_punct(start, '[')) {
        bool wide;
        (*at)++;
        operand->kind = SASS_OPND_ADDR_SHARED;
        if (!parse_address(as, at, operand, &wide))
            return false;
        if (wide)
            return fail_at(as, start, "a 64-bit address needs its descriptor: desc[URx][Rx.64]");
        return true;
    }
    if (start->kind == TOKEN_IDENT) {
        if (start->length >= 3 && memcmp(start->text, "SR", 2) == 0 &&
            (start->text[2] == '_' || token_is(start, "SRZ")))
            return parse_special(as, at, operand);
        if (!symbol_find(as, start->text, start->length)) {
            text->label = start;
            operand->kind = SASS_OPND_TARGET;
            (*at)++;
            return true;
        }
    }
    operand->kind = SASS_OPND_IMM;
    return parse_expression(as, at, &operand->imm);
}
