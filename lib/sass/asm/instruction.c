// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// One instruction: control prefix, guard, mnemonic with modifiers, operands; matched to a row of
// the table.
#include "sass/asm/internal.h"

#include <stdio.h>
#include <string.h>

enum { MNEMONIC_TEXT = 64 };

static bool control_digit(char c, unsigned limit, uint8_t *value)
{
    if (c == '-') {
        *value = SASS_NO_BARRIER;
        return true;
    }
    if (c < '0' || c > (char)('0' + limit))
        return false;
    *value = (uint8_t)(c - '0');
    return true;
}

// "[B012345:R0:W1:Y:S07]", each field in its place.
static bool parse_control(struct assembler *as, const struct token *token,
                          struct sass_control *control)
{
    static const char form[] = "[B______:R_:W_:_:S__]";
    const char *t = token->text;
    if (token->kind != TOKEN_CONTROL)
        return fail_at(as, token, "a control prefix such as [B------:R-:W-:-:S01] was expected");
    if (token->length != sizeof form - 1)
        return fail_at(as, token,
                       "the control prefix has %u characters; %zu were expected, as in "
                       "[B------:R-:W-:-:S01]",
                       token->length, sizeof form - 1);
    memset(control, 0, sizeof *control);
    for (unsigned i = 0; i < sizeof form - 1; i++) {
        struct token here = *token;
        here.column += i;
        if (form[i] != '_' && t[i] != form[i])
            return fail_at(as, &here, "'%c' was expected in the control prefix, found '%c'",
                           form[i], t[i]);
        if (i >= 2 && i < 8 && t[i] != '-') {
            if (t[i] != (char)('0' + i - 2))
                return fail_at(as, &here, "'-' or '%u' was expected in the wait mask, found '%c'",
                               i - 2, t[i]);
            control->wait_mask |= (uint8_t)(1u << (i - 2));
        }
        if ((i == 10 && !control_digit(t[i], 5, &control->read_barrier)) ||
            (i == 13 && !control_digit(t[i], 5, &control->write_barrier)))
            return fail_at(as, &here, "'-' or a barrier 0 to 5 was expected, found '%c'", t[i]);
        if (i == 15 && t[i] != 'Y' && t[i] != '-')
            return fail_at(as, &here, "'Y' or '-' was expected, found '%c'", t[i]);
        if (i >= 18 && i < 20 && (t[i] < '0' || t[i] > '9'))
            return fail_at(as, &here, "a stall count of two digits was expected, found '%c'", t[i]);
    }
    control->yield = t[15] == 'Y';
    control->stall = (uint8_t)((t[18] - '0') * 10 + (t[19] - '0'));
    if (control->stall > 15)
        return fail_at(as, token, "the stall count %u is above 15", control->stall);
    return true;
}

static bool parse_guard(struct assembler *as, const struct token **at, struct sass_inst *inst,
                        bool *uniform)
{
    struct operand_text predicate;
    inst->guard = SASS_PT;
    *uniform = false;
    if (!token_is_punct(*at, '@'))
        return true;
    (*at)++;
    if (token_is_punct(*at, '!')) {
        inst->guard_not = true;
        (*at)++;
    }
    const struct token *name = *at;
    if (name->kind == TOKEN_IDENT && name->length == 3 && memcmp(name->text, "UP", 2) == 0 &&
        ((name->text[2] >= '0' && name->text[2] <= '6') || name->text[2] == 'T')) {
        *uniform = true;
        inst->guard = name->text[2] == 'T' ? SASS_PT : (uint8_t)(name->text[2] - '0');
        (*at)++;
        return true;
    }
    if (!parse_operand(as, at, &predicate))
        return false;
    if (predicate.operand.kind != SASS_OPND_PRED || predicate.operand.neg)
        return fail_at(as, name, "a predicate was expected after '@'");
    inst->guard = predicate.operand.reg;
    return true;
}

// The mnemonic with its modifiers is one word: "IMAD.WIDE.U32".
static bool parse_mnemonic(struct assembler *as, const struct token **at, char *text)
{
    char found[80];
    const struct token *start = *at;
    if (start->kind != TOKEN_IDENT)
        return fail_at(as, start, "an instruction was expected, found %s",
                       token_describe(start, found, sizeof found));
    size_t n = 0;
    for (;;) {
        const struct token *token = *at;
        if (n + token->length >= MNEMONIC_TEXT)
            return fail_at(as, start, "the instruction name is too long");
        memcpy(text + n, token->text, token->length);
        n += token->length;
        (*at)++;
        bool dot = token_is_punct(token, '.');
        bool next_part = dot ? !(*at)->space_before &&
                                   ((*at)->kind == TOKEN_IDENT || (*at)->kind == TOKEN_NUMBER)
                             : token_is_punct(*at, '.') && !(*at)->space_before;
        if (!next_part)
            break;
    }
    text[n] = '\0';
    return true;
}

// Match the text after the row's mnemonic with the row's modifiers, in order. Returns the part
// that no modifier took, or NULL when all is matched.
static const char *match_modifiers(const struct sass_row *row, const char *text,
                                   struct sass_inst *inst)
{
    for (unsigned m = 0; m < SASS_MAX_MODS && row->mods[m].id; m++) {
        const struct sass_mod_spec *mod = &row->mods[m];
        size_t best = 0;
        int value = -1;
        for (unsigned v = 0; v < 1u << mod->width; v++) {
            const char *name = mod->names[v];
            size_t n = name ? strlen(name) : 0;
            bool here = name && strncmp(text, name, n) == 0 &&
                        (n == 0 || text[n] == '.' || text[n] == '\0');
            if (here && (value < 0 || n > best)) {
                value = (int)v;
                best = n;
            }
        }
        if (value < 0)
            return text;
        inst->mods[m] = (uint8_t)value;
        text += best;
    }
    return *text ? text : NULL;
}

static const char *kind_name(unsigned kind)
{
    switch (kind) {
    case SASS_OPND_GPR:
        return "a register";
    case SASS_OPND_UGPR:
        return "a uniform register";
    case SASS_OPND_PRED:
        return "a predicate";
    case SASS_OPND_IMM:
        return "an integer";
    case SASS_OPND_CONST:
        return "a constant c[bank][offset]";
    case SASS_OPND_SREG:
        return "a special register";
    case SASS_OPND_ADDR_GLOBAL:
        return "an address desc[URx][Rx.64+offset]";
    case SASS_OPND_ADDR_SHARED:
        return "an address [Rx+offset]";
    default:
        return "a label";
    }
}

struct mismatch {
    unsigned taken; // operands of the text that fitted
    const char *expected;
};

// Fit the operands of the text to those of the row; optional ones may be missing.
static bool match_operands(const struct sass_row *row, const struct operand_text *texts,
                           unsigned count, struct sass_inst *inst, int *sources,
                           struct mismatch *mismatch)
{
    unsigned taken = 0, specs = sass_row_operands(row);
    for (unsigned i = 0; i < specs; i++) {
        const struct sass_operand_spec *spec = &row->operands[i];
        bool absolute = spec->kind == SASS_OPND_TARGET && taken < count &&
                        texts[taken].operand.kind == SASS_OPND_IMM;
        sources[i] = -1;
        if (taken < count && (texts[taken].operand.kind == spec->kind || absolute)) {
            inst->operands[i] = texts[taken].operand;
            sources[i] = (int)taken++;
        } else if (spec->optional) {
            inst->operands[i].kind = spec->kind;
            inst->operands[i].reg = spec->kind == SASS_OPND_PRED ? SASS_PT : 0;
        } else {
            mismatch->taken = taken;
            mismatch->expected = kind_name(spec->kind);
            return false;
        }
    }
    mismatch->taken = taken;
    mismatch->expected = "the end of the instruction";
    return taken == count;
}

static size_t base_length(const char *mnemonic)
{
    return strcspn(mnemonic, ".");
}

// Whether the row's whole mnemonic starts the text: "IMAD.WIDE" starts "IMAD.WIDE.U32".
static bool starts(const struct sass_row *row, const char *text)
{
    size_t n = strlen(row->mnemonic);
    return strncmp(text, row->mnemonic, n) == 0 && (text[n] == '.' || text[n] == '\0');
}

static bool report_mnemonic(struct assembler *as, const struct token *at, const char *text,
                            bool known, bool on_arch, const char *modifier)
{
    size_t n = base_length(text);
    if (!known)
        return fail_at(as, at, "unknown instruction '%.*s'", (int)n, text);
    if (!on_arch)
        return fail_at(as, at, "'%s' does not exist on sm_%u", text, as->options->sm);
    if (modifier && *modifier)
        return fail_at(as, at, "'%s' is no modifier of '%.*s' at this place", modifier, (int)n,
                       text);
    return fail_at(as, at, "'%s' lacks a modifier", text);
}

static bool report_operand(struct assembler *as, const struct token *end,
                           const struct operand_text *texts, unsigned count,
                           const struct mismatch *mismatch)
{
    char found[80];
    const struct token *at = mismatch->taken < count ? texts[mismatch->taken].at : end;
    return fail_at(as, at, "operand %u: %s was expected, found %s", mismatch->taken + 1,
                   mismatch->expected, token_describe(at, found, sizeof found));
}

// Choose the row and fill inst; on failure report what came nearest.
static bool match_row(struct assembler *as, const struct token *at, const struct token *end,
                      const char *text, bool uniform_guard, const struct operand_text *texts,
                      unsigned count, struct sass_inst *inst, int *sources)
{
    bool known = false, on_arch = false, modifiers_fit = false;
    const char *left_over = NULL;
    struct mismatch nearest = {0, NULL};
    for (size_t r = 0; r < sass_row_count; r++) {
        const struct sass_row *row = &sass_rows[r];
        struct sass_inst candidate = *inst;
        struct mismatch mismatch;
        size_t n = base_length(row->mnemonic);
        if (n != base_length(text) || strncmp(text, row->mnemonic, n) != 0)
            continue;
        known = true;
        if (!(row->archs & as->arch))
            continue;
        on_arch = true;
        if (!starts(row, text))
            continue;
        candidate.row = row;
        const char *rest = match_modifiers(row, text + strlen(row->mnemonic), &candidate);
        if (rest) {
            if (!left_over || strlen(rest) < strlen(left_over))
                left_over = rest;
            continue;
        }
        modifiers_fit = true;
        if (match_operands(row, texts, count, &candidate, sources, &mismatch)) {
            if (inst->guard != SASS_PT && uniform_guard != sass_row_is_uniform(row))
                return fail_at(as, at, "the guard of '%s' is a %spredicate", text,
                               uniform_guard ? "" : "uniform ");
            *inst = candidate;
            return true;
        }
        if (!nearest.expected || mismatch.taken > nearest.taken)
            nearest = mismatch;
    }
    if (!modifiers_fit)
        return report_mnemonic(as, at, text, known, on_arch, left_over);
    return report_operand(as, end, texts, count, &nearest);
}

static bool parse_operands(struct assembler *as, const struct token **at,
                           struct operand_text *texts, unsigned *count)
{
    *count = 0;
    while ((*at)->kind != TOKEN_END && !token_is_punct(*at, ';')) {
        if (*count == SASS_MAX_OPERANDS)
            return fail_at(as, *at, "more than %d operands", SASS_MAX_OPERANDS);
        if (*count && !expect_punct(as, at, ',', "','"))
            return false;
        if (!parse_operand(as, at, &texts[(*count)++]))
            return false;
    }
    const struct token *end = *at;
    if (token_is_punct(*at, ';'))
        (*at)++;
    if ((*at)->kind != TOKEN_END)
        return fail_at(as, *at, "the end of the line was expected after ';'");
    *at = end;
    return true;
}

bool assemble_instruction(struct assembler *as, const struct token *tokens)
{
    const struct token *at = tokens;
    struct sass_inst inst;
    struct operand_text texts[SASS_MAX_OPERANDS];
    char text[MNEMONIC_TEXT];
    int sources[SASS_MAX_OPERANDS];
    unsigned count;
    bool uniform;
    memset(&inst, 0, sizeof inst);
    if (!as->kernel)
        return fail_at(as, at, "instructions belong between .kernel and .endkernel");
    if (!parse_control(as, at, &inst.control))
        return false;
    at++;
    if (!parse_guard(as, &at, &inst, &uniform))
        return false;
    const struct token *mnemonic = at;
    if (!parse_mnemonic(as, &at, text) || !parse_operands(as, &at, texts, &count) ||
        !match_row(as, mnemonic, at, text, uniform, texts, count, &inst, sources))
        return false;
    struct pending *pending = kernel_add(as, mnemonic);
    if (!pending)
        return false;
    for (unsigned i = 0; i < sass_row_operands(inst.row); i++) {
        if (inst.row->operands[i].kind != SASS_OPND_TARGET)
            continue;
        // A number is an absolute offset in the kernel, as nvdisasm prints it.
        inst.operands[i].imm -= (int64_t)(as->kernel->count * SASS_WORD_BYTES);
        inst.operands[i].kind = SASS_OPND_TARGET;
        pending->target = texts[sources[i]].label;
        pending->target_operand = i;
        pending->target_scope = as->scope;
        if (pending->target)
            inst.operands[i].imm = 0;
    }
    const char *error = sass_encode(&inst, &pending->word);
    if (error)
        return fail_at(as, mnemonic, "%s: %s", text, error);
    pending->inst = inst;
    return true;
}
