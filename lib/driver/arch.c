// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "driver/arch.h"

#include <stdio.h>
#include <string.h>

const struct kernel_image *arch_best_image(const char *kernel, int major, int minor)
{
    const struct kernel_image *best = NULL;
    for (size_t i = 0; i < kernel_image_count; i++) {
        const struct kernel_image *image = &kernel_images[i];
        if ((int)(image->sm / 10) != major || (int)(image->sm % 10) > minor)
            continue;
        if (strcmp(image->name, kernel) == 0 && (!best || image->sm > best->sm))
            best = image;
    }
    return best;
}

bool arch_has_kernels(int major, int minor)
{
    for (int i = 0; i < KERNEL_COUNT; i++)
        if (!arch_best_image(kernel_manifest[i].name, major, minor))
            return false;
    return true;
}

void arch_list(char *text, size_t size)
{
    size_t used = 0;
    snprintf(text, size, "none");
    // Each architecture once, in ascending order, however the images are sorted.
    for (unsigned last = 0, next; used < size; last = next) {
        next = 0;
        for (size_t i = 0; i < kernel_image_count; i++)
            if (kernel_images[i].sm > last && (next == 0 || kernel_images[i].sm < next))
                next = kernel_images[i].sm;
        if (next == 0)
            return;
        used += (size_t)snprintf(text + used, size - used, "%s%u.%u", used ? ", " : "", next / 10,
                                 next % 10);
    }
}
