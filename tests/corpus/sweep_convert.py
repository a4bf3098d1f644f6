# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
"""Conversions between all types."""

from sweep_kernel import File, product

ROUND = [".rn", ".rz", ".rm", ".rp"]
FTZ = ["", ".ftz"]
SAT = ["", ".sat"]


def holds(a, b):
    """Whether integer type a has every value of type b."""
    bits = int(a[1:]) - int(b[1:])
    return bits >= 0 if a[0] == b[0] else a[0] == "s" and bits > 0


def conversions():
    f = File("convert")
    ints = ["s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"]
    letter = {
        "s8": "h",
        "u8": "h",
        "s16": "h",
        "u16": "h",
        "s32": "r",
        "u32": "r",
        "s64": "l",
        "u64": "l",
        "f16": "h",
        "f32": "f",
        "f64": "d",
    }
    for a in ints:
        for b in ints:
            if a != b:
                f.ins(f"cvt.{a}.{b}", letter[a], letter[b], kinds="R")
                if not holds(a, b):
                    f.ins(f"cvt.sat.{a}.{b}", letter[a], letter[b], kinds="R")
        for b in ("f16", "f32", "f64"):
            for r in ROUND:
                for ftz in FTZ if b == "f32" else [""]:
                    f.ins(
                        f"cvt{r}i{ftz}.{a}.{b}",
                        letter[a],
                        letter[b],
                        kinds="RP" if r == ".rz" else "R",
                    )
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


def convert_sm90():
    f = File("convert", "sm_90")
    for m in (".rn", ".rz", ".rn.relu", ".rz.relu"):
        f.ins(f"cvt{m}.tf32.f32", "r", "f", kinds="R")
    return f


def files():
    return (conversions(), convert_sm90())
