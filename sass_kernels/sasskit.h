// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The commands of sasskit, one file each.
#ifndef SASSKIT_H
#define SASSKIT_H

#include <stdbool.h>
#include <stddef.h>

struct cubin;

enum { SASSKIT_OK = 0, SASSKIT_FAILED = 1, SASSKIT_USAGE = 2 };

/// argv[0] is the command's name; returns the exit status.
int sasskit_as(int argc, char **argv);
int sasskit_dis(int argc, char **argv);
int sasskit_lint(int argc, char **argv);
int sasskit_gaps(int argc, char **argv);
int sasskit_isa(int argc, char **argv);
int sasskit_time(int argc, char **argv);

/// Read a whole file; malloc'ed. Prints one line on stderr and returns NULL if it cannot.
unsigned char *sasskit_read_file(const char *command, const char *path, size_t *size);

/// Read a cubin; prints one line on stderr and returns NULL if it cannot.
struct cubin *sasskit_read_cubin(const char *command, const char *path);

/// For a command that takes files alone: false, with the exit status in *status, if --help (which
/// prints `help`), an option or no file at all was given.
bool sasskit_takes_files(int argc, char **argv, const char *help, int *status);

/// Number of "sm_90" and the like (90 for "sm_90a" too); prints one line on stderr and returns
/// false for any other text.
bool sasskit_parse_arch(const char *command, const char *text, unsigned *sm);

/// Print "sasskit: <text>" and how to get help; returns SASSKIT_USAGE.
int sasskit_usage_error(const char *command, const char *format, ...);

#endif
