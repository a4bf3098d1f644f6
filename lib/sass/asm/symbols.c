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
static bool numbered(const char *name, size_t length, const char *prefix, unsigned limit,
                     unsigned *number)
{
    size_t skip = strlen(prefix);
    if (length <= skip || length > skip + 3 || memcmp(name, prefix, skip) != 0)
        return false;
    unsigned value = 0;
    for (size_t i = skip; i < length; i++) {
        if (name[i] < '0' || name[i] > '9')
            return false;
        value = value * 10 + (unsigned)(name[i] - '0');
    }
    if (name[skip] == '0' && length > skip + 1)
        return false;
    *number = value;
    return value <= limit;
}

const struct register_class register_classes[REGISTER_CLASSES] = {
    {"R", SASS_OPND_GPR, 254, "RZ", SASS_RZ},
    {"UR", SASS_OPND_UGPR, 62, "URZ", SASS_URZ},
    {"P", SASS_OPND_PRED, 6, "PT", SASS_PT},
    {"UP", SASS_OPND_UPRED, 6, "UPT", SASS_PT},
};

size_t register_class_of(enum sass_operand_kind bank)
{
    size_t class = 0;
    while (register_classes[class].bank != bank)
        class ++;
    return class;
}

bool register_by_number(const char *name, size_t length, enum sass_operand_kind *bank,
                        unsigned *base)
{
    for (size_t i = 0; i < REGISTER_CLASSES; i++) {
        const struct register_class *class = &register_classes[i];
        bool is_constant =
            strlen(class->constant) == length && memcmp(class->constant, name, length) == 0;
        if (!is_constant && !numbered(name, length, class->prefix, class->limit, base))
            continue;
        if (is_constant)
            *base = class->constant_number;
        *bank = class->bank;
        return true;
    }
    return false;
}

bool register_by_name(struct assembler *as, const struct token *token, enum sass_operand_kind *bank,
                      unsigned *base, const struct symbol **symbol)
{
    *symbol = NULL;
    if (token->kind != TOKEN_IDENT)
        return false;
    const struct symbol *named = symbol_find(as, token->text, token->length);
    if (!named || named->kind != SYMBOL_REGISTER)
        return register_by_number(token->text, token->length, bank, base);
    *bank = named->bank;
    *base = named->base;
    *symbol = named;
    return true;
}
