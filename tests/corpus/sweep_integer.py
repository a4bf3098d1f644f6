# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
"""Integer arithmetic, logic, moves, long additions and products."""

from sweep_kernel import File

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
            f.raw(
                f"lop3.{op}.b32 {{d}}|{{dp}}, {{a}}, {{b}}, {{c}}, {lut}, {{p}};",
                d="r",
                dp="p",
                a="r",
                b="r",
                c="r",
                p="p",
            )
            f.raw(
                f"lop3.{op}.b32 _|{{dp}}, {{a}}, 0x1ff, {{c}}, {lut}, {{p}};",
                dp="p",
                a="r",
                c="r",
                p="p",
            )
    for op, ts in (
        ("shl", ("b32", "b64", "b16")),
        ("shr", ("u32", "s32", "u64", "s64", "u16", "s16")),
    ):
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
            d0="p",
            d1="p",
            a="p",
            b="p",
            c="p",
        )
    for x in "rlfdh":
        f.ins(
            {"r": "mov.b32", "l": "mov.b64", "f": "mov.f32", "d": "mov.f64", "h": "mov.b16"}[x],
            x,
            x,
        )
    f.raw("mov.b32 {d}, {{{a}, {b}}};", d="r", a="h", b="h")
    f.raw("mov.b32 {{{d}, {d2}}}, {a};", d="h", d2="h", a="r")
    f.raw("mov.b64 {{{d}, {d2}}}, {a};", d="r", d2="r", a="l")
    return f


def carries():
    f = File("carry")
    for t, x in (("u32", "r"), ("s32", "r"), ("u64", "l"), ("s64", "l")):
        for i, names in enumerate((("{a}", "{b}"), ("{a}", "77"))):
            f.raw(
                f"add.cc.{t} {{d0}}, {names[0]}, {names[1]};\naddc.cc.{t} {{d1}}, {{b}}, {{c}};\n"
                f"addc.{t} {{d2}}, {{a}}, 0;",
                d0=x,
                d1=x,
                d2=x,
                a=x,
                b=x,
                c=x,
            )
            f.raw(
                f"sub.cc.{t} {{d0}}, {names[0]}, {names[1]};\nsubc.cc.{t} {{d1}}, {{b}}, {{c}};\n"
                f"subc.{t} {{d2}}, {{a}}, 3;",
                d0=x,
                d1=x,
                d2=x,
                a=x,
                b=x,
                c=x,
            )
        if t != "s64":
            f.raw(
                f"mad.lo.cc.{t} {{d0}}, {{a}}, {{b}}, {{c}};\nmadc.hi.cc.{t} {{d1}}, {{a}}, {{b}}, {{c}};\n"
                f"madc.lo.cc.{t} {{d2}}, {{b}}, {{c}}, {{a}};\nmadc.hi.{t} {{d3}}, {{a}}, {{c}}, {{b}};",
                d0=x,
                d1=x,
                d2=x,
                d3=x,
                a=x,
                b=x,
                c=x,
            )
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
        f.ins(
            f"{op}.s32.s32.s32.add" if "avrg" not in op else f"{op}.s32.s32.s32",
            "r",
            "rrr",
            kinds="R",
        )
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
    return (integers(), logic(), carries(), video())
