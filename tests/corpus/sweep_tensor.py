# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
"""Matrix instructions: ldmatrix, mma.sync, wmma, and wgmma on sm_90a."""

from sweep_kernel import File

SHARED = ".extern .shared .align 128 .b8 pool[];\n.shared .align 8 .b64 gate[8];\n"


def group(k, x, n, how):
    names = [how(x) for _ in range(n)]
    return names, "{" + ", ".join(names) + "}"


def mma(f, op, dx, dn, ax, an, bx, bn, zero=False, tail=""):
    """One mma: n registers of a type for each of D (and C), A and B."""
    k = f.case()
    d, dt = group(k, dx, dn, k.reg)
    a, at = group(k, ax, an, k.load)
    b, bt = group(k, bx, bn, k.load)
    if zero:
        word = {"f": "0f00000000", "d": "0d0000000000000000", "r": "0"}[dx]
        kind = {"f": "f32", "d": "f64", "r": "b32"}[dx]
        nothing = k.reg(dx)
        k.line(f"mov.{kind} {nothing}, {word};")
        ct = "{" + ", ".join([nothing] * dn) + "}"
    else:
        c, ct = group(k, dx, dn, k.load)
    k.line(f"{op} {dt}, {at}, {bt}, {ct}{tail};")
    # Another one behind it that accumulates onto the first.
    d2, dt2 = group(k, dx, dn, k.reg)
    k.line(f"{op} {dt2}, {at}, {bt}, {dt}{tail};")
    for name in d2:
        k.store(dx, name)


def dense(f):
    for zero in (False, True):
        for a in ("row", "col"):
            for b in ("row", "col"):
                mma(
                    f,
                    f"mma.sync.aligned.m8n8k4.{a}.{b}.f32.f16.f16.f32",
                    "f",
                    8,
                    "r",
                    2,
                    "r",
                    2,
                    zero,
                )
                mma(
                    f,
                    f"mma.sync.aligned.m8n8k4.{a}.{b}.f16.f16.f16.f16",
                    "r",
                    4,
                    "r",
                    2,
                    "r",
                    2,
                    zero,
                )
        head = "mma.sync.aligned"
        for k, an, bn in ((8, 2, 1), (16, 4, 2)):
            mma(f, f"{head}.m16n8k{k}.row.col.f16.f16.f16.f16", "r", 2, "r", an, "r", bn, zero)
            mma(f, f"{head}.m16n8k{k}.row.col.f32.f16.f16.f32", "f", 4, "r", an, "r", bn, zero)
            mma(f, f"{head}.m16n8k{k}.row.col.f32.bf16.bf16.f32", "f", 4, "r", an, "r", bn, zero)
        for k, an, bn in ((4, 2, 1), (8, 4, 2)):
            mma(f, f"{head}.m16n8k{k}.row.col.f32.tf32.tf32.f32", "f", 4, "r", an, "r", bn, zero)
        mma(f, f"{head}.m8n8k4.row.col.f64.f64.f64.f64", "d", 2, "d", 1, "d", 1, zero)
        for x, k, bits in (("8", (16, 32), 8), ("4", (32, 64), 4)):
            for ta in "su":
                for tb in "su":
                    for sat in ("", ".satfinite"):
                        t = f"s32.{ta}{x}.{tb}{x}.s32"
                        small = {"8": 16, "4": 32}[x]
                        mma(
                            f, f"{head}.m8n8k{small}.row.col{sat}.{t}", "r", 2, "r", 1, "r", 1, zero
                        )
                        mma(
                            f, f"{head}.m16n8k{k[0]}.row.col{sat}.{t}", "r", 4, "r", 2, "r", 1, zero
                        )
                        mma(
                            f, f"{head}.m16n8k{k[1]}.row.col{sat}.{t}", "r", 4, "r", 4, "r", 2, zero
                        )
        for op in ("xor", "and"):
            for shape, dn, an, bn in (
                ("m8n8k128", 2, 1, 1),
                ("m16n8k128", 4, 2, 1),
                ("m16n8k256", 4, 4, 2),
            ):
                mma(
                    f,
                    f"{head}.{shape}.row.col.s32.b1.b1.s32.{op}.popc",
                    "r",
                    dn,
                    "r",
                    an,
                    "r",
                    bn,
                    zero,
                )


def sparse(f):
    for select in (0, 1):
        for op, dx, dn, an, bn in (
            ("m16n8k16.row.col.f16.f16.f16.f16", "r", 2, 2, 2),
            ("m16n8k32.row.col.f16.f16.f16.f16", "r", 2, 4, 4),
            ("m16n8k16.row.col.f32.f16.f16.f32", "f", 4, 2, 2),
            ("m16n8k32.row.col.f32.f16.f16.f32", "f", 4, 4, 4),
            ("m16n8k16.row.col.f32.bf16.bf16.f32", "f", 4, 2, 2),
            ("m16n8k32.row.col.f32.bf16.bf16.f32", "f", 4, 4, 4),
            ("m16n8k8.row.col.f32.tf32.tf32.f32", "f", 4, 2, 2),
            ("m16n8k16.row.col.f32.tf32.tf32.f32", "f", 4, 4, 4),
            ("m16n8k32.row.col.s32.s8.s8.s32", "r", 4, 2, 2),
            ("m16n8k64.row.col.s32.u8.s8.s32", "r", 4, 4, 4),
            ("m16n8k64.row.col.satfinite.s32.s4.u4.s32", "r", 4, 2, 2),
            ("m16n8k128.row.col.s32.u4.u4.s32", "r", 4, 4, 4),
        ):
            full = op in ("m16n8k64.row.col.s32.u8.s8.s32", "m16n8k128.row.col.s32.u4.u4.s32")
            if full and select:
                continue
            k = f.case()
            meta = k.load("r")
            d, dt = group(k, dx, dn, k.reg)
            a, at = group(k, "r", an, k.load)
            b, bt = group(k, "r", bn, k.load)
            c, ct = group(k, dx, dn, k.load)
            k.line(
                f"mma.sp::ordered_metadata.sync.aligned.{op} {dt}, {at}, {bt}, {ct}, {meta}, 0x{select:x};"
            )
            for name in d:
                k.store(dx, name)


def matrices():
    f = File("mma", decls=SHARED)
    dense(f)
    sparse(f)
    for n in (1, 2, 4):
        for trans in ("", ".trans"):
            for offset in ("", "+64", "+-32"):
                k = f.case()
                d, dt = group(k, "r", n, k.reg)
                at = k.load("r")
                k.line(f"ldmatrix.sync.aligned.m8n8.x{n}{trans}.shared.b16 {dt}, [{at}{offset}];")
                for name in d:
                    k.store("r", name)
    f.raw("movmatrix.sync.aligned.m8n8.trans.b16 {d}, {a};", d="r", a="r")
    for (m, n, k_), la, lb in (
        (s, a, b)
        for s in ((16, 16, 16), (32, 8, 16), (8, 32, 16))
        for a in ("row", "col")
        for b in ("row", "col")
    ):
        for t, dx, dn, cn in (("f16", "r", 4, 4), ("f32", "f", 8, 8)):
            k = f.case()
            shape = f"m{m}n{n}k{k_}"
            a, at = group(k, "r", 8, k.reg)
            b, bt = group(k, "r", 8, k.reg)
            c, ct = group(k, dx, dn, k.reg)
            d, dt = group(k, dx, dn, k.reg)
            stride = k.load("r")
            where = k.load("r")
            k.line(f"wmma.load.a.sync.aligned.{la}.{shape}.shared.f16 {at}, [{where}], {stride};")
            k.line(f"wmma.load.b.sync.aligned.{lb}.{shape}.f16 {bt}, [%in], 32;")
            k.line(f"wmma.load.c.sync.aligned.row.{shape}.global.{t} {ct}, [%in+64], {stride};")
            k.line(f"wmma.mma.sync.aligned.{la}.{lb}.{shape}.{t}.{t} {dt}, {at}, {bt}, {ct};")
            k.line(f"wmma.store.d.sync.aligned.col.{shape}.global.{t} [%out], {dt}, {stride};")
    for m, n, an, bn in ((16, 16, 2, 2), (32, 8, 4, 1), (8, 32, 1, 4)):
        for t in ("s8", "u8"):
            k = f.case()
            shape = f"m{m}n{n}k16"
            a, at = group(k, "r", an, k.reg)
            b, bt = group(k, "r", bn, k.reg)
            c, ct = group(k, "r", 8, k.load)
            d, dt = group(k, "r", 8, k.reg)
            k.line(f"wmma.load.a.sync.aligned.row.{shape}.{t} {at}, [%in], 16;")
            k.line(f"wmma.load.b.sync.aligned.col.{shape}.{t} {bt}, [%in+512], 16;")
            k.line(
                f"wmma.mma.sync.aligned.row.col.{shape}.s32.{t}.{t}.s32.satfinite {dt}, {at}, {bt}, {ct};"
                if t == "s8"
                else f"wmma.mma.sync.aligned.row.col.{shape}.s32.{t}.{t}.s32 {dt}, {at}, {bt}, {ct};"
            )
            k.line(f"wmma.store.d.sync.aligned.row.{shape}.s32 [%out], {dt}, 16;")
    return f


def mma_sm89():
    f = File("mma", "sm_89")
    for zero in (False, True):
        for a in ("e4m3", "e5m2"):
            for b in ("e4m3", "e5m2"):
                for k, an, bn in ((16, 2, 1), (32, 4, 2)):
                    mma(
                        f,
                        f"mma.sync.aligned.m16n8k{k}.row.col.f32.{a}.{b}.f32",
                        "f",
                        4,
                        "r",
                        an,
                        "r",
                        bn,
                        zero,
                    )
                    mma(
                        f,
                        f"mma.sync.aligned.m16n8k{k}.row.col.f16.{a}.{b}.f16",
                        "r",
                        2,
                        "r",
                        an,
                        "r",
                        bn,
                        zero,
                    )
    return f


def mma_sm90():
    f = File("mma", "sm_90", decls=SHARED)
    for k, an, bn in ((4, 2, 1), (8, 4, 2), (16, 8, 4)):
        for zero in (False, True):
            mma(
                f,
                f"mma.sync.aligned.m16n8k{k}.row.col.f64.f64.f64.f64",
                "d",
                4,
                "d",
                an,
                "d",
                bn,
                zero,
            )
    for n in (1, 2, 4):
        for trans in ("", ".trans"):
            k = f.case()
            a, at = group(k, "r", n, k.load)
            where = k.load("r")
            k.line(f"stmatrix.sync.aligned.m8n8.x{n}{trans}.shared.b16 [{where}+16], {at};")
    return f


def wgmma():
    f = File("wgmma", "sm_90a", decls=SHARED)

    def one(n, k_, t, a_regs, dn, dx, flags, d="f32", sat=""):
        k = f.kernel()
        acc, at = group(k, dx, dn, k.load)
        desc_b = k.load("l")
        scale = k.load("p")
        if a_regs:
            a, shown = group(k, "r", 4, k.load)
        else:
            shown = k.load("l")
        k.line("wgmma.fence.sync.aligned;")
        k.line(
            f"wgmma.mma_async.sync.aligned.m64n{n}k{k_}{sat}.{d}.{t} {at}, {shown}, {desc_b}, {scale}{flags};"
        )
        k.line("wgmma.commit_group.sync.aligned;")
        k.line(
            f"wgmma.mma_async.sync.aligned.m64n{n}k{k_}{sat}.{d}.{t} {at}, {shown}, {desc_b}, 1{flags};"
        )
        k.line("wgmma.commit_group.sync.aligned;")
        k.line("wgmma.wait_group.sync.aligned 1;")
        k.line("wgmma.wait_group.sync.aligned 0;")
        for name in acc:
            k.store(dx, name)

    turn = 0
    for n in range(8, 257, 8):
        for a_regs in (False, True):
            turn += 1
            t = ("f16.f16", "bf16.bf16")[turn // 2 % 2]
            signs = (", 1, 1", ", -1, 1", ", 1, -1")[turn % 3]
            trans = f", {turn % 2}, {turn // 2 % 2}" if not a_regs else f", {turn // 2 % 2}"
            if n in (8, 16, 64, 128, 256) or not a_regs:
                one(n, 16, t, a_regs, n // 2, "f", signs + trans)
        if n in (8, 32, 96, 256):
            for a_regs in (False, True):
                one(
                    n,
                    16,
                    "f16.f16",
                    a_regs,
                    n // 4,
                    "r",
                    ", 1, 1" + (", 1" if a_regs else ", 0, 1"),
                    "f16",
                )
                one(n, 8, "tf32.tf32", a_regs, n // 2, "f", ", 1, 1")
                for t in ("e4m3.e4m3", "e4m3.e5m2", "e5m2.e4m3", "e5m2.e5m2"):
                    one(n, 32, t, a_regs, n // 2, "f", ", 1, -1")
                one(n, 32, "e4m3.e5m2", a_regs, n // 4, "r", ", 1, 1", "f16")
                for t in ("s8.s8", "s8.u8", "u8.s8", "u8.u8"):
                    one(
                        n,
                        32,
                        t,
                        a_regs,
                        n // 2,
                        "r",
                        "",
                        "s32",
                        ".satfinite" if t[0] == "u" else "",
                    )
                one(n, 256, "b1.b1.and.popc", a_regs, n // 2, "r", "", "s32")
    k = f.kernel(head=".maxntid 256\n.minnctapersm 1\n")
    k.line("setmaxnreg.inc.sync.aligned.u32 232;")
    k.line("setmaxnreg.dec.sync.aligned.u32 40;")
    return f


def files():
    return (matrices(), mma_sm89(), mma_sm90(), wgmma())
