// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// PTX that ptxas makes reference cubins of. Each text lacks its first lines (version, target,
// address size), which depend on the architecture.
#ifndef TESTS_CUBIN_PTX_H
#define TESTS_CUBIN_PTX_H

struct cubin_ptx {
    const char *name, *text;
};

/// Parameters of five sizes, static shared memory, two barriers, two EXITs, ctaid.z.
#define PTX_MANY                                                                                   \
    ".visible .entry many(.param .u64 a, .param .u32 n, .param .u16 h, .param .u8 b,\n"            \
    "                     .param .align 4 .b8 s[72])\n"                                            \
    ".maxntid 256, 1, 1\n"                                                                         \
    "{\n"                                                                                          \
    ".shared .align 16 .b8 many_buf[2048];\n"                                                      \
    ".reg .u64 %rd<5>; .reg .u32 %r<12>; .reg .pred %p<2>; .reg .u16 %h<3>;\n"                     \
    "ld.param.u64 %rd1, [a]; ld.param.u32 %r1, [n]; ld.param.u16 %h1, [h];\n"                      \
    "ld.param.u8 %h2, [b]; ld.param.u32 %r9, [s+68];\n"                                            \
    "cvta.to.global.u64 %rd2, %rd1; mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.z;\n"                 \
    "setp.ge.u32 %p1, %r2, %r1; mov.u32 %r4, many_buf; shl.b32 %r5, %r2, 2;\n"                     \
    "add.u32 %r6, %r4, %r5; st.shared.u32 [%r6], %r3; bar.sync 0; bar.sync 3;\n"                   \
    "@%p1 ret;\n"                                                                                  \
    "ld.shared.u32 %r7, [%r6+4]; cvt.u32.u16 %r10, %h1; cvt.u32.u16 %r11, %h2;\n"                  \
    "add.u32 %r7, %r7, %r10; add.u32 %r7, %r7, %r11; add.u32 %r7, %r7, %r9;\n"                     \
    "mul.wide.u32 %rd3, %r2, 4; add.u64 %rd4, %rd2, %rd3; st.global.u32 [%rd4], %r7; ret;\n"       \
    "}\n"

/// A kernel that calls a function.
#define PTX_FUNCTION                                                                               \
    ".visible .func (.param .b32 out) twice(.param .b32 x)\n"                                      \
    "{ .reg .b32 %r<4>; ld.param.b32 %r1, [x]; add.s32 %r2, %r1, %r1; st.param.b32 [out], %r2;\n"  \
    "ret; }\n"                                                                                     \
    ".visible .entry caller(.param .u64 p)\n"                                                      \
    "{ .reg .b64 %a<2>; .reg .b32 %r<3>; ld.param.u64 %a1, [p]; ld.global.u32 %r1, [%a1];\n"       \
    "{ .param .b32 in; .param .b32 back; st.param.b32 [in], %r1;\n"                                \
    "call.uni (back), twice, (in); ld.param.b32 %r2, [back]; }\n"                                  \
    "st.global.u32 [%a1], %r2; ret; }\n"

/// One parameter, nothing else.
#define PTX_PLAIN                                                                                  \
    ".visible .entry plain(.param .u64 a)\n"                                                       \
    "{\n"                                                                                          \
    ".reg .u64 %rd<3>; .reg .u32 %r<2>;\n"                                                         \
    "ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;\n"                    \
    "add.u64 %rd1, %rd1, %rd2; st.global.u32 [%rd1], %r1; ret;\n"                                  \
    "}\n"

/// No parameter, an odd amount of shared memory, a three-dimensional launch bound.
#define PTX_SHARED                                                                                 \
    ".visible .entry only_shared()\n"                                                              \
    ".maxntid 64, 2, 3\n"                                                                          \
    "{\n"                                                                                          \
    ".shared .align 16 .b8 only_buf[100];\n"                                                       \
    ".reg .u32 %r<2>;\n"                                                                           \
    "mov.u32 %r1, %tid.x; st.shared.u32 [only_buf], %r1; bar.sync 0; ret;\n"                       \
    "}\n"

/// Shared memory sized at launch; the highest barrier there is.
#define PTX_DYNAMIC                                                                                \
    ".extern .shared .align 16 .b8 dynamic_buf[];\n"                                               \
    ".visible .entry dynamic(.param .u64 a)\n"                                                     \
    "{\n"                                                                                          \
    ".reg .u64 %rd<2>; .reg .u32 %r<5>;\n"                                                         \
    "mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, dynamic_buf;\n"                        \
    "add.u32 %r3, %r3, %r2; st.shared.u32 [%r3], %r1; bar.sync 15;\n"                              \
    "ld.shared.u32 %r4, [%r3+4]; ld.param.u64 %rd1, [a]; st.global.u32 [%rd1], %r4; ret;\n"        \
    "}\n"

/// Static shared memory of an odd size, and behind it memory sized at launch; both aligned.
#define PTX_BEHIND(static_align, dynamic_align)                                                    \
    ".extern .shared .align " dynamic_align " .b8 dynamic_buf[];\n"                                \
    ".visible .entry behind(.param .u64 a)\n"                                                      \
    "{\n"                                                                                          \
    ".shared .align " static_align " .b8 static_buf[100];\n"                                       \
    ".reg .u32 %r<4>;\n"                                                                           \
    "mov.u32 %r1, %tid.x; mov.u32 %r2, dynamic_buf; mov.u32 %r3, static_buf;\n"                    \
    "st.shared.u32 [%r3], %r1; st.shared.u32 [%r2], %r1; ret;\n"                                   \
    "}\n"

/// Divergence (BSSY) together with a launch bound and ctaid.z.
#define PTX_DIVERGENT                                                                              \
    ".visible .entry divergent(.param .u64 p, .param .u32 n)\n"                                    \
    ".maxntid 128, 1, 1\n"                                                                         \
    "{\n"                                                                                          \
    ".reg .u32 %r<4>; .reg .u64 %rd<3>; .reg .pred %p<3>;\n"                                       \
    "ld.param.u64 %rd1, [p]; ld.param.u32 %r3, [n]; mov.u32 %r1, %tid.x;\n"                        \
    "mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2; setp.gt.u32 %p2, %r1, %r3;\n"            \
    "@%p2 bra D;\n"                                                                                \
    "L: ld.global.u32 %r2, [%rd1]; add.u32 %r1, %r1, %r2; setp.lt.u32 %p1, %r1, 100;\n"            \
    "@%p1 bra L;\n"                                                                                \
    "mov.u32 %r2, %ctaid.z; st.global.u32 [%rd1], %r2;\n"                                          \
    "D: bar.sync 0; st.global.u32 [%rd1+4], %r1; ret;\n"                                           \
    "}\n"

/// No EXIT.
#define PTX_ENDLESS                                                                                \
    ".visible .entry endless(.param .u64 p)\n"                                                     \
    "{\n"                                                                                          \
    ".reg .u32 %r<2>; .reg .u64 %rd<2>;\n"                                                         \
    "ld.param.u64 %rd1, [p]; mov.u32 %r1, 0;\n"                                                    \
    "L: add.u32 %r1, %r1, 1; st.volatile.global.u32 [%rd1], %r1; bra L;\n"                         \
    "}\n"

#define PTX_EMPTY ".visible .entry empty() { ret; }\n"

#define PTX_ALL_BUT_DYNAMIC PTX_EMPTY PTX_PLAIN PTX_DIVERGENT PTX_MANY PTX_ENDLESS PTX_SHARED

/// PTX_DYNAMIC stands alone: where it occurs ptxas gives every kernel of the file shared memory.
static const struct cubin_ptx cubin_ptx[] = {
    {"many", PTX_MANY},
    {"plain", PTX_PLAIN},
    {"only_shared", PTX_SHARED},
    {"dynamic", PTX_DYNAMIC},
    {"behind", PTX_BEHIND("4", "16")},
    {"behind_aligned", PTX_BEHIND("4", "128")},
    {"behind_aligned_static", PTX_BEHIND("64", "16")},
    {"divergent", PTX_DIVERGENT},
    {"endless", PTX_ENDLESS},
    {"empty", PTX_EMPTY},
    {"shared_first", PTX_PLAIN PTX_MANY PTX_SHARED},
    {"shared_last", PTX_MANY PTX_SHARED PTX_PLAIN},
    {"all_but_dynamic", PTX_ALL_BUT_DYNAMIC},
};

#endif
