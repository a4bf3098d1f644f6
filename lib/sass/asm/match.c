// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// From the text of an instruction to the row of the table that it means.
#include "sass/asm/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

enum { SUFFIX_TEXT = 32 };

// The suffix as it is written, appended to `n` characters.
static void append_suffix(const struct operand_text *text, char *written, size_t n)
{
    for (const struct token *t = text->suffix; t && t < text->suffix_end; t++) {
        if (token_is(t, "reuse") || n + t->length >= SUFFIX_TEXT)
            continue;
        memcpy(written + n, t->text, t->length);
        n += t->length;
    }
    written[n] = '\0';
}

// The suffix as it is written, compared with the names that the field knows.
static bool match_suffix(const struct sass_operand_spec *spec, const struct operand_text *text,
                         uint8_t *value)
{
    char written[SUFFIX_TEXT];
    append_suffix(text, written, 0);
    if (!spec->suffix.names)
        return written[0] == '\0';
    for (unsigned v = 0; v < 1u << spec->suffix.width; v++) {
        if (spec->suffix.names[v] && strcmp(spec->suffix.names[v], written) == 0) {
            *value = (uint8_t)v;
            return true;
        }
    }
    return false;
}

// A number with a prefix: B3, SB0.
static bool match_numbered(const struct token *label, const char *prefix, struct sass_operand *to)
{
    size_t skip = strlen(prefix);
    if (!label || label->length <= skip || label->length > skip + 2 ||
        memcmp(label->text, prefix, skip) != 0)
        return false;
    to->reg = 0;
    for (size_t i = skip; i < label->length; i++) {
        if (label->text[i] < '0' || label->text[i] > '9')
            return false;
        to->reg = (uint8_t)(to->reg * 10 + (label->text[i] - '0'));
    }
    return true;
}

// A name, which may have dots: "Rpc.LO".
static bool match_name(const struct sass_operand_spec *spec, const struct operand_text *text,
                       struct sass_operand *to)
{
    char written[SUFFIX_TEXT];
    if (!text->label || text->label->length >= sizeof written)
        return false;
    memcpy(written, text->label->text, text->label->length);
    append_suffix(text, written, text->label->length);
    for (unsigned v = 0; v < 1u << spec->suffix.width; v++) {
        if (spec->suffix.names[v] && strcmp(written, spec->suffix.names[v]) == 0) {
            to->suffix = (uint8_t)v;
            return true;
        }
    }
    return false;
}

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// Round to nearest even at `drop` bits below the end.
static uint64_t round_bits(uint64_t bits, unsigned drop)
{
    uint64_t half = UINT64_C(1) << (drop - 1), odd = bits >> drop & 1;
    return (bits + half - 1 + odd) >> drop;
}

static uint32_t half_bits(double value)
{
    double magnitude = fabs(value);
    uint32_t sign = signbit(value) ? 0x8000 : 0, rest;
    if (isinf(value) || magnitude >= 65520)
        return sign | 0x7c00;
    if (magnitude == 0)
        return sign;
    int exponent;
    frexp(magnitude, &exponent);
    // Below 2^-14 numbers are multiples of 2^-24, above of 2^(e-11); rint rounds to even.
    int unit = exponent < -13 ? -24 : exponent - 11;
    double units = rint(ldexp(magnitude, -unit));
    rest =
        unit == -24 ? (uint32_t)units : (uint32_t)((uint32_t)(unit + 24) * 1024 + (uint32_t)units);
    return sign | rest;
}

static int64_t real_bits(unsigned kind, double value)
{
    uint64_t bits;
    bool nan = isnan(value);
    switch (kind) {
    case SASS_OPND_F32:
        return nan ? 0x7fffffff : float_bits((float)value);
    case SASS_OPND_F16:
        return nan ? 0x7fff : half_bits(value);
    case SASS_OPND_BF16:
        return nan ? 0x7fff : (int64_t)round_bits(float_bits((float)value), 16);
    default:
        memcpy(&bits, &value, sizeof bits);
        return nan ? 0x7fffffff : (int64_t)round_bits(bits, 32);
    }
}

// The value of an immediate of `kind`.
static double real_of_bits(unsigned kind, int64_t imm)
{
    uint32_t single = (uint32_t)imm;
    uint64_t bits = (uint64_t)imm << 32;
    float narrow;
    double wide;
    switch (kind) {
    case SASS_OPND_F16:
        wide = ldexp(single & 0x3ff, -24);
        if (single & 0x7c00)
            wide = ldexp((single & 0x3ff) | 0x400, (int)(single >> 10 & 0x1f) - 25);
        if ((single & 0x7c00) == 0x7c00)
            wide = (double)INFINITY;
        return single & 0x8000 ? -wide : wide;
    case SASS_OPND_F32:
    case SASS_OPND_BF16:
        single = kind == SASS_OPND_BF16 ? single << 16 : single;
        memcpy(&narrow, &single, sizeof narrow);
        return (double)narrow;
    default:
        memcpy(&wide, &bits, sizeof wide);
        return wide;
    }
}

// A number with a fraction is rounded, an integer is meant as it is, and no number is meant as
// infinity or, if it is not 0, as 0.
bool check_number(struct assembler *as, const struct sass_operand_spec *spec,
                  const struct sass_operand *operand, const struct operand_text *text)
{
    bool is_float = spec->kind == SASS_OPND_F32 || spec->kind == SASS_OPND_F64 ||
                    spec->kind == SASS_OPND_F16 || spec->kind == SASS_OPND_BF16;
    if (is_float && text->is_expression)
        return fail_at(as, text->at,
                       "a floating-point number was expected, or its bits as 0x...: not a name or "
                       "an expression");
    if (!is_float || text->is_bits || isnan(text->real) || isinf(text->real))
        return true;
    double value = fabs(real_of_bits(spec->kind, operand->imm));
    double written = fabs(text->real);
    if (isinf(value))
        return fail_at(as, text->at, "the number %g is too large for this operand", written);
    if (value == 0 && written != 0)
        return fail_at(as, text->at, "the number %g is too small for this operand: it would be 0",
                       written);
    if (!text->is_real && value != written)
        return fail_at(as, text->at,
                       "this operand cannot hold the integer %.0f: %.0f is the nearest", written,
                       value);
    return true;
}

static bool match_number(const struct sass_operand_spec *spec, const struct operand_text *text,
                         struct sass_operand *to)
{
    bool minus = text->operand.neg;
    if (text->operand.kind != SASS_OPND_IMM && !text->is_real)
        return false;
    *to = (struct sass_operand){.imm = text->operand.imm};
    if (text->is_bits)
        return true;
    int64_t sign =
        spec->kind == SASS_OPND_F16 || spec->kind == SASS_OPND_BF16 ? 0x8000 : 0x80000000;
    to->imm = real_bits(spec->kind, fabs(text->real)) | (minus || signbit(text->real) ? sign : 0);
    return true;
}

// [UR4+0x10] stands for [RZ.64+UR4+0x10].
static bool is_uniform_alone(const struct sass_operand_spec *spec, const struct operand_text *text)
{
    return spec->upos && !spec->no_rz && !text->has_base;
}

static bool match_address(const struct sass_operand_spec *spec, const struct operand_text *text,
                          struct sass_operand *to)
{
    unsigned kind = text->operand.kind;
    return (kind == SASS_OPND_ADDR_GLOBAL || kind == SASS_OPND_ADDR_SHARED) &&
           text->has_desc == (spec->dpos != 0) && text->hidden_desc == spec->hidden_desc &&
           text->has_uniform == (spec->upos != 0) &&
           (text->wide == spec->wide || is_uniform_alone(spec, text)) &&
           (spec->pos || !text->has_base) && match_suffix(spec, text, &to->suffix);
}

// [UR4], desc[UR4] and gdesc[UR4].tnspA: a uniform register in brackets.
static bool match_bracket(const struct sass_operand_spec *spec, const struct operand_text *text,
                          struct sass_operand *to)
{
    if (text->bracket)
        return strcmp(spec->bracket, text->bracket) == 0 && match_suffix(spec, text, &to->suffix);
    to->reg = text->operand.ureg;
    return !*spec->bracket && text->operand.kind == SASS_OPND_ADDR_SHARED && text->has_uniform &&
           !text->has_base && !text->has_desc && text->operand.imm == 0;
}

// '-' and '~' share the bit of the field, which means one of them. A field without that bit is
// refused when it is encoded.
bool sign_fits(const struct sass_operand_spec *spec, const struct operand_text *text)
{
    return !text->sign || !spec->neg || (text->sign == '~') == spec->complement;
}

// Whether a written operand can fill a field; `to` becomes its value.
static bool match_operand(const struct sass_operand_spec *spec, const struct operand_text *text,
                          struct sass_operand *to)
{
    unsigned kind = text->operand.kind;
    bool ok;
    if (text->no_comma != spec->no_comma)
        return false;
    *to = text->operand;
    switch (spec->kind) {
    case SASS_OPND_BARRIER:
        ok = !text->suffix && !text->wide && match_numbered(text->label, "B", to);
        break;
    case SASS_OPND_SCOREBOARD:
        ok = !text->suffix && !text->wide && match_numbered(text->label, "SB", to);
        break;
    case SASS_OPND_NAME:
        ok = !text->wide && match_name(spec, text, to);
        break;
    case SASS_OPND_F32:
    case SASS_OPND_F64:
    case SASS_OPND_F16:
    case SASS_OPND_BF16:
        ok = match_number(spec, text, to);
        break;
    case SASS_OPND_ADDR_GLOBAL:
    case SASS_OPND_ADDR_SHARED:
        ok = match_address(spec, text, to);
        break;
    case SASS_OPND_CONST_UGPR:
        ok = kind == spec->kind && (spec->rpos || to->reg == SASS_RZ) && !text->wide &&
             match_suffix(spec, text, &to->suffix);
        break;
    case SASS_OPND_CONST_INDEX:
        ok = (kind == SASS_OPND_CONST_INDEX || kind == SASS_OPND_CONST) && !text->wide &&
             match_suffix(spec, text, &to->suffix);
        break;
    case SASS_OPND_TARGET:
        ok = (kind == SASS_OPND_TARGET && !text->suffix && !text->wide) || kind == SASS_OPND_IMM;
        break;
    case SASS_OPND_UGPR:
        ok = text->wide      ? false
             : spec->bracket ? match_bracket(spec, text, to)
                             : kind == SASS_OPND_UGPR && !text->bracket &&
                                   match_suffix(spec, text, &to->suffix);
        break;
    default:
        ok = kind == spec->kind && !text->is_real && !text->wide &&
             match_suffix(spec, text, &to->suffix);
        break;
    }
    to->kind = spec->kind;
    return ok && sign_fits(spec, text);
}

static void default_operand(const struct sass_operand_spec *spec, struct sass_operand *operand)
{
    memset(operand, 0, sizeof *operand);
    operand->kind = spec->kind;
    switch (spec->kind) {
    case SASS_OPND_PRED:
    case SASS_OPND_UPRED:
        operand->reg = SASS_PT;
        operand->neg = spec->default_not;
        break;
    case SASS_OPND_GPR:
        operand->reg = SASS_RZ;
        break;
    case SASS_OPND_UGPR:
        operand->reg = SASS_URZ;
        break;
    case SASS_OPND_NAME:
        while (!spec->suffix.names[operand->suffix] || spec->suffix.names[operand->suffix][0])
            operand->suffix++;
        break;
    case SASS_OPND_IMM:
        operand->imm = spec->default_imm;
        break;
    default:
        break;
    }
}

// Whether a written operand fits without its modifier or its sign, which the field does not know.
static bool fits_when_bare(const struct sass_operand_spec *spec, const struct operand_text *text)
{
    struct operand_text bare = *text;
    struct sass_operand operand;
    if (sign_fits(spec, text))
        bare.suffix = bare.suffix_end = NULL;
    else
        bare.sign = 0;
    return (text->suffix || bare.sign != text->sign) && spec->kind != SASS_OPND_NAME &&
           match_operand(spec, &bare, &operand);
}

// Fit the operands of the text to those of the row; optional ones may be missing.
static bool match_operands(const struct sass_row *row, const struct operand_text *texts,
                           unsigned count, struct sass_inst *inst, int *sources,
                           struct mismatch *mismatch)
{
    unsigned taken = 0, specs = sass_row_operands(row);
    mismatch->spec = NULL;
    for (unsigned i = 0; i < specs; i++) {
        const struct sass_operand_spec *spec = &row->operands[i];
        sources[i] = -1;
        if (taken < count && match_operand(spec, &texts[taken], &inst->operands[i])) {
            sources[i] = (int)taken++;
        } else if (spec->optional) {
            default_operand(spec, &inst->operands[i]);
        } else {
            mismatch->taken = taken;
            mismatch->expected = kind_name(spec);
            if (taken < count && fits_when_bare(spec, &texts[taken]))
                mismatch->spec = spec;
            return false;
        }
    }
    mismatch->taken = taken;
    mismatch->expected = "the end of the instruction";
    return taken == count;
}

// Whether the row's whole mnemonic starts the text: "IMAD.WIDE" starts "IMAD.WIDE.U32".
static bool starts(const struct sass_row *row, const char *text)
{
    size_t n = strlen(row->mnemonic);
    return strncmp(text, row->mnemonic, n) == 0 && (text[n] == '.' || text[n] == '\0');
}

// Architectures that have the instruction in just this form, though the chosen one has not.
static unsigned archs_of_form(const struct sass_named_row *rows, size_t row_count, unsigned arch,
                              const char *text, const struct operand_text *texts, unsigned count)
{
    unsigned archs = 0;
    for (size_t r = 0; r < row_count; r++) {
        const struct sass_row *row = rows[r].row;
        struct sass_inst candidate = {.row = row};
        struct mismatch mismatch;
        int sources[SASS_MAX_OPERANDS];
        if (!(row->archs & arch) && starts(row, text) &&
            !match_modifiers(row, text + strlen(row->mnemonic), &candidate) &&
            match_operands(row, texts, count, &candidate, sources, &mismatch))
            archs |= row->archs;
    }
    return archs;
}

// Choose the row and fill inst; on failure report what came nearest.
bool match_row(struct assembler *as, const struct token *at, const struct token *end,
               const char *text, const struct sass_operand *guard, const struct operand_text *texts,
               unsigned count, struct sass_inst *inst, int *sources)
{
    bool on_arch = false, modifiers_fit = false;
    unsigned archs = 0;
    const char *left_over = NULL;
    struct mismatch nearest = {0, NULL, NULL};
    size_t row_count;
    const struct sass_named_row *rows = sass_rows_named(text, &row_count);
    for (size_t r = 0; r < row_count; r++) {
        const struct sass_row *row = rows[r].row;
        archs |= row->archs;
        if (!(row->archs & as->arch))
            continue;
        on_arch = true;
        if (!starts(row, text))
            continue;
        struct sass_inst candidate = *inst;
        struct mismatch mismatch;
        candidate.row = row;
        const char *rest = match_modifiers(row, text + strlen(row->mnemonic), &candidate);
        if (rest) {
            if (!left_over || strlen(rest) < strlen(left_over))
                left_over = rest;
            continue;
        }
        modifiers_fit = true;
        if (match_operands(row, texts, count, &candidate, sources, &mismatch)) {
            bool uniform = sass_row_is_uniform(row);
            if (guard && uniform != (guard->kind == SASS_OPND_UPRED))
                return fail_at(as, at, "the guard of '%s' is a %spredicate", text,
                               uniform ? "uniform " : "");
            *inst = candidate;
            return true;
        }
        if (!nearest.expected || mismatch.taken > nearest.taken ||
            (mismatch.taken == nearest.taken && mismatch.spec && !nearest.spec))
            nearest = mismatch;
    }
    unsigned others = archs_of_form(rows, row_count, as->arch, text, texts, count);
    if (others || (rows && !on_arch))
        return report_archs(as, at, text, others ? others : archs);
    if (!modifiers_fit)
        return report_mnemonic(as, at, text, left_over);
    return report_operand(as, end, texts, count, &nearest);
}
