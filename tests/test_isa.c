// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// nvdisasm judges the instruction table: random instructions of every row, for every architecture
// that the row claims, must decode to themselves and disassemble in nvdisasm to our own text.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "sass/isa.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SAMPLES = 200, TEXT = 256 };

static uint64_t seed;

static uint64_t next_random(void)
{
    // splitmix64
    uint64_t z = (seed += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static unsigned below(unsigned n)
{
    return (unsigned)(next_random() % n);
}

static const int64_t edge_immediates[] = {0, 3, 7, 0x7f, 0x1234, 0x7fffff, -3, -0x800000};

static int64_t random_immediate(const struct sass_operand_spec *spec)
{
    unsigned width = spec->width + spec->hwidth;
    int64_t scale = spec->scale ? spec->scale : 1, value = edge_immediates[below(8)];
    int64_t low = spec->is_signed ? -(INT64_C(1) << (width < 62 ? width - 1 : 61)) : 0;
    int64_t high = (INT64_C(1) << (width < 62 ? width - (spec->is_signed ? 1 : 0) : 61)) - 1;
    if (value < low || value > high)
        value = (int64_t)(next_random() & (uint64_t)high);
    return value * scale;
}

static uint8_t random_name(const struct sass_mod_spec *mod)
{
    unsigned value;
    do
        value = below(1u << mod->width);
    while (!mod->names[value]);
    return (uint8_t)value;
}

// Some special registers have a name on sm_90 only: nvdisasm prints their numbers elsewhere.
static uint8_t random_sreg(void)
{
    unsigned id;
    do
        id = below(256);
    while (!sass_sreg_name(id) || id == 0x41 || (id >= 0x86 && id != 0xff));
    return (uint8_t)id;
}

// Bits of a number, of a round one or of infinity; not of a NaN, which has many spellings.
static int64_t random_number(const struct sass_operand_spec *spec)
{
    static const int exponent_bits[] = {
        [SASS_OPND_F32] = 8, [SASS_OPND_F64] = 11, [SASS_OPND_F16] = 5, [SASS_OPND_BF16] = 8};
    unsigned fraction = spec->width - 1u - (unsigned)exponent_bits[spec->kind];
    uint64_t infinity = ((UINT64_C(1) << exponent_bits[spec->kind]) - 1) << fraction;
    uint64_t bits = next_random() & ((UINT64_C(1) << spec->width) - 1);
    if (below(4) == 0)
        bits &= ~UINT64_C(0) << fraction;
    if ((bits & infinity) == infinity)
        bits &= ~UINT64_C(0) << fraction;
    return (int64_t)bits;
}

static void random_address(const struct sass_operand_spec *spec, unsigned align,
                           struct sass_operand *operand)
{
    operand->reg = SASS_RZ;
    operand->ureg = operand->desc = SASS_URZ;
    bool scaled = spec->kind == SASS_OPND_ADDR_SHARED && operand->suffix != 0;
    if (spec->pos && (spec->no_rz || scaled || below(8)))
        operand->reg = (uint8_t)(below(240 / align) * align);
    if (spec->upos)
        operand->ureg = (uint8_t)(below(31) * 2);
    if (spec->dpos)
        operand->desc = (uint8_t)(below(31) * 2);
    if (spec->opos)
        operand->imm = random_immediate(spec);
}

static void random_operand(struct sass_inst *inst, unsigned i)
{
    const struct sass_operand_spec *spec = &inst->row->operands[i];
    struct sass_operand *operand = &inst->operands[i];
    // A group of registers starts at a multiple of its size, rounded up to a power of two.
    unsigned regs = 1;
    while (regs < sass_operand_regs(inst, i))
        regs *= 2;
    bool is_imad = inst->row->op == SASS_OP_IMAD;
    operand->kind = spec->kind;
    operand->neg = spec->neg && below(3) == 0;
    operand->abs = spec->abs && below(3) == 0;
    if (spec->suffix.names)
        operand->suffix = random_name(&spec->suffix);
    switch (spec->kind) {
    case SASS_OPND_GPR:
        operand->reg = (uint8_t)(below(248 / regs) * regs);
        if (!spec->no_rz && below(16) == 0)
            operand->reg = SASS_RZ;
        if (i > 0 && spec[-1].kind == spec->kind && spec[-1].pos == spec->pos)
            operand->reg = operand[-1].reg;
        break;
    case SASS_OPND_UGPR:
        operand->reg = (uint8_t)(below(62 / regs) * regs);
        if (spec->ahead)
            operand->reg = (uint8_t)(operand[-1].reg + spec->ahead);
        break;
    case SASS_OPND_PRED:
    case SASS_OPND_UPRED:
        operand->reg = (uint8_t)below(8);
        // The second of two optional results needs the first.
        if (i > 0 && spec->dst && spec->optional && spec[-1].dst && spec[-1].optional &&
            spec[-1].kind == spec->kind && operand[-1].reg == SASS_PT)
            operand->reg = SASS_PT;
        break;
    case SASS_OPND_BARRIER:
        operand->reg = (uint8_t)below(16);
        break;
    case SASS_OPND_SCOREBOARD:
        operand->reg = (uint8_t)below(6);
        break;
    case SASS_OPND_ADDR_GLOBAL:
    case SASS_OPND_ADDR_SHARED:
        random_address(spec, regs < 2 ? 2 : regs, operand);
        break;
    case SASS_OPND_CONST_INDEX:
        operand->reg = (uint8_t)below(250);
        // fall through
    case SASS_OPND_CONST:
        operand->imm = below(0x1000) * 8;
        operand->bank = (uint8_t)below(6);
        break;
    case SASS_OPND_CONST_UINDEX:
        operand->bank = (uint8_t)below(6);
        // fall through
    case SASS_OPND_CONST_UGPR:
        operand->ureg = (uint8_t)(below(31) * 2);
        operand->reg = spec->rpos ? (uint8_t)below(250) : SASS_RZ;
        operand->imm = below(0x1000) * 8;
        break;
    case SASS_OPND_SREG:
        operand->reg = random_sreg();
        break;
    case SASS_OPND_TARGET:
        operand->imm = ((int64_t)below(1 << 16) - (1 << 15)) * SASS_WORD_BYTES;
        break;
    case SASS_OPND_NAME:
        break;
    case SASS_OPND_F32:
    case SASS_OPND_F64:
    case SASS_OPND_F16:
    case SASS_OPND_BF16:
        operand->imm = random_number(spec);
        break;
    default:
        operand->imm = random_immediate(spec);
        // A shift of a 32-bit type is at most 31.
        if (inst->row->op == SASS_OP_SHF)
            operand->imm = below(32);
        if (is_imad && below(4) == 0)
            operand->imm = INT64_C(1) << below(20);
        break;
    }
}

static bool is_number_or_name(const struct sass_operand_spec *spec)
{
    return spec->kind == SASS_OPND_IMM || spec->kind == SASS_OPND_NAME;
}

static void random_instruction(const struct sass_row *row, struct sass_inst *inst)
{
    memset(inst, 0, sizeof *inst);
    inst->row = row;
    inst->guard = below(2) ? SASS_PT : (uint8_t)below(7);
    inst->guard_not = inst->guard != SASS_PT && below(2);
    for (unsigned i = 0; i < SASS_MAX_MODS && row->mods[i].id; i++) {
        inst->mods[i] = random_name(&row->mods[i]);
    }
    // A texture's mask and geometry say how many registers the operands before them have.
    for (unsigned i = 0; i < sass_row_operands(row); i++) {
        if (is_number_or_name(&row->operands[i]))
            random_operand(inst, i);
    }
    for (unsigned i = 0; i < sass_row_operands(row); i++) {
        if (!is_number_or_name(&row->operands[i]))
            random_operand(inst, i);
    }
    // Stalls 1 to 11 without yield: the range in which reuse flags are legal too.
    inst->control.stall = (uint8_t)(1 + below(11));
    inst->control.write_barrier = inst->control.read_barrier = SASS_NO_BARRIER;
    if (below(2) && (row->sched == SASS_SCHED_LOAD || row->sched == SASS_SCHED_SREG))
        inst->control.write_barrier = (uint8_t)below(6);
    if (below(2) && (row->sched == SASS_SCHED_LOAD || row->sched == SASS_SCHED_STORE))
        inst->control.read_barrier = (uint8_t)below(6);
    if (row->sched == SASS_SCHED_TEX) {
        inst->control.read_barrier = (uint8_t)below(6);
        if (sass_row_barriers(row) & SASS_SETS_WRITE)
            inst->control.write_barrier = (uint8_t)below(6);
    }
    inst->control.wait_mask = row->sched == SASS_SCHED_GMMA_WAIT ? 0 : (uint8_t)below(64);
    for (unsigned i = 0; i < sass_row_operands(row); i++) {
        // nvdisasm does not print the reuse flag of metadata, bit 125, and those of textures.
        if (row->operands[i].reuse && row->operands[i].reuse != 125 &&
            !row->operands[i].stray_reuse && inst->operands[i].reg != SASS_RZ)
            inst->operands[i].reuse = below(4) == 0;
    }
}

static bool same_instruction(const struct sass_inst *a, const struct sass_inst *b)
{
    struct sass_word wa, wb;
    char ta[TEXT], tb[TEXT];
    if (a->row != b->row || sass_encode(a, &wa) || sass_encode(b, &wb))
        return false;
    sass_print(a, 0, ta, sizeof ta);
    sass_print(b, 0, tb, sizeof tb);
    return wa.lo == wb.lo && wa.hi == wb.hi && strcmp(ta, tb) == 0;
}

// Run nvdisasm on `count` words and compare its lines with ours; returns the number of mismatches.
static unsigned judge(unsigned sm, const struct sass_word *words, char (*texts)[TEXT], size_t count)
{
    const char *nvdisasm = getenv("SASS_NVDISASM");
    if (!nvdisasm)
        fail_msg("SASS_NVDISASM is not set: the path of nvdisasm was expected");
    char file[] = "/tmp/test_isa_XXXXXX", command[1024], line[1024];
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, words, count * sizeof *words), count * sizeof *words);
    close(fd);
    // SM90a knows what SM90 knows and more.
    snprintf(command, sizeof command, "'%s' -b SM%u%s '%s' 2>&1", nvdisasm, sm, sm == 90 ? "a" : "",
             file);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t seen = 0;
    unsigned bad = 0;
    while (fgets(line, sizeof line, pipe)) {
        char *text = strstr(line, "*/"), *end = strstr(line, " ;");
        if (strstr(line, "error"))
            print_error("sm_%u: %s", sm, line);
        if (!text || strncmp(line + strspn(line, " \t"), "/*", 2))
            continue;
        if (!end)
            end = strchr(line, ';');
        if (!end)
            continue;
        while (end > text && end[-1] == ' ')
            end--;
        *end = '\0';
        text += 2 + strspn(text + 2, " \t");
        if (seen < count && strcmp(text, texts[seen]) && bad++ < 20)
            print_error("sm_%u word %016" PRIx64 " %016" PRIx64 ": ours \"%s\", nvdisasm \"%s\"\n",
                        sm, words[seen].lo, words[seen].hi, texts[seen], text);
        seen++;
    }
    pclose(pipe);
    unlink(file);
    if (seen != count) {
        print_error("sm_%u: nvdisasm printed %zu of %zu instructions; the next is \"%s\"\n", sm,
                    seen, count, seen < count ? texts[seen] : "");
        bad++;
    }
    return bad;
}

// nvdisasm does not show what our text calls hdesc[URx].
static void hide_descriptor(char *text)
{
    char *start = strstr(text, "hdesc["), *end = start ? strchr(start, ']') : NULL;
    if (end)
        memmove(start, end + 1, strlen(end + 1) + 1);
}

static void judge_rows(unsigned sm)
{
    size_t count = 0, room = sass_row_count() * SAMPLES;
    struct sass_word *words = malloc(room * sizeof *words);
    char(*texts)[TEXT] = malloc(room * sizeof *texts);
    assert_non_null(words);
    assert_non_null(texts);
    for (size_t r = 0; r < sass_row_count(); r++) {
        if (!(sass_row_at(r)->archs & sass_arch_bit(sm)) || sass_row_at(r)->alias)
            continue;
        for (unsigned i = 0; i < SAMPLES; i++) {
            struct sass_inst inst, back;
            random_instruction(sass_row_at(r), &inst);
            const char *error = sass_encode(&inst, &words[count]);
            if (error)
                fail_msg("%s: %s", sass_row_at(r)->mnemonic, error);
            if (!sass_decode(sm, words[count], &back) || !same_instruction(&inst, &back))
                fail_msg("sm_%u: %s does not decode to itself", sm, sass_row_at(r)->mnemonic);
            sass_print(&inst, count * SASS_WORD_BYTES, texts[count], TEXT);
            hide_descriptor(texts[count]);
            count++;
        }
    }
    unsigned bad = judge(sm, words, texts, count);
    free(words);
    free(texts);
    if (bad)
        fail_msg("sm_%u: %u of %zu instructions differ", sm, bad, count);
}

static void rows_sm80(void **state)
{
    (void)state;
    judge_rows(80);
}

static void rows_sm86(void **state)
{
    (void)state;
    judge_rows(86);
}

static void rows_sm89(void **state)
{
    (void)state;
    judge_rows(89);
}

static void rows_sm90(void **state)
{
    (void)state;
    judge_rows(90);
}

// No two rows of one architecture may describe the same word.
static void rows_do_not_overlap(void **state)
{
    (void)state;
    static const unsigned sms[] = {80, 86, 89, 90};
    for (size_t r = 0; r < sass_row_count(); r++) {
        for (unsigned a = 0; a < 4; a++) {
            if (!(sass_row_at(r)->archs & sass_arch_bit(sms[a])) || sass_row_at(r)->alias)
                continue;
            for (unsigned i = 0; i < 50; i++) {
                struct sass_inst inst, back;
                struct sass_word word;
                random_instruction(sass_row_at(r), &inst);
                assert_null(sass_encode(&inst, &word));
                assert_true(sass_decode(sms[a], word, &back));
                assert_ptr_equal(back.row, sass_row_at(r));
            }
        }
    }
}

// A bit outside a row's fields makes a word that the row does not describe.
static void decode_is_exact(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 20000; i++) {
        struct sass_word word = {next_random(), next_random()}, again;
        struct sass_inst inst;
        const struct sass_row *row = sass_row_at(below((unsigned)sass_row_count()));
        sass_set_bits(&word, 0, 12, row->opcode);
        if (i % 2) {
            random_instruction(row, &inst);
            assert_null(sass_encode(&inst, &word));
            unsigned bit = 12 + below(116);
            sass_set_bits(&word, bit, 1, !sass_get_bits(word, bit, 1));
        }
        if (!sass_decode(90, word, &inst))
            continue;
        // What decodes may break a constraint (a register pair at an odd number); if it encodes,
        // it must be the same word.
        if (!sass_encode(&inst, &again)) {
            again.hi |= word.hi & UINT64_C(7) << 61;
            assert_int_equal(word.lo, again.lo);
            assert_int_equal(word.hi, again.hi);
        }
    }
}

static void refuses_what_does_not_fit(void **state)
{
    (void)state;
    struct sass_inst inst;
    struct sass_word word;
    for (size_t r = 0; r < sass_row_count(); r++) {
        for (unsigned i = 0; i < sass_row_operands(sass_row_at(r)); i++) {
            const struct sass_operand_spec *spec = &sass_row_at(r)->operands[i];
            random_instruction(sass_row_at(r), &inst);
            inst.operands[i].kind = SASS_OPND_NONE;
            assert_non_null(sass_encode(&inst, &word));
            random_instruction(sass_row_at(r), &inst);
            if (spec->kind == SASS_OPND_IMM) {
                inst.operands[i].imm =
                    (INT64_C(1) << (spec->width + spec->hwidth)) * (spec->scale ? spec->scale : 1);
                assert_non_null(sass_encode(&inst, &word));
            } else if (spec->kind == SASS_OPND_PRED) {
                inst.operands[i].reg = 8;
                assert_non_null(sass_encode(&inst, &word));
            } else if (sass_operand_regs(&inst, i) > 1) {
                inst.operands[i].reg = 1;
                assert_non_null(sass_encode(&inst, &word));
            }
        }
    }
}

int main(void)
{
    const char *given = getenv("SASSDNN_TEST_SEED");
    seed = given ? strtoull(given, NULL, 0) : (uint64_t)time(NULL);
    printf("seed %" PRIu64 "\n", seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_sm80),
        cmocka_unit_test(rows_sm86),
        cmocka_unit_test(rows_sm89),
        cmocka_unit_test(rows_sm90),
        cmocka_unit_test(rows_do_not_overlap),
        cmocka_unit_test(decode_is_exact),
        cmocka_unit_test(refuses_what_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
