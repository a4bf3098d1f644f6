# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
"""Arithmetic, logic, comparisons, conversions and moves."""
from sweep_kernel import File, product

ROUND = [".rn", ".rz", ".rm", ".rp"]
FTZ = ["", ".ftz"]
SAT = ["", ".sat"]
INT_CMP = ["eq", "ne", "lt", "le", "gt", "ge"]
FLOAT_CMP = INT_CMP + ["equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"]
LETTER = {"16": "h", "32": "r", "64": "l"}


def integers():
    f = File("integer")
    for op in ("add", "sub", "mul.lo", "min", "max"):
        for t in ("s32", "u32", "s64", "u64"):
            x = LETTER[t[1:]]
            f.ins(f"{op}.{t}", x, x + x, imm=(1,))
    for op in ("div", "rem"):
        for t in ("s32", "u32", "s64", "u64", "s16", "u16"):
            x = LETTER[t[1:]]
            f.ins(f"{op}.{t}", x, x + x, imm=(1,), kinds="RI")
    for t in ("s16", "u16"):
        for op in ("add", "sub", "mul.lo", "mul.hi", "min", "max"):
            f.ins(f"{op}.{t}", "h", "hh", kinds="RP")
        f.ins(f"mad.lo.{t}", "h", "hhh", kinds="R")
        f.ins(f"mul.wide.{t}", "r", "hh", kinds="R")
        f.ins(f"mad.wide.{t}", "r", "hhr", kinds="R")
    for t in ("s32", "u32"):
        f.ins(f"mul.hi.{t}", "r", "rr", imm=(1,))
        f.ins(f"mad.lo.{t}", "r", "rrr")
        f.ins(f"mad.hi.{t}", "r", "rrr", kinds="RIP")
        f.ins(f"mul.wide.{t}", "l", "rr", imm=(1,))
        f.ins(f"mad.wide.{t}", "l", "rrl")
        f.ins(f"mul24.lo.{t}", "r", "rr", kinds="R")
        f.ins(f"mul24.hi.{t}", "r", "rr", kinds="R")
        f.ins(f"mad24.lo.{t}", "r", "rrr", kinds="R")
        f.ins(f"sad.{t}", "r", "rrr", kinds="RI")
        f.ins(f"bfe.{t}", "r", "rbb", kinds="RIP")
        f.ins(f"bfind.{t}", "r", "r", kinds="RP")
        f.ins(f"bfind.shiftamt.{t}", "r", "r", kinds="R")
        f.ins(f"szext.clamp.{t}", "r", "rr", kinds="RIU", imm=(1,))
        f.ins(f"szext.wrap.{t}", "r", "rr", kinds="RI", imm=(1,))
    f.ins("add.sat.s32", "r", "rr", kinds="R")
    f.ins("sub.sat.s32", "r", "rr", kinds="R")
    f.ins("mad.hi.sat.s32", "r", "rrr", kinds="R")
    for t in ("s64", "u64"):
        f.ins(f"mul.hi.{t}", "l", "ll", kinds="RI", imm=(1,))
        f.ins(f"mad.lo.{t}", "l", "lll", kinds="RIP")
        f.ins(f"mad.hi.{t}", "l", "lll", kinds="R")
        f.ins(f"bfe.{t}", "l", "lbb", kinds="RI", imm=(1, 2))
        f.ins(f"bfind.{t}", "r", "l", kinds="R")
        f.ins(f"sad.{t}", "l", "lll", kinds="R")
    for x, t in (("h", "16"), ("r", "32"), ("l", "64")):
        f.ins(f"abs.s{t}", x, x, kinds="RPU")
        f.ins(f"neg.s{t}", x, x, kinds="RPU")
    f.ins("bfi.b32", "r", "rrbb", kinds="RI")
    f.ins("bfi.b64", "l", "llbb", kinds="RI", imm=(2, 3))
    f.ins("bmsk.clamp.b32", "r", "rr", kinds="RIPU")
    f.ins("bmsk.wrap.b32", "r", "rr", kinds="RIPU")
    f.ins("fns.b32", "r", "rrr", kinds="R")
    for op in ("popc", "clz", "brev"):
        f.ins(f"{op}.b32", "r", "r", kinds="RPU")
        f.ins(f"{op}.b64", "l" if op == "brev" else "r", "l", kinds="RU")
    for a in ("s32", "u32"):
        for b in ("s32", "u32"):
            f.ins(f"dp4a.{a}.{b}", "r", "rrr")
            f.ins(f"dp2a.lo.{a}.{b}", "r", "rrr", kinds="RIP")
            f.ins(f"dp2a.hi.{a}.{b}", "r", "rrr", kinds="RU")
    return f


def logic():
    f = File("logic")
    for op in ("and", "or", "xor"):
        for x, t in (("h", "16"), ("r", "32"), ("l", "64")):
            f.ins(f"{op}.b{t}", x, x + x, imm=(1,))
        f.ins(f"{op}.pred", "p", "pp", kinds="R")
    for x, t in (("h", "16"), ("r", "32"), ("l", "64")):
        f.ins(f"not.b{t}", x, x, kinds="RPU")
        f.ins(f"cnot.b{t}", x, x, kinds="R")
    f.ins("not.pred", "p", "p", kinds="R")
    for lut in (0x01, 0x33, 0x80, 0x96, 0xCA, 0xE8, 0xF8, 0x1E, 0x6A, 0xFE):
        f.ins("lop3.b32", "r", "rrr", tail=f", {lut}")
    for op in ("and", "or"):
        for lut in (0x80, 0x96, 0xF8):
            f.raw(f"lop3.{op}.b32 {{d}}|{{dp}}, {{a}}, {{b}}, {{c}}, {lut}, {{p}};", d="r", dp="p",
                  a="r", b="r", c="r", p="p")
            f.raw(f"lop3.{op}.b32 _|{{dp}}, {{a}}, 0x1ff, {{c}}, {lut}, {{p}};", dp="p", a="r",
                  c="r", p="p")
    for op, ts in (("shl", ("b32", "b64", "b16")), ("shr", ("u32", "s32", "u64", "s64", "u16", "s16"))):
        for t in ts:
            f.ins(f"{op}.{t}", LETTER[t[1:]], LETTER[t[1:]] + "r", imm=(1,))
    for d in ("l", "r"):
        for m in ("wrap", "clamp"):
            f.ins(f"shf.{d}.{m}.b32", "r", "rrr")
    f.ins("prmt.b32", "r", "rrr")
    for m in ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16"):
        f.ins(f"prmt.b32.{m}", "r", "rrr", kinds="R" if m != "rc8" else "RIP")
    for x, t in (("h", "b16"), ("r", "b32"), ("l", "b64"), ("f", "f32"), ("d", "f64")):
        f.ins(f"selp.{t}", x, x + x + "p")
    f.ins("slct.s32.s32", "r", "rrr", kinds="RIP")
    f.ins("slct.u32.f32", "r", "rrf", kinds="R")
    f.ins("slct.ftz.f32.f32", "f", "fff", kinds="RIP", imm=(0, 1))
    f.ins("slct.f64.s32", "d", "ddr", kinds="R")
    f.ins("slct.u64.s32", "l", "llr", kinds="R")
    for n in range(24):
        # Predicate logic of three inputs: PLOP3.
        ops = ("and", "or", "xor")
        f.raw(
            f"""{ops[n % 3]}.pred {{d0}}, {{a}}, {{b}};
            {"not.pred {d0}, {d0};" if n & 4 else ""}
            {ops[n // 3 % 3]}.pred {{d1}}, {{d0}}, {{c}};
            {"not.pred {d1}, {d1};" if n & 8 else ""}""",
            d0="p", d1="p", a="p", b="p", c="p")
    for x in "rlfdh":
        f.ins({"r": "mov.b32", "l": "mov.b64", "f": "mov.f32", "d": "mov.f64", "h": "mov.b16"}[x], x, x)
    f.raw("mov.b32 {d}, {{{a}, {b}}};", d="r", a="h", b="h")
    f.raw("mov.b32 {{{d}, {d2}}}, {a};", d="h", d2="h", a="r")
    f.raw("mov.b64 {{{d}, {d2}}}, {a};", d="r", d2="r", a="l")
    return f


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
                    f.raw(f"setp.{cmp}.{op}.{t} {{d}}|{{d2}}, {{a}}, {{b}}, {n}{{p}};", d="p",
                          d2="p", a=x, b=x, p="p")
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
    for op in ("rcp.approx", "sqrt.approx", "rsqrt.approx", "sin.approx", "cos.approx",
               "lg2.approx", "ex2.approx"):
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
                f.raw(f"{op}.{t} {{t}}, {names[i]};\nfma.rn.{t} {{d}}, "
                      + ", ".join("{t}" if i == j else n for j, n in enumerate(names)) + ";",
                      d=x, t=x, a=x, b=x, c=x)
        for op in ("add", "mul"):
            f.raw(f"neg.{t} {{t}}, {{b}};\nabs.{t} {{a}}, {{a}};\n{op}.{t} {{d}}, {{a}}, {{t}};",
                  d=x, t=x, a=x, b=x)
    for swizzle in range(8):
        # Halves of registers as scalars and pairs of halves: the .H0_H0, .H1_H1 selectors.
        pick = [("{a0}", "{a1}")[swizzle & 1], ("{b0}", "{b1}")[swizzle >> 1 & 1],
                ("{c0}", "{c1}")[swizzle >> 2 & 1]]
        split = "\n".join(f"mov.b32 {{{{{{{x}0}}, {{{x}1}}}}}}, {{{x}}};" for x in "abc")
        regs = dict(a0="h", a1="h", b0="h", b1="h", c0="h", c1="h", a="r", b="r", c="r")
        f.raw(f"{split}\nfma.rn.f16 {{d}}, {pick[0]}, {pick[1]}, {pick[2]};", d="h", **regs)
        f.raw(f"{split}\nadd.rn.f16 {{d}}, {pick[0]}, {pick[1]};\nmul.rn.f16 {{d2}}, {pick[1]}, {pick[2]};",
              d="h", d2="h", **regs)
        both = [f"mov.b32 {{{x}}}, {{{{{p}, {p}}}}};" for x, p in zip("abc", pick)]
        f.raw(f"{split}\n" + both[0] + "\nfma.rn.f16x2 {d}, {a}, {b}, {c};", d="r", **regs)
        f.raw(f"{split}\n" + "\n".join(both) + "\nfma.rn.f16x2 {d}, {a}, {b}, {c};", d="r", **regs)
        f.raw(f"{split}\n" + both[1] + "\nadd.rn.f16x2 {d}, {a}, {b};\nmul.rn.f16x2 {d2}, {c}, {b};",
              d="r", d2="r", **regs)
        f.raw(f"{split}\n" + both[1] + "\nsetp.lt.f16x2 {d}|{d2}, {a}, {b};\nmin.f16x2 {d3}, {a}, {b};",
              d="p", d2="p", d3="r", **regs)
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


def holds(a, b):
    """Whether integer type a has every value of type b."""
    bits = int(a[1:]) - int(b[1:])
    return bits >= 0 if a[0] == b[0] else a[0] == "s" and bits > 0


def conversions():
    f = File("convert")
    ints = ["s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"]
    letter = {"s8": "h", "u8": "h", "s16": "h", "u16": "h", "s32": "r", "u32": "r", "s64": "l",
              "u64": "l", "f16": "h", "f32": "f", "f64": "d"}
    for a in ints:
        for b in ints:
            if a != b:
                f.ins(f"cvt.{a}.{b}", letter[a], letter[b], kinds="R")
                if not holds(a, b):
                    f.ins(f"cvt.sat.{a}.{b}", letter[a], letter[b], kinds="R")
        for b in ("f16", "f32", "f64"):
            for r in ROUND:
                for ftz in FTZ if b == "f32" else [""]:
                    f.ins(f"cvt{r}i{ftz}.{a}.{b}", letter[a], letter[b], kinds="RP" if r == ".rz" else "R")
                f.ins(f"cvt{r}.{b}.{a}", letter[b], letter[a], kinds="RPU" if r == ".rn" else "R")
            f.ins(f"cvt.rzi.sat.{a}.{b}", letter[a], letter[b], kinds="R")
            f.ins(f"cvt.rn.sat.{b}.{a}", letter[b], letter[a], kinds="R")
    for x, t in (("f", "f32"), ("d", "f64"), ("h", "f16")):
        for r in ROUND:
            for m in product(FTZ if t == "f32" else [""], SAT):
                f.ins(f"cvt{r}i{m}.{t}.{t}", x, x, kinds="R")
        if t != "h":
            f.ins(f"cvt.sat.{t}.{t}", x, x, kinds="R")
    for r in ROUND:
        for m in SAT:
            f.ins(f"cvt{r}{m}.f32.f64", "f", "d", kinds="RP")
            f.ins(f"cvt{r}{m}.f16.f64", "h", "d", kinds="R")
            f.ins(f"cvt{r}{m}.f16.f32", "h", "f", kinds="RP")
            f.ins(f"cvt{r}.ftz{m}.f16.f32", "h", "f", kinds="R")
            f.ins(f"cvt{r}.ftz{m}.f32.f64", "f", "d", kinds="R")
    for m in product(FTZ, SAT):
        f.ins(f"cvt{m}.f32.f16", "f", "h", kinds="R")
        f.ins(f"cvt{m}.f64.f32", "d", "f", kinds="R")
    f.ins("cvt.f64.f16", "d", "h", kinds="R")
    f.signs("cvt.f64.f32", "d", "f")
    f.signs("cvt.rn.f32.f64", "f", "d")
    f.signs("cvt.rzi.s32.f32", "r", "f")
    f.signs("cvt.rmi.f32.f32", "f", "f")
    f.signs("cvt.rn.f16.f32", "h", "f")
    f.signs("cvt.rzi.s64.f64", "l", "d")
    f.ins("cvt.f32.bf16", "f", "h", kinds="R")
    for r in (".rn", ".rz"):
        for relu in ("", ".relu"):
            f.ins(f"cvt{r}{relu}.bf16.f32", "h", "f", kinds="RP")
            for t in ("f16x2", "bf16x2"):
                f.ins(f"cvt{r}{relu}.{t}.f32", "r", "ff", kinds="RIP")
                f.signs(f"cvt{r}{relu}.{t}.f32", "r", "ff")
            f.ins(f"cvt{r}{relu}.f16.f32", "h", "f", kinds="R")
    f.ins("cvt.rna.tf32.f32", "r", "f", kinds="RP")
    for t in ("s8", "u8", "s4", "u4", "s2", "u2"):
        f.ins(f"cvt.pack.sat.{t}.s32.b32", "r", "rrr", kinds="RI")
    for t in ("s16", "u16"):
        f.ins(f"cvt.pack.sat.{t}.s32", "r", "rr", kinds="RI")
    return f


def fp8():
    f = File("fp8", "sm_89")
    for t in ("e4m3x2", "e5m2x2"):
        for relu in ("", ".relu"):
            f.ins(f"cvt.rn.satfinite{relu}.{t}.f32", "h", "ff", kinds="RP", imm=())
            f.ins(f"cvt.rn.satfinite{relu}.{t}.f16x2", "h", "r", kinds="R")
            f.ins(f"cvt.rn{relu}.f16x2.{t}", "r", "h", kinds="R")
    return f


def convert_sm90():
    f = File("convert", "sm_90")
    for m in (".rn", ".rz", ".rn.relu", ".rz.relu"):
        f.ins(f"cvt{m}.tf32.f32", "r", "f", kinds="R")
    return f


def carries():
    f = File("carry")
    for t, x in (("u32", "r"), ("s32", "r"), ("u64", "l"), ("s64", "l")):
        for i, names in enumerate((("{a}", "{b}"), ("{a}", "77"))):
            f.raw(f"add.cc.{t} {{d0}}, {names[0]}, {names[1]};\naddc.cc.{t} {{d1}}, {{b}}, {{c}};\n"
                  f"addc.{t} {{d2}}, {{a}}, 0;", d0=x, d1=x, d2=x, a=x, b=x, c=x)
            f.raw(f"sub.cc.{t} {{d0}}, {names[0]}, {names[1]};\nsubc.cc.{t} {{d1}}, {{b}}, {{c}};\n"
                  f"subc.{t} {{d2}}, {{a}}, 3;", d0=x, d1=x, d2=x, a=x, b=x, c=x)
        if t != "s64":
            f.raw(f"mad.lo.cc.{t} {{d0}}, {{a}}, {{b}}, {{c}};\nmadc.hi.cc.{t} {{d1}}, {{a}}, {{b}}, {{c}};\n"
                  f"madc.lo.cc.{t} {{d2}}, {{b}}, {{c}}, {{a}};\nmadc.hi.{t} {{d3}}, {{a}}, {{c}}, {{b}};",
                  d0=x, d1=x, d2=x, d3=x, a=x, b=x, c=x)
    for n in (4, 8, 16, 32):
        # Schoolbook products of n 32-bit limbs.
        k = f.kernel(f"bigint_{n}")
        a = [k.load("r") for _ in range(n)]
        b = [k.load("r") for _ in range(n)]
        acc = [k.reg("r") for _ in range(2 * n)]
        for name in acc:
            k.line(f"mov.b32 {name}, 0;")
        for i in range(n):
            k.line(f"mad.lo.cc.u32 {acc[i]}, {a[0]}, {b[i]}, {acc[i]};")
            for j in range(1, n):
                k.line(f"madc.lo.cc.u32 {acc[i + j]}, {a[j]}, {b[i]}, {acc[i + j]};")
            k.line(f"addc.u32 {acc[i + n]}, {acc[i + n]}, 0;")
            k.line(f"mad.hi.cc.u32 {acc[i + 1]}, {a[0]}, {b[i]}, {acc[i + 1]};")
            for j in range(1, n - 1):
                k.line(f"madc.hi.cc.u32 {acc[i + j + 1]}, {a[j]}, {b[i]}, {acc[i + j + 1]};")
            k.line(f"madc.hi.u32 {acc[i + n]}, {a[n - 1]}, {b[i]}, {acc[i + n]};")
        for name in acc:
            k.store("r", name)
    return f


def video():
    f = File("video")
    for op in ("vadd", "vsub", "vabsdiff", "vmin", "vmax"):
        for m in ("s32.s32.s32", "u32.u32.u32", "s32.u32.s32.sat"):
            f.ins(f"{op}.{m}", "r", "rr", kinds="R")
        f.raw(f"{op}.s32.u32.s32.add {{d}}, {{a}}.b1, {{b}}.h1, {{c}};", d="r", a="r", b="r", c="r")
    for op in ("vadd4", "vsub4", "vavrg4", "vabsdiff4", "vmin4", "vmax4"):
        f.ins(f"{op}.u32.u32.u32", "r", "rrr", kinds="R")
        f.ins(f"{op}.s32.s32.s32.add" if "avrg" not in op else f"{op}.s32.s32.s32", "r", "rrr", kinds="R")
    for op in ("vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2"):
        f.ins(f"{op}.u32.u32.u32", "r", "rrr", kinds="R")
    for op in ("vset4", "vset2"):
        for c in ("lt", "eq"):
            f.ins(f"{op}.u32.u32.{c}", "r", "rrr", kinds="R")
    for op in ("vshl", "vshr"):
        f.ins(f"{op}.u32.u32.u32.clamp", "r", "rr", kinds="R")
    f.ins("vmad.s32.s32.s32", "r", "rrr", kinds="R")
    f.ins("vset.s32.u32.lt", "r", "rr", kinds="R")
    return f


def files():
    return (integers(), logic(), compares(), floats(), float_sm86(), halves(), bf16_sm90(),
            conversions(), convert_sm90(), fp8(), carries(), video())
