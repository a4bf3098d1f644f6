# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
"""Count test cases in a Meson test log and print "N passed, N failed" as the last line.

An executable of cmocka counts each of its cases, a script counts as one. An executable that ended
before its last case, by a crash or a timeout, has one failure for that beside what it had reported.
"""
import json
import re
import sys


def count(record):
    """(passed, failed) of one executable or script."""
    output = record.get("stdout", "") + record.get("stderr", "")
    good = record["result"] == "OK"
    if not re.search(r"^\[=+\] (\S+: )?Running \d+ test\(s\)\.", output, re.M):
        return (1, 0) if good else (0, 1)
    passed = len(re.findall(r"^\[ +OK \] ", output, re.M))
    finished = re.search(r"^\[=+\] (\S+: )?\d+ test\(s\) run\.", output, re.M)
    failures = re.search(r"^\[ +FAILED +\] (?:\S+: )?(\d+) test\(s\), listed below:", output, re.M)
    failed = int(failures.group(1)) if failures else 0
    if not finished or (not good and failed == 0):
        failed += 1
    return passed, failed


def main():
    passed = failed = 0
    with open(sys.argv[1], encoding="utf-8") as log:
        for line in log:
            record = json.loads(line)
            plus, minus = count(record)
            passed += plus
            failed += minus
            if minus:
                print(f"--- {record['name']}: {record['result']}")
                print(record.get("stdout", "") + record.get("stderr", ""))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
