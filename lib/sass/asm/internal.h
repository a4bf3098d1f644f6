// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the parts of the assembler share. Everything that is allocated while assembling lives in
// one arena and goes with it.
#ifndef SASS_ASM_INTERNAL_H
#define SASS_ASM_INTERNAL_H

#include "sass/asm.h"

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
enum { MAX_STATEMENTS = 1 << 23, LABEL_BUCKETS = 1024 };

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
    const struct macro *macro;   ///< SYMBOL_MACRO
    bool in_kernel;              ///< goes with .endkernel
    bool builtin;                ///< cannot be changed
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
    const struct token *target; ///< label of its TARGET operand, or NULL
    unsigned target_scope;
    unsigned target_operand;
};

struct marked_loop {
    const struct token *name;
    size_t first, last;
    struct marked_loop *outer, *next;
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
};

struct assembler {
    const struct sass_asm_options *options;
    unsigned arch;
    char *error;
    struct block *arena;
    struct symbol *symbols[SYMBOL_BUCKETS];
    struct kernel *kernel; ///< the open one, or NULL
    struct sass_program *program;
    unsigned statements; ///< lines that were run so far
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
/// A register named by a token: R12, RZ, UR4, P0, PT, or the first of a .reg name.
bool register_by_name(struct assembler *as, const struct token *token, enum sass_operand_kind *bank,
                      unsigned *base, unsigned *count, bool *named);

// expr.c
bool parse_expression(struct assembler *as, const struct token **at, int64_t *value);
bool expect_punct(struct assembler *as, const struct token **at, int64_t punct, const char *what);

// operand.c
/// An operand as it is written; which kind of field it fills is the row's business.
struct operand_text {
    struct sass_operand operand;
    const struct token *at;
    const struct token *label;  ///< an unknown name: a branch target, B0, SB0, or a name
    const struct token *suffix; ///< first '.' of what follows the register, or NULL
    const struct token *suffix_end;
    double real;  ///< value of a number
    bool is_real; ///< the number has a point or an exponent, or is INF or NAN
    bool is_bits; ///< the number is written in hexadecimal
    bool has_desc, hidden_desc, has_base, has_uniform, wide; ///< parts of an address
    bool no_comma;       ///< separated from the operand before by a blank only
    const char *bracket; ///< "desc" or "gdesc" of a uniform register in brackets, or NULL
};
bool parse_operand(struct assembler *as, const struct token **at, struct operand_text *operand);

// match.c
/// Find the row for a mnemonic with its modifiers and operands and fill inst (guard and control are
/// set already). sources[i] is the text that filled operand i, or -1.
bool match_row(struct assembler *as, const struct token *at, const struct token *end,
               const char *text, bool uniform_guard, const struct operand_text *texts,
               unsigned count, struct sass_inst *inst, int *sources);

// suggest.c
/// The first word of a mnemonic of `arch` that is at most two typing errors away from that of
/// `text`, and its length; NULL if there is none.
const char *nearest_instruction(unsigned arch, const char *text, size_t *length);

// instruction.c
bool assemble_instruction(struct assembler *as, const struct token *tokens);

// kernel.c
bool kernel_begin(struct assembler *as, const struct token *name);
bool kernel_end(struct assembler *as, const struct token *at);
bool kernel_add_label(struct assembler *as, const struct token *name);
struct pending *kernel_add(struct assembler *as, const struct token *at);

// source.c
bool loop_begin(struct assembler *as, const struct token *name);
bool loop_end(struct assembler *as, const struct token *at);
/// Put what is known about the open kernel's text behind that of the kernels before; false when
/// memory runs out.
bool source_keep(struct assembler *as);
void sources_free(struct sass_program *program);

// directive.c
bool run_directive(struct assembler *as, const struct token *tokens);

// expand.c
bool expand_lines(struct assembler *as, const struct line *lines, size_t count);
bool include_file(struct assembler *as, const struct token *at, const char *path);

#endif
