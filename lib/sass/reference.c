// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/reference.h"

#include "sass/isa.h"

#include <string.h>

enum { WIDTH = 96, INDENT = 17 };

static const struct {
    unsigned sm;
    const char *name;
} architectures[] = {{80, "sm_80"}, {86, "sm_86"}, {89, "sm_89"}, {90, "sm_90"}};

enum { ARCHITECTURES = sizeof architectures / sizeof architectures[0] };

static const char *timing(const struct sass_row *row)
{
    static const char *const texts[] = {
        [SASS_SCHED_NONE] = "no result",
        [SASS_SCHED_ALU] = "fixed latency: integer pipe",
        [SASS_SCHED_FMA] = "fixed latency: FMA pipe",
        [SASS_SCHED_WIDE] = "fixed latency: wide multiplication",
        [SASS_SCHED_FP16] = "fixed latency: half precision",
        [SASS_SCHED_HFMA2_MMA] = "fixed latency: half precision in the tensor pipe",
        [SASS_SCHED_FP64] = "double precision: fixed latency on sm_90, write barrier before",
        [SASS_SCHED_CS2R] = "fixed latency: move of a special register",
        [SASS_SCHED_MMA13] = "fixed latency: tensor pipe, 13 cycles",
        [SASS_SCHED_MMA16] = "fixed latency: tensor pipe, 16 cycles",
        [SASS_SCHED_MMA24] = "fixed latency: tensor pipe, 24 cycles",
        [SASS_SCHED_DMMA] = "write barrier: tensor pipe in double precision",
        [SASS_SCHED_GMMA_WAIT] = "waits for asynchronous tensor instructions",
        [SASS_SCHED_HGMMA] = "asynchronous tensor instruction",
        [SASS_SCHED_UNIFORM] = "fixed latency: uniform datapath",
        [SASS_SCHED_ULDC] = "fixed latency: uniform move",
        [SASS_SCHED_R2UR] = "to a uniform register: fixed latency on sm_90, write barrier before",
        [SASS_SCHED_XU] = "write barrier; sources read late: transcendental and conversion unit",
        [SASS_SCHED_LOAD] = "write barrier; sources read late: memory queue",
        [SASS_SCHED_SREG] = "write barrier: special register",
        [SASS_SCHED_STORE] = "no result; sources read late: memory queue",
        [SASS_SCHED_BAR] = "barrier of the CTA",
        [SASS_SCHED_BRANCH] = "control flow",
        [SASS_SCHED_I2I] = "fixed latency: integer conversion",
    };
    return row->sched < sizeof texts / sizeof texts[0] && texts[row->sched] ? texts[row->sched]
                                                                            : "";
}

// A line that is broken between words.
struct wrapped {
    FILE *out;
    int column;
    bool listing; ///< an item stands on the line: a comma before the next one
};

static void put_label(struct wrapped *line, FILE *out, const char *label)
{
    line->out = out;
    line->listing = false;
    line->column = fprintf(out, "    %-*s", INDENT - 4, label);
}

static void put_word(struct wrapped *line, const char *word)
{
    int length = (int)strlen(word);
    if (line->column > INDENT && line->column + 1 + length > WIDTH) {
        fprintf(line->out, "\n%*s", INDENT, "");
        line->column = INDENT;
    }
    line->column += fprintf(line->out, "%s%s", line->column > INDENT ? " " : "", word);
}

static void put_item(struct wrapped *line, const char *text)
{
    if (line->listing)
        line->column += fprintf(line->out, ",");
    put_word(line, text);
    line->listing = true;
}

static void put_archs(struct wrapped *line, unsigned archs)
{
    for (size_t i = 0; i < ARCHITECTURES; i++) {
        if (archs & sass_arch_bit(architectures[i].sm))
            put_word(line, architectures[i].name);
    }
}

static void put_field(struct wrapped *line, const char *what, unsigned pos, unsigned width)
{
    char text[64];
    if (width == 0)
        return;
    if (width == 1)
        snprintf(text, sizeof text, "%sbit %u", what, pos);
    else
        snprintf(text, sizeof text, "%sbits %u to %u", what, pos, pos + width - 1);
    put_item(line, text);
}

static unsigned mod_values(const struct sass_mod_spec *mod)
{
    return 1u << mod->width;
}

// The name of a modifier that has one and may be left out; NULL for any other.
static const char *single_value(const struct sass_mod_spec *mod)
{
    const char *found = NULL;
    unsigned count = 0;
    bool optional = false;
    for (unsigned v = 0; v < mod_values(mod); v++) {
        optional = optional || (mod->names[v] && !mod->names[v][0]);
        if (mod->names[v] && mod->names[v][0]) {
            found = mod->names[v];
            count++;
        }
    }
    return count == 1 && optional ? found : NULL;
}

static unsigned name_count(const struct sass_mod_spec *mod)
{
    unsigned count = 0;
    for (unsigned v = 0; v < mod_values(mod); v++)
        count += mod->names[v] != NULL;
    return count;
}

// A field with one name is printed in its place, another as a number that stands for the list.
static void put_form_mods(const struct sass_row *row, FILE *out)
{
    for (unsigned m = 0; m < SASS_MAX_MODS && row->mods[m].id; m++) {
        const char *single = single_value(&row->mods[m]);
        if (single)
            fprintf(out, "[%s]", single);
        else
            fprintf(out, "<%u>", m + 1);
    }
}

static const char *width_of(const struct sass_operand_spec *spec)
{
    return spec->wide ? ".64" : "";
}

// Letters d, e ... for results and a, b ... for sources, in their order.
static void put_operand(const struct sass_operand_spec *spec, char letter, FILE *out)
{
    const char *sign = spec->neg && spec->kind != SASS_OPND_PRED && spec->kind != SASS_OPND_UPRED
                           ? (spec->complement ? "[~]" : "[-]")
                           : "";
    const char *invert = spec->neg ? "[!]" : "";
    switch (spec->kind) {
    case SASS_OPND_GPR:
        fprintf(out, "%sR%c", sign, letter);
        break;
    case SASS_OPND_UGPR:
        if (spec->bracket)
            fprintf(out, "%s[UR%c]", spec->bracket, letter);
        else
            fprintf(out, "%sUR%c", sign, letter);
        break;
    case SASS_OPND_PRED:
        fprintf(out, "%sP%c", invert, letter);
        break;
    case SASS_OPND_UPRED:
        fprintf(out, "%sUP%c", invert, letter);
        break;
    case SASS_OPND_BARRIER:
        fprintf(out, "B%c", letter);
        break;
    case SASS_OPND_SCOREBOARD:
        fprintf(out, "SB%c", letter);
        break;
    case SASS_OPND_IMM:
        fprintf(out, "integer");
        break;
    case SASS_OPND_F32:
    case SASS_OPND_F64:
    case SASS_OPND_F16:
    case SASS_OPND_BF16:
        fprintf(out, "number");
        break;
    case SASS_OPND_SET:
        fprintf(out, "{set}");
        break;
    case SASS_OPND_CONST:
        fprintf(out, "%sc[bank][offset]", sign);
        break;
    case SASS_OPND_CONST_INDEX:
        fprintf(out, "%sc[bank][R%c+offset]", sign, letter);
        break;
    case SASS_OPND_CONST_UGPR:
        fprintf(out, "%scx[UR%c][%soffset]", sign, letter, spec->rpos ? "R+" : "");
        break;
    case SASS_OPND_CONST_UINDEX:
        fprintf(out, "%sc[bank][UR%c+offset]", sign, letter);
        break;
    case SASS_OPND_SREG:
        fprintf(out, "SR");
        break;
    case SASS_OPND_ADDR_GLOBAL:
    case SASS_OPND_ADDR_SHARED:
        if (spec->dpos)
            fprintf(out, "%s[URdesc]", spec->hidden_desc ? "hdesc" : "desc");
        fprintf(out, "[");
        if (spec->pos)
            fprintf(out, "R%c%s", letter, width_of(spec));
        if (spec->upos)
            fprintf(out, "%sUR%c", spec->pos ? "+" : "", letter);
        if (spec->opos)
            fprintf(out, "%soffset", spec->pos || spec->upos ? "+" : "");
        fprintf(out, "]");
        break;
    case SASS_OPND_TARGET:
        fprintf(out, "label");
        break;
    default:
        fprintf(out, "name");
        break;
    }
}

// Registers, uniform registers and predicates are counted apart.
static unsigned class_of(const struct sass_operand_spec *spec)
{
    switch (spec->kind) {
    case SASS_OPND_PRED:
    case SASS_OPND_UPRED:
    case SASS_OPND_UGPR:
        return spec->kind;
    case SASS_OPND_GPR:
    case SASS_OPND_CONST_INDEX:
    case SASS_OPND_ADDR_GLOBAL:
    case SASS_OPND_ADDR_SHARED:
        return SASS_OPND_GPR;
    default:
        return SASS_OPND_NONE;
    }
}

static char letter_of(const struct sass_row *row, unsigned i)
{
    unsigned before = 0;
    for (unsigned k = 0; k < i; k++)
        before += row->operands[k].dst == row->operands[i].dst &&
                  class_of(&row->operands[k]) == class_of(&row->operands[i]);
    // Sources stop short of the letters of results.
    static const char sources[] = "abcmnopq";
    return row->operands[i].dst ? (char)('d' + before) : sources[before];
}

static void put_form(const struct sass_row *row, FILE *out)
{
    fprintf(out, "  %s", row->mnemonic);
    put_form_mods(row, out);
    for (unsigned i = 0; i < sass_row_operands(row); i++) {
        const struct sass_operand_spec *spec = &row->operands[i];
        fprintf(out, "%s%s", i == 0 || spec->no_comma ? " " : ", ", spec->optional ? "[" : "");
        put_operand(spec, letter_of(row, i), out);
        fprintf(out, "%s", spec->optional ? "]" : "");
    }
    fprintf(out, "\n");
}

static void put_names(struct wrapped *line, const struct sass_mod_spec *mod)
{
    for (unsigned v = 0; v < mod_values(mod); v++) {
        if (mod->names[v])
            put_word(line, mod->names[v][0] ? mod->names[v] : "(nothing)");
    }
}

static void put_mods(const struct sass_row *row, FILE *out)
{
    for (unsigned m = 0; m < SASS_MAX_MODS && row->mods[m].id; m++) {
        const struct sass_mod_spec *mod = &row->mods[m];
        const char *single = single_value(mod);
        struct wrapped line;
        char label[40];
        if (single)
            snprintf(label, sizeof label, "%s", single);
        else
            snprintf(label, sizeof label, "<%u>", m + 1);
        put_label(&line, out, label);
        put_field(&line, "", mod->pos, mod->width);
        if (!single) {
            put_item(&line, name_count(mod) > 1 ? "one of" : "always");
            put_names(&line, mod);
        }
        fprintf(out, "\n");
    }
}

static void put_registers(struct wrapped *line, const struct sass_operand_spec *spec)
{
    char text[64];
    if (spec->count == SASS_COUNT_PER_N)
        snprintf(text, sizeof text, "%u registers per 8 columns", spec->regs);
    else if (spec->count == SASS_COUNT_PLUS_DIM)
        snprintf(text, sizeof text, "%u registers and one per dimension", spec->regs);
    else if (spec->regs == 0)
        snprintf(text, sizeof text, "registers by the size");
    else if (spec->regs > 1)
        snprintf(text, sizeof text, "%u registers", spec->regs);
    else
        return;
    put_item(line, text);
}

static void put_operand_fields(struct wrapped *line, const struct sass_operand_spec *spec)
{
    switch (spec->kind) {
    case SASS_OPND_GPR:
        put_registers(line, spec);
        put_field(line, "", spec->pos, 8);
        break;
    case SASS_OPND_UGPR:
        put_registers(line, spec);
        put_field(line, "", spec->pos, 6);
        break;
    case SASS_OPND_PRED:
    case SASS_OPND_UPRED:
    case SASS_OPND_SCOREBOARD:
        put_field(line, "", spec->pos, 3);
        break;
    case SASS_OPND_BARRIER:
        put_field(line, "", spec->pos, 4);
        break;
    case SASS_OPND_ADDR_GLOBAL:
    case SASS_OPND_ADDR_SHARED:
        put_field(line, "base ", spec->pos, spec->pos ? 8 : 0);
        put_field(line, "offset ", spec->opos, spec->opos ? spec->width : 0);
        put_field(line, "uniform ", spec->upos, spec->upos ? 6 : 0);
        put_field(line, "descriptor ", spec->dpos, spec->dpos ? 6 : 0);
        break;
    case SASS_OPND_CONST_UGPR:
    case SASS_OPND_CONST_UINDEX:
        put_field(line, "uniform ", spec->upos, 6);
        put_field(line, "index ", spec->rpos, spec->rpos ? 8 : 0);
        put_field(line, "offset ", spec->pos, spec->width);
        break;
    case SASS_OPND_CONST:
    case SASS_OPND_CONST_INDEX:
        put_field(line, "offset ", spec->pos, spec->width);
        break;
    case SASS_OPND_NAME:
        break;
    default:
        put_field(line, "", spec->pos, spec->width);
        put_field(line, "and ", spec->hpos, spec->hwidth);
        break;
    }
}

static void put_operand_line(const struct sass_row *row, unsigned i, FILE *out)
{
    const struct sass_operand_spec *spec = &row->operands[i];
    struct wrapped line;
    char label[24];
    snprintf(label, sizeof label, "operand %u", i + 1);
    put_label(&line, out, label);
    if (spec->dst)
        put_item(&line, "result");
    if (spec->optional)
        put_item(&line, "may be left out");
    put_operand_fields(&line, spec);
    if (spec->scale > 1) {
        snprintf(label, sizeof label, "in units of %u", spec->scale);
        put_item(&line, label);
    }
    if (spec->is_signed)
        put_item(&line, "signed");
    put_field(&line, spec->complement ? "~ " : "negated ", spec->neg, spec->neg ? 1 : 0);
    put_field(&line, "absolute ", spec->abs, spec->abs ? 1 : 0);
    put_field(&line, ".reuse ", spec->reuse, spec->reuse ? 1 : 0);
    if (spec->suffix.names) {
        put_field(&line, "suffix ", spec->suffix.pos, spec->suffix.width);
        put_item(&line, "one of");
        put_names(&line, &spec->suffix);
    }
    fprintf(out, "\n");
}

static void put_encoding(const struct sass_row *row, FILE *out)
{
    struct wrapped line;
    char text[64];
    put_label(&line, out, "opcode");
    snprintf(text, sizeof text, "0x%03x in bits 0 to 11%s", row->opcode & 0xfff,
             row->opcode & 0x1000 ? ", bit 91 set" : "");
    put_item(&line, text);
    for (unsigned i = 0; i < SASS_MAX_FIXED && row->fixed[i].width; i++) {
        snprintf(text, sizeof text, "0x%x in ", row->fixed[i].value);
        put_field(&line, text, row->fixed[i].pos, row->fixed[i].width);
    }
    fprintf(out, "\n");
}

static void put_row(const struct sass_row *row, FILE *out)
{
    struct wrapped line;
    fprintf(out, "\n");
    put_form(row, out);
    put_label(&line, out, "exists on");
    put_archs(&line, row->archs);
    fprintf(out, "\n");
    put_label(&line, out, "timing");
    put_word(&line, timing(row));
    if (sass_row_is_uniform(row))
        put_word(&line, "(guard: a uniform predicate)");
    fprintf(out, "\n");
    put_encoding(row, out);
    if (row->alias) {
        put_label(&line, out, "note");
        put_word(&line, "another spelling: the disassembler prints another form");
        fprintf(out, "\n");
    }
    put_mods(row, out);
    for (unsigned i = 0; i < sass_row_operands(row); i++)
        put_operand_line(row, i, out);
}

size_t sass_reference_page(const char *name, unsigned archs, FILE *out)
{
    size_t count, forms = 0;
    const struct sass_named_row *rows = sass_rows_named(name, &count);
    for (size_t i = 0; i < count; i++)
        forms += (rows[i].row->archs & archs) != 0;
    if (forms == 0)
        return 0;
    fprintf(out, "%.*s, %zu form%s. [x] may be left out; <n> is one of the modifiers listed.\n",
            (int)rows[0].length, name, forms, forms == 1 ? "" : "s");
    for (size_t i = 0; i < count; i++) {
        if (rows[i].row->archs & archs)
            put_row(rows[i].row, out);
    }
    return forms;
}

// Whether an earlier row of the table has the same first word.
static bool is_first(size_t row)
{
    size_t count;
    const struct sass_named_row *rows = sass_rows_named(sass_row_at(row)->mnemonic, &count);
    return rows[0].index == row;
}

size_t sass_reference_list(unsigned archs, FILE *out)
{
    size_t listed = 0;
    for (size_t r = 0; r < sass_row_count(); r++) {
        size_t count, forms = 0;
        unsigned all = 0;
        if (!is_first(r))
            continue;
        const struct sass_named_row *rows = sass_rows_named(sass_row_at(r)->mnemonic, &count);
        const struct sass_row *first = NULL;
        for (size_t i = 0; i < count; i++) {
            if (!(rows[i].row->archs & archs))
                continue;
            first = first ? first : rows[i].row;
            all |= rows[i].row->archs;
            forms++;
        }
        if (!first)
            continue;
        listed++;
        fprintf(out, "%-14.*s", (int)rows[0].length, first->mnemonic);
        for (size_t i = 0; i < ARCHITECTURES; i++)
            fprintf(out, " %-5s",
                    all & sass_arch_bit(architectures[i].sm) ? architectures[i].name : "");
        fprintf(out, " %3zu form%s  %s\n", forms, forms == 1 ? " " : "s", timing(first));
    }
    return listed;
}
