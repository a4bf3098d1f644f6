#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# The command line of sassdnn-bench: a good run, its report, and one line and status 2 for every kind
# of wrong input. Usage: test_bench_cli.sh SASSDNN-BENCH
set -u
bench=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# refuse PATTERN ARGUMENT...: status 2, nothing on stdout, one line on stderr that matches.
refuse() {
    pattern=$1
    shift
    "$bench" "$@" >"$folder/out" 2>"$folder/err"
    status=$?
    [ $status = 2 ] || fail "'$*': status $status, expected 2"
    [ ! -s "$folder/out" ] || fail "'$*': wrote to stdout"
    [ "$(wc -l <"$folder/err")" = 1 ] || fail "'$*': not one line on stderr: $(cat "$folder/err")"
    grep -q -e "$pattern" "$folder/err" || fail "'$*': $(cat "$folder/err"); expected $pattern"
}

# accept PATTERN ARGUMENT...: status 0, and a line on stdout matches.
accept() {
    pattern=$1
    shift
    "$bench" "$@" >"$folder/out" 2>"$folder/err"
    status=$?
    [ $status = 0 ] || fail "'$*': status $status: $(cat "$folder/err" "$folder/out")"
    grep -q -e "$pattern" "$folder/out" || fail "'$*': no line matches $pattern: $(cat "$folder/out")"
}

refuse 'mb1ic3ih8xx4: column 10: unknown key .xx.' mb1ic3ih8xx4
refuse 'column 3: mb must be at least 1' mb0ic3ih8oc4kh3
refuse 'column 12: expected a number after kh' mb1ic3oc4kh ih8
refuse 'column 13: the filter is larger than the padded image' mb1ic3ih4oc4kh9ph1
refuse 'column 6: expected a number after ih, found .x.' ic3ihx
refuse 'column 7: expected a key such as ic, found .\..' ic3ih8.5oc4kh3
refuse 'no-such-model.txt: No such file or directory' models/no-such-model.txt
refuse 'no-such-model: No such file or directory' --batch-file no-such-model
refuse "$folder: Is a directory" "$folder"
refuse "batch: expected a number from 1 to 2147483647, got '0'" --batch 0
refuse "batch: expected a number from 1 to 2147483647, got '-3'" --batch=-3
refuse "batch: expected a number from 1 to 2147483647, got '2x'" --batch 2x
refuse "batch: expected a number from 1 to 2147483647, got '99999999999'" --batch 99999999999
refuse 'batch: conv: x has .* elements' --batch 2147483647 'ic3ih8oc4kh3nconv'
refuse "check: expected none, sample or full, got 'some'" --check some
refuse "seed: expected a number from 0" --seed one
refuse "unknown option '--frob'" --frob
refuse "unknown option '-x'" -x
refuse '--json needs a value' --json
refuse "$folder/no/such.json: No such file or directory" --json "$folder/no/such.json" ic1ih4oc1kh1
printf '# two problems\nic1ih4oc1kh1\nic1ih4oc1kh1ph\n' >"$folder/bad.txt"
refuse "$folder/bad.txt:3:15: expected a number after ph" "$folder/bad.txt"
: >"$folder/empty.txt"
refuse "$folder/empty.txt: no problem string" "$folder/empty.txt"

accept '^usage: sassdnn-bench' --help
accept '^sassdnn-bench [0-9.]*$' --version

# A small run, with a name too long for its column, every option, and a report.
printf 'mb9ic3ih9oc5kh3ph1n"first"\n\n  g2ic4ih6oc6kh3n"a \\ name that is too long for its column" # and a comment\n' \
    >"$folder/model.txt"
accept '^first .* conv_fwd_.* ok$' --batch 3 --check full --seed 7 --json "$folder/out.json" \
    "$folder/model.txt"
[ ! -s "$folder/err" ] || fail "a good run wrote to stderr: $(cat "$folder/err")"
[ "$(grep -c ' ok$' "$folder/out")" = 2 ] || fail "not two rows ok: $(cat "$folder/out")"
grep -q '^device: ' "$folder/out" || fail "no device line"
long=$(awk 'length > 100' "$folder/out")
[ -z "$long" ] || fail "wider than 100 columns: $long"
if grep -q EMULATED "$folder/out"; then
    grep -q 'emulated ms' "$folder/out" || fail "the time is not labelled emulated"
    grep -q 'million per second' "$folder/out" || fail "no warp instructions per second"
    grep -qi 'gpu time' "$folder/out" && fail "emulated time is called GPU time"
fi
python3 - "$folder/out.json" <<'END' || fail "the report"
import json, sys
report = json.load(open(sys.argv[1]))
assert report["schema"] == "sassdnn-bench/1" and report["seed"] == 7 and report["check"] == "full"
assert report["version"] and report["device"]["name"] and report["device"]["driver"]
assert report["time"] == ("emulated" if report["device"]["emulated"] else "gpu")
first, second = report["layers"]
assert first["name"] == "first" and second["name"].startswith("a \\ name")
assert first["shape"]["n"] == 3 and first["shape"]["pad_w"] == 1 and second["shape"]["groups"] == 2
assert first["flop"] == 2 * 3 * 9 * 9 * 5 * 27
for layer in report["layers"]:
    assert layer["check"] == "ok" and layer["kernel"].startswith("conv_fwd_") and not layer["error"]
    assert layer["time_ms"] > 0 and layer["gflops"] > 0 and layer["integer_batch"] == 3
END

accept '^#1 .* none$' --check none mb1ic3ih9oc5kh3
accept '^#2 .* ok$' mb5ic3ih9oc5kh3 mb1ic3ih9oc5kh3

# A report that cannot be written is a failure.
if [ -w /dev/full ]; then
    "$bench" --json /dev/full mb1ic1ih2oc1kh1 >"$folder/out" 2>"$folder/err"
    [ $? = 1 ] || fail "a full disk goes unnoticed"
fi

# A driver that is none.
SASSDNN_DRIVER=$folder/none.so "$bench" mb1ic1ih2oc1kh1 >"$folder/out" 2>"$folder/err"
[ $? = 1 ] || fail "no driver: status"
[ "$(wc -l <"$folder/err")" = 1 ] || fail "no driver: $(cat "$folder/err")"

[ $failures = 0 ] && echo "all good"
exit $((failures != 0))
