#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
"""Writes PTX that walks through the instruction set: every operation with its modifiers and with
every kind of operand that ptxas may fold into it (register, immediate, constant bank, uniform
register, negated, absolute). It is the part of the corpus that ptxas alone can compile.

Usage: sweep.py OUT [VERSION]
VERSION is the PTX version of the files, 8.8 by default (the highest that ptxas 12.9 reads).
A file NAME.sm90.ptx needs that architecture or a later one; NAME.sm90a.ptx needs exactly that one.
"""

import itertools
import pathlib
import sys

import sweep_bulk
import sweep_convert
import sweep_float
import sweep_integer
import sweep_memory
import sweep_random
import sweep_sync
import sweep_tensor
import sweep_texture
from sweep_kernel import File


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.split("Usage: ")[1].split("\n")[0])
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    version = sys.argv[2] if len(sys.argv) == 3 else "8.8"
    modules = (
        sweep_integer,
        sweep_float,
        sweep_convert,
        sweep_memory,
        sweep_sync,
        sweep_tensor,
        sweep_bulk,
        sweep_texture,
        sweep_random,
    )
    for file in itertools.chain.from_iterable(module.files() for module in modules):
        assert isinstance(file, File)
        file.write(folder, version)


if __name__ == "__main__":
    main()
