// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What is to be known about all instructions of a kernel before they are bound: `valid` tells which
// of the words could be decoded.
#ifndef EMULATOR_UOP_SCAN_H
#define EMULATOR_UOP_SCAN_H

#include "sass/cubin.h"
#include "sass/isa.h"

/// The uniform registers that the code names.
unsigned uop_scan_uniform(const struct sass_inst *insts, const bool *valid, size_t words);

/// The registers of a thread: as many as there are where a warp may ask for more than it begins
/// with.
unsigned uop_scan_registers(const struct cubin_kernel *source, const struct sass_inst *insts,
                            const bool *valid);

/// Whether an instruction names the word of bank 0 where the address of the parameters lies.
bool uop_scan_param_address(unsigned sm, const struct sass_inst *insts, const bool *valid,
                            size_t words);

#endif
