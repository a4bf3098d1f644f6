# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
"""Texture and surface instructions: geometries, types, levels of detail, gradients, offsets, with
handles that are known when the program is linked, that come from the parameters, that all threads
share, and that each thread has its own of."""

from sweep_kernel import File

# Geometry: number of coordinates besides a layer, whether it has layers, whether it takes offsets,
# registers of one gradient.
GEOMETRIES = {
    "1d": (1, False, True, 1),
    "2d": (2, False, True, 2),
    "3d": (3, False, True, 3),
    "a1d": (1, True, True, 1),
    "a2d": (2, True, True, 2),
    "cube": (3, False, False, 3),
    "acube": (3, True, False, 3),
}
# Destination types: PTX suffix, register letter of a component, components.
DESTINATIONS = [("v4.f32", "f", 4), ("v4.s32", "r", 4), ("v4.u32", "r", 4), ("v2.f16x2", "r", 2)]
TEXTURES = "".join(f".global .texref named_{n};\n" for n in range(2))
SURFACES = "".join(f".global .surfref image_{n};\n" for n in range(2))


def coordinates(k, geometry, letter):
    count, layered, _, _ = GEOMETRIES[geometry]
    names = [k.load("r")] if layered else []
    names += [k.load(letter) for _ in range(count)]
    return vector(names)


def vector(names):
    """As a PTX vector of 1, 2 or 4: the last one fills it."""
    size = 1 if len(names) == 1 else 2 if len(names) == 2 else 4
    names = names + names[-1:] * (size - len(names))
    return "{" + ", ".join(names) + "}"


def handle(k, kind, name="named_0"):
    """A texture or surface: N by name, P a parameter, U uniform, R one of each thread."""
    if kind == "N":
        return name
    return {"P": k.param, "U": k.uniform, "R": k.load}[kind]("l")


def take(k, letter, count):
    """Registers for the components of a result, and a vector of them."""
    names = [k.reg(letter) for _ in range(count)]
    return names, "{" + ", ".join(names) + "}"


def keep(k, letter, names, used=None):
    """Stores the components that are used, all by default."""
    for i, name in enumerate(names):
        if used is None or i in used:
            k.store(letter, name)


def fetch(f, op, geometry, dst, ctype, kind, tail=(), **options):
    """One texture instruction; `tail` makes the operands behind the coordinates. Options: offset
    (I immediate, R in registers), compare, resident (asks whether it is there), used (which
    components of the result)."""
    suffix, letter, count = dst
    k = f.case()
    texture = handle(k, kind)
    at = coordinates(k, geometry, "f" if ctype == "f32" else "r")
    operands = [make(k) for make in tail]
    offset = options.get("offset")
    if offset:
        size = GEOMETRIES[geometry][0]
        parts = ["3", "-2", "1"][:size] if offset == "I" else [k.load("r") for _ in range(size)]
        operands.append(vector(parts))
    if options.get("compare"):
        operands.append(k.load("f"))
    names, shown = take(k, letter, count)
    if options.get("resident"):
        predicate = k.reg("p")
        shown += f"|{predicate}"
    rest = "".join(f", {x}" for x in operands)
    k.line(f"{op}.{geometry}.{suffix}.{ctype} {shown}, [{texture}, {at}]{rest};")
    keep(k, letter, names, options.get("used"))
    if options.get("resident"):
        k.store("p", predicate)


def gradient(size):
    def make(k):
        return vector([k.load("f") for _ in range(size)])

    return make


def textures():
    f = File("texture", decls=TEXTURES)
    f32 = DESTINATIONS[0]

    def level(k):
        return k.load("f")

    def whole_level(k):
        return k.load("r")

    def zero(_):
        return "0f00000000"

    for g, (count, layered, takes_offset, size) in GEOMETRIES.items():
        for kind in "NPUR":
            fetch(f, "tex", g, f32, "f32", kind)
            fetch(f, "tex.level", g, f32, "f32", kind, [level])
            fetch(f, "tex.level", g, f32, "f32", kind, [zero])
            fetch(f, "tex.grad", g, f32, "f32", kind, [gradient(size)] * 2)
        for dst in DESTINATIONS[1:]:
            fetch(f, "tex", g, dst, "f32", "P")
        fetch(f, "tex", g, f32, "f32", "P", resident=True)
        fetch(f, "tex.level", g, f32, "f32", "R", [level], resident=True)
        fetch(f, "tex.grad", g, f32, "f32", "P", [gradient(size)] * 2, resident=True)
        if takes_offset:
            for o in "IR":
                fetch(f, "tex", g, f32, "f32", "P", offset=o)
                fetch(f, "tex.level", g, f32, "f32", "R", [level], offset=o)
                fetch(f, "tex.level", g, f32, "f32", "U", [zero], offset=o)
                fetch(f, "tex.grad", g, f32, "f32", "P", [gradient(size)] * 2, offset=o)
        if g not in ("1d", "3d", "a1d"):
            for kind in "NPUR":
                fetch(f, "tex", g, f32, "f32", kind, compare=True)
                fetch(f, "tex.level", g, f32, "f32", kind, [level], compare=True)
                fetch(f, "tex.level", g, f32, "f32", kind, [zero], compare=True)
                if g not in ("cube", "acube"):
                    fetch(f, "tex", g, f32, "f32", kind, offset="R", compare=True)
    # Texels by their number; a part of the components.
    for g in ("1d", "2d", "3d", "a1d", "a2d"):
        for kind in "NPUR":
            fetch(f, "tex", g, f32, "s32", kind)
            fetch(f, "tex.level", g, f32, "s32", kind, [whole_level])
            fetch(f, "tex", g, f32, "s32", kind, offset="I")
        fetch(f, "tex.level", g, f32, "s32", "P", [whole_level], offset="R")
        for dst in DESTINATIONS[1:]:
            fetch(f, "tex", g, dst, "s32", "R")
        fetch(f, "tex", g, f32, "s32", "R", resident=True)
    for used in range(1, 16):
        parts = [i for i in range(4) if used >> i & 1]
        fetch(f, "tex", "2d", f32, "f32", "P", used=parts)
        fetch(f, "tex", "2d", f32, "s32", "U", used=parts)
        fetch(f, "tex.grad", "2d", f32, "f32", "R", [gradient(2)] * 2, used=parts)
    for part in range(2):
        fetch(f, "tex", "3d", DESTINATIONS[3], "f32", "R", used=[part])
    yield f


def multisampled():
    f = File("texture_more", decls=TEXTURES)
    for g, count in (("2dms", 3), ("a2dms", 4)):
        for kind in "NPUR":
            for suffix, letter, n in DESTINATIONS[:2]:
                k = f.case()
                texture = handle(k, kind)
                at = vector([k.load("r") for _ in range(count)])
                names, shown = take(k, letter, n)
                k.line(f"tex.{g}.{suffix}.s32 {shown}, [{texture}, {at}];")
                keep(k, letter, names)
    # Four texels of one component.
    for g in ("2d", "a2d", "cube", "acube"):
        for component in "rgba":
            for kind in "NPUR":
                op = f"tld4.{component}"
                fetch(f, op, g, ("v4.f32", "f", 4), "f32", kind)
                if g in ("2d", "a2d"):
                    fetch(f, op, g, ("v4.f32", "f", 4), "f32", kind, offset="I")
                    fetch(f, op, g, ("v4.s32", "r", 4), "f32", kind, offset="R")
                    fetch(f, op, g, ("v4.u32", "r", 4), "f32", kind, resident=True)
        fetch(f, "tld4.r", g, ("v4.f32", "f", 4), "f32", "P", compare=True)
        fetch(f, "tld4.r", g, ("v4.f32", "f", 4), "f32", "R", compare=True, used=[1, 3])
        if g in ("2d", "a2d"):
            fetch(f, "tld4.r", g, ("v4.f32", "f", 4), "f32", "N", offset="R", compare=True)
    for query in ("width", "height", "depth", "channel_data_type", "channel_order",
                  "normalized_coords", "array_size", "num_mipmap_levels", "num_samples"):
        for kind in "NPUR":
            k = f.case()
            texture, value = handle(k, kind), k.reg("r")
            k.line(f"txq.{query}.b32 {value}, [{texture}];")
            k.store("r", value)
    for query in ("width", "height", "depth"):
        for kind in "NPUR":
            k = f.case()
            texture, level, value = handle(k, kind), k.load("r"), k.reg("r")
            k.line(f"txq.level.{query}.b32 {value}, [{texture}], {level};")
            k.store("r", value)
    yield f


def image(f, op, geometry, tail, values, kind):
    """One surface instruction: `values` are the letters of its data."""
    k = f.case()
    surface = handle(k, kind, "image_0")
    at = coordinates(k, geometry, "r")
    is_load = op.startswith("suld")
    names = [k.reg(x) if is_load else k.load(x) for x in values]
    shown = "{" + ", ".join(names) + "}" if len(names) > 1 else names[0]
    if is_load:
        k.line(f"{op}.{geometry}{tail} {shown}, [{surface}, {at}];")
        for x, name in zip(values, names):
            k.store(x, name)
    else:
        k.line(f"{op}.{geometry}{tail} [{surface}, {at}], {shown};")


def surfaces():
    f = File("surface", decls=SURFACES)
    places = ("1d", "2d", "3d", "a1d", "a2d")
    widths = [("b8", "h"), ("b16", "h"), ("b32", "r"), ("b64", "l")]
    widths += [("v2.b8", "hh"), ("v2.b16", "hh"), ("v2.b32", "rr"), ("v2.b64", "ll")]
    widths += [("v4.b8", "hhhh"), ("v4.b16", "hhhh"), ("v4.b32", "rrrr")]
    for g in places:
        for kind in "NPUR":
            for clamp in (".trap", ".clamp", ".zero"):
                image(f, "suld.b", g, f".b32{clamp}", "r", kind)
                image(f, "sust.b", g, f".b32{clamp}", "r", kind)
                image(f, "sust.p", g, f".v4.b32{clamp}", "rrrr", kind)
        for width, letters in widths:
            image(f, "suld.b", g, f".{width}.trap", letters, "P")
            image(f, "sust.b", g, f".{width}.trap", letters, "R")
    for cache in ("ca", "cg", "cs", "cv"):
        k = f.case()
        surface, x, value = k.param("l"), k.load("r"), k.reg("r")
        k.line(f"suld.b.1d.{cache}.b32.clamp {value}, [{surface}, {{{x}}}];")
        k.store("r", value)
    for cache in ("wb", "cg", "cs", "wt"):
        k = f.case()
        surface, x, value = k.param("l"), k.load("r"), k.load("r")
        k.line(f"sust.b.1d.{cache}.b32.clamp [{surface}, {{{x}}}], {value};")
        k.line(f"sust.p.1d.{cache}.b32.clamp [{surface}, {{{x}}}], {{{value}}};")
    for g in ("1d", "2d", "3d"):
        for kind in "NPUR":
            for op, types in (
                ("add", ("u32", "s32", "u64")),
                ("min", ("u32", "s32")),
                ("max", ("u32", "s32")),
                ("and", ("b32",)),
                ("or", ("b32",)),
            ):
                for t in types if kind == "P" else types[:1]:
                    letter = "l" if t.endswith("64") else "r"
                    image(f, f"sured.b.{op}", g, f".{t}.trap", letter, kind)
            for clamp in (".clamp", ".zero"):
                image(f, "sured.b.add", g, f".u32{clamp}", "r", kind)
            image(f, "sured.p.min", g, ".b32.trap", "r", kind)
    for query in ("width", "height", "depth", "channel_data_type", "channel_order", "array_size",
                  "memory_layout"):
        for kind in "NPUR":
            k = f.case()
            surface, value = handle(k, kind, "image_1"), k.reg("r")
            k.line(f"suq.{query}.b32 {value}, [{surface}];")
            k.store("r", value)
    yield f


def files():
    yield from textures()
    yield from multisampled()
    yield from surfaces()
