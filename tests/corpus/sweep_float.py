# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
"""Floating point of all widths, and comparisons."""

from sweep_kernel import File, product

ROUND = [".rn", ".rz", ".rm", ".rp"]
FTZ = ["", ".ftz"]
SAT = ["", ".sat"]
INT_CMP = ["eq", "ne", "lt", "le", "gt", "ge"]
FLOAT_CMP = INT_CMP + ["equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"]
LETTER = {"16": "h", "32": "r", "64": "l"}


def compares():
    f = File("compare")
    for cmp in INT_CMP:
        for t in ("s32", "u32", "s64", "u64"):
            x = LETTER[t[1:]]
            f.ins(f"setp.{cmp}.{t}", "p", x + x, imm=(1,))
    for cmp in ("eq", "ne", "lt", "lo", "ls", "hi", "hs"):
        f.ins(f"setp.{cmp}.{'b32' if cmp in ('eq', 'ne') else 'u32'}", "p", "rr", kinds="R")
    for cmp in ("eq", "lt"):
        f.ins(f"setp.{cmp}.s16", "p", "hh", kinds="R")
        f.ins(f"setp.{cmp}.u16", "p", "hh", kinds="R")
    for op in ("and", "or", "xor"):
        for cmp in ("lt", "ne"):
            for t in ("s32", "u32", "s64", "u64", "f32", "f64"):
                x = {"f32": "f", "f64": "d"}.get(t) or LETTER[t[1:]]
                for n in ("", "!"):
                    f.raw(
                        f"setp.{cmp}.{op}.{t} {{d}}|{{d2}}, {{a}}, {{b}}, {n}{{p}};",
                        d="p",
                        d2="p",
                        a=x,
                        b=x,
                        p="p",
                    )
                f.raw(f"set.{cmp}.{op}.u32.{t} {{d}}, {{a}}, {{b}}, {{p}};", d="r", a=x, b=x, p="p")
                f.raw(f"set.{cmp}.f32.{t} {{d}}, {{a}}, {{b}};", d="f", a=x, b=x)
    for cmp in FLOAT_CMP:
        for ftz in FTZ:
            f.ins(f"setp.{cmp}{ftz}.f32", "p", "ff", kinds="RIP" if not ftz else "R", imm=(1,))
        f.ins(f"setp.{cmp}.f64", "p", "dd", kinds="RIP", imm=(1,))
        f.ins(f"set.{cmp}.f32.f32", "f", "ff", kinds="R")
        f.ins(f"set.{cmp}.u32.f32", "r", "ff", kinds="R")
    f.signs("setp.lt.f32", "p", "ff")
    f.signs("setp.lt.f64", "p", "dd")
    f.ins("setp.gt.ftz.f32", "p", "ff", kinds="U")
    for op, x, t in (("testp", "f", "f32"), ("testp", "d", "f64")):
        for m in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
            f.ins(f"{op}.{m}.{t}", "p", x, kinds="R")
    return f


def floats():
    f = File("float")
    for op in ("add", "sub", "mul"):
        for m in product(ROUND, FTZ, SAT):
            f.ins(f"{op}{m}.f32", "f", "ff", kinds="RIPU" if m == ".rn" else "R")
        f.signs(f"{op}.rn.f32", "f", "ff")
        for m in ROUND:
            f.ins(f"{op}{m}.f64", "d", "dd", kinds="RIPU" if m == ".rn" else "R")
        f.signs(f"{op}.rn.f64", "d", "dd")
    for m in product(ROUND, FTZ, SAT):
        f.ins(f"fma{m}.f32", "f", "fff", kinds="RIPU" if m == ".rn" else "R")
    f.signs("fma.rn.f32", "f", "fff")
    for m in ROUND:
        f.ins(f"fma{m}.f64", "d", "ddd", kinds="RIPU" if m == ".rn" else "R")
    f.signs("fma.rn.f64", "d", "ddd")
    for op in ("min", "max"):
        for m in product(FTZ, ["", ".NaN"]):
            f.ins(f"{op}{m}.f32", "f", "ff", kinds="RIPU" if not m else "R", imm=(1,))
        f.signs(f"{op}.f32", "f", "ff")
        f.ins(f"{op}.f64", "d", "dd", kinds="RIP", imm=(1,))
    for op in ("abs", "neg"):
        for ftz in FTZ:
            f.ins(f"{op}{ftz}.f32", "f", "f", kinds="RP")
        f.ins(f"{op}.f64", "d", "d", kinds="RP")
    f.ins("copysign.f32", "f", "ff", kinds="RI")
    f.ins("copysign.f64", "d", "dd", kinds="R")
    for op in (
        "rcp.approx",
        "sqrt.approx",
        "rsqrt.approx",
        "sin.approx",
        "cos.approx",
        "lg2.approx",
        "ex2.approx",
    ):
        for ftz in FTZ:
            f.ins(f"{op}{ftz}.f32", "f", "f", kinds="RPU")
            f.signs(f"{op}{ftz}.f32", "f", "f")
    f.ins("tanh.approx.f32", "f", "f", kinds="RP")
    for op in ("rcp", "sqrt"):
        for m in product(ROUND, FTZ):
            f.ins(f"{op}{m}.f32", "f", "f", kinds="R")
        for m in ROUND:
            f.ins(f"{op}{m}.f64", "d", "d", kinds="R")
    f.ins("rcp.approx.ftz.f64", "d", "d", kinds="R")
    f.ins("rsqrt.approx.ftz.f64", "d", "d", kinds="R")
    f.ins("rsqrt.approx.f64", "d", "d", kinds="R")
    for m in product(ROUND, FTZ):
        f.ins(f"div{m}.f32", "f", "ff", kinds="RI", imm=(1,))
    for m in ("approx", "full", "approx.ftz", "full.ftz"):
        f.ins(f"div.{m}.f32", "f", "ff", kinds="RI", imm=(1,))
    for m in ROUND:
        f.ins(f"div{m}.f64", "d", "dd", kinds="R")
    return f


def float_sm86():
    f = File("float_sm86", "sm_86")
    for op in ("min", "max"):
        for m in product(FTZ, ["", ".NaN"]):
            f.ins(f"{op}{m}.xorsign.abs.f32", "f", "ff", kinds="RP")
        for t, x in (("f16", "h"), ("f16x2", "r"), ("bf16", "h"), ("bf16x2", "r")):
            for nan in ("", ".NaN"):
                f.ins(f"{op}{nan}.xorsign.abs.{t}", x, x + x, kinds="R")
    return f


def halves():
    f = File("half")
    for t, x in (("f16", "h"), ("f16x2", "r")):
        for op in ("add", "sub", "mul"):
            for m in product(["", ".rn"], FTZ, SAT):
                f.ins(f"{op}{m}.{t}", x, x + x, kinds="RP" if m == ".rn" else "R", imm=())
        for m in product([".rn"], FTZ, ["", ".sat", ".relu"]):
            f.ins(f"fma{m}.{t}", x, x * 3, kinds="RPU" if m == ".rn" else "R", imm=())
        for op in ("neg", "abs"):
            for ftz in FTZ:
                f.ins(f"{op}{ftz}.{t}", x, x, kinds="RP")
        for op in ("min", "max"):
            for m in product(FTZ, ["", ".NaN"]):
                f.ins(f"{op}{m}.{t}", x, x + x, kinds="RP", imm=())
        for cmp in FLOAT_CMP:
            for ftz in FTZ:
                if x == "h":
                    f.ins(f"setp.{cmp}{ftz}.{t}", "p", "hh", kinds="R")
                else:
                    f.ins(f"setp.{cmp}{ftz}.{t}", "pp", "rr", kinds="R")
                    f.ins(f"set.{cmp}{ftz}.f16x2.{t}", "r", "rr", kinds="R")
                f.ins(f"set.{cmp}{ftz}.u32.{t}", "r", x + x, kinds="R")
        for op in ("tanh.approx", "ex2.approx"):
            f.ins(f"{op}.{t}", x, x, kinds="R")
        for op in ("neg", "abs"):
            for i in range(3):
                names = ["{a}", "{b}", "{c}"]
                f.raw(
                    f"{op}.{t} {{t}}, {names[i]};\nfma.rn.{t} {{d}}, "
                    + ", ".join("{t}" if i == j else n for j, n in enumerate(names))
                    + ";",
                    d=x,
                    t=x,
                    a=x,
                    b=x,
                    c=x,
                )
        for op in ("add", "mul"):
            f.raw(
                f"neg.{t} {{t}}, {{b}};\nabs.{t} {{a}}, {{a}};\n{op}.{t} {{d}}, {{a}}, {{t}};",
                d=x,
                t=x,
                a=x,
                b=x,
            )
    for swizzle in range(8):
        # Halves of registers as scalars and pairs of halves: the .H0_H0, .H1_H1 selectors.
        pick = [
            ("{a0}", "{a1}")[swizzle & 1],
            ("{b0}", "{b1}")[swizzle >> 1 & 1],
            ("{c0}", "{c1}")[swizzle >> 2 & 1],
        ]
        split = "\n".join(f"mov.b32 {{{{{{{x}0}}, {{{x}1}}}}}}, {{{x}}};" for x in "abc")
        regs = dict(a0="h", a1="h", b0="h", b1="h", c0="h", c1="h", a="r", b="r", c="r")
        f.raw(f"{split}\nfma.rn.f16 {{d}}, {pick[0]}, {pick[1]}, {pick[2]};", d="h", **regs)
        f.raw(
            f"{split}\nadd.rn.f16 {{d}}, {pick[0]}, {pick[1]};\nmul.rn.f16 {{d2}}, {pick[1]}, {pick[2]};",
            d="h",
            d2="h",
            **regs,
        )
        both = [f"mov.b32 {{{x}}}, {{{{{p}, {p}}}}};" for x, p in zip("abc", pick)]
        f.raw(f"{split}\n" + both[0] + "\nfma.rn.f16x2 {d}, {a}, {b}, {c};", d="r", **regs)
        f.raw(f"{split}\n" + "\n".join(both) + "\nfma.rn.f16x2 {d}, {a}, {b}, {c};", d="r", **regs)
        f.raw(
            f"{split}\n" + both[1] + "\nadd.rn.f16x2 {d}, {a}, {b};\nmul.rn.f16x2 {d2}, {c}, {b};",
            d="r",
            d2="r",
            **regs,
        )
        f.raw(
            f"{split}\n"
            + both[1]
            + "\nsetp.lt.f16x2 {d}|{d2}, {a}, {b};\nmin.f16x2 {d3}, {a}, {b};",
            d="p",
            d2="p",
            d3="r",
            **regs,
        )
    for t, x in (("bf16", "h"), ("bf16x2", "r")):
        for m in ("", ".relu"):
            f.ins(f"fma.rn{m}.{t}", x, x * 3, kinds="RPU", imm=())
        for op in ("neg", "abs"):
            f.ins(f"{op}.{t}", x, x, kinds="R")
        for op in ("min", "max"):
            for m in ("", ".NaN"):
                f.ins(f"{op}{m}.{t}", x, x + x, kinds="R")
    return f


def bf16_sm90():
    f = File("bf16", "sm_90")
    for t, x in (("bf16", "h"), ("bf16x2", "r")):
        for op in ("add", "sub", "mul"):
            for m in ("", ".rn"):
                f.ins(f"{op}{m}.{t}", x, x + x, kinds="RP", imm=())
        f.ins(f"tanh.approx.{t}", x, x, kinds="R")
        f.ins(f"ex2.approx.ftz.{t}", x, x, kinds="R")
        for cmp in FLOAT_CMP:
            if x == "h":
                f.ins(f"setp.{cmp}.{t}", "p", "hh", kinds="R")
            else:
                f.ins(f"setp.{cmp}.{t}", "pp", "rr", kinds="R")
            f.ins(f"set.{cmp}.u32.{t}", "r", x + x, kinds="R")
            f.ins(f"set.{cmp}.{t}.{t}", x, x + x, kinds="R")
    for a in ("bf16",):
        for b in ("s16", "u16", "s32", "u32", "s64", "u64"):
            x = LETTER.get(b[1:], "h")
            for r in ROUND:
                f.ins(f"cvt{r}.{a}.{b}", "h", x, kinds="R")
                f.ins(f"cvt{r}i.{b}.{a}", x, "h", kinds="R")
    for r in ROUND:
        f.ins(f"cvt{r}.bf16.f16", "h", "h", kinds="R")
        f.ins(f"cvt{r}.f16.bf16", "h", "h", kinds="R")
        f.ins(f"cvt{r}i.bf16.bf16", "h", "h", kinds="R")
        f.ins(f"cvt{r}.bf16.f64", "h", "d", kinds="R")
    f.ins("cvt.f64.bf16", "d", "h", kinds="R")
    return f


def fp8():
    f = File("fp8", "sm_89")
    for t in ("e4m3x2", "e5m2x2"):
        for relu in ("", ".relu"):
            f.ins(f"cvt.rn.satfinite{relu}.{t}.f32", "h", "ff", kinds="RP", imm=())
            f.ins(f"cvt.rn.satfinite{relu}.{t}.f16x2", "h", "r", kinds="R")
            f.ins(f"cvt.rn{relu}.f16x2.{t}", "r", "h", kinds="R")
    return f


def files():
    return (compares(), floats(), float_sm86(), halves(), bf16_sm90(), fp8())
