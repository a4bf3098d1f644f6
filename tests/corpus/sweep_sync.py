# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
"""Control flow, warps, barriers, fences, clusters, special registers."""

from sweep_kernel import File

SPECIAL = [
    "laneid",
    "warpid",
    "nwarpid",
    "smid",
    "nsmid",
    "gridid",
    "clock",
    "clock64",
    "clock_hi",
    "globaltimer",
    "globaltimer_lo",
    "globaltimer_hi",
    "lanemask_eq",
    "lanemask_le",
    "lanemask_lt",
    "lanemask_ge",
    "lanemask_gt",
    "total_smem_size",
    "dynamic_smem_size",
    "pm0",
    "pm7",
    "envreg0",
    "envreg3",
    "reserved_smem_offset_begin",
]


def special():
    f = File("special")
    for name in SPECIAL:
        x = "l" if name in ("clock64", "globaltimer", "gridid") else "r"
        f.raw(f"mov.{'u64' if x == 'l' else 'u32'} {{d}}, %{name};", d=x)
    for name in ("tid", "ntid", "ctaid", "nctaid"):
        for axis in "xyz":
            f.raw(f"mov.u32 {{d}}, %{name}.{axis};", d="r")
            f.raw(
                f"mov.u32 {{d}}, %{name}.{axis};\nand.b32 {{d}}, {{d}}, 7;\nadd.s32 {{d}}, {{d}}, {{a}};",
                d="r",
                a="r",
            )
    return f


def special_sm90():
    f = File("special", "sm_90")
    for name in ("clusterid", "nclusterid", "cluster_ctaid", "cluster_nctaid"):
        for axis in "xyz":
            f.raw(f"mov.u32 {{d}}, %{name}.{axis};", d="r")
    for name in ("cluster_ctarank", "cluster_nctarank", "aggr_smem_size"):
        f.raw(f"mov.u32 {{d}}, %{name};", d="r")
    f.raw("mov.pred {d}, %is_explicit_cluster;", d="p")
    return f


def warps():
    f = File("warp")
    for mode in ("up", "down", "bfly", "idx"):
        for lane in ("{b}", "1", "0x10"):
            for clamp in ("{c}", "0x1f", "0"):
                for mask in ("-1", "{m}"):
                    f.raw(
                        f"shfl.sync.{mode}.b32 {{d}}|{{dp}}, {{a}}, {lane}, {clamp}, {mask};",
                        d="r",
                        dp="p",
                        a="r",
                        b="r",
                        c="r",
                        m="r",
                    )
        f.raw(f"shfl.sync.{mode}.b32 {{d}}, {{a}}, 2, 0x1c1f, 0xffff;", d="r", a="r")
    for op, x in (("all.pred", "p"), ("any.pred", "p"), ("uni.pred", "p"), ("ballot.b32", "r")):
        for src in ("{p}", "!{p}"):
            for mask in ("-1", "{m}", "0xff"):
                f.raw(f"vote.sync.{op} {{d}}, {src}, {mask};", d=x, p="p", m="r")
    for t, x in (("b32", "r"), ("b64", "l")):
        for mask in ("-1", "{m}"):
            f.raw(f"match.any.sync.{t} {{d}}, {{a}}, {mask};", d="r", a=x, m="r")
            f.raw(f"match.all.sync.{t} {{d}}|{{dp}}, {{a}}, {mask};", d="r", dp="p", a=x, m="r")
    for op, ts in (
        ("add", "u32 s32"),
        ("min", "u32 s32"),
        ("max", "u32 s32"),
        ("and", "b32"),
        ("or", "b32"),
        ("xor", "b32"),
    ):
        for t in ts.split():
            for mask in ("-1", "{m}"):
                f.raw(f"redux.sync.{op}.{t} {{d}}, {{a}}, {mask};", d="r", a="r", m="r")
    f.raw("activemask.b32 {d};", d="r")
    for m in ("-1", "0xf", "{m}"):
        f.raw(f"bar.warp.sync {m};", m="r")
    for n in ("0", "20", "1000", "{a}"):
        f.raw(f"nanosleep.u32 {n};", a="r")
    f.raw("pmevent 3;")
    f.raw("pmevent.mask 0xf;")
    f.raw("@{p} trap;", p="p")
    f.raw("@{p} exit;", p="p")
    f.raw("@{p} brkpt;", p="p")
    return f


def barriers():
    f = File("barrier", decls=".shared .align 8 .b64 gate[8];\n")
    for name in ("0", "1", "15", "{n}"):
        for count in ("", ", 64", ", {t}"):
            for op in ("bar.sync", "barrier.sync", "barrier.sync.aligned"):
                f.raw(f"{op} {name}{count};", n="r", t="r")
            if count:
                for op in ("bar.arrive", "barrier.arrive"):
                    f.raw(f"{op} {name}{count};", n="r", t="r")
            for op in ("and", "or"):
                for src in ("{p}", "!{p}"):
                    f.raw(
                        f"barrier.red.{op}.pred {{d}}, {name}{count}, {src};",
                        d="p",
                        n="r",
                        t="r",
                        p="p",
                    )
                    f.raw(
                        f"bar.red.{op}.pred {{d}}, {name}{count}, {src};",
                        d="p",
                        n="r",
                        t="r",
                        p="p",
                    )
            f.raw(f"barrier.red.popc.u32 {{d}}, {name}{count}, {{p}};", d="r", n="r", t="r", p="p")
            f.raw(f"bar.red.popc.u32 {{d}}, {name}{count}, {{p}};", d="r", n="r", t="r", p="p")
    for scope in ("cta", "gpu", "sys"):
        for sem in ("", ".sc", ".acq_rel"):
            f.raw(f"fence{sem}.{scope};" if sem else f"membar.{'gl' if scope == 'gpu' else scope};")
    f.raw("bar.cta.sync 0;")
    f.raw(
        "st.global.u32 [{p}], {a};\nfence.acq_rel.gpu;\nld.global.u32 {d}, [{p}+8];",
        p="l",
        a="r",
        d="r",
    )
    # mbarrier, as far as sm_80 has it.
    for at, x in (("{s}", "r"), ("gate+8", None)):
        regs = {"s": "r"} if x else {}
        f.raw(f"mbarrier.init.shared.b64 [{at}], {{n}};", n="r", **regs)
        f.raw(f"mbarrier.init.shared.b64 [{at}], 32;", **regs)
        f.raw(f"mbarrier.inval.shared.b64 [{at}];", **regs)
        f.raw(f"mbarrier.arrive.shared.b64 {{d}}, [{at}];", d="l", **regs)
        f.raw(f"mbarrier.arrive.noComplete.shared.b64 {{d}}, [{at}], {{n}};", d="l", n="r", **regs)
        f.raw(f"mbarrier.arrive_drop.shared.b64 {{d}}, [{at}];", d="l", **regs)
        f.raw(f"mbarrier.arrive_drop.noComplete.shared.b64 {{d}}, [{at}], 3;", d="l", **regs)
        f.raw(f"mbarrier.test_wait.shared.b64 {{d}}, [{at}], {{t}};", d="p", t="l", **regs)
    f.raw("mbarrier.init.b64 [{s}], 5;", s="l")
    f.raw("mbarrier.arrive.b64 {d}, [{s}];", s="l", d="l")
    f.raw("mbarrier.test_wait.b64 {d}, [{s}], {t};", s="l", d="p", t="l")
    f.raw("mbarrier.pending_count.b64 {d}, {t};", d="r", t="l")
    return f


def clusters():
    f = File(
        "cluster", "sm_90", ".shared .align 128 .b8 pool[2048];\n.shared .align 8 .b64 gate[8];\n"
    )
    f.raw("barrier.cluster.arrive;\nbarrier.cluster.wait;")
    for m in (".release", ".relaxed"):
        for a in ("", ".aligned"):
            f.raw(f"barrier.cluster.arrive{m}{a};\nbarrier.cluster.wait.acquire{a};")
    for t in ("u32", "u64"):
        x = {"u32": "r", "u64": "l"}[t]
        f.raw(f"mapa.shared::cluster.{t} {{d}}, {{a}}, {{b}};", d=x, a=x, b="r")
        f.raw(f"mapa.shared::cluster.{t} {{d}}, {{a}}, 1;", d=x, a=x)
        f.raw(f"getctarank.shared::cluster.{t} {{d}}, {{a}};", d="r", a=x)
    f.raw("mapa.u64 {d}, {a}, {b};", d="l", a="l", b="r")
    f.raw("getctarank.u64 {d}, {a};", d="r", a="l")
    for t, x in (("u32", "r"), ("u64", "l"), ("f32", "f"), ("u8", "h"), ("u16", "h")):
        f.raw(f"ld.shared::cluster.{t} {{d}}, [{{a}}+16];", d=x, a="r")
        f.raw(f"st.shared::cluster.{t} [{{a}}+32], {{b}};", b=x, a="r")
    f.raw(
        "ld.shared::cluster.v4.u32 {{{d0},{d1},{d2},{d3}}}, [{a}];",
        d0="r",
        d1="r",
        d2="r",
        d3="r",
        a="r",
    )
    f.raw("st.shared::cluster.v4.u32 [{a}], {{{b},{c},{b},{c}}};", b="r", c="r", a="r")
    for sem in ("", ".relaxed.cluster", ".acq_rel.cluster"):
        for op in ("add.u32", "exch.b32", "max.s32", "and.b32", "inc.u32", "add.u64"):
            x = "l" if "64" in op else "r"
            o, t = op.split(".")
            f.raw(f"atom{sem}.shared::cluster.{o}.{t} {{d}}, [{{a}}], {{b}};", d=x, a="r", b=x)
            if o != "exch":
                f.raw(
                    f"red{sem.replace('acq_rel', 'release')}.shared::cluster.{o}.{t} [{{a}}], {{b}};",
                    a="r",
                    b=x,
                )
        f.raw(
            f"atom{sem}.shared::cluster.cas.b32 {{d}}, [{{a}}], {{b}}, {{c}};",
            d="r",
            a="r",
            b="r",
            c="r",
        )
    for m in (
        "fence.acq_rel.cluster",
        "fence.sc.cluster",
        "fence.mbarrier_init.release.cluster",
        "fence.proxy.alias",
        "fence.proxy.async",
        "fence.proxy.async.global",
        "fence.proxy.async.shared::cta",
        "fence.proxy.async.shared::cluster",
        "fence.proxy.tensormap::generic.release.gpu",
        "fence.proxy.tensormap::generic.release.sys",
        "fence.proxy.tensormap::generic.release.cta",
        "fence.proxy.tensormap::generic.release.cluster",
        "fence.acquire.sync_restrict::shared::cluster.cluster",
        "fence.release.sync_restrict::shared::cta.cluster",
    ):
        f.raw(m + ";")
    for s in ("gpu", "sys", "cta", "cluster"):
        f.raw(f"fence.proxy.tensormap::generic.acquire.{s} [{{a}}], 128;", a="l")
        f.raw(f"ld.acquire.{s}.global.u32 {{d}}, [{{a}}];", d="r", a="l")
        f.raw(f"st.release.{s}.global.u32 [{{a}}], {{b}};", b="r", a="l")
        f.raw(f"atom.acq_rel.{s}.global.add.u32 {{d}}, [{{a}}], {{b}};", d="r", b="r", a="l")
        f.raw(f"red.release.{s}.global.add.u32 [{{a}}], {{b}};", b="r", a="l")
    for t in ("b32", "b64", "v2.b32", "v4.b32", "v2.b64", "s32", "f32"):
        x = "l" if "64" in t else "f" if t == "f32" else "r"
        v = int(t[1]) if t[0] == "v" else 1
        shown = "{b}" if v == 1 else "{{" + ",".join(["{b}", "{c}"] * (v // 2)) + "}}"
        f.raw(
            f"st.async.shared::cluster.mbarrier::complete_tx::bytes.{t} [{{a}}], {shown}, [{{m}}];",
            a="r",
            b=x,
            c=x,
            m="r",
        )
    for o in (
        "add.u32",
        "min.s32",
        "max.u32",
        "inc.u32",
        "dec.u32",
        "and.b32",
        "or.b32",
        "xor.b32",
        "add.u64",
    ):
        op, t = o.split(".")
        f.raw(
            f"red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.{op}.{t} [{{a}}], {{b}}, [{{m}}];",
            a="r",
            b="l" if "64" in t else "r",
            m="r",
        )
    return f


def mbarriers():
    f = File("mbarrier", "sm_90", ".shared .align 8 .b64 gate[8];\n")
    for at, x in (("{s}", "r"), ("gate+8", None), ("{s}+16", "r")):
        regs = {"s": "r"} if x else {}
        f.raw(f"mbarrier.init.shared::cta.b64 [{at}], {{n}};", n="r", **regs)
        f.raw(f"mbarrier.inval.shared::cta.b64 [{at}];", **regs)
        for sem in ("", ".release.cta", ".release.cluster", ".relaxed.cta", ".relaxed.cluster"):
            for op in ("arrive", "arrive_drop"):
                f.raw(f"mbarrier.{op}{sem}.shared::cta.b64 {{d}}, [{at}];", d="l", **regs)
                f.raw(f"mbarrier.{op}{sem}.shared::cta.b64 _, [{at}];", **regs)
                f.raw(
                    f"mbarrier.{op}{sem}.shared::cta.b64 {{d}}, [{at}], {{n}};",
                    d="l",
                    n="r",
                    **regs,
                )
                f.raw(
                    f"mbarrier.{op}.expect_tx{sem}.shared::cta.b64 {{d}}, [{at}], {{n}};",
                    d="l",
                    n="r",
                    **regs,
                )
                f.raw(f"mbarrier.{op}.expect_tx{sem}.shared::cta.b64 _, [{at}], 0x400;", **regs)
                if "cta" not in sem:
                    f.raw(
                        f"mbarrier.{op}{sem}.shared::cluster.b64 _, [{at}], {{n}};", n="r", **regs
                    )
                    f.raw(f"mbarrier.{op}{sem}.shared::cluster.b64 _, [{at}];", **regs)
                    f.raw(
                        f"mbarrier.{op}.expect_tx{sem}.shared::cluster.b64 _, [{at}], {{n}};",
                        n="r",
                        **regs,
                    )
        for op in ("expect_tx", "complete_tx"):
            f.raw(f"mbarrier.{op}.relaxed.cta.shared::cta.b64 [{at}], {{n}};", n="r", **regs)
            f.raw(
                f"mbarrier.{op}.relaxed.cluster.shared::cluster.b64 [{at}], {{n}};", n="r", **regs
            )
        for op in ("test_wait", "try_wait"):
            for sem in ("", ".acquire.cta", ".acquire.cluster", ".relaxed.cta", ".relaxed.cluster"):
                f.raw(
                    f"mbarrier.{op}{sem}.shared::cta.b64 {{d}}, [{at}], {{t}};",
                    d="p",
                    t="l",
                    **regs,
                )
                f.raw(
                    f"mbarrier.{op}.parity{sem}.shared::cta.b64 {{d}}, [{at}], {{n}};",
                    d="p",
                    n="r",
                    **regs,
                )
                f.raw(f"mbarrier.{op}.parity{sem}.shared::cta.b64 {{d}}, [{at}], 1;", d="p", **regs)
                if op == "try_wait":
                    f.raw(
                        f"mbarrier.{op}.parity{sem}.shared::cta.b64 {{d}}, [{at}], {{n}}, {{t}};",
                        d="p",
                        n="r",
                        t="r",
                        **regs,
                    )
                    f.raw(
                        f"mbarrier.{op}.parity{sem}.shared::cta.b64 {{d}}, [{at}], {{n}}, 0x989680;",
                        d="p",
                        n="r",
                        **regs,
                    )
    f.raw("mbarrier.try_wait.b64 {d}, [{s}], {t};", s="l", d="p", t="l")
    f.raw("mbarrier.arrive.expect_tx.b64 {d}, [{s}], {n};", s="l", d="l", n="r")
    f.raw("griddepcontrol.launch_dependents;")
    f.raw("griddepcontrol.wait;")
    f.raw("elect.sync {d}|{dp}, -1;", d="r", dp="p")
    f.raw("elect.sync _|{dp}, {m};", dp="p", m="r")
    return f


def branches():
    """Control flow that nvcc seldom writes: indirect branches and calls, calls through the ABI."""
    decls = """
.func (.param .b32 r) leaf (.param .b32 a) { .reg .b32 x; ld.param.b32 x, [a]; mad.lo.s32 x, x, x, 7;
    st.param.b32 [r], x; ret; }
.func (.param .b32 r) twig (.param .b32 a) { .reg .b32 x; .reg .pred p; ld.param.b32 x, [a];
    setp.lt.s32 p, x, 3; @p bra DONE; { .param .b32 i; .param .b32 o; sub.s32 x, x, 1; st.param.b32 [i], x;
    call.uni (o), twig, (i); ld.param.b32 x, [o]; } add.s32 x, x, x;
DONE: st.param.b32 [r], x; ret; }
.global .u64 calls[2] = {leaf, twig};
"""
    f = File("branch", decls=decls)
    for n in (2, 3, 5, 9, 17):
        for uni in ("", ".uni"):
            k = f.kernel()
            index, value = (k.uniform if uni else k.load)("r"), k.load("r")
            names = [f"L{i}" for i in range(n)]
            k.line(f"rem.u32 {index}, {index}, {n};")
            k.line(f"ts: .branchtargets {', '.join(names)};")
            k.line(f"brx.idx{uni} {index}, ts;")
            for i, label in enumerate(names):
                k.line(f"{label}: xor.b32 {value}, {value}, {i * 77 + 5};")
                k.line(f"st.global.u32 [%out+{i * 4}], {value};")
                if i % 2:
                    k.line("bra END;")
            k.line("END:")
            k.store("r", value)
    for callee in ("leaf", "twig", "indirect"):
        k = f.kernel()
        value, target = k.load("r"), k.reg("l")
        k.line("{ .param .b32 i; .param .b32 o;")
        k.line(f"st.param.b32 [i], {value};")
        if callee == "indirect":
            k.line("proto: .callprototype (.param .b32 _) _ (.param .b32 _);")
            at = k.reg("l")
            k.line(
                f"and.b32 {value}, {value}, 1;\n\tmul.wide.u32 {at}, {value}, 8;\n\tmov.u64 {target}, calls;"
            )
            k.line(f"add.s64 {at}, {at}, {target};\n\tld.global.u64 {target}, [{at}];")
            k.line(f"call (o), {target}, (i), proto;")
        else:
            k.line(f"call (o), {callee}, (i);")
        k.line(f"ld.param.b32 {value}, [o]; }}")
        k.store("r", value)
    for n in range(6):
        # Loops whose trip count differs between threads, with early leaves and merging tails.
        k = f.kernel()
        i, limit, acc, p, q = (
            k.load("r"),
            (k.uniform if n & 1 else k.load)("r"),
            k.load("r"),
            k.reg("p"),
            k.reg("p"),
        )
        k.line("TOP:")
        k.line(f"and.b32 {acc}, {acc}, {i};\n\tsetp.eq.s32 {q}, {acc}, {n};")
        k.line(f"@{q} bra OUT;" if n & 2 else f"@{q} bra SKIP;")
        k.line(f"st.global.u32 [%out+{n * 4 + 8}], {acc};\n\tbar.warp.sync -1;")
        k.line("SKIP:")
        k.line(f"add.s32 {i}, {i}, {n + 1};\n\tsetp.lt.u32 {p}, {i}, {limit};\n\t@{p} bra TOP;")
        if n & 4:
            k.line("bar.sync 0;")
        k.line("OUT:")
        k.store("r", acc)
    return f


def files():
    return special(), special_sm90(), warps(), barriers(), clusters(), mbarriers(), branches()
