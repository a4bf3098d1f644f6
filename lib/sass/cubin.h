// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The cubin container: an ELF64 file of the CUDA 12 flavour (OS ABI 0x33, ABI version 7) for one
// architecture. The writer makes it from scratch; the reader accepts only files that it can check
// completely, so that no input makes its user read out of bounds.
#ifndef SASS_CUBIN_H
#define SASS_CUBIN_H

#include "sass/isa.h"

enum { CUBIN_MAX_PARAMS = 128, CUBIN_MAX_BARRIERS = 16, CUBIN_ERROR_TEXT = 256 };
enum { CUBIN_SHARED_ALIGN = 16, CUBIN_MAX_SHARED_ALIGN = 1024 };

struct cubin_param {
    uint16_t offset; ///< bytes from the start of the parameter area
    uint16_t size;   ///< bytes
};

/// One kernel: what the writer is given and what the reader gives back.
struct cubin_kernel {
    const char *name;
    const struct sass_word *code; ///< without the trailing self-branch and padding: the writer
                                  ///< appends them, the reader takes them off
    size_t words;
    bool function;         ///< kernels call it; it cannot be launched and is never written
    unsigned registers;    ///< per thread, as the header counts them: highest used + 1 + 2
    unsigned barriers;     ///< named barriers used: highest + 1, 0..16
    unsigned shared_bytes; ///< static shared memory that the source declares (without the 1 KiB
                           ///< that sm_90 reserves)
    unsigned shared_align; ///< of shared memory: a power of two up to CUBIN_MAX_SHARED_ALIGN; less
                           ///< than CUBIN_SHARED_ALIGN counts as that
    bool dynamic_shared;   ///< shared memory sized at launch is used; read: the kernel has
                           ///< shared memory and shared_bytes is 0
    unsigned stack_bytes;  ///< of local memory per thread that it needs; 0 where not known
    unsigned max_threads[3]; ///< launch bound; all 0 for none
    unsigned cluster[3];     ///< CTAs of a cluster, where the source says; else 0. Never written
    unsigned max_cluster;    ///< most CTAs of a cluster; 0 for no bound. Never written
    bool ctaid_z_used;       ///< SR_CTAID.Z is read
    bool accelerators;       ///< for sm_90a alone, as tensor instructions of warp groups are; the
                             ///< writer marks the file, the reader does not tell
    unsigned named_barriers; ///< highest barrier that is written as a number + 1; `barriers` counts
                             ///< all where one is in a register. The reader does not tell
    unsigned param_bytes;
    unsigned param_base; ///< byte offset in constant bank 0; the reader fills it
    unsigned param_count;
    struct cubin_param params[CUBIN_MAX_PARAMS];
};

/// Byte offset of the parameters in constant bank 0: 0x160 on sm_80..89, 0x210 on sm_90.
unsigned cubin_param_base(unsigned sm);

/// Offset of the generic memory descriptor in constant bank 0: 0x118 on sm_80..89, 0x208 on sm_90.
unsigned cubin_descriptor_offset(unsigned sm);

/// Where statically declared shared memory starts: 0, or 0x400 on sm_90.
unsigned cubin_shared_base(unsigned sm);

/// Write `count` kernels for one architecture. On success *data is malloc'ed. Returns false with a
/// one-line text in error[CUBIN_ERROR_TEXT].
bool cubin_write(unsigned sm, const struct cubin_kernel *kernels, size_t count,
                 unsigned char **data, size_t *size, char *error);

struct cubin {
    unsigned sm; ///< 80, 86, 89, 90 ...
    size_t count;
    char unresolved[CUBIN_ERROR_TEXT]; ///< what the code still needs from a linker before it can
                                       ///< run (printf, a relocation); "" if nothing
    struct cubin_kernel *kernels;      ///< names and code are copies owned by this struct
    size_t function_count; ///< functions with code sections of their own: behind the kernels
};

/// Read a cubin from memory. Returns NULL with a one-line text in error[CUBIN_ERROR_TEXT] for
/// anything that is not a complete, consistent cubin of a known ABI, which includes parameters at
/// cubin_param_base (from sm_100 on at 0x160 or above). Unknown attributes are skipped by their
/// length.
struct cubin *cubin_read(const void *data, size_t size, char *error);
void cubin_free(struct cubin *cubin);

/// Put code into a copy of a cubin: every kernel given replaces the code of the kernel of that
/// name, and all else stays as it is. Returns false with a one-line text where the file is not for
/// this architecture or has no such kernel, the code does not fit into its section, it needs more
/// registers, barriers, shared memory or parameters than the file grants, or its length changes
/// though the file holds addresses of it (relocations, tables of indirect branches). Records of the
/// offsets of exits and lines stay as they are. Code that was read from the file and not changed
/// gives the same file again.
bool cubin_replace_code(unsigned sm, const void *data, size_t size,
                        const struct cubin_kernel *kernels, size_t count, unsigned char **result,
                        char *error);

/// Size of the ELF image at `data` worked out from its headers alone (for callers that have only a
/// pointer, as cuModuleLoadData has); 0 if it does not start like a cubin.
size_t cubin_image_size(const void *data);

/// The same where no more than `size` bytes are there; 0 also if its headers lie beyond them.
size_t cubin_image_size_within(const void *data, size_t size);

#endif
