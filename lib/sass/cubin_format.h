// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Numbers of the cubin format that the writer and the reader share. What is not plain ELF was
// read off the files that ptxas 12.9 and 13.0 write.
#ifndef SASS_CUBIN_FORMAT_H
#define SASS_CUBIN_FORMAT_H

#include "sass/cubin.h"

#include <elf.h>

enum {
    CUBIN_MACHINE = 190,

    CUBIN_OSABI_12 = 0x33, ///< up to CUDA 12.x: SM number in e_flags[0:7]
    CUBIN_ABIVERSION_12 = 7,
    CUBIN_OSABI_13 = 0x41, ///< CUDA 13.x: SM number in e_flags[8:15]
    CUBIN_ABIVERSION_13 = 8,

    CUBIN_ACCELERATORS = 0x800, ///< of e_flags, ABI 7: made for sm_90a

    CUBIN_TOOLKIT = 0x81, ///< 12.9, in e_version and in the record CUDA_API_VERSION

    CUBIN_SHT_INFO = 0x70000000,
    CUBIN_SHT_CALLGRAPH = 0x70000001,
    CUBIN_SHT_REL_ACTION = 0x7000000b,

    CUBIN_STO_ENTRY = 0x10,        ///< st_other of a kernel
    CUBIN_TEXT_BARRIER_SHIFT = 20, ///< sh_flags of .text.K, ABI 7: number of named barriers
    CUBIN_TEXT_REGISTER_SHIFT = 24 ///< sh_info of .text.K, sm_80..89: registers over symbol
};

/// First byte of a record of .nv.info: how long it is.
enum cubin_record_format {
    CUBIN_FORMAT_NONE = 1,  ///< 4 bytes, no value
    CUBIN_FORMAT_BYTE = 2,  ///< 4 bytes, value in byte 2
    CUBIN_FORMAT_HALF = 3,  ///< 4 bytes, value in bytes 2 and 3
    CUBIN_FORMAT_BYTES = 4, ///< 16-bit length in bytes 2 and 3, then that many bytes
};

/// Second byte of a record of .nv.info.
enum cubin_attribute {
    CUBIN_CTAIDZ_USED = 0x04,
    CUBIN_MAX_THREADS = 0x05,
    CUBIN_PARAM_CBANK = 0x0a,
    CUBIN_REQNTID = 0x10,
    CUBIN_FRAME_SIZE = 0x11,
    CUBIN_MIN_STACK_SIZE = 0x12,
    CUBIN_KPARAM_INFO = 0x17,
    CUBIN_CBANK_PARAM_SIZE = 0x19,
    CUBIN_MAXREG_COUNT = 0x1b,
    CUBIN_EXIT_INSTR_OFFSETS = 0x1c,
    CUBIN_CRS_STACK_SIZE = 0x1e,
    CUBIN_REGCOUNT = 0x2f,
    CUBIN_SW2861232_WAR = 0x35,
    CUBIN_SW_WAR = 0x36,
    CUBIN_CUDA_API_VERSION = 0x37,
    CUBIN_CTA_PER_CLUSTER = 0x3d,
    CUBIN_MAX_CLUSTER_RANK = 0x3f,
    CUBIN_KPARAM_INFO_V2 = 0x45,
    CUBIN_NUM_BARRIERS = 0x4c,
    CUBIN_SPARSE_MMA_MASK = 0x50,
};

/// Bits [0:11] of an instruction word.
enum {
    CUBIN_OPCODE_BSSY = 0x945,
    CUBIN_OPCODE_EXIT = 0x94d,
    CUBIN_OPCODE_S2R = 0x919,
    CUBIN_OPCODE_S2UR = 0x9c3,
    CUBIN_SREG_CTAID_Z = 0x27 ///< in bits [72:79] of S2R and S2UR
};

/// Behind the code stand a branch to itself and NOPs: up to the next multiple of 128 bytes, and
/// another 128 bytes (what the instruction fetch may read ahead).
enum { CUBIN_TEXT_ALIGN = 128, CUBIN_FETCH_AHEAD = 128 };

extern const struct sass_word cubin_nop;
struct sass_word cubin_self_branch(unsigned sm);

/// Registers per thread that a launch bound leaves: 65536 registers are shared by its warps, whose
/// number counts in fours, and handed out in eights. 255 without a bound.
unsigned cubin_register_cap(const unsigned max_threads[3]);

/// Write a one-line message to error[CUBIN_ERROR_TEXT]; what cannot be printed becomes '?'.
/// Returns false.
bool cubin_fail(char *error, const char *format, ...);

#endif
