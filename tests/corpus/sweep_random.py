# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
"""Random programs: the same every time. Values, some of them the same in all threads, feed each
other through many operations, predicates, loops and branches, which makes ptxas fold operands,
combine operations and choose registers in ways that single instructions do not show."""

import random

from sweep_kernel import IMMEDIATES, File

KERNELS = 24
STEPS = 90
# Operation, result, sources.
OPERATIONS = [
    (f"{op}.{t}", x, x + x)
    for x, types, ops in (
        ("r", ("s32", "u32"), "add sub mul.lo min max mul.hi".split()),
        ("l", ("s64", "u64"), "add sub mul.lo min max".split()),
        ("r", ("b32",), "and or xor and or xor".split()),
        ("l", ("b64",), "and or xor".split()),
        ("f", ("f32", "ftz.f32"), "add sub mul min max".split()),
        ("d", ("f64",), "add sub mul".split()),
    )
    for t in types
    for op in ops
] + [
    ("mad.lo.s32", "r", "rrr"),
    ("mad.wide.u32", "l", "rrl"),
    ("mad.wide.s32", "l", "rrl"),
    ("mul.wide.u32", "l", "rr"),
    ("fma.rn.f32", "f", "fff"),
    ("fma.rn.ftz.f32", "f", "fff"),
    ("fma.rn.f64", "d", "ddd"),
    ("fma.rn.f16x2", "r", "rrr"),
    ("add.f16x2", "r", "rr"),
    ("mul.f16x2", "r", "rr"),
    ("shl.b32", "r", "rb"),
    ("shr.u32", "r", "rb"),
    ("shr.s32", "r", "rb"),
    ("shl.b64", "l", "lb"),
    ("shr.u64", "l", "lb"),
    ("shf.l.wrap.b32", "r", "rrb"),
    ("shf.r.clamp.b32", "r", "rrb"),
    ("prmt.b32", "r", "rrr"),
    ("not.b32", "r", "r"),
    ("neg.s32", "r", "r"),
    ("abs.s32", "r", "r"),
    ("neg.f32", "f", "f"),
    ("abs.f32", "f", "f"),
    ("popc.b32", "r", "r"),
    ("clz.b32", "r", "r"),
    ("brev.b32", "r", "r"),
    ("bfe.u32", "r", "rbb"),
    ("bfe.s32", "r", "rbb"),
    ("bfi.b32", "r", "rrbb"),
    ("selp.b32", "r", "rrp"),
    ("selp.f32", "f", "ffp"),
    ("selp.b64", "l", "llp"),
    ("cvt.rn.f32.s32", "f", "r"),
    ("cvt.rzi.s32.f32", "r", "f"),
    ("cvt.u64.u32", "l", "r"),
    ("cvt.s64.s32", "l", "r"),
    ("cvt.u32.u64", "r", "l"),
    ("cvt.rn.f32.f64", "f", "d"),
    ("cvt.f64.f32", "d", "f"),
    ("cvt.u32.u8", "r", "h"),
    ("cvt.u16.u32", "h", "r"),
    ("cvt.s32.s16", "r", "h"),
    ("dp4a.s32.u32", "r", "rrr"),
    ("mov.b32", "f", "r"),
    ("mov.b32", "r", "f"),
    ("mov.b64", "d", "l"),
    ("rcp.approx.f32", "f", "f"),
    ("ex2.approx.ftz.f32", "f", "f"),
    ("and.pred", "p", "pp"),
    ("or.pred", "p", "pp"),
    ("xor.pred", "p", "pp"),
    ("not.pred", "p", "p"),
    ("and.pred", "p", "pp"),
    ("or.pred", "p", "pp"),
]
COMPARES = [
    (f"setp.{cmp}{join}.{t}", "p", x + x + ("p" if join else ""))
    for x, t in (("r", "s32"), ("r", "u32"), ("l", "s64"), ("f", "f32"), ("d", "f64"))
    for cmp in ("eq", "lt", "ge")
    for join in ("", ".and", ".or", ".xor")
]
IMMEDIATE_FIRST = ("mad", "fma", "selp", "prmt")


class Program:
    def __init__(self, kernel, seed):
        self.k = kernel
        self.random = random.Random(seed)
        self.pools = {x: [] for x in "rlfdhp"}
        for letter in "rlfdhp":
            for make in (kernel.load, kernel.uniform, kernel.load, kernel.uniform):
                self.pools[letter].append(make(letter))
            if letter != "p":
                self.pools[letter].append(kernel.param(letter))

    def source(self, letter, immediate):
        if letter == "b":
            if self.random.random() < 0.5:
                return str(self.random.choice([1, 2, 3, 4, 7, 8, 16, 24, 31]))
            letter, immediate = "r", False
        if immediate and letter in IMMEDIATES and self.random.random() < 0.25:
            return self.random.choice(IMMEDIATES[letter])
        pool = self.pools[letter]
        return pool[-1 - int(len(pool) * self.random.random() ** 2 * 0.999)]

    def step(self):
        op, dst, src = self.random.choice(OPERATIONS if self.random.random() < 0.75 else COMPARES)
        free = op.startswith(IMMEDIATE_FIRST)
        names = [
            (
                self.source(
                    x, i == len(src) - 1 or free and i > 0 or op.startswith("setp") and i == 1
                )
                if x != "h"
                else self.source(x, False)
            )
            for i, x in enumerate(src)
        ]
        if "f16x2" in op or len(src) == 1:
            names = [self.source(x, False) for x in src]
        out = self.k.reg(dst)
        guard = ""
        if self.random.random() < 0.1:
            # A conditional overwrite of an older value.
            self.k.line(f"{op} {out}, {', '.join(names)};")
            guard, old = self.source("p", False), self.source(dst, False)
            kind = {"r": "b32", "l": "b64", "f": "f32", "d": "f64", "h": "b16", "p": "pred"}[dst]
            if dst != "p":
                self.k.line(f"@{self.random.choice(['', '!'])}{guard} mov.{kind} {out}, {old};")
        else:
            self.k.line(f"{op} {out}, {', '.join(names)};")
        self.pools[dst].append(out)

    def block(self, steps, depth):
        """Straight code with ifs and loops in it; what they compute is stored inside."""
        while steps > 0:
            self.step()
            steps -= 1
            if depth and self.random.random() < 0.06:
                self.k.cases += 1
                label = f"L{self.k.cases}"
                kept = {x: list(pool) for x, pool in self.pools.items()}
                loop = self.random.random() < 0.4
                if loop:
                    i, limit, p = self.k.reg("r"), self.source("r", False), self.k.reg("p")
                    self.k.line(f"mov.b32 {i}, 0;")
                    self.k.line(f"{label}:")
                else:
                    self.k.line(
                        f"@{self.random.choice(['', '!'])}{self.source('p', False)} bra {label};"
                    )
                self.block(min(steps, 12), depth - 1)
                steps -= 12
                for letter in self.random.sample("rlfd", 2):
                    self.k.store(letter, self.pools[letter][-1])
                if loop:
                    self.k.line(
                        f"add.s32 {i}, {i}, 1;\n\tsetp.lt.s32 {p}, {i}, {limit};\n\t@{p} bra {label};"
                    )
                else:
                    self.k.line(f"{label}:")
                # Registers that the block defined may be undefined behind it.
                self.pools = kept

    def finish(self):
        for letter, pool in self.pools.items():
            for name in pool[-6:]:
                self.k.store(letter, name)


def files():
    f = File("random")
    for seed in range(KERNELS):
        program = Program(f.kernel(), seed)
        program.block(STEPS, 2)
        program.finish()
    return (f,)
