# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
"""Bulk copies of sm_90: the tensor memory accelerator and its maps."""

from sweep_kernel import File

SHARED = ".extern .shared .align 128 .b8 pool[];\n.shared .align 8 .b64 gate[8];\n"


def bulk():
    f = File("bulk", "sm_90", decls=SHARED)
    for hint in ("", ".L2::cache_hint"):
        tail = ", {h}" if hint else ""
        regs = {"h": "l"} if hint else {}
        f.raw(
            f"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes{hint} [{{s}}], [{{g}}], {{n}}, [{{m}}]{tail};",
            s="r",
            g="l",
            n="r",
            m="r",
            **regs,
        )
        f.raw(
            f"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster{hint} [{{s}}], [{{g}}], {{n}}, [{{m}}], {{c}}{tail};",
            s="r",
            g="l",
            n="r",
            m="r",
            c="h",
            **regs,
        )
        f.raw(
            f"cp.async.bulk.global.shared::cta.bulk_group{hint} [{{g}}], [{{s}}], {{n}}{tail};",
            s="r",
            g="l",
            n="r",
            **regs,
        )
        for op, t in (
            ("add", "u32"),
            ("add", "s32"),
            ("add", "u64"),
            ("add", "f32"),
            ("add", "f64"),
            ("min", "u32"),
            ("max", "s64"),
            ("and", "b32"),
            ("or", "b64"),
            ("xor", "b32"),
            ("inc", "u32"),
            ("dec", "u32"),
            ("add.noftz", "f16"),
            ("add.noftz", "bf16"),
            ("min", "f16"),
            ("max", "bf16"),
        ):
            f.raw(
                f"cp.reduce.async.bulk.global.shared::cta.bulk_group{hint}.{op}.{t} [{{g}}], [{{s}}], {{n}}{tail};",
                s="r",
                g="l",
                n="r",
                **regs,
            )
        f.raw(f"cp.async.bulk.prefetch.L2.global{hint} [{{g}}], {{n}}{tail};", g="l", n="r", **regs)
    f.raw(
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [{s}], [{g}], {n}, [{m}];",
        s="r",
        g="r",
        n="r",
        m="r",
    )
    for op in (
        "add.u32",
        "and.b32",
        "inc.u32",
        "min.s32",
        "max.u32",
        "xor.b32",
        "dec.u32",
        "or.b32",
        "add.u64",
    ):
        f.raw(
            f"cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.{op} [{{s}}], [{{g}}], {{n}}, [{{m}}];",
            s="r",
            g="r",
            n="r",
            m="r",
        )
    f.raw("cp.async.bulk.commit_group;")
    for n in (0, 1, 3):
        f.raw(f"cp.async.bulk.wait_group {n};")
        f.raw(f"cp.async.bulk.wait_group.read {n};")
    for dim in range(1, 6):
        coords = ", ".join(["{x}", "{y}", "7", "{x}", "{y}"][:dim])
        regs = {"x": "r", **({"y": "r"} if dim > 1 else {})}
        for mode in ("tile", "im2col"):
            if mode == "im2col" and dim < 3:
                continue
            offsets = "" if mode == "tile" else ", {{" + ", ".join(["{o}"] * (dim - 2)) + "}}"
            more = {} if mode == "tile" else {"o": "h"}
            for hint in ("", ".L2::cache_hint"):
                tail = ", {h}" if hint else ""
                hr = {"h": "l"} if hint else {}
                at = "[{t}, {{" + coords + "}}]"
                f.raw(
                    f"cp.async.bulk.tensor.{dim}d.shared::cluster.global.{mode}.mbarrier::complete_tx::bytes{hint} [{{s}}], {at}, [{{m}}]{offsets}{tail};",
                    s="r",
                    t="l",
                    m="r",
                    **regs,
                    **more,
                    **hr,
                )
                f.raw(
                    f"cp.async.bulk.tensor.{dim}d.shared::cluster.global.{mode}.mbarrier::complete_tx::bytes.multicast::cluster{hint} [{{s}}], {at}, [{{m}}]{offsets}, {{c}}{tail};",
                    s="r",
                    t="l",
                    m="r",
                    c="h",
                    **regs,
                    **more,
                    **hr,
                )
                f.raw(
                    f"cp.async.bulk.prefetch.tensor.{dim}d.L2.global.{mode}{hint} {at}{offsets}{tail};",
                    t="l",
                    **regs,
                    **more,
                    **hr,
                )
                name = "tile" if mode == "tile" else "im2col_no_offs"
                f.raw(
                    f"cp.async.bulk.tensor.{dim}d.global.shared::cta.{name}.bulk_group{hint} {at}, [{{s}}]{tail};",
                    s="r",
                    t="l",
                    **regs,
                    **hr,
                )
                for op in ("add", "min", "max", "inc", "dec", "and", "or", "xor"):
                    f.raw(
                        f"cp.reduce.async.bulk.tensor.{dim}d.global.shared::cta.{op}.{name}.bulk_group{hint} {at}, [{{s}}]{tail};",
                        s="r",
                        t="l",
                        **regs,
                        **hr,
                    )
    f.raw("prefetch.tensormap [{t}];", t="l")
    f.raw("prefetch.param.tensormap [p_l0];")
    f.raw("fence.proxy.tensormap::generic.acquire.gpu [{t}], 128;", t="l")
    return f


def tensormaps():
    f = File("tensormap", "sm_90a", decls=SHARED)
    for space, x in ((".global", "l"), (".shared::cta", "r"), ("", "l")):
        for field, t, arg in (
            ("global_address", "b64", "{l}"),
            ("rank", "b32", "{v}"),
            ("box_dim", "b32", "0, {v}"),
            ("global_dim", "b32", "1, {v}"),
            ("global_stride", "b64", "0, {l}"),
            ("element_stride", "b32", "2, {v}"),
            ("elemtype", "b32", "3"),
            ("interleave_layout", "b32", "1"),
            ("swizzle_mode", "b32", "2"),
            ("fill_mode", "b32", "1"),
        ):
            f.raw(
                f"tensormap.replace.tile.{field}{space}.b1024.{t} [{{m}}], {arg};",
                m=x,
                **({"l": "l"} if "{l}" in arg else {}),
                **({"v": "r"} if "{v}" in arg else {}),
            )
    f.raw(
        "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [{m}], [{s}], 128;",
        m="l",
        s="r",
    )
    return f


def files():
    return (bulk(), tensormaps())
