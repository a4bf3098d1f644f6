// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// One operand of an instruction: registers, predicates, integers, constants, addresses, labels.
#include "sass/asm/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// R{expression}, and so for UR, P and UP.
static bool parse_computed_register(struct assembler *as, const struct token **at,
                                    struct sass_operand *operand, bool *matched)
{
    *matched = false;
    if ((*at)->kind != TOKEN_IDENT || !token_is_punct(*at + 1, '{'))
        return true;
    for (size_t i = 0; i < REGISTER_CLASSES; i++) {
        const struct register_class *class = &register_classes[i];
        const struct token *start = *at;
        int64_t number;
        if (!token_is(start, class->prefix))
            continue;
        *at += 2;
        if (!parse_expression(as, at, &number) || !expect_punct(as, at, '}', "'}'"))
            return false;
        if (number < 0 || number > class->limit)
            return fail_at(as, start, "%s%lld does not exist: 0 to %u was expected", class->prefix,
                           (long long)number, class->limit);
        operand->kind = (uint8_t) class->bank;
        operand->reg = (uint8_t)number;
        *matched = true;
        return true;
    }
    return true;
}

// A register by number or by name, with an index for an array.
static bool parse_register(struct assembler *as, const struct token **at,
                           struct sass_operand *operand, struct register_use *use, bool *matched)
{
    const struct token *start = *at;
    enum sass_operand_kind bank;
    const struct symbol *symbol;
    unsigned base;
    int64_t index = 0;
    if (!parse_computed_register(as, at, operand, matched))
        return false;
    if (*matched) {
        *use = (struct register_use){.at = start};
        return true;
    }
    if (!register_by_name(as, start, &bank, &base, &symbol))
        return true;
    (*at)++;
    if (symbol && !check_not_freed(as, start, symbol))
        return false;
    if (symbol && token_is_punct(*at, '[')) {
        unsigned count = symbol->count ? symbol->count : 1;
        (*at)++;
        if (!parse_expression(as, at, &index) || !expect_punct(as, at, ']', "']'"))
            return false;
        if (index < 0 || index >= count)
            return fail_at(as, start, "%.*s[%lld] is outside the array of %u registers",
                           (int)start->length, start->text, (long long)index, count);
    }
    operand->kind = (uint8_t)bank;
    operand->reg = (uint8_t)(base + (unsigned)index);
    *use = (struct register_use){.at = start, .symbol = symbol, .index = (unsigned)index};
    *matched = true;
    return true;
}

// Dotted words behind a register: .reuse, .64, or a suffix that the row knows.
static bool parse_suffixes(struct assembler *as, const struct token **at, struct operand_text *text)
{
    while (token_is_punct(*at, '.') && !(*at)->space_before) {
        const struct token *dot = (*at)++, *word = *at;
        if (word->kind != TOKEN_IDENT && word->kind != TOKEN_NUMBER)
            return fail_at(as, word, "a suffix was expected after '.'");
        (*at)++;
        if (token_is(word, "reuse")) {
            if (text->operand.reuse)
                return fail_at(as, word, "'.reuse' is there already");
            text->operand.reuse = true;
        } else if (word->kind == TOKEN_NUMBER && word->value == 64) {
            text->wide = true;
        } else {
            if (!text->suffix)
                text->suffix = dot;
            text->suffix_end = *at;
        }
    }
    return true;
}

// The inside of an address after '[': registers and an offset joined by '+'; consumes the ']'.
static bool parse_address(struct assembler *as, const struct token **at, struct operand_text *text)
{
    struct sass_operand *operand = &text->operand;
    operand->reg = SASS_RZ;
    operand->ureg = SASS_URZ;
    operand->imm = 0;
    for (;;) {
        const struct token *start = *at;
        struct sass_operand part = {0};
        struct register_use use;
        bool matched;
        if (!parse_register(as, at, &part, &use, &matched))
            return false;
        if (!matched)
            return parse_expression(as, at, &operand->imm) && expect_punct(as, at, ']', "']'");
        bool is_base = part.kind == SASS_OPND_GPR && !text->has_base;
        if (!is_base && (part.kind != SASS_OPND_UGPR || text->has_uniform))
            return fail_at(as, start,
                           "an address is one general register, one uniform register and "
                           "an offset");
        if (is_base) {
            text->has_base = true;
            text->uses[USE_MAIN] = use;
            operand->reg = part.reg;
            if (!parse_suffixes(as, at, text))
                return false;
        } else {
            text->has_uniform = true;
            text->uses[USE_UNIFORM] = use;
            operand->ureg = part.reg;
        }
        if (token_is_punct(*at, '-'))
            return parse_expression(as, at, &operand->imm) && expect_punct(as, at, ']', "']'");
        if (!token_is_punct(*at, '+'))
            return expect_punct(as, at, ']', "'+', '-' or ']'");
        (*at)++;
    }
}

// gdesc[UR4].negA.tnspB: the signs are read here, the row knows the rest.
static bool parse_matrix_descriptor(struct assembler *as, const struct token **at,
                                    struct operand_text *text)
{
    const struct token *start = *at += 2;
    bool matched;
    text->bracket = "gdesc";
    if (!parse_register(as, at, &text->operand, &text->uses[USE_MAIN], &matched))
        return false;
    if (!matched || text->operand.kind != SASS_OPND_UGPR)
        return fail_at(as, start, "a uniform register was expected as the descriptor");
    if (!expect_punct(as, at, ']', "']'"))
        return false;
    for (;;) {
        bool *sign = token_is(*at + 1, "negA")   ? &text->operand.neg
                     : token_is(*at + 1, "negB") ? &text->operand.abs
                                                 : NULL;
        if (!token_is_punct(*at, '.') || !sign)
            return parse_suffixes(as, at, text);
        *sign = true;
        *at += 2;
    }
}

// desc[UR4][...], or hdesc[UR4][...] for a descriptor that nvdisasm does not show; desc[UR4] alone
// is a cache policy.
static bool parse_described_address(struct assembler *as, const struct token **at,
                                    struct operand_text *text)
{
    text->has_desc = true;
    text->hidden_desc = token_is(*at, "hdesc");
    const struct token *start = *at += 2;
    struct sass_operand descriptor = {0};
    struct register_use use;
    bool matched;
    if (!parse_register(as, at, &descriptor, &use, &matched))
        return false;
    if (!matched || descriptor.kind != SASS_OPND_UGPR)
        return fail_at(as, start, "a uniform register was expected as the descriptor");
    text->operand.desc = descriptor.reg;
    if (token_is_punct(*at, ']') && !token_is_punct(*at + 1, '[')) {
        (*at)++;
        text->operand = descriptor;
        text->uses[USE_MAIN] = use;
        text->bracket = "desc";
        return true;
    }
    text->uses[USE_DESCRIPTOR] = use;
    return expect_punct(as, at, ']', "']'") && expect_punct(as, at, '[', "'['") &&
           parse_address(as, at, text);
}

static bool parse_constant(struct assembler *as, const struct token **at, struct operand_text *text)
{
    const struct token *start = *at += 2; // c [
    struct sass_operand reg = {0}, *operand = &text->operand;
    struct register_use use = {0};
    bool matched;
    int64_t bank;
    operand->reg = SASS_RZ;
    if (!parse_register(as, at, &reg, &use, &matched))
        return false;
    text->uses[USE_UNIFORM] = use;
    operand->kind = matched ? SASS_OPND_CONST_UGPR : SASS_OPND_CONST;
    if (matched && reg.kind != SASS_OPND_UGPR)
        return fail_at(as, start, "a bank number or a uniform register was expected");
    operand->ureg = reg.reg;
    if (!matched) {
        if (!parse_expression(as, at, &bank))
            return false;
        if (bank < 0 || bank > 31)
            return fail_at(as, start, "constant bank %lld: 0 to 31 was expected", (long long)bank);
        operand->bank = (uint8_t)bank;
    }
    if (!expect_punct(as, at, ']', "']'") || !expect_punct(as, at, '[', "'['"))
        return false;
    start = *at;
    if (!parse_register(as, at, &reg, &use, &matched))
        return false;
    if (matched) {
        bool uniform = reg.kind == SASS_OPND_UGPR;
        if (reg.kind != SASS_OPND_GPR && (!uniform || operand->kind != SASS_OPND_CONST))
            return fail_at(as, start, "a general register or an offset was expected");
        if (operand->kind == SASS_OPND_CONST)
            operand->kind = uniform ? SASS_OPND_CONST_UINDEX : SASS_OPND_CONST_INDEX;
        text->uses[uniform ? USE_UNIFORM : USE_MAIN] = use;
        if (uniform)
            operand->ureg = reg.reg;
        else
            operand->reg = reg.reg;
        if (token_is_punct(*at, ']'))
            return expect_punct(as, at, ']', "']'");
        if (token_is_punct(*at, '+'))
            (*at)++;
    }
    return parse_expression(as, at, &operand->imm) && expect_punct(as, at, ']', "']'");
}

static bool report_special(struct assembler *as, const struct token *at, const char *name)
{
    struct nearest nearest = nearest_begin(name, strlen(name));
    for (unsigned id = 0; id < 256; id++) {
        const char *known = sass_sreg_name(id);
        if (known)
            nearest_try(&nearest, known, strlen(known));
    }
    return fail_at(as, at, "unknown special register %s%s%.*s%s", name, nearest.word ? "; '" : "",
                   (int)nearest.word_length, nearest.word ? nearest.word : "",
                   nearest.word ? "' is the nearest" : "");
}

// SR_TID.X and the like: as many dotted parts as make a known name.
static bool parse_special(struct assembler *as, const struct token **at,
                          struct sass_operand *operand)
{
    char name[40];
    const struct token *start = *at, *p = *at + 1;
    int n = snprintf(name, sizeof name, "%.*s", (int)start->length, start->text);
    while (token_is_punct(p, '.') && p[1].kind == TOKEN_IDENT && !p->space_before && n >= 0 &&
           (size_t)n < sizeof name) {
        n += snprintf(name + n, sizeof name - (size_t)n, ".%.*s", (int)p[1].length, p[1].text);
        p += 2;
    }
    int id = sass_sreg_id(name, strlen(name));
    if (id < 0)
        return report_special(as, start, name);
    operand->kind = SASS_OPND_SREG;
    operand->reg = (uint8_t)id;
    *at = p;
    return true;
}

// Registers and constants, with signs in front: '-', '~', '!' and '|'.
static bool parse_signed(struct assembler *as, const struct token **at, struct operand_text *text,
                         bool *matched)
{
    const struct token *start = *at;
    struct sass_operand *operand = &text->operand;
    if (token_is_punct(*at, '-') || token_is_punct(*at, '~') || token_is_punct(*at, '!')) {
        operand->neg = true;
        text->sign = (char)start->value;
        (*at)++;
    }
    if (token_is_punct(*at, '|')) {
        operand->abs = true;
        (*at)++;
    }
    if (!parse_register(as, at, operand, &text->uses[USE_MAIN], matched))
        return false;
    if (!*matched && (token_is(*at, "c") || token_is(*at, "cx")) && token_is_punct(*at + 1, '[')) {
        *matched = true;
        if (!parse_constant(as, at, text))
            return false;
    }
    if (!*matched) {
        operand->neg = operand->abs = false;
        text->sign = 0;
        *at = start;
        return true;
    }
    bool is_predicate = operand->kind == SASS_OPND_PRED || operand->kind == SASS_OPND_UPRED;
    if (operand->neg && is_predicate != (text->sign == '!'))
        return fail_at(as, start,
                       "predicates are inverted with '!', other registers with '-' or '~'");
    // A suffix may stand inside the bars of an absolute value or behind them.
    if (operand->abs && (!parse_suffixes(as, at, text) || !expect_punct(as, at, '|', "'|'")))
        return false;
    return parse_suffixes(as, at, text);
}

// {2,1}: a set of bit numbers
static bool parse_set(struct assembler *as, const struct token **at, struct sass_operand *operand)
{
    operand->kind = SASS_OPND_SET;
    do {
        const struct token *start = ++*at; // '{' or ','
        int64_t bit;
        if (!parse_expression(as, at, &bit))
            return false;
        if (bit < 0 || bit > 62)
            return fail_at(as, start, "bit %lld of a set: 0 to 62 was expected", (long long)bit);
        operand->imm |= INT64_C(1) << bit;
    } while (token_is_punct(*at, ','));
    return expect_punct(as, at, '}', "'}'");
}

// 1.5, -2e-3, +INF, -QNAN
static bool parse_real(const struct token **at, struct operand_text *text)
{
    const struct token *token = *at;
    bool minus = token_is_punct(token, '-'), plus = token_is_punct(token, '+');
    token += minus || plus;
    if (token->kind == TOKEN_FLOAT)
        text->real = token->real;
    else if ((minus || plus) && token_is(token, "INF"))
        text->real = (double)INFINITY;
    else if ((minus || plus) && token_is(token, "QNAN"))
        text->real = (double)NAN;
    else
        return false;
    text->operand.neg = minus;
    text->is_real = true;
    text->operand.kind = SASS_OPND_F64;
    *at = token + 1;
    return true;
}

bool parse_operand(struct assembler *as, const struct token **at, struct operand_text *text)
{
    struct sass_operand *operand = &text->operand;
    const struct token *start = *at;
    bool matched;
    memset(text, 0, sizeof *text);
    text->at = start;
    if (parse_real(at, text))
        return true;
    if (!parse_signed(as, at, text, &matched))
        return false;
    if (matched)
        return true;
    if ((token_is(start, "desc") || token_is(start, "hdesc")) && token_is_punct(start + 1, '[')) {
        operand->kind = SASS_OPND_ADDR_GLOBAL;
        return parse_described_address(as, at, text);
    }
    if (token_is(start, "gdesc") && token_is_punct(start + 1, '['))
        return parse_matrix_descriptor(as, at, text);
    if (token_is_punct(start, '[')) {
        (*at)++;
        operand->kind = SASS_OPND_ADDR_SHARED;
        return parse_address(as, at, text);
    }
    if (token_is_punct(start, '{'))
        return parse_set(as, at, operand);
    if (start->kind == TOKEN_IDENT) {
        if (start->length >= 3 && memcmp(start->text, "SR", 2) == 0 &&
            (start->text[2] == '_' || token_is(start, "SRZ")))
            return parse_special(as, at, operand);
        if (!symbol_find(as, start->text, start->length)) {
            text->label = start;
            operand->kind = SASS_OPND_TARGET;
            (*at)++;
            return parse_suffixes(as, at, text);
        }
    }
    operand->kind = SASS_OPND_IMM;
    text->is_bits = start->kind == TOKEN_NUMBER && start->length > 2 && start->text[1] == 'x';
    bool minus = token_is_punct(start, '-');
    if (start->kind == TOKEN_STRING)
        return fail_at(as, start, "an operand was expected, found the text \"%.*s\"",
                       (int)start->length, start->text);
    if (!parse_expression(as, at, &operand->imm))
        return false;
    const struct token *number = start + minus;
    text->is_expression = number->kind != TOKEN_NUMBER || *at != number + 1 ||
                          (minus && number->length > 1 && number->text[1] == 'x');
    // -0 is a number of its own among the floating-point ones.
    text->real = minus && operand->imm == 0 ? -0.0 : (double)operand->imm;
    return true;
}
