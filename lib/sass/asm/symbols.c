// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/asm/internal.h"

#include <string.h>

static struct symbol **bucket(struct assembler *as, const char *name, size_t length)
{
    uint32_t hash = 2166136261u; // FNV-1a
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    return &as->symbols[hash % SYMBOL_BUCKETS];
}

struct symbol *symbol_find(struct assembler *as, const char *name, size_t length)
{
    for (struct symbol *s = *bucket(as, name, length); s; s = s->next) {
        if (s->length == length && memcmp(s->name, name, length) == 0)
            return s;
    }
    return NULL;
}

struct symbol *symbol_define(struct assembler *as, const char *name, size_t length,
                             enum symbol_kind kind)
{
    struct symbol **head = bucket(as, name, length);
    struct symbol *symbol = arena_alloc(as, sizeof *symbol);
    if (!symbol)
        return NULL;
    symbol->name = name;
    symbol->length = length;
    symbol->kind = kind;
    symbol->in_kernel = as->kernel && kind != SYMBOL_MACRO;
    symbol->next = *head;
    *head = symbol;
    return symbol;
}

void symbol_remove(struct assembler *as, struct symbol *symbol)
{
    struct symbol **p = bucket(as, symbol->name, symbol->length);
    while (*p && *p != symbol)
        p = &(*p)->next;
    if (*p)
        *p = symbol->next;
}

// "R12": a prefix and a number without leading zeros.
static bool numbered(const struct token *token, const char *prefix, unsigned limit,
                     unsigned *number)
{
    size_t skip = strlen(prefix);
    if (token->length <= skip || token->length > skip + 3 || memcmp(token->text, prefix, skip) != 0)
        return false;
    unsigned value = 0;
    for (size_t i = skip; i < token->length; i++) {
        if (token->text[i] < '0' || token->text[i] > '9')
            return false;
        value = value * 10 + (unsigned)(token->text[i] - '0');
    }
    if (token->text[skip] == '0' && token->length > skip + 1)
        return false;
    *number = value;
    return value <= limit;
}

bool register_by_name(struct assembler *as, const struct token *token, enum sass_operand_kind *bank,
                      unsigned *base, unsigned *count, bool *named)
{
    if (token->kind != TOKEN_IDENT)
        return false;
    *count = 0;
    *named = false;
    const struct symbol *symbol = symbol_find(as, token->text, token->length);
    if (symbol && symbol->kind == SYMBOL_REGISTER) {
        *bank = symbol->bank;
        *base = symbol->base;
        *count = symbol->count;
        *named = true;
        return true;
    }
    if (numbered(token, "R", 254, base) || token_is(token, "RZ")) {
        *bank = SASS_OPND_GPR;
        if (token_is(token, "RZ"))
            *base = SASS_RZ;
        return true;
    }
    if (numbered(token, "UR", 62, base) || token_is(token, "URZ")) {
        *bank = SASS_OPND_UGPR;
        if (token_is(token, "URZ"))
            *base = SASS_URZ;
        return true;
    }
    if (numbered(token, "UP", 6, base) || token_is(token, "UPT")) {
        *bank = SASS_OPND_UPRED;
        if (token_is(token, "UPT"))
            *base = SASS_PT;
        return true;
    }
    if (numbered(token, "P", 6, base) || token_is(token, "PT")) {
        *bank = SASS_OPND_PRED;
        if (token_is(token, "PT"))
            *base = SASS_PT;
        return true;
    }
    return false;
}
