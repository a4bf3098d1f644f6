// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The instruction set, once: one table row per instruction form. The assembler, the disassembler,
// the emulator's decoder and the tests are driven by it. A word is 128 bits, little endian; bits
// are numbered 0..127 over the whole word.
#ifndef SASS_ISA_H
#define SASS_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SASS_MAX_MODS = 8, SASS_MAX_OPERANDS = 10, SASS_MAX_FIXED = 8, SASS_WORD_BYTES = 16 };
enum { SASS_RZ = 255, SASS_URZ = 63, SASS_PT = 7, SASS_NO_BARRIER = 7, SASS_SCOREBOARDS = 6 };

/// Architectures as a bit set; `sass_arch_bit(80)` gives SASS_SM80.
enum sass_arch {
    SASS_SM80 = 1,
    SASS_SM86 = 2,
    SASS_SM89 = 4,
    SASS_SM90 = 8,
    SASS_SM8X = SASS_SM80 | SASS_SM86 | SASS_SM89,
    SASS_ALL_ARCHS = SASS_SM8X | SASS_SM90,
};

struct sass_word {
    uint64_t lo, hi;
};

/// The control field, bits [105:124]: what the hardware does not interlock.
struct sass_control {
    uint8_t stall;         ///< cycles until this warp may issue again, 0..15
    bool yield;            ///< printed 'Y'; raw bit 109 is the inverse
    uint8_t write_barrier; ///< 0..5, SASS_NO_BARRIER for none
    uint8_t read_barrier;  ///< 0..5, SASS_NO_BARRIER for none
    uint8_t wait_mask;     ///< bit i: wait for barrier i
};

/// What an instruction does; the emulator has one executor function per value.
enum sass_op {
#define SASS_OP(name) SASS_OP_##name,
#include "sass/isa/ops.def"
#undef SASS_OP
    SASS_OP_COUNT
};

/// Meaning of a modifier field, so that users of a decoded instruction do not depend on its place.
enum sass_mod_id {
    SASS_MOD_NONE,
    SASS_MOD_FTZ,        ///< 1: flush denormal inputs and results to signed zero
    SASS_MOD_RND,        ///< 0 nearest even, 1 down, 2 up, 3 toward zero
    SASS_MOD_SAT,        ///< 1: clamp to [0, 1]
    SASS_MOD_CMP,        ///< enum sass_cmp
    SASS_MOD_BOOL,       ///< 0 AND, 1 OR, 2 XOR with the source predicate
    SASS_MOD_SIGNED,     ///< 1: operands are signed
    SASS_MOD_SIZE,       ///< enum sass_size
    SASS_MOD_E,          ///< .E: 64-bit address
    SASS_MOD_CACHE,      ///< memory ordering field [77:80]
    SASS_MOD_DIR,        ///< SHF: 0 left, 1 right
    SASS_MOD_WRAP,       ///< SHF .W: shift count modulo the width instead of clamped
    SASS_MOD_TYPE,       ///< SHF: 0 S64, 1 U64, 2 S32, 3 U32
    SASS_MOD_HI,         ///< SHF .HI: result is the high word
    SASS_MOD_BAR,        ///< BAR mode, 0 SYNC
    SASS_MOD_DEFER,      ///< BAR .DEFER_BLOCKING
    SASS_MOD_EVICT,      ///< eviction priority [84:86]: 1 is the normal, unprinted one
    SASS_MOD_PREFETCH,   ///< L2 prefetch hint [68:69]
    SASS_MOD_ATOM_TYPE,  ///< type of an atomic; 64 in its name: register pairs
    SASS_MOD_A_TYPE,     ///< type of the elements of A, where the mnemonic leaves it open
    SASS_MOD_B_TYPE,     ///< and of B
    SASS_MOD_SHAPE,      ///< tensor shape; the N of ".64xNxK" is in the name
    SASS_MOD_DIM,        ///< dimensions of a tensor copy, less one
    SASS_MOD_ATOM_OP,    ///< 0 ADD, 1 MIN, 2 MAX, 3 INC, 4 DEC, 5 AND, 6 OR, 7 XOR, 8 EXCH
    SASS_MOD_MATRICES,   ///< 8x8 matrices of LDSM and STSM: 0 one, 1 two, 2 four
    SASS_MOD_SCOPE,      ///< MEMBAR: 0 CTA, 1 SM, 2 GPU, 3 SYS, 5 VC
    SASS_MOD_TO,         ///< type of a conversion's result: the names of the row say which
    SASS_MOD_FROM,       ///< and of its source
    SASS_MOD_FUNCTION,   ///< MUFU, VOTE, REDUX, SHFL: which of their functions
    SASS_MOD_SCALE,      ///< FMUL: 1 to 3 divide by 8, 4, 2; 4 nothing; 5 to 7 multiply by 2, 4, 8
    SASS_MOD_NAN,        ///< minimum and maximum: 1 a NaN wins
    SASS_MOD_XORSIGN,    ///< minimum and maximum: 1 the result's sign is the xor of the signs
    SASS_MOD_RELU,       ///< 1: a negative result becomes zero; of no bits: always
    SASS_MOD_F32,        ///< HADD2: 1 the result is one float
    SASS_MOD_HALVES,     ///< of an operand: 0 both halves, 2 the low one twice, 3 the high one
    SASS_MOD_GEOMETRY,   ///< of a texture or surface: an operand or a modifier, by its name
    SASS_MOD_COMPONENTS, ///< surface: bit i: component i of a texel
    SASS_MOD_TEX_SCR,    ///< texture: 1 the operands are spread over both source vectors
    SASS_MOD_TEX_MODE,   ///< texture: bit 0 the handle is in a register, bit 1 as TEX_SCR
    SASS_MOD_TEX_LEVEL,  ///< texture: where the level of detail comes from
    SASS_MOD_TEX_HALVES, ///< texture: not 0: two components of the result in a register
    SASS_MOD_TEX_EXTRA,  ///< texture: this many registers more in the source vectors
    SASS_MOD_OTHER       ///< no one asks for it by meaning
};

enum sass_cmp {
    SASS_CMP_F,
    SASS_CMP_LT,
    SASS_CMP_EQ,
    SASS_CMP_LE,
    SASS_CMP_GT,
    SASS_CMP_NE,
    SASS_CMP_GE,
    SASS_CMP_T
};

enum sass_size {
    SASS_SIZE_U8,
    SASS_SIZE_S8,
    SASS_SIZE_U16,
    SASS_SIZE_S16,
    SASS_SIZE_32,
    SASS_SIZE_64,
    SASS_SIZE_128
};

enum sass_operand_kind {
    SASS_OPND_NONE,
    SASS_OPND_GPR,          ///< reg: 0..254, SASS_RZ
    SASS_OPND_UGPR,         ///< reg: 0..62, SASS_URZ
    SASS_OPND_PRED,         ///< reg: 0..6, SASS_PT; neg is '!'
    SASS_OPND_UPRED,        ///< uniform predicate, as PRED
    SASS_OPND_BARRIER,      ///< reg: convergence barrier B0..B15
    SASS_OPND_SCOREBOARD,   ///< reg: SB0..SB5
    SASS_OPND_IMM,          ///< imm: integer
    SASS_OPND_F32,          ///< imm: bits of a float
    SASS_OPND_F64,          ///< imm: the high 32 bits of a double
    SASS_OPND_F16,          ///< imm: bits of a half
    SASS_OPND_BF16,         ///< imm: bits of a bfloat16
    SASS_OPND_SET,          ///< imm: bit set, printed {2,1}
    SASS_OPND_CONST,        ///< c[bank][imm]
    SASS_OPND_CONST_INDEX,  ///< c[bank][R reg + imm]
    SASS_OPND_CONST_UGPR,   ///< cx[UR ureg][imm], cx[UR ureg][R reg + imm] where the row has rpos
    SASS_OPND_CONST_UINDEX, ///< c[bank][UR ureg + imm]
    SASS_OPND_SREG,         ///< reg: special register id
    SASS_OPND_ADDR_GLOBAL,  ///< desc[UR desc][R reg .64 + UR ureg + imm], without the absent parts
    SASS_OPND_ADDR_SHARED,  ///< [R reg + UR ureg + imm], without the absent parts
    SASS_OPND_TARGET,       ///< imm: byte offset relative to the next instruction
    SASS_OPND_NAME,         ///< suffix: one of the names of the row's suffix field
};

/// Timing class, for control codes: which gaps or barriers protect a result and its sources.
enum sass_sched {
    SASS_SCHED_NONE,      ///< no result, no sources read late
    SASS_SCHED_ALU,       ///< fixed latency: integer, logic, comparisons, moves, VOTE
    SASS_SCHED_FMA,       ///< fixed latency: FFMA FADD FMUL IMAD IDP
    SASS_SCHED_WIDE,      ///< fixed latency: IMAD.WIDE and IMAD.HI
    SASS_SCHED_FP16,      ///< fixed latency: HADD2 HMUL2 HFMA2 HSET2 HSETP2 HMNMX2
    SASS_SCHED_HFMA2_MMA, ///< fixed latency: HFMA2.MMA
    SASS_SCHED_FP64,      ///< DADD DMUL DFMA DSETP: fixed on sm_90, write barrier before
    SASS_SCHED_CS2R,      ///< fixed latency: 64-bit move of a special register
    SASS_SCHED_MMA13,     ///< fixed latency: tensor instructions of 13 cycles ...
    SASS_SCHED_MMA16,     ///< ... of 16 ...
    SASS_SCHED_MMA24,     ///< ... and of 24; before sm_90 they may carry barriers
    SASS_SCHED_DMMA,      ///< tensor instruction in double precision: write barrier
    SASS_SCHED_GMMA_WAIT, ///< WARPGROUP.WAIT and DEPBAR: wait for tensor groups, never for barriers
    SASS_SCHED_HGMMA,     ///< asynchronous tensor instruction, its own barriers
    SASS_SCHED_UNIFORM,   ///< fixed latency: arithmetic of the uniform datapath
    SASS_SCHED_ULDC,      ///< fixed latency: ULDC UMOV VOTEU
    SASS_SCHED_R2UR,      ///< R2UR: fixed on sm_90, write barrier before
    SASS_SCHED_XU,        ///< write barrier; sources read late: MUFU, conversions, POPC FLO BREV
    SASS_SCHED_LOAD,      ///< write barrier; sources read late by the memory queue
    SASS_SCHED_SREG,      ///< write barrier; no register sources: S2R S2UR B2R
    SASS_SCHED_STORE,     ///< no result; sources read late by the memory queue
    SASS_SCHED_BAR,       ///< CTA barrier
    SASS_SCHED_BRANCH,    ///< control flow
    SASS_SCHED_I2I,       ///< fixed latency: I2I, slower towards FMA than ALU is
    SASS_SCHED_TEX,       ///< textures, surfaces: as LOAD or STORE, but the sources may come later
};

/// How many registers an operand covers.
enum sass_count {
    SASS_COUNT_REGS,       ///< `regs`, or by the size or type modifier where that is 0
    SASS_COUNT_PER_N,      ///< `regs` for every 8 columns of the tensor shape ".64xNxK"
    SASS_COUNT_PLUS_DIM,   ///< `regs` and one for every dimension of the tensor copy
    SASS_COUNT_PAIRED,     ///< two values of the size or type modifier
    SASS_COUNT_TEXELS,     ///< components 0 and 1 of those that a texture's mask asks for
    SASS_COUNT_TEXELS_2,   ///< and components 2 and 3
    SASS_COUNT_COORDS,     ///< coordinates of a texture or surface
    SASS_COUNT_TEX_MORE,   ///< what a texture instruction takes besides
    SASS_COUNT_TXD_COORDS, ///< TXD: handle, coordinates, layer with offset
    SASS_COUNT_TXD_MORE,   ///< TXD: the derivatives
    SASS_COUNT_TXQ,        ///< TXQ: handle, level of detail
};

struct sass_mod_spec {
    uint8_t id;               ///< enum sass_mod_id
    uint8_t pos, width;       ///< field; width 0: always value 0
    const char *const *names; ///< by value; "" prints nothing, NULL is not a legal value
};

/// Where an operand lives in the word and how it prints. Bit numbers; 0 means "has none" (bit 0 is
/// always opcode).
struct sass_operand_spec {
    uint8_t kind;         ///< enum sass_operand_kind
    uint8_t pos;          ///< lowest bit of the register number or immediate; addresses: base
    uint8_t width;        ///< bits, for immediates and offsets
    uint8_t hpos, hwidth; ///< the upper bits of a split immediate
    uint8_t opos;         ///< addresses and c[][R+]: lowest bit of the offset
    uint8_t upos, dpos;   ///< addresses: uniform register added, descriptor
    uint8_t rpos;         ///< cx[UR][R+]: the index register
    uint8_t scale;        ///< immediates and targets are stored divided by this; 0 is 1
    uint8_t neg, abs;     ///< modifier bits; for a predicate neg is '!'
    uint8_t reuse;        ///< reuse flag bit: 122..124, and 125 which nvdisasm does not print
    bool stray_reuse;     ///< a flag without effect, kept as it is; nvdisasm does not print it
    uint8_t regs;         ///< consecutive registers; 0: by the size or type modifier
    uint8_t ahead;        ///< the register is this many behind the operand before, in one field
    uint8_t count;        ///< enum sass_count
    bool dst;             ///< written, not read
    bool is_signed;       ///< immediates: sign-extended
    bool optional;        ///< text leaves it out when it has its default (PT, RZ, 0, "")
    bool default_not;     ///< optional predicate whose default is !PT
    uint8_t default_imm;  ///< optional immediate: the value that is left out
    bool complement;      ///< the neg bit is a bitwise not, printed '~'
    bool wide;            ///< addresses: 64-bit base register, printed .64
    bool no_rz;           ///< registers and bases of addresses: not RZ
    bool shows_rz;        ///< addresses: RZ is printed in front of a uniform register
    bool signed_alone;    ///< addresses: an offset without a register is printed with its sign
    bool no_comma;        ///< separated from the operand before by a blank only
    bool inverted;        ///< predicates: the field holds 7 less the number
    const char *bracket;  ///< UGPR: printed [UR4] behind this; of "gdesc" neg is .negA, abs .negB
    bool part;            ///< the suffix names a part of the source, inside the bars: |R2.H1|
    bool spaced;          ///< constants: a blank between bank and offset, as nvdisasm prints it
    bool hidden_desc;     ///< the descriptor is printed hdesc[]: nvdisasm does not show it
    struct sass_mod_spec suffix; ///< printed behind the register: .H0_H0, .B1, .X4
};

struct sass_fixed_field {
    uint8_t pos, width;
    uint16_t value;
};

struct sass_row {
    const char *mnemonic;
    uint16_t op;                              ///< enum sass_op
    uint16_t opcode;                          ///< bits [0:11], and bit 91 as 0x1000
    uint8_t archs;                            ///< enum sass_arch bits
    uint8_t sched;                            ///< enum sass_sched
    bool alias;                               ///< another spelling: assembled, never decoded
    struct sass_mod_spec mods[SASS_MAX_MODS]; ///< in the order of the text
    struct sass_operand_spec operands[SASS_MAX_OPERANDS]; ///< in the order of the text
    struct sass_fixed_field fixed[SASS_MAX_FIXED];
    bool uniform_guard; ///< its guard is a uniform predicate though the timing class is not uniform
};

/// The table: row i, and the number of rows.
const struct sass_row *sass_row_at(size_t i);
size_t sass_row_count(void);

struct sass_operand {
    uint8_t kind;
    uint8_t reg;
    uint8_t ureg;   ///< uniform register of an address or of c[UR][]
    uint8_t desc;   ///< descriptor of a global address
    uint8_t bank;   ///< constant bank
    uint8_t suffix; ///< value of the suffix field
    bool neg, abs, reuse;
    int64_t imm; ///< immediate, byte offset or relative target
};

/// A decoded instruction; operand i is described by row->operands[i], modifier i by row->mods[i].
struct sass_inst {
    const struct sass_row *row;
    uint8_t guard; ///< predicate register (uniform one where sass_row_is_uniform), SASS_PT for none
    bool guard_not;
    struct sass_control control;
    uint8_t mods[SASS_MAX_MODS];
    struct sass_operand operands[SASS_MAX_OPERANDS];
};

/// A row by its mnemonic's first word, for the assembler.
struct sass_named_row {
    const struct sass_row *row;
    size_t length; ///< of the first word: 4 of "IMAD.WIDE"
    size_t index;  ///< in the table
};

/// The rows whose mnemonic begins with the first word of `text` (up to its first dot), in the order
/// of the table; NULL and 0 if there are none. Thread-safe.
const struct sass_named_row *sass_rows_named(const char *text, size_t *count);

/// Bit of an architecture given as 80, 86, 89 or 90; 0 for any other number.
unsigned sass_arch_bit(unsigned sm);

/// Value of the modifier `id`, or 0 where the row has none.
unsigned sass_inst_mod(const struct sass_inst *inst, enum sass_mod_id id);

/// Registers that operand i covers, 1 to 128: by its row, or by the size, type or shape modifier.
unsigned sass_operand_regs(const struct sass_inst *inst, unsigned i);

/// Number of operands of a row.
unsigned sass_row_operands(const struct sass_row *row);

/// Whether the row belongs to the uniform datapath: its guard is a uniform predicate.
bool sass_row_is_uniform(const struct sass_row *row);

/// Barriers that an instruction may set, as bits: for its result, and for its sources.
enum { SASS_SETS_WRITE = 1, SASS_SETS_READ = 2 };
unsigned sass_row_barriers(const struct sass_row *row);

/// Whether a source has a reuse flag that means something.
bool sass_has_reuse(const struct sass_inst *inst);

/// Encode. Returns NULL, or what does not fit ("operand 3: register must be even").
const char *sass_encode(const struct sass_inst *inst, struct sass_word *word);

/// The same; *operand is the index of the operand that does not fit, or -1.
const char *sass_encode_at(const struct sass_inst *inst, struct sass_word *word, int *operand);

/// Least and greatest number that an operand's field takes (integer, offset or branch distance);
/// false for an operand without one.
bool sass_number_range(const struct sass_operand_spec *spec, const struct sass_operand *operand,
                       int64_t *low, int64_t *high);

/// Decode for one architecture (80, 86, 89, 90). Exact: every bit outside the row's fields must
/// have the row's fixed value, so that decode and encode are inverse. Returns false for a word
/// that no row of that architecture describes. Thread-safe.
bool sass_decode(unsigned sm, struct sass_word word, struct sass_inst *inst);

/// nvdisasm's text of an instruction without control codes, e.g. "@!P0 FFMA R0, R1, R2, R3".
/// `pc` is the byte offset of the instruction, for branch targets. Truncates like snprintf and
/// returns the length that was needed.
size_t sass_print(const struct sass_inst *inst, uint64_t pc, char *text, size_t size);

/// Text of a control field, e.g. "[B0-----:R-:W1:-:S04]"; `text` holds at least 24 bytes.
void sass_print_control(const struct sass_control *control, char *text);

/// Special registers by name ("SR_TID.X"); -1 or NULL where there is none.
int sass_sreg_id(const char *name, size_t length);
const char *sass_sreg_name(unsigned id);

/// Read or replace `width` (1..64) bits at `pos`.
uint64_t sass_get_bits(struct sass_word word, unsigned pos, unsigned width);
void sass_set_bits(struct sass_word *word, unsigned pos, unsigned width, uint64_t value);

#endif
