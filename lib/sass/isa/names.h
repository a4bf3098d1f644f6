// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Modifier names by field value, as nvdisasm prints them: "" prints nothing, NULL is not legal.
#ifndef SASS_ISA_NAMES_H
#define SASS_ISA_NAMES_H

#include "sass/isa.h"

extern const char *const sass_names_ftz[2];
extern const char *const sass_names_rnd[4];
extern const char *const sass_names_sat[2];
extern const char *const sass_names_cmp[8];
extern const char *const sass_names_bool[4];
extern const char *const sass_names_signed[2];
extern const char *const sass_names_size[8];
extern const char *const sass_names_uldc_size[8];
extern const char *const sass_names_e[2];
extern const char *const sass_names_load_order[16];
extern const char *const sass_names_store_order[16];
extern const char *const sass_names_evict[8];
extern const char *const sass_names_prefetch[4];
extern const char *const sass_names_dir[2];
extern const char *const sass_names_wrap[2];
extern const char *const sass_names_shf_type[4];
extern const char *const sass_names_hi[2];
extern const char *const sass_names_defer[2];

#endif
