#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# Broken copies of the convolution kernel must fail the bench's check, and the unchanged one must
# pass it: proof that the check can see what it is there for. Then every line of the kernel becomes a
# NOP in turn: what the bench does not see, which has no alpha, beta or layouts, test_conv must.
# Usage: test_mutants.sh SASSKIT KERNEL.sass SASSDNN-BENCH TEST_CONV
set -u
sasskit=$1
source=$2
bench=$3
conv=$4
name=$(basename "$source" .sass)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
tested=0
harmless=0

# A mutant may run for ever, and its faults are expected.
export SASSDNN_EMU_MAX_INSTRUCTIONS=2000000 SASSDNN_EMU_REPORT=/dev/null

# Ends of tiles in every direction, one round of the main loop and many, padding on all sides,
# strides, dilation, groups, and a batch whose last image ends the buffer.
check() {
    SASSDNN_KERNEL_DIR=$folder "$bench" --check full mb3ic5ih9iw11oc70kh3ph1 \
        g2mb2ic6ih7oc10kh2sh2ph1 mb1ic20ih12oc5kh1 mb2ic3ih9oc5kh1 mb1ic48ih5oc5kh3 \
        mb2ic6ih13iw11oc7kh3sh1sw2ph2pw1dh1dw2
}

check_rest() {
    SASSDNN_KERNEL_DIR=$folder SASSDNN_TEST_RANDOM=0 "$conv"
}

sm=$("$bench" --check none mb1ic1ih1oc1kh1 | sed -n 's/^device: .*, sm_\([0-9]*\),.*/\1/p')
[ -n "$sm" ] || {
    echo "FAILED: the bench does not run"
    exit 1
}

assemble() {
    "$sasskit" as -a "sm_$sm" "$1" -o "$folder/$name.sm_$sm.cubin" 2>"$folder/errors"
}

# Where a result is missing, its register may hold the value of another name: the assembler sees it.
is_refused() {
    grep -q "error: .* overwrites .* still reads as" "$folder/errors"
}

# mutant WHAT SED-SCRIPT: the edit must change the source, assemble, and fail the check.
mutant() {
    tested=$((tested + 1))
    sed -e "$2" "$source" >"$folder/mutant.sass"
    if cmp -s "$source" "$folder/mutant.sass"; then
        echo "FAILED: $1: the edit does not fit the kernel any more"
        failures=$((failures + 1))
        return
    fi
    if ! assemble "$folder/mutant.sass"; then
        echo "FAILED: $1: does not assemble: $(cat "$folder/errors")"
        failures=$((failures + 1))
        return
    fi
    check >"$folder/out" 2>&1
    status=$?
    if [ $status = 1 ] && grep -q 'FAILED(' "$folder/out"; then
        echo "caught: $1: $(grep -o 'FAILED([a-z]*)' "$folder/out" | sort -u | tr '\n' ' ')"
    else
        echo "FAILED: $1: not caught, status $status"
        failures=$((failures + 1))
    fi
}

assemble "$source" || exit 1
check || {
    echo "FAILED: the kernel itself does not pass"
    exit 1
}
check_rest >"$folder/out" 2>&1 || {
    tail -n 3 "$folder/out"
    echo "FAILED: the kernel itself does not pass test_conv"
    exit 1
}

mutant 'one STS of x dropped' '/^\.macro STORE_ROUND/,/^\.endmacro/s/^\.for e, 1, 8/.for e, 1, 7/'
mutant 'another STS of x dropped' '/^\.macro STORE_ROUND/,/^\.endmacro/s/^\.for e, 1, 8/.for e, 2, 8/'
mutant 'one STS of w dropped' '/^\.macro STORE_ROUND/,/^\.endmacro/s/^\.for e, 0, 4/.for e, 0, 3/'
mutant 'barrier dropped' '/BAR\.SYNC/d'
mutant 'row bound of x dropped' '/ISETP.*ih\[j\], u_h, ok/s/LT\.U32\(.*\), u_h, ok/GE.U32\1, RZ, ok/'
mutant 'column bound of x dropped' '/ISETP.*iw\[j\], u_w_dim/s/LT\.U32\(.*\), u_w_dim,/GE.U32\1, RZ,/'
mutant 'row bound of x is signed' '/ISETP.*ih\[j\], u_h, ok/s/LT\.U32/LT/'
mutant 'column bound of x off by one' '/ISETP.*iw\[j\], u_w_dim/s/LT\.U32/LE.U32/'
mutant 'end of the sum not seen by x' '/ISETP.*tap_ok, PT, crs_x, u_crs/s/LT\.U32\(.*\), u_crs,/GE.U32\1, RZ,/'
mutant 'end of the sum not seen by w' '/ISETP.*w_ok, PT, crs_w, u_crs/s/LT\.U32\(.*\), u_crs,/GE.U32\1, RZ,/'
mutant 'end of y not seen' '/ISETP.*y_pos\[.*u_m, P4/s/LT\.U32\(.*\), u_m,/GE.U32\1, RZ,/'
mutant 'end of y off by one' '/ISETP.*y_pos\[.*u_m, P4/s/LT\.U32/LE.U32/'
mutant 'end of the filters not seen' '/ISETP.*P4, PT, filter\[j\], u_k/s/LT\.U32\(.*\), u_k,/GE.U32\1, RZ,/'
mutant 'beta not looked at' '/ISETP\.NE.*P6, PT, e_t\[0\], RZ/s/NE/GE/'
mutant 'buffers not swapped' '/IADD3 xs_load, xs_load, other, RZ/d'
mutant 'group of x forgotten' '/IMAD.*group_off\[0\], group, u_x_group/s/group, u_x_group/RZ, u_x_group/'
mutant 'last step dropped' '/^ODD_STEP TILE_K - 1/d'
mutant 'one filter row too short' '/^\.set W_ROW/s/TILE_N+4/TILE_N-4/'

# NOPs that no result need show: the emulated GPU does not look at memory descriptors; rounds beyond
# the last add zeros; high words of addresses are all the same in a few megabytes; P4 is what it was
# in the first half of the filter.
is_harmless() {
    case $1 in
    *'] ULDC.64 desc_, '* | *'] IADD3 rounds, rounds, -0x1, RZ' | *'] @!more BRA no_load' | \
        *'] ISETP.GT.AND more, PT, rounds, RZ, PT' | *'] MOV e_y[1], u[5]' | \
        *'] IMAD y_at[2*i + 1], '* | '[B-1----'*'] ISETP.LT.U32.AND P4, PT, filter[j], u_k, PT') ;;
    *) return 1 ;;
    esac
}

for line in $(grep -n '^\[' "$source" | cut -d : -f 1); do
    text=$(sed -n "${line}p" "$source")
    tested=$((tested + 1))
    sed -e "${line}s/.*/[B------:R-:W-:-:S06] NOP/" "$source" >"$folder/mutant.sass"
    if ! assemble "$folder/mutant.sass"; then
        is_refused && continue
        echo "FAILED: a NOP in line $line does not assemble: $(cat "$folder/errors")"
        failures=$((failures + 1))
    elif check >"$folder/out" 2>&1 && check_rest >"$folder/out" 2>&1; then
        if is_harmless "$text"; then
            harmless=$((harmless + 1))
            continue
        fi
        echo "FAILED: a NOP in line $line is not caught: $text"
        failures=$((failures + 1))
    fi
done

echo "$((tested - failures - harmless)) of $tested mutants caught, $harmless make no difference"
[ $failures = 0 ]
