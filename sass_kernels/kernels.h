// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The kernels, as data: the manifest's rows and the cubins that the build embedded.
#ifndef SASSDNN_KERNELS_H
#define SASSDNN_KERNELS_H

#include <stddef.h>

enum kernel_id {
#define KERNEL(name, threads, tile_m, tile_n) KERNEL_##name,
#include "sass_kernels/manifest.def"
#undef KERNEL
    KERNEL_COUNT
};

struct kernel_info {
    const char *name;
    unsigned threads;        ///< per CTA
    unsigned tile_m, tile_n; ///< output positions and filters per CTA
};

/// The manifest, indexed by enum kernel_id.
extern const struct kernel_info kernel_manifest[KERNEL_COUNT];

/// One cubin: a kernel assembled for one architecture.
struct kernel_image {
    const char *name; ///< kernel name
    unsigned sm;      ///< 80, 86, 89, 90
    const unsigned char *data;
    size_t size;
};

extern const struct kernel_image kernel_images[];
extern const size_t kernel_image_count;

#endif
