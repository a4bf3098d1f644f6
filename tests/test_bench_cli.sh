#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# The command line of sassdnn-bench: a good run, its report, and one line and status 2 for every kind
# of wrong input. Usage: test_bench_cli.sh SASSDNN-BENCH
set -u
export LC_ALL=C # some text here is not UTF-8
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
refuse "json: expected a file's name, got ''" --json '' ic1ih4oc1kh1
refuse 'batch: #2: x has .* elements' --batch 2147483647 ic1ih1oc1kh1 ic1ih3oc1kh3
refuse 'column 15: a name is UTF-8, and byte 0xe9' "$(printf 'ic1ih4oc1kh1n"\351t\351"')"
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

# Names beyond ASCII take a column per character, and a byte order mark is no part of a model.
printf '\357\273\277mb1ic1ih4oc1kh1n"\303\251t\303\251"\nmb1ic1ih4oc1kh1n"abc"\n' >"$folder/utf8.txt"
accept '^abc ' --check none --json "$folder/out.json" "$folder/utf8.txt"
shown=$(printf '\303\251t\303\251')
[ "$(grep "^$shown" "$folder/out" | sed "s/^$shown/abc/; s/conv_fwd.*//")" = \
    "$(grep '^abc' "$folder/out" | sed 's/conv_fwd.*//')" ] || fail "columns: $(cat "$folder/out")"

# members FILE: the report is JSON; its layers, complete, kernel_dir and the kernels' files.
members() {
    python3 -c 'import json, sys
report = json.load(open(sys.argv[1], encoding="utf-8"))
print(*[layer["name"] for layer in report["layers"]], report["complete"], report["kernel_dir"],
      *[kernel["file"] for kernel in report["kernels"]])' "$1"
}
[ "$(PYTHONIOENCODING=utf-8 members "$folder/out.json")" = "$shown abc True None None" ] ||
    fail "the report on UTF-8 names: $(cat "$folder/out.json")"

# Kernels from a folder are named, and so is a folder without any; a path need not be UTF-8.
kernels=$folder/$(printf 'k\351')
mkdir "$kernels"
export SASSDNN_KERNEL_DIR="$kernels"
accept 'embedded kernels, as SASSDNN_KERNEL_DIR=.* has no conv_fwd_[a-z0-9_]*\.sm_[0-9]*\.cubin' \
    --check none --json "$folder/out.json" mb1ic1ih2oc1kh1
[ "$(PYTHONIOENCODING=utf-8 members "$folder/out.json")" = \
    "#1 True $folder/$(printf 'k\357\277\275') None" ] || fail "report: $(cat "$folder/out.json")"
cubin=$(sed -n 's/.* has no \(.*\.cubin\)$/\1/p' "$folder/out")
cp "$(dirname "$bench")/../sass_kernels/$cubin" "$kernels/$cubin" || fail "no kernel to try"
accept "^kernel: $folder/.*/$cubin, instead of the embedded one" --check none mb1ic1ih2oc1kh1
grep -q 'embedded kernels' "$folder/out" && fail "a kernel is there and not: $(cat "$folder/out")"
rm "$kernels/$cubin"
mkfifo "$kernels/$cubin"
timeout 60 "$bench" mb1ic1ih2oc1kh1 >"$folder/out" 2>"$folder/err"
[ $? = 1 ] || fail "a FIFO as a kernel: status"
grep -q "$cubin: not a regular file" "$folder/err" || fail "a FIFO as a kernel: $(cat "$folder/err")"
unset SASSDNN_KERNEL_DIR

# unwritten WHAT STATUS: one line on stderr and status 1.
unwritten() {
    [ "$2" = 1 ] || fail "$1: status $2, expected 1"
    [ "$(wc -l <"$folder/err")" = 1 ] || fail "$1: not one line on stderr: $(cat "$folder/err")"
}

# What cannot be written is a failure: the report, and the table.
if [ -w /dev/full ]; then
    "$bench" --json /dev/full mb1ic1ih2oc1kh1 >"$folder/out" 2>"$folder/err"
    unwritten 'report on a full disk' $?
    "$bench" mb1ic1ih2oc1kh1 >/dev/full 2>"$folder/err"
    unwritten 'table on a full disk' $?
    "$bench" --help >/dev/full 2>"$folder/err"
    unwritten 'help on a full disk' $?
fi
"$bench" --json "$folder/closed.json" mb1ic1ih2oc1kh1 >&- 2>"$folder/err"
unwritten 'stdout closed' $?
"$bench" --help >&- 2>"$folder/err"
unwritten 'help, stdout closed' $?

# A run that is ended keeps what it has measured.
"$bench" --json "$folder/ended.json" mb1ic1ih2oc1kh1 mb128ic256ih27oc256kh3 >"$folder/out" 2>&1 &
pid=$!
tries=0
while [ ! -e "$folder/ended.json" ] && [ $tries -lt 600 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
kill "$pid"
wait "$pid" 2>/dev/null
[ "$(members "$folder/ended.json")" = '#1 False None None' ] ||
    fail "a run that was ended: $(cat "$folder/ended.json" "$folder/out")"

# A driver that is none.
SASSDNN_DRIVER=$folder/none.so "$bench" --json "$folder/none.json" mb1ic1ih2oc1kh1 \
    >"$folder/out" 2>"$folder/err"
[ $? = 1 ] || fail "no driver: status"
[ "$(wc -l <"$folder/err")" = 1 ] || fail "no driver: $(cat "$folder/err")"
[ ! -e "$folder/none.json" ] || fail "no driver: a report is left"

# The emulated GPU's own line about its settings comes once, however often it is initialised.
SASSDNN_DRIVER=$SASSDNN_EMULATOR SASSDNN_EMU_DEVICE='GT 710' "$bench" mb1ic1ih2oc1kh1 \
    >"$folder/out" 2>"$folder/err"
[ $? = 1 ] || fail "unknown device: status"
[ "$(grep -c 'GT 710.*H200, H100, RTX4090' "$folder/err")" = 1 ] ||
    fail "unknown device: $(cat "$folder/err")"

# Nothing of a report under way is left.
left=$(find "$folder" -name '*.tmp')
[ -z "$left" ] || fail "left behind: $left"

[ $failures = 0 ] && echo "all good"
exit $((failures != 0))
