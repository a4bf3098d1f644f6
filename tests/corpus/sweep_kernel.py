# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
"""Kernels of independent instructions: sources come from memory, parameters, uniform values or
immediates, and every result is stored, so that ptxas can drop none of them."""

import itertools

# Types by letter: PTX register type, its prefix, type of a store, bytes.
TYPES = {
    "h": ("b16", "%h", "u16", 2),
    "r": ("b32", "%r", "u32", 4),
    "b": ("b32", "%b", "u32", 4),  # a bit position: its immediates are small
    "l": ("b64", "%l", "u64", 8),
    "f": ("f32", "%f", "f32", 4),
    "d": ("f64", "%d", "f64", 8),
    "p": ("pred", "%p", None, 4),
    "q": ("b128", "%q", "b128", 16),
}
IMMEDIATES = {
    "r": ["5", "0x1234567", "-3", "0", "1", "-1"],
    "l": ["9", "0x123456789abcd", "-6", "0"],
    "f": ["0f40490FDB", "0fBF800000", "0f3F000000", "0f00000000", "0f7F800000"],
    "d": ["0d400921FB54442D18", "0dBFF0000000000000", "0d0000000000000000"],
    "h": ["7"],
    "b": ["5", "16", "31", "1"],
}
PARAMS = {"r": 6, "b": 2, "l": 4, "f": 4, "d": 3, "h": 2}
CASES_PER_KERNEL = 40


class Kernel:
    """One kernel under construction; its methods append PTX lines."""

    def __init__(self, name, head=""):
        self.name = name
        self.head = head
        self.lines = []
        self.count = dict.fromkeys(TYPES, 0)
        self.out = 0
        self.turn = 0
        self.cases = 0

    def reg(self, letter):
        self.count[letter] += 1
        return f"{TYPES[letter][1]}{self.count[letter]}"

    def line(self, text):
        self.lines.append("\t" + text)

    def load(self, letter):
        """A value in a vector register that nothing is known about."""
        if letter == "p":
            value = self.load("r")
            name = self.reg("p")
            self.line(f"setp.ne.s32 {name}, {value}, {self.turn % 5 + 3};")
            return name
        if letter == "q":
            low, high, name = self.load("l"), self.load("l"), self.reg("q")
            self.line(f"mov.b128 {name}, {{{low}, {high}}};")
            return name
        kind, _, _, size = TYPES[letter]
        self.turn += 1
        name = self.reg(letter)
        self.line(f"ld.global.{kind} {name}, [%in+{self.turn * 16 % 4096}];")
        return name

    def param(self, letter):
        self.turn += 1
        name = self.reg(letter)
        kind = TYPES[letter][0]
        self.line(f"ld.param.{kind} {name}, [p_{letter}{self.turn % PARAMS[letter]}];")
        return name

    def uniform(self, letter):
        """A value that is the same in all threads but has to be computed."""
        low = self.reg("r")
        self.line(f"add.s32 {low}, %group, {self.turn % 7 + 2};")
        self.turn += 1
        if letter in "rb":
            return low
        name = self.reg(letter)
        if letter == "l":
            self.line(f"cvt.u64.u32 {name}, {low};")
        elif letter == "f":
            self.line(f"mov.b32 {name}, {low};")
        elif letter == "h":
            self.line(f"cvt.u16.u32 {name}, {low};")
        elif letter == "p":
            self.line(f"setp.gt.s32 {name}, {low}, {self.turn % 9};")
        else:
            self.line(f"mov.b64 {name}, {{{low}, {low}}};")
        return name

    def immediate(self, letter):
        self.turn += 1
        values = IMMEDIATES[letter]
        return values[self.turn % len(values)]

    def signed(self, letter, how):
        """A float register, negated and/or absolute."""
        name = self.load(letter)
        kind = {"f": "f32", "d": "f64"}[letter]
        for word in how:
            other = self.reg(letter)
            self.line(f"{word}.{kind} {other}, {name};")
            name = other
        return name

    def store(self, letter, name):
        if letter == "p":
            value = self.reg("r")
            self.line(f"selp.b32 {value}, 1, 0, {name};")
            letter, name = "r", value
        _, _, kind, size = TYPES[letter]
        self.out = (self.out + size - 1) // size * size
        self.line(f"st.global.{kind} [%out+{self.out}], {name};")
        self.out += size

    def text(self):
        params = ",\n".join(
            ["\t.param .u64 p_in", "\t.param .u64 p_out"]
            + [
                f"\t.param .{TYPES[letter][0]} p_{letter}{i}"
                for letter, n in PARAMS.items()
                for i in range(n)
            ]
        )
        regs = "".join(
            f"\t.reg .{TYPES[letter][0]} {TYPES[letter][1]}<{n + 1}>;\n"
            for letter, n in self.count.items()
            if n
        )
        body = "\n".join(self.lines)
        return (
            f".visible .entry {self.name}(\n{params}\n)\n{self.head}{{\n{regs}"
            "\t.reg .b64 %in, %out, %at;\n\t.reg .b32 %thread, %group;\n"
            "\tld.param.u64 %in, [p_in];\n\tld.param.u64 %out, [p_out];\n"
            "\tmov.u32 %thread, %tid.x;\n\tmov.u32 %group, %ctaid.x;\n"
            "\tmul.wide.u32 %at, %thread, 4096;\n\tadd.s64 %in, %in, %at;\n"
            "\tmul.wide.u32 %at, %thread, 4096;\n\tadd.s64 %out, %out, %at;\n"
            f"{body}\n\tret;\n}}\n"
        )


class File:
    """A PTX file: kernels with a common architecture."""

    def __init__(self, name, arch="sm_80", decls=""):
        self.name = name
        self.arch = arch
        self.decls = decls
        self.kernels = []
        self.current = None

    def kernel(self, name=None, head=""):
        self.kernels.append(Kernel(name or f"{self.name}_{len(self.kernels)}", head))
        self.current = None
        return self.kernels[-1]

    def case(self):
        """The kernel that the next independent case goes to."""
        if self.current is None or self.current.cases >= CASES_PER_KERNEL:
            self.current = self.kernel()
            self.kernels[-1] = self.current
        self.current.cases += 1
        return self.current

    def one(self, op, dst, sources, tail=""):
        """One instruction with sources made by functions of (kernel)."""
        k = self.case()
        names = [make(k) for make in sources]
        outs = [k.reg(letter) for letter in dst]
        shown = "|".join(outs) if len(outs) > 1 else outs[0] if outs else ""
        operands = ", ".join(([shown] if shown else []) + names) + tail
        k.line(f"{op} {operands};")
        for letter, name in zip(dst, outs):
            k.store(letter, name)

    def ins(self, op, dst, src, imm=None, kinds="RIPU", tail=""):
        """An instruction with all its sources in registers, and with each one in turn of another
        kind: I immediate, P parameter, U uniform. `imm` lists the sources that may be immediate
        (all by default)."""
        load = [lambda k, x=x: k.load(x) for x in src]
        if "R" in kinds:
            self.one(op, dst, load, tail)
        for i, letter in enumerate(src):
            if letter in "pq":
                continue
            for kind in kinds:
                if kind == "I" and (imm is not None and i not in imm or letter == "h"):
                    continue
                make = {
                    "I": lambda k, x=letter: k.immediate(x),
                    "P": lambda k, x=letter: k.param(x),
                    "U": lambda k, x=letter: k.uniform(x),
                }.get(kind)
                if make:
                    self.one(op, dst, load[:i] + [make] + load[i + 1 :], tail)

    def signs(self, op, dst, src):
        """Every float source negated, absolute, and both."""
        load = [lambda k, x=x: k.load(x) for x in src]
        for i, letter in enumerate(src):
            if letter not in "fd":
                continue
            for how in (("neg",), ("abs",), ("abs", "neg")):
                make = [lambda k, x=letter, h=how: k.signed(x, h)]
                self.one(op, dst, load[:i] + make + load[i + 1 :])

    def raw(self, text, **regs):
        """Free PTX: {name} is replaced by a loaded register of the letter given, a new register
        if the name starts with 'd' (stored afterwards)."""
        k = self.case()
        names = {n: k.reg(x) if n.startswith("d") else k.load(x) for n, x in regs.items()}
        for line in text.strip().split("\n"):
            k.line(line.strip().format(**names))
        for n, x in regs.items():
            if n.startswith("d"):
                k.store(x, names[n])

    def write(self, folder, version):
        suffix = "" if self.arch == "sm_80" else "." + self.arch.replace("_", "")
        head = f".version {version}\n.target {self.arch}\n.address_size 64\n"
        text = head + self.decls + "\n".join(k.text() for k in self.kernels)
        (folder / f"{self.name}{suffix}.ptx").write_text(text)


def product(*fields):
    """Every combination of modifier strings, joined."""
    return ("".join(x) for x in itertools.product(*fields))
