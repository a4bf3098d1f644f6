// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Names of registers: .reg, .free and what .scope does with them.
#include "sass/asm/internal.h"

#include <string.h>

enum { MAX_ALIGN = 16 };

static const unsigned usable[REGISTER_CLASSES] = {253, 63, 7, 7};

// Where a declaration puts its registers.
struct place {
    const struct symbol *part_of; ///< another name for a part of this one
    struct variable variable;
    int align; ///< 0: not given
    int bank;  ///< 0 or 1; -1: not given
};

bool check_not_freed(struct assembler *as, const struct token *at, const struct symbol *symbol)
{
    if (symbol->variable && symbol->variable->freed)
        return fail_at(as, at, "'%.*s' was freed in line %u", (int)at->length, at->text,
                       symbol->variable->freed->line);
    return true;
}

struct variable *variable_root(struct variable *variable, unsigned *offset)
{
    while (variable->over) {
        *offset += variable->over_index;
        variable = variable->over;
    }
    return variable;
}

// A name with an index, or a register by number; *symbol is NULL for that.
static bool parse_place(struct assembler *as, const struct token **at, const struct symbol **symbol,
                        enum sass_operand_kind *bank, unsigned *number)
{
    const struct token *start = *at;
    if (!register_by_name(as, start, bank, number, symbol)) {
        char found[80];
        return fail_at(as, start,
                       "a register such as R12, UR4 or P0, a class (R, UR, P, UP), 'over' or a "
                       "name of registers was expected, found %s",
                       token_describe(start, found, sizeof found));
    }
    (*at)++;
    if (!*symbol || !check_not_freed(as, start, *symbol) || !token_is_punct(*at, '['))
        return !as->error[0];
    int64_t value;
    (*at)++;
    if (!parse_expression(as, at, &value) || !expect_punct(as, at, ']', "']'"))
        return false;
    if (value < 0 || value >= ((*symbol)->count ? (*symbol)->count : 1))
        return fail_at(as, start, "the index %lld is outside the array", (long long)value);
    *number += (unsigned)value;
    return true;
}

// NAME or NAME[COUNT]; 0 for a scalar
static bool parse_declared(struct assembler *as, const struct token **at, const struct token **name,
                           unsigned *count)
{
    int64_t value = 0;
    if (!expect_name(as, at, name))
        return false;
    if (token_is_punct(*at, '[')) {
        const struct token *start = ++*at;
        if (!parse_expression(as, at, &value) || !expect_punct(as, at, ']', "']'"))
            return false;
        if (value < 1 || value > 255)
            return fail_at(as, start, "an array of %lld registers: 1 to 255 were expected",
                           (long long)value);
    }
    *count = (unsigned)value;
    return expect_punct(as, at, ',', "','");
}

// bank 0, bank 1, bank NAME[INDEX], bank !NAME[INDEX]
static bool parse_bank(struct assembler *as, const struct token **at, struct place *place)
{
    const struct token *start = *at;
    const struct symbol *symbol = NULL;
    enum sass_operand_kind class;
    unsigned number;
    bool other = token_is_punct(*at, '!');
    *at += other;
    const struct token *name = *at;
    if (register_by_name(as, name, &class, &number, &symbol)) {
        if (!parse_place(as, at, &symbol, &class, &number))
            return false;
        if (class != SASS_OPND_GPR)
            return fail_at(as, name, "only general registers have banks");
        struct variable *variable = symbol ? symbol->variable : NULL;
        if (!variable || variable->placed || variable->modulus % 2 == 0) {
            place->bank = (int)((number + other) % 2);
            return true;
        }
        place->variable.bank_of = variable;
        place->variable.bank_index = number - variable->base;
        place->variable.other_bank = other;
        return true;
    }
    int64_t bank;
    if (!parse_expression(as, at, &bank))
        return false;
    if (bank < 0 || bank > 1 || other)
        return fail_at(as, start,
                       "bank 0 (even), bank 1 (odd), bank NAME or bank !NAME was expected");
    place->bank = (int)bank;
    return true;
}

static bool parse_constraints(struct assembler *as, const struct token *at, struct place *place)
{
    bool general = register_classes[place->variable.class].bank == SASS_OPND_GPR;
    while (at->kind != TOKEN_END) {
        if (!expect_punct(as, &at, ',', "','"))
            return false;
        const struct token *word = at++;
        bool is_bank = token_is(word, "bank");
        if (is_bank && (place->bank >= 0 || place->variable.bank_of))
            return fail_at(as, word, "one 'bank' was expected");
        if (is_bank && !general)
            return fail_at(as, word, "only general registers have banks");
        if (is_bank) {
            if (!parse_bank(as, &at, place))
                return false;
            continue;
        }
        if (!token_is(word, "align"))
            return fail_at(as, word, "'align' or 'bank' was expected");
        const struct token *start = at;
        int64_t align;
        if (!parse_expression(as, &at, &align))
            return false;
        if (align < 1 || align > MAX_ALIGN || (align & (align - 1)))
            return fail_at(as, start, "align 1, 2, 4, 8 or %d was expected", MAX_ALIGN);
        place->align = (int)align;
    }
    return true;
}

// Without a constraint an array of pairs or of fours is aligned to them.
static unsigned natural_alignment(const struct variable *variable)
{
    enum sass_operand_kind bank = register_classes[variable->class].bank;
    if (bank == SASS_OPND_PRED || bank == SASS_OPND_UPRED)
        return 1;
    return variable->count % 4 == 0 ? 4 : variable->count % 2 == 0 ? 2 : 1;
}

// What is known of the place from the constraints.
static bool settle_constraints(struct assembler *as, const struct token *name, struct place *place)
{
    struct variable *variable = &place->variable;
    bool has_bank = place->bank >= 0 || variable->bank_of;
    unsigned align = place->align ? (unsigned)place->align
                     : has_bank   ? 1
                                  : natural_alignment(variable);
    if (place->bank == 1 && align > 1)
        return fail_at(as, name, "align %u puts '%.*s' into bank 0: bank 1 cannot be had", align,
                       (int)name->length, name->text);
    variable->modulus = align;
    if (place->bank >= 0 && align == 1) {
        variable->modulus = 2;
        variable->residue = (unsigned)place->bank;
    }
    return true;
}

static bool add_variable(struct assembler *as, struct symbol *symbol, const struct variable *given)
{
    struct kernel *kernel = as->kernel;
    struct variable *variable = arena_alloc(as, sizeof *variable);
    if (!variable)
        return false;
    if (kernel->variable_count == MAX_VARIABLES)
        return fail_at(as, given->name, "more than %d names of registers", MAX_VARIABLES);
    if (kernel->variable_count == kernel->variable_room) {
        size_t room = kernel->variable_room ? 2 * kernel->variable_room : 32;
        struct variable **bigger = arena_alloc(as, room * sizeof *bigger);
        if (!bigger)
            return false;
        if (kernel->variable_count)
            memcpy(bigger, kernel->variables, kernel->variable_count * sizeof *bigger);
        kernel->variables = bigger;
        kernel->variable_room = room;
    }
    *variable = *given;
    variable->from = kernel->clock++;
    variable->to = NOT_FREED;
    kernel->variables[kernel->variable_count++] = variable;
    symbol->variable = variable;
    symbol->base = variable->base;
    return true;
}

// R, UR, P or UP with constraints.
static bool parse_class(struct assembler *as, const struct token *at, size_t class,
                        struct place *place)
{
    if (!as->kernel)
        return fail_at(as, at,
                       "a register such as R12 was expected: outside of a kernel none can be "
                       "chosen");
    place->variable.class = class;
    return parse_constraints(as, at + 1, place) &&
           settle_constraints(as, place->variable.name, place);
}

// The registers of `symbol`, from `number` on: over them, or another name for them.
static bool put_into(struct assembler *as, const struct token *at, const struct symbol *symbol,
                     unsigned number, bool over, struct place *place)
{
    struct variable *variable = &place->variable, *host = symbol->variable;
    unsigned from = number - host->base;
    if ((over || !host->placed) && variable->count > host->count - from)
        return fail_at(as, at, "%u registers do not fit into '%.*s', which has %u from here on",
                       variable->count, (int)host->name->length, host->name->text,
                       host->count - from);
    if (!over) {
        place->part_of = symbol;
        return true;
    }
    variable->over = host;
    variable->over_index = from;
    variable->modulus = host->modulus;
    variable->residue = (host->residue + from) % host->modulus;
    as->kernel->shares = true;
    return true;
}

// R, R16, over NAME[INDEX], NAME[INDEX]
static bool parse_where(struct assembler *as, const struct token *at, struct place *place)
{
    struct variable *variable = &place->variable;
    const struct token *where = at;
    enum sass_operand_kind bank;
    const struct symbol *symbol;
    unsigned number;
    for (size_t i = 0; i < REGISTER_CLASSES; i++) {
        if (token_is(at, register_classes[i].prefix))
            return parse_class(as, at, i, place);
    }
    bool over = token_is(at, "over") && !symbol_find(as, at->text, at->length);
    at += over;
    if (!parse_place(as, &at, &symbol, &bank, &number) || !expect_end(as, at))
        return false;
    variable->class = register_class_of(bank);
    variable->base = number;
    bool has_host = symbol && symbol->variable;
    if (over && !has_host)
        return fail_at(as, where + 1,
                       "the name of registers of this kernel was expected behind 'over'");
    if (has_host && !put_into(as, where, symbol, number, over, place))
        return false;
    if (variable->is_array && number + variable->count > usable[variable->class])
        return fail_at(as, where, "%u registers from here on run past the last one",
                       variable->count);
    variable->placed = !over;
    return true;
}

static bool choose(struct assembler *as, struct variable *variable)
{
    struct plan *plan = as->plan;
    as->kernel->chosen_count++;
    variable->base = variable->residue;
    if (!plan->survey && plan->next < plan->count)
        variable->base = plan->bases[plan->next++];
    if (variable->count > usable[variable->class])
        return fail_at(as, variable->name, "out of registers: '%.*s' asks for %u, there are %u",
                       (int)variable->name->length, variable->name->text, variable->count,
                       usable[variable->class]);
    return true;
}

// .reg NAME[COUNT], PLACE: see the manual
bool run_reg(struct assembler *as, const struct token *at)
{
    struct place place = {.bank = -1};
    struct variable *variable = &place.variable;
    unsigned count = 0;
    at++;
    if (!parse_declared(as, &at, &variable->name, &count))
        return false;
    variable->is_array = count != 0;
    variable->count = count ? count : 1;
    variable->modulus = 1;
    if (!parse_where(as, at, &place))
        return false;
    if (!variable->placed && !variable->over && !choose(as, variable))
        return false;
    if (!name_is_free(as, variable->name) || !name_may_have_index(as, variable->name))
        return false;
    struct symbol *symbol =
        symbol_define(as, variable->name->text, variable->name->length, SYMBOL_REGISTER);
    if (!symbol)
        return false;
    symbol->bank = register_classes[variable->class].bank;
    symbol->base = variable->base;
    symbol->count = count;
    symbol->block = as->block;
    if (place.part_of) {
        symbol->variable = place.part_of->variable;
        return true;
    }
    return !as->kernel || add_variable(as, symbol, variable);
}

static void free_variable(struct assembler *as, struct variable *variable, const struct token *at)
{
    variable->to = as->kernel->clock++;
    variable->freed = at;
    as->kernel->shares = true;
}

// .free NAME [, NAME]...
bool run_free(struct assembler *as, const struct token *at)
{
    if (!expect_kernel(as, at++))
        return false;
    for (;;) {
        const struct token *name;
        if (!expect_name(as, &at, &name))
            return false;
        const struct symbol *symbol = symbol_find(as, name->text, name->length);
        if (!symbol || symbol->kind != SYMBOL_REGISTER || !symbol->variable)
            return fail_at(as, name,
                           "the name of registers of this kernel was expected, found '%.*s'",
                           (int)name->length, name->text);
        if (!check_not_freed(as, name, symbol))
            return false;
        const struct token *declared = symbol->variable->name;
        if (declared->length != name->length ||
            memcmp(declared->text, name->text, name->length) != 0)
            return fail_at(as, name, "'%.*s' is a part of '%.*s', which can be freed as a whole",
                           (int)name->length, name->text, (int)declared->length, declared->text);
        free_variable(as, symbol->variable, name);
        if (at->kind == TOKEN_END)
            return true;
        if (!expect_punct(as, &at, ',', "','"))
            return false;
    }
}

void scope_begin(struct assembler *as)
{
    as->block++;
}

void scope_end(struct assembler *as, const struct token *at)
{
    for (size_t b = 0; b < SYMBOL_BUCKETS; b++) {
        for (struct symbol **p = &as->symbols[b]; *p;) {
            struct symbol *symbol = *p;
            if (symbol->kind != SYMBOL_REGISTER || symbol->block < as->block) {
                p = &symbol->next;
                continue;
            }
            struct variable *variable = symbol->variable;
            bool is_part = variable && (variable->name->text != symbol->name);
            if (variable && !is_part && !variable->freed)
                free_variable(as, variable, at);
            *p = symbol->next;
        }
    }
    as->block--;
}
