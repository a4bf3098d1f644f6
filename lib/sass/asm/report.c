// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Why an instruction does not fit the table: what was found, what was expected, what is nearest.
#include "sass/asm/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *bracket_name(const char *bracket)
{
    return strcmp(bracket, "gdesc") == 0  ? "a matrix descriptor gdesc[URx]"
           : strcmp(bracket, "desc") == 0 ? "a cache policy desc[URx]"
                                          : "an address [URx]";
}

const char *kind_name(const struct sass_operand_spec *spec)
{
    static const char *const names[] = {
        [SASS_OPND_GPR] = "a register",
        [SASS_OPND_UGPR] = "a uniform register",
        [SASS_OPND_PRED] = "a predicate",
        [SASS_OPND_UPRED] = "a uniform predicate",
        [SASS_OPND_BARRIER] = "a convergence barrier B0 to B15",
        [SASS_OPND_SCOREBOARD] = "a scoreboard SB0 to SB5",
        [SASS_OPND_IMM] = "an integer",
        [SASS_OPND_F32] = "a number",
        [SASS_OPND_F64] = "a number",
        [SASS_OPND_F16] = "a number",
        [SASS_OPND_BF16] = "a number",
        [SASS_OPND_SET] = "a set such as {1,0}",
        [SASS_OPND_CONST] = "a constant c[bank][offset]",
        [SASS_OPND_CONST_INDEX] = "a constant c[bank][Rx+offset]",
        [SASS_OPND_CONST_UGPR] = "a constant cx[URx][offset]",
        [SASS_OPND_CONST_UINDEX] = "a constant c[bank][URx+offset]",
        [SASS_OPND_SREG] = "a special register",
        [SASS_OPND_TARGET] = "a label",
        [SASS_OPND_NAME] = "a name",
    };
    if (spec->kind == SASS_OPND_ADDR_GLOBAL || spec->kind == SASS_OPND_ADDR_SHARED) {
        if (spec->dpos)
            return "an address desc[URx][Rx.64+offset]";
        if (spec->wide)
            return spec->upos ? "an address [Rx.64+URx+offset]" : "an address [Rx.64+offset]";
        if (spec->upos)
            return spec->pos ? "an address [Rx+URx+offset]" : "an address [URx+offset]";
        return "an address [Rx+offset]";
    }
    return spec->bracket ? bracket_name(spec->bracket) : names[spec->kind];
}

static size_t part_length(const char *text)
{
    return strcspn(text, ".");
}

// Compare each part of a modifier's name, as ".F32.BF16" has two, with the misspelt one.
static void try_modifier(struct nearest *nearest, const char **name, const char *candidate)
{
    unsigned before = nearest->fewest;
    for (const char *part = candidate; *part;) {
        part += *part == '.';
        nearest_try(nearest, part, part_length(part));
        part += part_length(part);
    }
    if (nearest->fewest < before)
        *name = candidate;
}

static const char *nearest_modifier(unsigned arch, const char *text, struct nearest *nearest)
{
    const char *name = NULL;
    size_t count;
    const struct sass_named_row *rows = sass_rows_named(text, &count);
    for (size_t r = 0; r < count; r++) {
        const struct sass_row *row = rows[r].row;
        if (!(row->archs & arch))
            continue;
        try_modifier(nearest, &name, row->mnemonic + rows[r].length);
        for (unsigned m = 0; m < SASS_MAX_MODS && row->mods[m].id; m++) {
            for (unsigned v = 0; v < 1u << row->mods[m].width; v++) {
                if (row->mods[m].names[v])
                    try_modifier(nearest, &name, row->mods[m].names[v]);
            }
        }
    }
    return name;
}

bool report_mnemonic(struct assembler *as, const struct token *at, const char *text,
                     const char *left_over)
{
    size_t length, n = part_length(text), row_count;
    if (!sass_rows_named(text, &row_count)) {
        const char *instruction = nearest_instruction(as->arch, text, &length);
        if (instruction)
            return fail_at(as, at, "unknown instruction '%.*s'; '%.*s' is the nearest", (int)n,
                           text, (int)length, instruction);
        return fail_at(as, at, "unknown instruction '%.*s'", (int)n, text);
    }
    if (!left_over || !*left_over)
        return fail_at(as, at, "'%s' lacks a modifier", text);
    const char *first = left_over + (*left_over == '.');
    struct nearest nearest = nearest_begin(first, part_length(first));
    const char *name = nearest_modifier(as->arch, text, &nearest);
    if (name && nearest.word_length == nearest.length &&
        memcmp(nearest.word, first, nearest.length) == 0)
        return fail_at(as, at,
                       "'%s' is no modifier of '%.*s' at this place: nvdisasm's order was expected",
                       left_over, (int)n, text);
    if (name)
        return fail_at(as, at, "'%s' is no modifier of '%.*s' at this place; '%s' is the nearest",
                       left_over, (int)n, text, name);
    return fail_at(as, at, "'%s' is no modifier of '%.*s' at this place", left_over, (int)n, text);
}

static bool report_suffix(struct assembler *as, unsigned number, const struct operand_text *text,
                          const struct sass_operand_spec *spec)
{
    const struct token *dot = text->suffix, *word = dot + 1;
    const char *name = NULL;
    struct nearest nearest = nearest_begin(word->text, word->length);
    for (unsigned v = 0; spec->suffix.names && v < 1u << spec->suffix.width; v++) {
        if (spec->suffix.names[v])
            try_modifier(&nearest, &name, spec->suffix.names[v]);
    }
    return fail_at(as, dot, "'.%.*s' is no modifier of operand %u%s%s%s", (int)word->length,
                   word->text, number, name ? "; '" : "", name ? name : "",
                   name ? "' is the nearest" : "");
}

// What a word stands for that is neither a name of the source nor a register.
static const char *why_no_name(const struct token *word)
{
    static const char *const limits[REGISTER_CLASSES] = {
        ", but there are R0 to R254 and RZ", ", but there are UR0 to UR62 and URZ",
        ", but there are P0 to P6 and PT", ", but there are UP0 to UP6 and UPT"};
    for (size_t i = 0; i < REGISTER_CLASSES; i++) {
        size_t n = strlen(register_classes[i].prefix);
        if (word->length <= n || memcmp(word->text, register_classes[i].prefix, n) != 0)
            continue;
        while (n < word->length && word->text[n] >= '0' && word->text[n] <= '9')
            n++;
        if (n == word->length)
            return limits[i];
    }
    return reserved_name(word->text, word->length) ? "" : ", which is not defined here";
}

static bool report_sign(struct assembler *as, unsigned number, const struct operand_text *text,
                        const struct sass_operand_spec *spec)
{
    return fail_at(as, text->at, "operand %u has no '%c' in this instruction: '%c' was expected",
                   number, text->sign, spec->complement ? '~' : '-');
}

bool report_operand(struct assembler *as, const struct token *end, const struct operand_text *texts,
                    unsigned count, const struct mismatch *mismatch)
{
    char found[80];
    unsigned taken = mismatch->taken;
    const struct token *at = taken < count ? texts[taken].at : end;
    if (taken < count && texts[taken].no_comma)
        return fail_at(as, at, "',' expected, found %s", token_describe(at, found, sizeof found));
    if (mismatch->spec && !sign_fits(mismatch->spec, &texts[taken]))
        return report_sign(as, taken + 1, &texts[taken], mismatch->spec);
    if (mismatch->spec)
        return report_suffix(as, taken + 1, &texts[taken], mismatch->spec);
    const char *why = taken < count && texts[taken].label ? why_no_name(at) : "";
    return fail_at(as, at, "operand %u: %s was expected, found %s%s", taken + 1, mismatch->expected,
                   token_describe(at, found, sizeof found), why);
}

bool report_archs(struct assembler *as, const struct token *at, const char *text, unsigned archs)
{
    static const unsigned sms[] = {80, 86, 89, 90};
    char list[40] = "";
    for (size_t i = 0; i < sizeof sms / sizeof sms[0]; i++) {
        size_t n = strlen(list);
        if (archs & sass_arch_bit(sms[i]))
            snprintf(list + n, sizeof list - n, "%ssm_%u", n ? ", " : "", sms[i]);
    }
    return fail_at(as, at, "'%s' does not exist on sm_%u in this form: it is an instruction of %s",
                   text, as->options->sm, list);
}

bool report_encoding(struct assembler *as, const struct token *at, const struct sass_inst *inst,
                     int operand, const char *error)
{
    int64_t low, high;
    if (operand < 0)
        return fail_at(as, at, "%s: %s", inst->row->mnemonic, error);
    const struct sass_operand_spec *spec = &inst->row->operands[operand];
    int64_t value = inst->operands[operand].imm;
    if (sass_number_range(spec, &inst->operands[operand], &low, &high) &&
        (value < low || value > high))
        return fail_at(as, at,
                       "the number %" PRId64 " is out of range: %" PRId64 " to %" PRId64
                       " were expected",
                       value, low, high);
    return fail_at(as, at, "%s: %s", inst->row->mnemonic, error);
}
