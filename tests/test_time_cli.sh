#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# `sasskit time` and `sassdnn-bench --model`: their reports, and what they say to bad input.
# Usage: test_time_cli.sh SASSKIT SASSDNN-BENCH
set -u
sasskit=$1 bench=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
unset SASSDNN_EMU_DEVICE

fail() {
    echo "FAILED: $*"
    failed=1
}

# run STATUS COMMAND...: it must exit with that status; what it says is in $work/said.
run() {
    expected=$1
    shift
    "$@" >"$work/said" 2>&1
    status=$?
    [ "$status" = "$expected" ] || {
        fail "$*: exit status $status, $expected was expected"
        cat "$work/said"
    }
}

says() {
    grep -qE -- "$1" "$work/said" || {
        fail "'$1' was expected in:"
        cat "$work/said"
    }
}

# refuses TEXT ARGUMENT...: one line with TEXT.
refuses() {
    text=$1
    shift
    "$sasskit" time "$@" >"$work/said" 2>&1 && fail "sasskit time $*: success was not expected"
    says "$text"
    [ "$(wc -l <"$work/said")" = 1 ] || {
        fail "one line was expected:"
        cat "$work/said"
    }
}

cat >"$work/k.sass" <<'EOF2'
.kernel k
.param u32 n
.param f32 a
.param ptr x
  MOV R0, RZ
loop:
[B------:R-:W-:-:S01] FFMA R4, R2.reuse, R9, R4
[B------:R-:W-:-:S04] IADD3 R0, R0, 0x1, RZ
[B------:R-:W-:Y:S13] ISETP.LT.U32.AND P0, PT, R0, c[0x0][n], PT
[B------:R-:W-:-:S05] @P0 BRA loop
  EXIT
.endkernel
EOF2
{ cat "$work/k.sass"; sed 's/kernel k$/kernel other/' "$work/k.sass"; } >"$work/two.sass"
params="--param u32:50 --param f32:1.5 --param ptr:1K:random"

# One warp: 50 rounds of 1 + 4 + 13 + 5 cycles, 4 before them and the EXIT.
# shellcheck disable=SC2086
run 0 "$sasskit" time "$work/k.sass" --grid 1 --block 32 $params --loops --flop 3200
says 'k on NVIDIA H200 .*modelled, not measured'
says ' 11[0-9][0-9] for a wave \(11[0-9][0-9] per CTA\), 11[0-9][0-9] in all'
says 'limiter '
says 'loop 0010-0040: 4 instructions, 50 rounds of warps; modelled'
says '^ +0010 +1\.0 +1\.[0-2] +1\.0 .* FFMA R4, R2\.reuse, R9, R4$'
says '^ +total +4\.0 +2[3-4]\.[0-9] +23\.0 '
says 'by --flop +0\.0 % modelled'
# shellcheck disable=SC2086
run 0 "$sasskit" time "$work/two.sass" -k other -a sm_86 --grid 2,3 --block 8,8,2 $params
says 'other on NVIDIA GeForce RTX 3090'
says 'launch +6 CTAs'
"$sasskit" as -a sm_80 "$work/k.sass" -o "$work/k.cubin" || fail "sasskit as"
# shellcheck disable=SC2086
run 0 "$sasskit" time "$work/k.cubin" --grid 1 --block 32 $params
says 'k on NVIDIA A100'

at="--grid 1 --block 32"
# shellcheck disable=SC2086
{
    refuses 'an input file was expected' $at
    refuses '\-\-grid and --block were expected' "$work/k.sass" --grid 1
    refuses "'--grid 1,x': X, X,Y or X,Y,Z was expected" "$work/k.sass" --grid 1,x
    refuses "'u32:-5' is no parameter: u8, " "$work/k.sass" $at --param u32:-5
    refuses "'u8:256' is no parameter" "$work/k.sass" $at --param u8:256
    refuses "'ptr:0' is no parameter" "$work/k.sass" $at --param ptr:0
    refuses "'f16:1' is no parameter" "$work/k.sass" $at --param f16:1
    refuses 'has 3 parameters, 1 .* 4, 4, 8' "$work/k.sass" $at --param u32:1
    refuses "parameter 2 of kernel k has 4 bytes, 's64:1' has 8" "$work/k.sass" $at \
        --param u32:50 --param s64:1 --param ptr:1K
    refuses 'unknown architecture .sm_75.' "$work/k.sass" $at -a sm_75
    refuses "unknown option '--frob'" "$work/k.sass" $at --frob
    refuses "a value was expected after '--shared'" "$work/k.sass" $at --shared
    refuses "several kernels: '-k k' or another" "$work/two.sass" $at $params
    refuses "no kernel 'c'" "$work/two.sass" $at $params -k c
    refuses 'No such file' "$work/none.cubin" $at
    refuses 'for sm_90.*NO_BINARY' "$work/k.sass" $at $params --device A100
}
SASSDNN_DRIVER=/nonexistent refuses 'nonexistent' "$work/k.sass" $at $params
SASSDNN_DRIVER=$FAKE_CUDA refuses 'it is not the emulated GPU' "$work/k.sass" $at $params
run 0 "$sasskit" time --help
says '^Example'

# The bench's figures are the report's: cycles, and FLOP over 2 x 128 lanes x 132 SMs x cycles.
problem='mb1ic16ih12oc64kh3ph1'
SASSDNN_EMU_TIME=$work/report run 0 "$bench" --model --check none --json "$work/json" "$problem"
cycles=$(sed -n 's/.* per CTA), \([0-9]*\) in all.*/\1/p' "$work/report")
says "^#1 +$cycles +[0-9.]+\$"
says 'modelled and not measured'
python3 - "$work/json" "$cycles" <<'EOF2' || fail "modelled figures of the JSON report"
import json, sys
row = json.load(open(sys.argv[1]))["layers"][0]
cycles = float(sys.argv[2])
want = row["flop"] / (2 * 128 * 132 * cycles)
assert row["modelled_cycles"] == cycles, row
assert abs(row["modelled_efficiency"] - want) < 1e-4, (row, want)
EOF2
run 0 "$bench" --check none "$problem"
grep -q modelled "$work/said" && fail "modelled figures that nobody asked for"
exit $failed
