// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Control flow: branches, calls, convergence, waiting. Most take a predicate besides the guard, PT
// when it is not printed. Targets count in 4 bytes; from sm_90 on their low 8 bits sit in [16:23].
//
// clang-format off
#include "sass/isa/row_macros.h"

static const char *const count[4] = {"", ".INC", ".DEC", NULL};
static const char *const convergence[4] = {"", NULL, ".DIV", ".CONV"};
static const char *const convergence_of[4] = {NULL, NULL, ".DIV", ".CONV"};
static const char *const jump_kind[4] = {"", ".U", ".DIV", ".CONV"};
static const char *const unanimous[4] = {NULL, ".U", NULL, NULL};
static const char *const any[2] = {"", ".ANY"};
static const char *const noinc[2] = {"", ".NOINC"};
static const char *const nodec[2] = {"", ".NODEC"};
static const char *const exit_kind[4] = {"", ".KEEPREFCOUNT", ".PREEMPTED", NULL};
static const char *const no_atexit[2] = {"", ".NO_ATEXIT"};
static const char *const exclusive[2] = {"", ".EXCLUSIVE"};
static const char *const sleep_syncs[2] = {"", ".SYNCS"};
static const char *const sleep_warp[2] = {"", ".WARP"};
static const char *const sleep_random[2] = {"", ".RAND"};
static const char *const trap[8] = {[3] = ".TRAP", [4] = ".INT"};
static const char *const clear[2] = {"", ".CLEAR"};
static const char *const pquad[2] = {"", ".PQUAD"};
static const char *const return_pc[2] = {"Rpc.LO", "Rpc.HI"};
// What BMOV reaches besides the barriers 0 to 15.
static const char *const warp_state[64] = {
    [16] = "THREAD_STATE_ENUM.0", "THREAD_STATE_ENUM.1", "THREAD_STATE_ENUM.2",
    "THREAD_STATE_ENUM.3", "THREAD_STATE_ENUM.4", "TRAP_RETURN_PC.LO", "TRAP_RETURN_PC.HI",
    "TRAP_RETURN_MASK", "MEXITED", "MKILL", "MACTIVE", "MATEXIT", "OPT_STACK", "API_CALL_DEPTH",
    "ATEXIT_PC.LO", "ATEXIT_PC.HI",
};
static const char *const warp_state_sm90[64] = {[32] = "MCOLLECTIVE"};

#define PO          {.kind = SASS_OPND_PRED, .pos = 87, .neg = 90, .optional = true}
#define SM8X_PLACE  .pos = 34, .width = 48, .scale = 4
#define SM90_PLACE  .pos = 16, .width = 8, .hpos = 34, .hwidth = 48, .scale = 4
#define TO8X(...)   {.kind = SASS_OPND_TARGET, SM8X_PLACE, .is_signed = true, __VA_ARGS__}
#define TO90(...)   {.kind = SASS_OPND_TARGET, SM90_PLACE, .is_signed = true, __VA_ARGS__}
// A number that is not relative to the instruction: added to a register, or an address.
#define ADD8X       {.kind = SASS_OPND_IMM, SM8X_PLACE, .is_signed = true, .no_comma = true}
#define ADD90       {.kind = SASS_OPND_IMM, SM90_PLACE, .is_signed = true, .no_comma = true}
#define OPT8X       {.kind = SASS_OPND_IMM, SM8X_PLACE, .is_signed = true,                         \
                     .no_comma = true, .optional = true}
#define OPT90       {.kind = SASS_OPND_IMM, SM90_PLACE, .is_signed = true,                         \
                     .no_comma = true, .optional = true}
#define ABS8X       {.kind = SASS_OPND_IMM, .pos = 34, .width = 47, .scale = 4}
#define ABS90       {.kind = SASS_OPND_IMM, .pos = 16, .width = 8, .hpos = 34,                     \
                     .hwidth = 47, .scale = 4}
#define R_AT(p, n)  {.kind = SASS_OPND_GPR, .pos = (p), .regs = (n)}
#define UR_AT(p, n) {.kind = SASS_OPND_UGPR, .pos = (p), .regs = (n)}
#define R2          R_AT(24, 2)
#define U2          UR_AT(24, 2)
#define R24         R_AT(24, 1)
#define R32         R_AT(32, 1)
#define REL         .no_comma = true
#define BARRIER(p, ...) {.kind = SASS_OPND_BARRIER, .pos = (p), __VA_ARGS__}
#define STATE(names, ...) {.kind = SASS_OPND_NAME,                                                 \
                     .suffix = {SASS_MOD_OTHER, 24, 6, names}, __VA_ARGS__}
#define RETURN_PC(...) {.kind = SASS_OPND_NAME,                                                    \
                     .suffix = {SASS_MOD_OTHER, 31, 1, return_pc}, __VA_ARGS__}

#define S8 SASS_SM8X
#define S9 SASS_SM90
#define M(pos, width, names) {SASS_MOD_OTHER, pos, width, names}

static const struct sass_row rows[] = {
ROW("NOP",   NOP,   0x0918, ALL,       NONE,   NO_MODS, NO_OPS, NO_FIX)
ROW("EXIT",  EXIT,  0x094d, ALL,       BRANCH, MODS(M(84, 2, exit_kind), M(86, 1, no_atexit)),
    OPS(PO), NO_FIX)
#define BRANCH_MODS(kind) MODS(M(85, 2, count), {SASS_MOD_OTHER, 32, 2, kind})
#define ANY_MODS          MODS(M(85, 2, count), M(32, 2, unanimous), M(84, 1, any))
ROW("BRA",   BRA,   0x0947, S8, BRANCH, BRANCH_MODS(convergence),    OPS(PO, TO8X()), NO_FIX)
ROW("BRA",   BRA,   0x0947, S9, BRANCH, BRANCH_MODS(convergence),    OPS(PO, TO90()), NO_FIX)
ROW("BRA",   BRA,   0x0947, S8, BRANCH, BRANCH_MODS(unanimous),      OPS(PO, TO8X()), NO_FIX)
ROW("BRA",   BRA,   0x0947, S9, BRANCH, ANY_MODS,                    OPS(PO, TO90()), NO_FIX)
// The lanes that should take part are a mask in a uniform register.
#define LANES {.kind = SASS_OPND_UGPR, .pos = 24, .regs = 1, .neg = 30, .complement = true}
ROW("BRA",   BRA,   0x1947, S8, BRANCH, BRANCH_MODS(convergence_of), OPS(PO, LANES, TO8X()), NO_FIX)
ROW("BRA",   BRA,   0x1947, S9, BRANCH, BRANCH_MODS(convergence_of), OPS(PO, LANES, TO90()), NO_FIX)
#define UP {.kind = SASS_OPND_UPRED, .pos = 24, .neg = 27}
ROW("BRA",   BRA,   0x1547, S8, BRANCH, BRANCH_MODS(unanimous),      OPS(PO, UP, TO8X()), NO_FIX)
ROW("BRA",   BRA,   0x1547, S9, BRANCH, ANY_MODS,                    OPS(PO, UP, TO90()), NO_FIX)
#define COUNT_MODS MODS(M(85, 2, count))
ROW("BRX",   BRX,   0x0949, S8, BRANCH, COUNT_MODS, OPS(PO, R2, OPT8X), NO_FIX)
ROW("BRX",   BRX,   0x0949, S9, BRANCH, COUNT_MODS, OPS(PO, R2, OPT90), NO_FIX)
ROW("BRXU",  BRXU,  0x1958, S8, BRANCH, COUNT_MODS, OPS(PO, U2, OPT8X), NO_FIX)
ROW("BRXU",  BRXU,  0x1958, S9, BRANCH, COUNT_MODS, OPS(PO, U2, OPT90), NO_FIX)
#define JMP(opcode, archs, kind, ...) \
    ROW("JMP", JMP, opcode, archs, BRANCH, BRANCH_MODS(kind), OPS(PO, __VA_ARGS__), NO_FIX)
JMP(0x094a, S8,  jump_kind,      ABS8X)
JMP(0x094a, S9,  jump_kind,      ABS90)
JMP(0x194a, S8,  convergence_of, LANES, ABS8X)
JMP(0x194a, S9,  convergence_of, LANES, ABS90)
JMP(0x154a, S8,  unanimous,      UP, ABS8X)
JMP(0x154a, S9,  unanimous,      UP, ABS90)
// The address is a constant.
JMP(0x0b4a, ALL, jump_kind,      CB)
JMP(0x1b4a, ALL, convergence_of, LANES, CB)
JMP(0x174a, ALL, unanimous,      UP, CB)
ROW("JMX",   JMX,   0x094c, S8, BRANCH, COUNT_MODS, OPS(PO, R2, OPT8X), NO_FIX)
ROW("JMX",   JMX,   0x094c, S9, BRANCH, COUNT_MODS, OPS(PO, R2, OPT90), NO_FIX)
ROW("JMXU",  JMXU,  0x1959, S8, BRANCH, COUNT_MODS, OPS(PO, U2, OPT8X), NO_FIX)
ROW("JMXU",  JMXU,  0x1959, S9, BRANCH, COUNT_MODS, OPS(PO, U2, OPT90), NO_FIX)

#define CALL_MODS MODS(M(86, 1, noinc))
ROW("CALL.REL", CALL,     0x0944, S8, BRANCH, CALL_MODS, OPS(PO, TO8X()), NO_FIX)
ROW("CALL.REL", CALL,     0x0944, S9, BRANCH, CALL_MODS, OPS(PO, TO90()), NO_FIX)
ROW("CALL.REL", CALL,     0x0344, S8, BRANCH, CALL_MODS, OPS(PO, R2, TO8X(REL)), NO_FIX)
ROW("CALL.REL", CALL,     0x0344, S9, BRANCH, CALL_MODS, OPS(PO, R2, TO90(REL)), NO_FIX)
ROW("CALL.REL", CALL,     0x1944, S8, BRANCH, CALL_MODS, OPS(PO, U2, TO8X(REL)), NO_FIX)
ROW("CALL.REL", CALL,     0x1944, S9, BRANCH, CALL_MODS, OPS(PO, U2, TO90(REL)), NO_FIX)
ROW("CALL.ABS", CALL_ABS, 0x0943, S8, BRANCH, CALL_MODS, OPS(PO, ABS8X), NO_FIX)
ROW("CALL.ABS", CALL_ABS, 0x0943, S9, BRANCH, CALL_MODS, OPS(PO, ABS90), NO_FIX)
ROW("CALL.ABS", CALL_ABS, 0x0343, S8, BRANCH, CALL_MODS, OPS(PO, R2, OPT8X), NO_FIX)
ROW("CALL.ABS", CALL_ABS, 0x0343, S9, BRANCH, CALL_MODS, OPS(PO, R2, OPT90), NO_FIX)
ROW("CALL.ABS", CALL_ABS, 0x1943, S8, BRANCH, CALL_MODS, OPS(PO, U2, OPT8X), NO_FIX)
ROW("CALL.ABS", CALL_ABS, 0x1943, S9, BRANCH, CALL_MODS, OPS(PO, U2, OPT90), NO_FIX)
ROW("CALL.ABS", CALL_ABS, 0x0b43, ALL, BRANCH, CALL_MODS, OPS(PO, CB), NO_FIX)
#define RET_MODS MODS(M(86, 1, nodec))
ROW("RET.REL",  RET,      0x0950, S8, BRANCH, RET_MODS,  OPS(PO, R2, TO8X(REL)), NO_FIX)
ROW("RET.REL",  RET,      0x0950, S9, BRANCH, RET_MODS,  OPS(PO, R2, TO90(REL)), NO_FIX)
ROW("RET.REL",  RET,      0x1950, S8, BRANCH, RET_MODS,  OPS(PO, U2, TO8X(REL)), NO_FIX)
ROW("RET.REL",  RET,      0x1950, S9, BRANCH, RET_MODS,  OPS(PO, U2, TO90(REL)), NO_FIX)
#define ABSOLUTE F(85, 1, 1)
ROW("RET.ABS",  RET_ABS,  0x0950, S8, BRANCH, RET_MODS,  OPS(PO, R2, ADD8X), FIX(ABSOLUTE))
ROW("RET.ABS",  RET_ABS,  0x0950, S9, BRANCH, RET_MODS,  OPS(PO, R2, ADD90), FIX(ABSOLUTE))
ROW("RET.ABS",  RET_ABS,  0x1950, S8, BRANCH, RET_MODS,  OPS(PO, U2, ADD8X), FIX(ABSOLUTE))
ROW("RET.ABS",  RET_ABS,  0x1950, S9, BRANCH, RET_MODS,  OPS(PO, U2, ADD90), FIX(ABSOLUTE))

ROW("BSSY",     BSSY,     0x0945, ALL,       BRANCH, NO_MODS,
    OPS(PO, BARRIER(16, .dst = true),
        {.kind = SASS_OPND_TARGET, .pos = 34, .width = 30, .scale = 4, .is_signed = true}), NO_FIX)
ROW("BSYNC",    BSYNC,    0x0941, ALL,       BRANCH, NO_MODS,   OPS(PO, BARRIER(16)), NO_FIX)
ROW("BREAK",    BREAK,    0x0942, ALL,       BRANCH, NO_MODS,   OPS(PO, BARRIER(16)), NO_FIX)
#define BMOV_OUT MODS(M(84, 1, clear))
#define BMOV_IN  MODS(M(84, 1, pquad))
ROW("BMOV.32",  BMOV,     0x0355, ALL,       SREG,   BMOV_OUT,  OPS(RD(1), BARRIER(24)), NO_FIX)
ROW("BMOV.32",  BMOV,     0x0355, ALL,       SREG,   BMOV_OUT,
    OPS(RD(1), STATE(warp_state)), NO_FIX)
ROW("BMOV.32",  BMOV,     0x0355, S9, SREG,   BMOV_OUT,  OPS(RD(1), STATE(warp_state_sm90)), NO_FIX)
#define TO_BARRIER   BARRIER(24, .dst = true)
#define TO_STATE     STATE(warp_state, .dst = true)
#define TO_STATE_S9  STATE(warp_state_sm90, .dst = true)
#define FROM_GPR     R32
#define FROM_IMM     IB()
#define FROM_UGPR    UB()
#define FROM_CONST   CB
#define FROM_CONST_UGPR {.kind = SASS_OPND_CONST_UGPR, .upos = 32, .pos = 38, .width = 16}
#define FROM_BARRIER BARRIER(16)
#define BMOV_ROW(archs, opcode, sched, to, from) \
    ROW("BMOV.32", BMOV, opcode, archs, sched, BMOV_IN, OPS(TO_##to, FROM_##from), NO_FIX)
#define BMOV_ROWS(opcode, sched, from) \
    BMOV_ROW(ALL, opcode, sched, BARRIER,  from) \
    BMOV_ROW(ALL, opcode, sched, STATE,    from) \
    BMOV_ROW(S9,  opcode, sched, STATE_S9, from)
BMOV_ROWS(0x0356, STORE, GPR)
BMOV_ROWS(0x0956, NONE,  IMM)
BMOV_ROWS(0x1d56, NONE,  UGPR)
BMOV_ROWS(0x0b56, NONE,  CONST)
BMOV_ROWS(0x1b56, NONE,  CONST_UGPR)
// Between a barrier and the state.
BMOV_ROWS(0x0f56, NONE,  BARRIER)
#define INTO_BARRIER BARRIER(16, .dst = true)
ROW("BMOV.32",  BMOV,     0x0f55, ALL, NONE, NO_MODS, OPS(INTO_BARRIER, STATE(warp_state)), NO_FIX)
ROW("BMOV.32",  BMOV,     0x0f55, S9,  NONE, NO_MODS,
    OPS(INTO_BARRIER, STATE(warp_state_sm90)), NO_FIX)
ROW("BMOV.32.CLEAR", BMOV, 0x0f55, ALL, NONE, NO_MODS, OPS(INTO_BARRIER, BARRIER(24)),
    FIX(F(84, 1, 1)))
ROW("RPCMOV.32", RPCMOV,  0x0353, ALL,       ALU,    NO_MODS,   OPS(RD(1), RETURN_PC()), NO_FIX)
ROW("RPCMOV.32", RPCMOV,  0x0352, ALL,       NONE,   NO_MODS,
    OPS(RETURN_PC(.dst = true), R32), NO_FIX)
ROW("RPCMOV.32", RPCMOV,  0x0952, ALL,       NONE,   NO_MODS,
    OPS(RETURN_PC(.dst = true), IB()), NO_FIX)
ROW("RPCMOV.32", RPCMOV,  0x1d52, ALL,       NONE,   NO_MODS,
    OPS(RETURN_PC(.dst = true), UB()), NO_FIX)
ROW("RPCMOV.32", RPCMOV,  0x0b52, ALL,       NONE,   NO_MODS,
    OPS(RETURN_PC(.dst = true), FROM_CONST), NO_FIX)
ROW("RPCMOV.32", RPCMOV,  0x1b52, ALL,       NONE,   NO_MODS,
    OPS(RETURN_PC(.dst = true), FROM_CONST_UGPR), NO_FIX)

ROW("WARPSYNC", WARPSYNC, 0x0948, S8, BRANCH, NO_MODS,   OPS(PO, IB()), NO_FIX)
ROW("WARPSYNC", WARPSYNC, 0x0348, S8, BRANCH, MODS(M(86, 1, exclusive)), OPS(PO, R32), NO_FIX)
ROW("WARPSYNC", WARPSYNC, 0x1d48, S8, BRANCH, NO_MODS,   OPS(PO, UB()), NO_FIX)
ROW("WARPSYNC", WARPSYNC, 0x0b48, S8, BRANCH, NO_MODS,   OPS(PO, FROM_CONST), NO_FIX)
ROW("WARPSYNC", WARPSYNC, 0x1b48, S8, BRANCH, NO_MODS,   OPS(PO, FROM_CONST_UGPR), NO_FIX)
ROW("WARPSYNC", WARPSYNC, 0x0348, S9, BRANCH, MODS(M(85, 1, exclusive)), OPS(PO, R24), NO_FIX)
ROW("WARPSYNC.ALL", WARPSYNC, 0x0948, S9, BRANCH, NO_MODS, OPS(PO), NO_FIX)
ROW("WARPSYNC.COLLECTIVE", WARPSYNC, 0x0348, S9, BRANCH, NO_MODS, OPS(PO, R24, TO90()),
    FIX(F(86, 1, 1)))
ROW("WARPSYNC.COLLECTIVE.ALL", WARPSYNC, 0x0948, S9, BRANCH, NO_MODS, OPS(PO, TO90()),
    FIX(F(86, 1, 1)))
ROW("ENDCOLLECTIVE", ENDCOLLECTIVE, 0x091b, S9, BRANCH, NO_MODS, OPS(PO), NO_FIX)
ROW("YIELD",     YIELD,     0x0946, ALL, BRANCH, NO_MODS, OPS(PO), NO_FIX)
ROW("KILL",      KILL,      0x095b, ALL, BRANCH, NO_MODS, OPS(PO), NO_FIX)
#define SLEEP_SM8X MODS(M(86, 1, sleep_random), M(85, 1, sleep_warp))
#define SLEEP_SM90 MODS(M(86, 1, sleep_random), M(85, 1, sleep_warp), M(84, 1, sleep_syncs))
ROW("NANOSLEEP", NANOSLEEP, 0x035d, S8, NONE, SLEEP_SM8X, OPS(PO, R32), NO_FIX)
ROW("NANOSLEEP", NANOSLEEP, 0x035d, S9, NONE, SLEEP_SM90, OPS(PO, R32), NO_FIX)
ROW("NANOSLEEP", NANOSLEEP, 0x095d, S8, NONE, SLEEP_SM8X, OPS(PO, IB()), NO_FIX)
ROW("NANOSLEEP", NANOSLEEP, 0x095d, S9, NONE, SLEEP_SM90, OPS(PO, IB()), NO_FIX)
ROW("NANOSLEEP", NANOSLEEP, 0x1d5d, S8, NONE, SLEEP_SM8X, OPS(PO, UB()), NO_FIX)
ROW("NANOSLEEP", NANOSLEEP, 0x1d5d, S9, NONE, SLEEP_SM90, OPS(PO, UB()), NO_FIX)
ROW("NANOSLEEP", NANOSLEEP, 0x0b5d, S8, NONE, SLEEP_SM8X, OPS(PO, FROM_CONST), NO_FIX)
ROW("NANOSLEEP", NANOSLEEP, 0x0b5d, S9, NONE, SLEEP_SM90, OPS(PO, FROM_CONST), NO_FIX)
ROW("NANOSLEEP", NANOSLEEP, 0x1b5d, S8, NONE, SLEEP_SM8X, OPS(PO, FROM_CONST_UGPR), NO_FIX)
ROW("NANOSLEEP", NANOSLEEP, 0x1b5d, S9, NONE, SLEEP_SM90, OPS(PO, FROM_CONST_UGPR), NO_FIX)
ROW("BPT",       BPT,       0x095c, ALL, BRANCH, MODS(M(84, 3, trap)),
    OPS({.kind = SASS_OPND_IMM, .pos = 34, .width = 3, .optional = true}), NO_FIX)
};

ROW_GROUP(control);
