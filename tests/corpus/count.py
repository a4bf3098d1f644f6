#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
"""Counts what lies in the cubins whose names are read from standard input, as far as they exist.

Usage: count.py TITLE <LIST
"""

import pathlib
import struct
import sys

KERNEL = 0x10  # in st_other


def sections(data):
    (offset,) = struct.unpack_from("<Q", data, 40)
    count, names = struct.unpack_from("<HH", data, 60)
    table = [struct.unpack_from("<IIQQQQIIQQ", data, offset + 64 * i) for i in range(count)]
    for row in table:
        start = table[names][4] + row[0]
        yield data[start : data.index(b"\0", start)].decode(), row


def main():
    files = kernels = words = 0
    for line in sys.stdin:
        path = pathlib.Path(line.rstrip("\n"))
        if not path.exists():
            continue
        data = path.read_bytes()
        files += 1
        for name, (_, kind, _, _, offset, size, *_) in sections(data):
            if name.startswith(".text."):
                words += size // 16
            elif kind == 2:
                kernels += sum(
                    data[at + 5] & KERNEL != 0 for at in range(offset, offset + size, 24)
                )
    print(f"{sys.argv[1]}: {files} cubins, {kernels} kernels, {words} instructions")


if __name__ == "__main__":
    main()
