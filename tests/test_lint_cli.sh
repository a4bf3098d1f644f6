#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# Findings of `sasskit as` at the lines of the source, and the loop reports of `as` and `lint`.
# Usage: test_lint_cli.sh SASSKIT KERNEL.sass
set -u
sasskit=$1 kernel=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

# run STATUS ARGUMENT...: sasskit must exit with that status; what it says is in $work/said.
run() {
    expected=$1
    shift
    "$sasskit" "$@" >"$work/said" 2>&1
    status=$?
    [ "$status" = "$expected" ] || {
        fail "sasskit $*: exit status $status, $expected was expected"
        cat "$work/said"
    }
}

says() {
    grep -qF -- "$1" "$work/said" || {
        fail "'$1' was expected in:"
        cat "$work/said"
    }
}

silent() {
    [ ! -s "$work/said" ] || {
        fail "nothing was expected to be said:"
        cat "$work/said"
    }
}

cat >"$work/bad.sass" <<'EOF'
.macro sum a, b
[B------:R-:W-:-:S03] FADD a, b, R3
.endmacro
.kernel k
  sum R1, R2
  sum R4, R1
[B------:R-:W-:-:S05] EXIT
.endkernel
EOF
line="$work/bad.sass:2:23: warning: FADD R4, R1, R3: R1 is read 3 cycles after line 2 wrote it; 4 are needed"
run 0 as -a sm_90 "$work/bad.sass" -o "$work/bad.cubin"
says "$line"
run 1 lint "$work/bad.cubin"
says "$work/bad.cubin: k+0010: FADD R4, R1, R3: R1 is read 3 cycles after 0000 wrote it; 4 are needed"
run 0 as -a sm_90 --no-lint "$work/bad.sass" -o "$work/same.cubin"
silent
cmp "$work/bad.cubin" "$work/same.cubin" || fail "--no-lint changes the output"
rm "$work/same.cubin"
run 1 as -a sm_90 -Werror "$work/bad.sass" -o "$work/same.cubin"
says "$line"
[ ! -e "$work/same.cubin" ] || fail "-Werror wrote the output"
sed 's/S03/S04/' "$work/bad.sass" >"$work/good.sass"
run 0 as -a sm_90 -Werror "$work/good.sass" -o "$work/good.cubin"
silent
run 0 lint "$work/good.cubin"
silent

# A warning by itself is none for the exit status of lint.
printf '.kernel k\n[B-1----:R-:W-:-:S05] EXIT\n.endkernel\n' >"$work/wait.sass"
run 0 as -a sm_80 "$work/wait.sass" -o "$work/wait.cubin"
says "$work/wait.sass:2:23: warning: EXIT: nothing in the kernel sets SB1: the wait is for nothing"
run 0 lint "$work/wait.cubin"
says "k+0000: EXIT: warning: nothing in the kernel sets SB1"

cat >"$work/loop.sass" <<'EOF'
.kernel k
.loop main
again:
[B------:R-:W-:-:S01] FFMA R1, R2, R4, R1
[B------:R-:W-:-:S05] @P0 BRA again
.endloop
[B------:R-:W-:-:S05] EXIT
.endkernel
EOF
bank="FFMA R1, R2, R4, R1: R2, R4 lie in one register bank: 1 cycle;"
run 0 as -a sm_90 -W "$work/loop.sass" -o "$work/loop.cubin"
says "$work/loop.sass:4:23: note: loop main: 2 instructions, 6 issue cycles, 1 more for register banks"
says "$work/loop.sass:4:23: note: $bank"
run 0 as -a sm_90 "$work/loop.sass" -o "$work/loop.cubin"
silent
run 0 lint --loops "$work/loop.cubin"
says "$work/loop.cubin: k+0000-0010: 2 instructions, 6 issue cycles"
says "$work/loop.cubin: k+0000: $bank"
run 0 lint --loop k+0-10 "$work/loop.cubin"
says "k+0000: $bank"
run 0 lint --loop 10-10 "$work/loop.cubin"
says "k+0010-0010: 1 instructions"
run 1 lint --loop k+0-30 "$work/loop.cubin"
says "no kernel has the instructions 'k+0-30'"
run 1 lint --loop other+0-10 "$work/loop.cubin"
says "no kernel has the instructions 'other+0-10'"
for bad in '' 0 0-8 10-0 -10-20 0-10x k+; do
    run 2 lint --loop "$bad" "$work/loop.cubin"
    says "'$bad' is no range of instructions: [KERNEL+]FROM-TO was expected"
done
run 2 lint --loop
says "a value was expected after '--loop'"

# Our own kernel: clean, with its loop marked.
for arch in sm_80 sm_86 sm_89 sm_90; do
    run 0 as -a $arch -Werror -W "$kernel" -o "$work/own.cubin"
    says "note: loop round: "
    ! grep -q warning "$work/said" || fail "$kernel has warnings for $arch"
done

# Marks that do not fit together.
bad_marks() {
    printf '%b' "$1" >"$work/marks.sass"
    run 1 as -a sm_80 "$work/marks.sass" -o "$work/marks.cubin"
    says "$work/marks.sass:$2"
}
bad_marks '.kernel k\n.loop a\nEXIT\n.endkernel\n' \
    "2:7: error: the loop 'a' is never closed: .endloop was expected"
bad_marks '.kernel k\nEXIT\n.endloop\n.endkernel\n' "3:2: error: '.endloop' without a .loop"
bad_marks '.kernel k\n.loop a\n.endloop\nEXIT\n.endkernel\n' \
    "3:2: error: the loop 'a' has no instructions"
bad_marks '.kernel k\n.loop\nEXIT\n.endkernel\n' "2:6: error: a name was expected"
bad_marks '.loop a\n' "1:2: error: '.loop' belongs between .kernel and .endkernel"
exit $failed
