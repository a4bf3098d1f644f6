// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Which names a source may define. A name that means something already would hide it, and the text
// would say one thing and assemble to another.
#include "sass/asm/internal.h"

#include <stdlib.h>
#include <string.h>

struct word {
    const char *text;
    size_t length;
};

static bool is(struct word word, const char *text)
{
    return strlen(text) == word.length && memcmp(word.text, text, word.length) == 0;
}

static bool is_one_of(struct word word, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (is(word, texts[i]))
            return true;
    }
    return false;
}

// A prefix and one or two digits: B3, SB0.
static bool is_numbered(struct word word, const char *prefix)
{
    size_t n = strlen(prefix);
    if (word.length <= n || word.length > n + 2 || memcmp(word.text, prefix, n) != 0)
        return false;
    for (size_t i = n; i < word.length; i++) {
        if (word.text[i] < '0' || word.text[i] > '9')
            return false;
    }
    return true;
}

static bool is_mnemonic(struct word word)
{
    char text[SASS_NAME_TEXT];
    size_t count;
    if (word.length >= sizeof text)
        return false;
    memcpy(text, word.text, word.length);
    text[word.length] = '\0';
    return sass_rows_named(text, &count) != NULL;
}

const char *reserved_name(const char *name, size_t length)
{
    static const char *const classes[] = {"R", "UR", "P", "UP"};
    static const char *const numbers[] = {"INF", "QNAN"};
    struct word word = {name, length};
    enum sass_operand_kind bank;
    unsigned number;
    if (register_by_number(name, length, &bank, &number) ||
        is_one_of(word, classes, sizeof classes / sizeof classes[0]))
        return "a register";
    if (is_numbered(word, "B") || is_numbered(word, "SB"))
        return "a barrier";
    if ((length > 3 && memcmp(name, "SR_", 3) == 0) || sass_sreg_id(name, length) >= 0)
        return "a special register";
    if (is_mnemonic(word))
        return "an instruction";
    if (param_type_size(name, length))
        return "a type of parameters";
    if (is_one_of(word, numbers, sizeof numbers / sizeof numbers[0]))
        return "a number";
    return NULL;
}

bool name_may_have_index(struct assembler *as, const struct token *name)
{
    static const char *const operands[] = {"c", "cx", "desc", "hdesc", "gdesc"};
    struct word word = {name->text, name->length};
    if (is_one_of(word, operands, sizeof operands / sizeof operands[0]))
        return fail_at(as, name, "'%.*s[...]' is an operand: another name was expected",
                       (int)name->length, name->text);
    return true;
}

bool name_is_allowed(struct assembler *as, const struct token *name)
{
    const char *reserved = reserved_name(name->text, name->length);
    if (reserved)
        return fail_at(as, name, "'%.*s' is the name of %s: another name was expected",
                       (int)name->length, name->text, reserved);
    return true;
}

bool name_is_free(struct assembler *as, const struct token *name)
{
    static const char *const kinds[] = {
        [SYMBOL_INTEGER] = "an integer",
        [SYMBOL_REGISTER] = "a register",
        [SYMBOL_MACRO] = "a macro",
    };
    struct symbol *symbol = symbol_find(as, name->text, name->length);
    if (!name_is_allowed(as, name))
        return false;
    if (symbol && symbol->variable && symbol->variable->freed) {
        symbol_remove(as, symbol);
        symbol = symbol_find(as, name->text, name->length);
    }
    if (symbol)
        return fail_at(as, name, "the name '%.*s' is taken already, by %s", (int)name->length,
                       name->text, kinds[symbol->kind]);
    if (as->kernel && kernel_has_label(as, name))
        return fail_at(as, name, "the name '%.*s' is taken already, by a label", (int)name->length,
                       name->text);
    return true;
}
