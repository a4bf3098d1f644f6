// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass_kernels/kernels.h"

const struct kernel_info kernel_manifest[KERNEL_COUNT] = {
#define KERNEL(name, threads, tile_m, tile_n) {#name, threads, tile_m, tile_n},
#include "sass_kernels/manifest.def"
#undef KERNEL
};

// The cubins as arrays, and IMAGE(kernel, sm, array) for each of them.
#include "kernel_arrays.h"

const struct kernel_image kernel_images[] = {
#define IMAGE(kernel, sm, array) {#kernel, sm, array, sizeof array},
#include "kernel_images.h"
#undef IMAGE
};

const size_t kernel_image_count = sizeof kernel_images / sizeof kernel_images[0];
