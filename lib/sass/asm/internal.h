// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the parts of the assembler share. Everything that is allocated while assembling lives in
// one arena and goes with it.
#ifndef SASS_ASM_INTERNAL_H
#define SASS_ASM_INTERNAL_H

#include "sass/asm.h"
#include "sass/nearest.h"

#include <stdarg.h>

enum token_kind {
    TOKEN_END,     ///< end of the line
    TOKEN_IDENT,   ///< name
    TOKEN_NUMBER,  ///< integer, in `value`
    TOKEN_FLOAT,   ///< number with a point or an exponent, in `real`
    TOKEN_STRING,  ///< "text", without the quotes
    TOKEN_CONTROL, ///< "[B------:R-:W-:-:S01]"
    TOKEN_PUNCT,   ///< operator or bracket; `value` is its character, or both of "<<" and the like
};

enum { PUNCT_SHL = '<' << 8 | '<', PUNCT_SHR = '>' << 8 | '>', PUNCT_EQ = '=' << 8 | '=' };
enum { PUNCT_NE = '!' << 8 | '=', PUNCT_LE = '<' << 8 | '=', PUNCT_GE = '>' << 8 | '=' };
enum { PUNCT_AND = '&' << 8 | '&', PUNCT_OR = '|' << 8 | '|' };

enum { SYMBOL_BUCKETS = 1024, MAX_DEPTH = 64, MAX_INSTRUCTIONS = 1 << 20 };
enum { LABEL_BUCKETS = 1024, MAX_VARIABLES = 4096 };
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION // a fuzzer wants many inputs, not a long one
enum { MAX_STATEMENTS = 1 << 13 };
#else
enum { MAX_STATEMENTS = 1 << 23 };
#endif
enum { REGISTER_CLASSES = 4, MAX_CLASS_REGISTERS = 256, SASS_NAME_TEXT = 64 };

struct token {
    uint8_t kind; ///< enum token_kind
    bool space_before;
    uint32_t length, line, column;
    const char *text;
    const char *path;
    union {
        int64_t value;
        double real;
    };
};

struct line {
    const struct token *tokens; ///< ends with TOKEN_END
    size_t count;               ///< without TOKEN_END
};

struct lines {
    struct line *items;
    size_t count;
};

/// R, UR, P and UP.
struct register_class {
    const char *prefix;
    enum sass_operand_kind bank;
    unsigned limit; ///< highest number that can be written
    const char *constant;
    unsigned constant_number; ///< RZ and the like
};
extern const struct register_class register_classes[REGISTER_CLASSES];

enum { NOT_FREED = UINT32_MAX };

/// Registers that one .reg declares. What is only another name for a part of them shares this.
struct variable {
    const struct token *name;
    size_t class; ///< of register_classes
    unsigned count;
    bool is_array;
    bool placed; ///< by hand: `base` is given
    unsigned base;
    unsigned modulus,
        residue;              ///< what is known of a base that is chosen: base % modulus == residue
    struct variable *bank_of; ///< its bank depends on that of bank_of's register bank_index
    unsigned bank_index;
    bool other_bank;
    struct variable *over; ///< lies in the registers of this one, from over_index on
    unsigned over_index;
    uint32_t from, to; ///< declarations and .free count up a clock; NOT_FREED while in use
    const struct token *freed;
};

/// A register as it is written.
struct register_use {
    const struct token *at;      ///< NULL for none
    const struct symbol *symbol; ///< NULL for a register by number
    unsigned index;              ///< in the symbol's array
};

enum symbol_kind { SYMBOL_INTEGER, SYMBOL_REGISTER, SYMBOL_MACRO };

struct macro {
    const struct token *name;
    const struct token *params[16];
    size_t param_count;
    const struct line *body;
    size_t body_count;
};

struct symbol {
    const char *name;
    size_t length;
    enum symbol_kind kind;
    int64_t value;               ///< SYMBOL_INTEGER
    enum sass_operand_kind bank; ///< SYMBOL_REGISTER: GPR, UGPR or PRED
    unsigned base, count;        ///< SYMBOL_REGISTER; count 0 for a scalar
    struct variable *variable;   ///< SYMBOL_REGISTER; NULL outside kernels
    unsigned block;              ///< SYMBOL_REGISTER: .scope blocks that it stands in
    const struct macro *macro;   ///< SYMBOL_MACRO
    bool in_kernel;              ///< goes with .endkernel
    bool builtin;                ///< cannot be changed
    bool address;                ///< of a parameter or of shared memory: cannot be changed
    bool counts;                 ///< the variable of a .for: cannot be changed
    struct symbol *next;
};

struct label {
    const struct token *name;
    unsigned scope;
    size_t index; ///< instruction it stands before
    struct label *next;
};

/// One instruction before branch targets are known.
struct pending {
    bool raw;       ///< a .word: `word` is final
    bool scheduled; ///< its control field is the scheduler's
    bool movable;   ///< stands in a .schedule region
    struct sass_word word;
    const struct token *at;     ///< for messages
    const struct token *target; ///< its TARGET operand, or NULL
    bool target_is_number;      ///< target_offset is where it goes; else `target` is a label
    int64_t target_offset;
    unsigned target_scope;
    unsigned target_operand;
};

struct marked_loop {
    const struct token *name;
    size_t first, last;
    struct marked_loop *outer, *next;
};

/// A named register that an instruction reads or writes.
struct touch {
    struct variable *variable;
    uint32_t inst;
    uint16_t first, count; ///< of the variable's registers
    bool write;
};

struct kernel {
    const struct token *name;
    struct cubin_kernel info;
    struct pending *code;
    size_t count, room;
    struct marked_loop *loops, **next_loop; ///< all of them, and where the next one goes
    struct marked_loop *open_loop;          ///< the innermost one that is not closed, or NULL
    struct label *labels[LABEL_BUCKETS];
    const struct token *schedule; ///< the open .schedule, or NULL
    struct variable **variables;  ///< in the order of their declarations
    size_t variable_count, variable_room;
    size_t chosen_count; ///< those whose place the assembler chooses
    bool shares;         ///< some names may share registers: their values are checked
    uint32_t clock;      ///< counts declarations and .free
    struct touch *touches;
    size_t touch_count, touch_room;
    bool by_number[REGISTER_CLASSES][MAX_CLASS_REGISTERS]; ///< used, and belongs to no name
    const struct token *dynamic_shared;                    ///< its directive, or NULL
};

/// Where the registers lie that the assembler chooses, in the order of their declarations in the
/// whole source. The source is assembled twice: the first time, a survey, tells what is used.
struct plan {
    bool survey;
    uint8_t *bases;
    size_t count, room, next;
};

struct assembler {
    const struct sass_asm_options *options;
    unsigned arch;
    char *error;
    struct block *arena;
    struct symbol *symbols[SYMBOL_BUCKETS];
    struct kernel *kernel; ///< the open one, or NULL
    struct sass_program *program;
    struct plan *plan;
    unsigned block;                ///< .scope blocks that are open
    unsigned statements;           ///< lines that were run so far
    const struct token *statement; ///< the one that is being run, or NULL
    size_t arena_bytes;
    unsigned depth;                       ///< nesting of macros, loops and includes
    unsigned scope, next_scope;           ///< current and next macro expansion, for local labels
    const struct token *calls[MAX_DEPTH]; ///< macro calls that are being expanded
    unsigned call_count;
};

// arena.c
void *arena_alloc(struct assembler *as, size_t bytes); ///< zeroed; NULL sets the error
void arena_free(struct assembler *as);
bool fail_at(struct assembler *as, const struct token *at, const char *format, ...);

// lexer.c
bool lex(struct assembler *as, const char *path, const char *text, size_t size,
         struct lines *lines);
bool token_is(const struct token *token, const char *text);
bool token_is_punct(const struct token *token, int64_t punct);
const char *token_describe(const struct token *token, char *buffer, size_t size);

// symbols.c
struct symbol *symbol_find(struct assembler *as, const char *name, size_t length);
struct symbol *symbol_define(struct assembler *as, const char *name, size_t length,
                             enum symbol_kind kind);
void symbol_remove(struct assembler *as, struct symbol *symbol);
/// Index in register_classes.
size_t register_class_of(enum sass_operand_kind bank);
/// R12, RZ, UR4, P0, PT.
bool register_by_number(const char *name, size_t length, enum sass_operand_kind *bank,
                        unsigned *base);
/// A register by number, or the first of a .reg name; *symbol is NULL for a number.
bool register_by_name(struct assembler *as, const struct token *token, enum sass_operand_kind *bank,
                      unsigned *base, const struct symbol **symbol);

// names.c
/// What a name that cannot be defined stands for ("a register"); NULL for any other.
const char *reserved_name(const char *name, size_t length);
bool name_is_allowed(struct assembler *as, const struct token *name);
bool name_is_free(struct assembler *as, const struct token *name); ///< and not defined yet
/// A register or a parameter of a macro: "c[...]" means something already.
bool name_may_have_index(struct assembler *as, const struct token *name);

// expr.c
bool parse_expression(struct assembler *as, const struct token **at, int64_t *value);
bool expect_punct(struct assembler *as, const struct token **at, int64_t punct, const char *what);

// operand.c
/// An operand as it is written; which kind of field it fills is the row's business.
enum register_part { USE_MAIN, USE_UNIFORM, USE_DESCRIPTOR, USE_PARTS };

struct operand_text {
    struct sass_operand operand;
    struct register_use uses[USE_PARTS];
    const struct token *at;
    const struct token *label;  ///< an unknown name: a branch target, B0, SB0, or a name
    const struct token *suffix; ///< first '.' of what follows the register, or NULL
    const struct token *suffix_end;
    char sign;          ///< '-', '~' or '!' in front of it, or 0
    double real;        ///< value of a number
    bool is_real;       ///< the number has a point or an exponent, or is INF or NAN
    bool is_bits;       ///< the number is written in hexadecimal
    bool is_expression; ///< a name, or more than a number and its sign
    bool has_desc, hidden_desc, has_base, has_uniform, wide; ///< parts of an address
    bool no_comma;       ///< separated from the operand before by a blank only
    const char *bracket; ///< "desc" or "gdesc" of a uniform register in brackets, or NULL
};
bool parse_operand(struct assembler *as, const struct token **at, struct operand_text *operand);

// match.c
/// Find the row for a mnemonic with its modifiers and operands and fill inst (guard and control are
/// set already; `guard` is NULL where none is written). sources[i] is the text that filled operand
/// i, or -1.
bool match_row(struct assembler *as, const struct token *at, const struct token *end,
               const char *text, const struct sass_operand *guard, const struct operand_text *texts,
               unsigned count, struct sass_inst *inst, int *sources);
/// Whether what was matched for a floating-point immediate is what the text says.
bool check_number(struct assembler *as, const struct sass_operand_spec *spec,
                  const struct sass_operand *operand, const struct operand_text *text);
/// Whether the sign in front of an operand is the one that the field knows.
bool sign_fits(const struct sass_operand_spec *spec, const struct operand_text *text);

// report.c
/// What came nearest among the rows that do not fit.
struct mismatch {
    unsigned taken;                       ///< operands of the text that fitted
    const char *expected;                 ///< in place of the next one; NULL for no row yet
    const struct sass_operand_spec *spec; ///< the next one fits but for its modifier or its sign
};
const char *kind_name(const struct sass_operand_spec *spec);
bool report_mnemonic(struct assembler *as, const struct token *at, const char *text,
                     const char *left_over);
/// No row of another architecture fits either.
bool report_operand(struct assembler *as, const struct token *end, const struct operand_text *texts,
                    unsigned count, const struct mismatch *mismatch);
/// The instruction exists on `archs` only.
bool report_archs(struct assembler *as, const struct token *at, const char *text, unsigned archs);
/// An operand does not fit into its field.
bool report_encoding(struct assembler *as, const struct token *at, const struct sass_inst *inst,
                     int operand, const char *error);

// register.c
bool run_reg(struct assembler *as, const struct token *at);
bool run_free(struct assembler *as, const struct token *at);
/// The one at the bottom of a pile of names that lie over each other; *offset grows by the index in
/// its registers.
struct variable *variable_root(struct variable *variable, unsigned *offset);
void scope_begin(struct assembler *as);
void scope_end(struct assembler *as, const struct token *at);
bool check_not_freed(struct assembler *as, const struct token *at, const struct symbol *symbol);

// use.c
/// Note what an instruction that was matched does with named and numbered registers, and check that
/// it stays inside what a name stands for.
bool note_uses(struct assembler *as, const struct sass_inst *inst, const int *sources,
               const struct operand_text *texts, const struct operand_text *guard);

// allocate.c
/// Choose the places of the kernel's registers and add them to the plan.
bool allocate_registers(struct assembler *as);

// liveness.c
/// No value may be overwritten through another name of its register while it is still read.
bool check_sharing(struct assembler *as, const struct sass_word *code);

// instruction.c
bool assemble_instruction(struct assembler *as, const struct token *tokens);

// kernel.c
bool kernel_begin(struct assembler *as, const struct token *name);
bool kernel_end(struct assembler *as, const struct token *at);
bool kernel_add_label(struct assembler *as, const struct token *name);
bool kernel_has_label(const struct assembler *as, const struct token *name);
struct pending *kernel_add(struct assembler *as, const struct token *at);

// source.c
bool loop_begin(struct assembler *as, const struct token *name);
bool loop_end(struct assembler *as, const struct token *at);
/// Put what is known about the open kernel's text behind that of the kernels before; false when
/// memory runs out.
bool source_keep(struct assembler *as);
void sources_free(struct sass_program *program);

// schedule.c
/// Order and control codes of the kernel's words, where they are not written.
bool kernel_schedule(struct assembler *as, struct sass_word *code);

// directive.c
bool run_directive(struct assembler *as, const struct token *tokens);
unsigned param_type_size(const char *name, size_t length); ///< bytes of "u32"; 0 for no type
bool expect_name(struct assembler *as, const struct token **at, const struct token **name);
bool expect_end(struct assembler *as, const struct token *at);
bool expect_kernel(struct assembler *as, const struct token *at);

// expand.c
bool expand_lines(struct assembler *as, const struct line *lines, size_t count);
bool include_file(struct assembler *as, const struct token *at, const char *path);

#endif
