# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
"""Loads, stores, atomics, asynchronous copies and prefetches."""

from sweep_kernel import File, product

SHARED = ".shared .align 128 .b8 pool[8192];\n.extern .shared .align 16 .b8 dynamic[];\n"
CONST = ".const .align 16 .b32 table[1024] = {1, 2, 3, 4};\n"
WIDTHS = [
    ("u8", "h", 1),
    ("s8", "h", 1),
    ("u16", "h", 2),
    ("s16", "h", 2),
    ("b32", "r", 4),
    ("b64", "l", 8),
    ("f32", "f", 4),
    ("v2.b32", "rr", 4),
    ("v4.b32", "rrrr", 4),
    ("v2.b64", "ll", 8),
    ("v4.u8", "hhhh", 1),
    ("v2.u16", "hh", 2),
    ("v2.f32", "ff", 4),
    ("v4.f32", "ffff", 4),
    ("v2.f64", "dd", 8),
    ("b128", "q", 16),
]
SCOPES = [".cta", ".gpu", ".sys"]


def vector(k, letters):
    names = [k.reg(x) for x in letters]
    return names, ("{" + ", ".join(names) + "}" if len(names) > 1 else names[0])


def loads(f, prefix, address, widths=WIDTHS, tail=""):
    """One load of every width; `address(k)` gives the text of the address."""
    for t, letters, _ in widths:
        k = f.case()
        at = address(k)
        names, shown = vector(k, letters)
        k.line(f"{prefix}.{t} {shown}, [{at}]{tail};")
        for x, name in zip(letters, names):
            k.store(x, name)


def stores(f, prefix, address, widths=WIDTHS, tail=""):
    for t, letters, _ in widths:
        k = f.case()
        at = address(k)
        names = [k.load(x) for x in letters]
        shown = "{" + ", ".join(names) + "}" if len(names) > 1 else names[0]
        k.line(f"{prefix}.{t} [{at}], {shown}{tail};")


def pointer(k, offset=0):
    name = k.load("l")
    return f"{name}+{offset}" if offset else name


def indexed(k):
    """A base that all threads share, and an offset of each thread's own."""
    base, index, wide, name = k.param("l"), k.load("r"), k.reg("l"), k.reg("l")
    k.line(f"mul.wide.u32 {wide}, {index}, 16;")
    k.line(f"add.s64 {name}, {base}, {wide};")
    return f"{name}+32"


def uniform(k):
    name = k.uniform("l")
    base, total = k.param("l"), k.reg("l")
    k.line(f"shl.b64 {name}, {name}, 4;")
    k.line(f"add.s64 {total}, {base}, {name};")
    return f"{total}+16"


def shared(k):
    index = k.load("r")
    name, scaled = k.reg("r"), k.reg("r")
    k.turn += 1
    k.line(f"and.b32 {scaled}, {index}, 255;")
    k.line(f"shl.b32 {scaled}, {scaled}, {k.turn % 4 + 2 if k.turn % 4 else 4};")
    k.line(f"mov.u32 {name}, pool;")
    k.line(f"add.s32 {name}, {name}, {scaled};")
    return f"{name}+{k.turn % 3 * 16}"


def shared_uniform(k):
    low, name = k.uniform("r"), k.reg("r")
    k.line(f"shl.b32 {low}, {low}, 4;")
    k.line(f"mov.u32 {name}, dynamic;")
    k.line(f"add.s32 {name}, {name}, {low};")
    return f"{name}+16"


def plain():
    f = File("load_store", decls=SHARED + CONST)
    narrow = [w for w in WIDTHS if w[0] in ("u8", "s16", "b32", "b64", "v4.f32")]
    wide = [w for w in WIDTHS if w[0] != "b128"]
    for address in (
        pointer,
        lambda k: pointer(k, 0x7F0),
        lambda k: pointer(k, -0x800),
        indexed,
        uniform,
    ):
        loads(f, "ld.global", address, wide)
        stores(f, "st.global", address, wide)
    for address in (pointer, indexed):
        loads(f, "ld", address, narrow)
        stores(f, "st", address, narrow)
        loads(f, "ld.volatile", address, narrow)
        stores(f, "st.volatile", address, narrow)
    for m in (".ca", ".cg", ".cs", ".lu", ".cv"):
        loads(f, f"ld.global{m}", pointer, narrow)
    for m in (".wb", ".cg", ".cs", ".wt"):
        stores(f, f"st.global{m}", pointer, narrow)
    loads(f, "ld.global.nc", pointer, wide)
    loads(f, "ld.global.nc", uniform, wide)
    for m in (
        ".L1::evict_normal",
        ".L1::evict_unchanged",
        ".L1::evict_first",
        ".L1::evict_last",
        ".L1::no_allocate",
        ".L2::64B",
        ".L2::128B",
        ".L2::256B",
        ".L1::no_allocate.L2::128B",
        ".L1::evict_first.L2::256B",
    ):
        loads(f, f"ld.global{m}", pointer, narrow)
        loads(f, f"ld.global.nc{m}", pointer, narrow)
        if "L2" not in m:
            stores(f, f"st.global{m}", pointer, narrow)
    for space in (".global", ""):
        for scope in SCOPES:
            loads(f, f"ld.relaxed{scope}{space}", pointer, narrow[:4])
            loads(f, f"ld.acquire{scope}{space}", pointer, narrow[:4])
            stores(f, f"st.relaxed{scope}{space}", pointer, narrow[:4])
            stores(f, f"st.release{scope}{space}", pointer, narrow[:4])
    for m in ("ld.mmio.relaxed.sys.global",):
        loads(f, m, pointer, [("u32", "r", 4)])
    for address in (shared, shared_uniform, lambda k: "pool", lambda k: "pool+48"):
        loads(f, "ld.shared", address, wide)
        stores(f, "st.shared", address, wide)
    loads(f, "ld.volatile.shared", shared, narrow)
    stores(f, "st.volatile.shared", shared, narrow)
    loads(f, "ld.relaxed.cta.shared", shared, narrow[:4])
    loads(f, "ld.acquire.gpu.shared", shared, narrow[:4])
    stores(f, "st.release.cta.shared", shared, narrow[:4])
    constants = [w for w in wide if "v4.u8" not in w[0]]

    def table(k):
        index, name = k.load("r"), k.reg("l")
        k.line(f"mul.wide.u32 {name}, {index}, 16;")
        base, total = k.reg("l"), k.reg("l")
        k.line(f"mov.u64 {base}, table;")
        k.line(f"add.s64 {total}, {base}, {name};")
        return total + "+16"

    def table_uniform(k):
        base, total = k.reg("l"), k.reg("l")
        name = k.uniform("l")
        k.line(f"shl.b64 {name}, {name}, 4;")
        k.line(f"mov.u64 {base}, table;")
        k.line(f"add.s64 {total}, {base}, {name};")
        return total

    for address in (table, table_uniform, lambda k: "table+64"):
        loads(f, "ld.const", address, constants)
    return f


def wide_words():
    f = File("load_store_128", "sm_90", decls=SHARED)
    for m in ("ld.global", "ld.relaxed.gpu.global", "ld.acquire.sys.global", "ld.volatile.global"):
        loads(f, m, pointer, [("b128", "q", 16)])
    for m in ("st.global", "st.relaxed.gpu.global", "st.release.sys.global"):
        stores(f, m, pointer, [("b128", "q", 16)])
    loads(f, "ld.shared", shared, [("b128", "q", 16)])
    for op in (
        "atom.global.exch.b128",
        "atom.exch.b128",
        "atom.shared.exch.b128",
        "atom.acquire.gpu.global.exch.b128",
    ):
        f.raw(f"{op} {{d}}, [{{at}}], {{a}};", d="q", at="r" if "shared" in op else "l", a="q")
        f.raw(
            f"{op.replace('exch', 'cas')} {{d}}, [{{at}}], {{a}}, {{b}};",
            d="q",
            at="r" if "shared" in op else "l",
            a="q",
            b="q",
        )
    return f


def policies():
    f = File("cache_policy")
    head = [
        "createpolicy.fractional.L2::evict_last.b64 {t}, 0.5;",
        "createpolicy.fractional.L2::evict_first.L2::evict_unchanged.b64 {t}, 0.25;",
        "createpolicy.fractional.L2::evict_normal.b64 {t};",
        "createpolicy.fractional.L2::evict_unchanged.b64 {t};",
        "createpolicy.range.L2::evict_last.L2::evict_first.b64 {t}, [{x}], {y}, 0x10000;",
        "createpolicy.range.L2::evict_first.b64 {t}, [{x}], {y}, {z};",
        "createpolicy.cvt.L2.b64 {t}, 0x10F0000000000000;",
    ]
    body = [
        "ld.global.L2::cache_hint.b32 {d}, [{p}], {t};",
        "ld.global.nc.L1::no_allocate.L2::cache_hint.v4.b32 {{{d}, {d2}, {d3}, {d4}}}, [{p}+16], {t};",
        "ld.global.L1::evict_last.L2::cache_hint.L2::128B.b32 {d}, [{p}+64], {t};",
        "st.global.L2::cache_hint.b32 [{p}+4], {y}, {t};",
        "st.global.L1::no_allocate.L2::cache_hint.v2.b32 [{p}+8], {{{y}, {z}}}, {t};",
        "ld.global.L2::cache_hint.b64 {e}, [{p}+128], {t};",
        "atom.global.add.L2::cache_hint.u32 {d}, [{p}], {y}, {t};",
        "red.global.add.L2::cache_hint.u32 [{p}], {y}, {t};",
        "ld.relaxed.gpu.global.L2::cache_hint.u32 {d}, [{p}], {t};",
    ]
    for i, h in enumerate(head):
        for b in body if i in (0, 4) else body[:2]:
            f.raw(
                h + "\n" + b,
                t="l",
                p="l",
                x="l",
                y="r",
                z="r",
                **{
                    n: ("l" if n == "e" else "r")
                    for n in ("d", "d2", "d3", "d4")
                    if "{" + n + "}" in b
                },
                **({"e": "l"} if "{e}" in b else {}),
            )
    for op in (
        "prefetch.global.L1",
        "prefetch.global.L2",
        "prefetch.L1",
        "prefetch.L2",
        "prefetchu.L1",
        "prefetch.global.L2::evict_last",
        "prefetch.global.L2::evict_normal",
        "applypriority.global.L2::evict_normal",
        "discard.global.L2",
    ):
        tail = ", 128" if op[0] in "ad" else ""
        f.raw(f"{op} [{{p}}]{tail};", p="l")
        f.raw(f"{op} [{{p}}+256]{tail};", p="l")
    for op, t in (
        ("isspacep.global", "p"),
        ("isspacep.shared", "p"),
        ("isspacep.local", "p"),
        ("isspacep.const", "p"),
        ("isspacep.param", "p"),
    ):
        f.raw(f"{op} {{d}}, {{p}};", d=t, p="l")
    for space in ("global", "shared", "local", "const"):
        f.raw(f"cvta.{space}.u64 {{d}}, {{p}};", d="l", p="l")
        f.raw(f"cvta.to.{space}.u64 {{d}}, {{p}};", d="l", p="l")
    return f


INT_ATOMICS = [
    ("add", "u32 s32 u64"),
    ("min", "u32 s32 u64 s64"),
    ("max", "u32 s32 u64 s64"),
    ("and", "b32 b64"),
    ("or", "b32 b64"),
    ("xor", "b32 b64"),
    ("exch", "b32 b64"),
    ("inc", "u32"),
    ("dec", "u32"),
]
FLOAT_ATOMICS = [("add", "f32"), ("add", "f64"), ("add.noftz", "f16"), ("add.noftz", "f16x2")]
BF16_ATOMICS = [("add.noftz", "bf16"), ("add.noftz", "bf16x2")]
LETTERS = {
    "32": "r",
    "64": "l",
    "f32": "f",
    "f64": "d",
    "f16": "h",
    "bf16": "h",
    "f16x2": "r",
    "bf16x2": "r",
}


def letter(t):
    return LETTERS.get(t) or LETTERS[t[1:]]


def spaces(f, operations):
    """Atomics and reductions on every state space, in every scope for some."""
    for space, at in ((".global", "l"), ("", "l"), (".shared", "r")):
        for op, types in operations:
            for t in types.split():
                x = letter(t)
                for sem in ("", ".acq_rel") if op in ("add", "exch") else ("",):
                    for scope in SCOPES if op in ("add", "exch") else [".gpu"]:
                        head = f"{sem}{scope}"
                        f.raw(f"atom{head}{space}.{op}.{t} {{d}}, [{{p}}], {{a}};", d=x, p=at, a=x)
                        f.raw(
                            f"atom{head}{space}.{op}.{t} {{d}}, [{{p}}+0x40], {{a}};",
                            d=x,
                            p=at,
                            a=x,
                        )
                        if op != "exch" and sem == "":
                            f.raw(f"red{head}{space}.{op}.{t} [{{p}}+8], {{a}};", p=at, a=x)


def atomics():
    f = File("atomic", decls=SHARED)
    spaces(f, INT_ATOMICS + FLOAT_ATOMICS)
    for space in (".global", "", ".shared"):
        at = "r" if space == ".shared" else "l"
        for t in ("b32", "b64", "b16"):
            x = {"b16": "h"}.get(t) or letter(t)
            for sem in ("", ".relaxed", ".acquire", ".release", ".acq_rel"):
                for scope in SCOPES:
                    f.raw(
                        f"atom{sem}{scope}{space}.cas.{t} {{d}}, [{{p}}], {{a}}, {{b}};",
                        d=x,
                        p=at,
                        a=x,
                        b=x,
                    )
    for value in ("1", "-1", "0x40"):
        f.raw(f"atom.global.add.u32 {{d}}, [{{p}}], {value};", d="r", p="l")
        f.raw(f"red.global.add.u32 [{{p}}], {value};", p="l")
        f.raw(f"atom.shared.add.u32 {{d}}, [pool+16], {value};", d="r")
        f.raw(f"red.shared.add.u32 [pool+20], {value};")
        f.raw(f"red.shared.inc.u32 [pool+24], {value};")
    for op, types in INT_ATOMICS:
        # Addresses that all threads share.
        for t in types.split():
            k = f.case()
            base, value = k.param("l"), k.load(letter(t))
            if op != "exch":
                k.line(f"red.global.{op}.{t} [{base}+16], {value};")
            name = k.reg(letter(t))
            k.line(f"atom.global.{op}.{t} {name}, [{base}], {value};")
            k.store(letter(t), name)
    return f


def atomics_sm90():
    f = File("atomic", "sm_90", decls=SHARED)
    spaces(f, BF16_ATOMICS)
    for t, n, x in (
        ("f32", 2, "f"),
        ("f32", 4, "f"),
        ("f16", 2, "h"),
        ("f16", 4, "h"),
        ("f16", 8, "h"),
        ("bf16", 2, "h"),
        ("bf16", 4, "h"),
        ("bf16", 8, "h"),
        ("f16x2", 2, "r"),
        ("f16x2", 4, "r"),
        ("bf16x2", 2, "r"),
        ("bf16x2", 4, "r"),
    ):
        for op in ("add",) if t == "f32" else ("add", "min", "max"):
            k = f.case()
            at = pointer(k)
            names, shown = vector(k, x * n)
            values = "{" + ", ".join(k.load(x) for _ in range(n)) + "}"
            tail = "" if t == "f32" else ".noftz"
            k.line(f"atom.global.{op}{tail}.v{n}.{t} {shown}, [{at}], {values};")
            for name in names:
                k.store(x, name)
            values = "{" + ", ".join(k.load(x) for _ in range(n)) + "}"
            k.line(f"red.gpu.global.{op}{tail}.v{n}.{t} [{at}+32], {values};")
    return f


def copies():
    f = File("cp_async", decls=SHARED)
    for mode, sizes in (("ca", (4, 8, 16)), ("cg", (16,))):
        for n in sizes:
            for hint in ("", ".L2::64B", ".L2::128B", ".L2::256B"):
                for at in ("{g}", "{g}+64"):
                    f.raw(
                        f"cp.async.{mode}.shared.global{hint} [{{s}}], [{at}], {n};", s="r", g="l"
                    )
                f.raw(
                    f"cp.async.{mode}.shared.global{hint} [{{s}}+32], [{{g}}], {n}, {{z}};",
                    s="r",
                    g="l",
                    z="r",
                )
            f.raw(f"cp.async.{mode}.shared.global [{{s}}], [{{g}}], {n}, 0;", s="r", g="l")
            f.raw(
                f"cp.async.{mode}.shared.global [{{s}}], [{{g}}], {n}, {{p}};", s="r", g="l", p="p"
            )
            f.raw(
                f"@{{p}} cp.async.{mode}.shared.global [pool+64], [{{g}}+-16], {n};", p="p", g="l"
            )
            f.raw(
                "createpolicy.fractional.L2::evict_first.b64 {t};\n"
                f"cp.async.{mode}.shared.global.L2::cache_hint.L2::128B [{{s}}], [{{g}}], {n}, {{t}};",
                t="l",
                s="r",
                g="l",
            )
            k = f.case()
            at, to = uniform(k), shared_uniform(k)
            k.line(f"cp.async.{mode}.shared.global [{to}], [{at}], {n};")
            k = f.case()
            at, to = indexed(k), shared(k)
            k.line(f"cp.async.{mode}.shared.global [{to}], [{at}], {n};")
        f.raw("cp.async.commit_group;")
        for n in range(6):
            f.raw(f"cp.async.commit_group;\ncp.async.wait_group {n};")
    f.raw("cp.async.wait_all;")
    f.raw("cp.async.mbarrier.arrive.shared.b64 [{s}];", s="r")
    f.raw("cp.async.mbarrier.arrive.noinc.shared.b64 [{s}+8];", s="r")
    f.raw("cp.async.mbarrier.arrive.noinc.b64 [{s}];", s="l")
    return f


def files():
    return plain(), wide_words(), policies(), atomics(), atomics_sm90(), copies()
