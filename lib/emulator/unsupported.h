// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the emulated GPU does not do. SASSDNN_EMU_TRACE=unsupported names on standard error, once
// each, what a program asked for of it.
#ifndef EMULATOR_UNSUPPORTED_H
#define EMULATOR_UNSUPPORTED_H

/// Always CUDA_ERROR_NOT_SUPPORTED. `what` is a string that stays: the name of a call, or words.
int unsupported(const char *what);

#endif
