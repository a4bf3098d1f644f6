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
                        struct operand_text *predicate)
{
    inst->guard = SASS_PT;
    *predicate = (struct operand_text){0};
    if (!token_is_punct(*at, '@'))
        return true;
    (*at)++;
    if (token_is_punct(*at, '!')) {
        inst->guard_not = true;
        (*at)++;
    }
    const struct token *name = *at;
    if (!parse_operand(as, at, predicate))
        return false;
    unsigned kind = predicate->operand.kind;
    bool is_bare = !predicate->suffix && !predicate->wide && !predicate->operand.reuse;
    if ((kind != SASS_OPND_PRED && kind != SASS_OPND_UPRED) || predicate->operand.neg || !is_bare)
        return fail_at(as, name, "a predicate was expected after '@'");
    inst->guard = predicate->operand.reg;
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

static bool parse_operands(struct assembler *as, const struct token **at,
                           struct operand_text *texts, unsigned *count)
{
    *count = 0;
    while ((*at)->kind != TOKEN_END && !token_is_punct(*at, ';')) {
        if (*count == SASS_MAX_OPERANDS)
            return fail_at(as, *at, "more than %d operands", SASS_MAX_OPERANDS);
        bool no_comma = *count && !token_is_punct(*at, ',');
        if (*count && !no_comma)
            (*at)++;
        bool may_follow = (*at)->kind != TOKEN_PUNCT || token_is_punct(*at, '-');
        if (no_comma && (!may_follow || !(*at)->space_before))
            return expect_punct(as, at, ',', "','");
        if (!parse_operand(as, at, &texts[*count]))
            return false;
        texts[(*count)++].no_comma = no_comma;
    }
    const struct token *end = *at;
    if (token_is_punct(*at, ';'))
        (*at)++;
    if ((*at)->kind != TOKEN_END)
        return fail_at(as, *at, "the end of the line was expected after ';'");
    *at = end;
    return true;
}

// A branch target waits for .endkernel; a number is an absolute offset in the kernel, as nvdisasm
// prints it.
static void note_target(struct assembler *as, struct sass_inst *inst, const int *sources,
                        const struct operand_text *texts, struct pending *pending)
{
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        if (inst->row->operands[i].kind != SASS_OPND_TARGET)
            continue;
        const struct operand_text *text = &texts[sources[i]];
        pending->target = text->label ? text->label : text->at;
        pending->target_is_number = !text->label;
        pending->target_offset = inst->operands[i].imm;
        pending->target_operand = i;
        pending->target_scope = as->scope;
        inst->operands[i].kind = SASS_OPND_TARGET;
        inst->operands[i].imm = 0;
    }
}

// IMAD.MOV, IMAD.IADD and IMAD.SHL are names of multiplications by zero, one and a power of two.
static bool check_alias(struct assembler *as, const struct token *at, const struct sass_inst *inst,
                        const char *text)
{
    char printed[256];
    struct sass_inst bare = *inst;
    size_t n = strlen(inst->row->mnemonic);
    if (!inst->row->alias || inst->row->op != SASS_OP_IMAD)
        return true;
    struct sass_word word;
    bare.guard = SASS_PT;
    bare.guard_not = false;
    if (sass_encode_at(&bare, &word, &(int){0}) || !sass_decode(as->options->sm, word, &bare))
        return true;
    sass_print(&bare, 0, printed, sizeof printed);
    if (strncmp(printed, inst->row->mnemonic, n) == 0)
        return true;
    size_t name = strcspn(printed, " ");
    return fail_at(as, at, "'%s' with these operands is a '%.*s'", text, (int)name, printed);
}

bool assemble_instruction(struct assembler *as, const struct token *tokens)
{
    const struct token *at = tokens;
    struct sass_inst inst;
    struct operand_text texts[SASS_MAX_OPERANDS], guard;
    char text[MNEMONIC_TEXT];
    int sources[SASS_MAX_OPERANDS], wrong;
    unsigned count;
    memset(&inst, 0, sizeof inst);
    if (!as->kernel)
        return fail_at(as, at, "instructions belong between .kernel and .endkernel");
    // Without a prefix the scheduler finds the control codes when the kernel is complete.
    bool prefixed = at->kind == TOKEN_CONTROL;
    inst.control = (struct sass_control){
        .stall = 1, .write_barrier = SASS_NO_BARRIER, .read_barrier = SASS_NO_BARRIER};
    if (prefixed && !parse_control(as, at++, &inst.control))
        return false;
    if (!parse_guard(as, &at, &inst, &guard))
        return false;
    const struct token *mnemonic = at;
    if (!parse_mnemonic(as, &at, text) || !parse_operands(as, &at, texts, &count) ||
        !match_row(as, mnemonic, at, text, guard.at ? &guard.operand : NULL, texts, count, &inst,
                   sources) ||
        !note_uses(as, &inst, sources, texts, &guard))
        return false;
    for (unsigned i = 0; i < sass_row_operands(inst.row); i++) {
        if (sources[i] >= 0 &&
            !check_number(as, &inst.row->operands[i], &inst.operands[i], &texts[sources[i]]))
            return false;
    }
    struct pending *pending = kernel_add(as, mnemonic);
    if (!pending)
        return false;
    note_target(as, &inst, sources, texts, pending);
    const char *error = sass_encode_at(&inst, &pending->word, &wrong);
    if (error)
        return report_encoding(
            as, wrong >= 0 && sources[wrong] >= 0 ? texts[sources[wrong]].at : mnemonic, &inst,
            wrong, error);
    if (!check_alias(as, mnemonic, &inst, text))
        return false;
    pending->scheduled = !prefixed;
    pending->movable = !prefixed && as->kernel->schedule;
    return true;
}
