// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The environment variables, but for SASSDNN_EMU_DEVICE (devices.h) and SASSDNN_EMU_REPORT
// (fault.h). README.md in this folder describes them all.
#ifndef EMULATOR_SETTINGS_H
#define EMULATOR_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The newest host instruction set that executors may use.
enum settings_isa { SETTINGS_BASELINE, SETTINGS_V3, SETTINGS_V4 };

/// False, with one line in `text`, where a variable has a value that is not legal.
bool settings_check(char *text, size_t size);

// Each gives its default where the variable is not set or not legal.

/// SASSDNN_EMU_THREADS: threads of a launch; 0 for as many as there are cores.
unsigned settings_threads(void);

/// SASSDNN_EMU_MAX_INSTRUCTIONS: what a warp may execute before its launch is ended.
uint64_t settings_max_instructions(void);

/// SASSDNN_EMU_TIME: file that modelled times are appended to, "-" for standard error; NULL for
/// none.
const char *settings_time(void);

/// SASSDNN_EMU_TRACE: whether what is not supported is named on standard error.
bool settings_trace_unsupported(void);

/// SASSDNN_EMU_CHECK: what is checked while kernels run, as bits.
enum { CHECK_HAZARDS = 1, CHECK_MEMORY = 2, CHECK_RACES = 4, CHECK_BARRIERS = 8 };
unsigned settings_checks(void);

/// SASSDNN_EMU_ORDER: seed of another order of CTAs and warps; 0 for the usual one.
uint64_t settings_order(void);

/// SASSDNN_EMU_ISA.
enum settings_isa settings_isa(void);

#endif
