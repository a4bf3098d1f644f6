#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# What sasskit tells a newcomer: versions, help whose examples work, the reference of the instruction
# set, warnings. Usage: test_sasskit.sh SASSKIT VERSION; SASS_PTXAS and SASS_NVDISASM are judges.
set -u
sasskit=$1
version=$2
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

complain() {
    echo "FAILED: $*"
    failed=1
}

# expect STATUS PATTERN COMMAND...: the exit status, and a line of the output that matches; with ''
# as the pattern no output at all.
expect() {
    status=$1 pattern=$2
    shift 2
    "$@" >"$work/out" 2>&1
    got=$?
    [ $got = "$status" ] || complain "$* exits with $got, $status was expected"
    if [ -z "$pattern" ]; then
        [ ! -s "$work/out" ] || complain "$* prints: $(cat "$work/out")"
    elif ! grep -q -e "$pattern" "$work/out"; then
        complain "$*: no line like '$pattern' in: $(cat "$work/out")"
    fi
}

expect 0 "^sasskit $version\$" "$sasskit" --version
expect 0 '^  isa ' "$sasskit" --help
for command in as dis lint gaps isa; do
    expect 0 '^example' "$sasskit" "$command" --help
done
expect 2 "isa was expected" "$sasskit" nonsense

# The source in the help of 'as' is complete.
"$sasskit" as --help | sed -n '/^  \.kernel/,/^  \.endkernel/p' >"$work/answer.sass"
expect 0 '' "$sasskit" as -a sm_90 "$work/answer.sass" -o "$work/answer.cubin"
expect 0 '' "$sasskit" lint "$work/answer.cubin"

printf '.kernel k\nNOP\n.endkernel\n' >"$work/endless.sass"
expect 0 '2:1: warning: NOP: control runs off the end of the kernel' "$sasskit" as -a sm_80 "$work/endless.sass" \
    -o "$work/endless.cubin"

# What has no end is not read for ever; what cannot be read is said once.
for command in dis 'as -a sm_90 -o -'; do
    expect 1 'cannot read the file: File too large' "$sasskit" $command /dev/zero
done
expect 1 "$work/none: cannot read the file" "$sasskit" as -a sm_90 "$work/answer.sass" \
    --into "$work/none" -o "$work/out.cubin"
[ "$(wc -l <"$work/out")" = 1 ] || complain "two lines for one missing file"

"$sasskit" as -a sm_90 "$work/answer.sass" -o - | cmp -s - "$work/answer.cubin" ||
    complain "'-o -' gives another cubin"

# Tensor instructions of warp groups mark the file as ptxas marks code for sm_90a.
flags() { od -An -tx4 -j48 -N4 "$1" | tr -d ' '; }
printf '.kernel k\nWARPGROUP.ARRIVE\nEXIT\n.endkernel\n' >"$work/groups.sass"
cat >"$work/groups.ptx" <<'PTX'
.version 8.0
.target sm_90a
.address_size 64
.visible .entry k() { wgmma.fence.sync.aligned; ret; }
PTX
"$SASS_PTXAS" -arch sm_90a "$work/groups.ptx" -o "$work/theirs.cubin" || complain "ptxas fails"
for arch in sm_90 sm_90a; do
    expect 0 '' "$sasskit" as -a $arch "$work/groups.sass" -o "$work/groups.cubin"
    [ "$(flags "$work/groups.cubin")" = "$(flags "$work/theirs.cubin")" ] ||
        complain "-a $arch: flags $(flags "$work/groups.cubin"), those of ptxas are $(flags "$work/theirs.cubin")"
done
[ "$(flags "$work/answer.cubin")" = 005a055a ] || complain "plain code is not plain sm_90"

# The list and the pages.
expect 0 '^FFMA .* sm_80 sm_86 sm_89 sm_90' "$sasskit" isa
expect 0 '^HGMMA ' "$sasskit" isa -a sm_90
"$sasskit" isa -a sm_80 | grep -q '^HGMMA ' && complain "sm_80 has HGMMA"
expect 1 "does not exist on sm_80" "$sasskit" isa HGMMA -a sm_80
expect 1 "'LDG' is the nearest" "$sasskit" isa LDGG
expect 2 "unknown architecture" "$sasskit" isa -a sm_75
for mnemonic in $("$sasskit" isa | awk '{ print $1 }'); do
    forms=$("$sasskit" isa "$mnemonic" | grep -c '^    opcode ')
    "$sasskit" isa | grep -q "^$mnemonic .* $forms form" ||
        complain "$mnemonic: $forms forms on its page, another number in the list"
done

# NVIDIA's tools are the judges: for each instruction of a compiled kernel the page knows its opcode.
cat >"$work/k.ptx" <<'PTX'
.version 8.0
.target sm_86
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
.reg .u32 %r<9>; .reg .u64 %d<4>; .reg .f32 %f<6>; .reg .pred %q;
.shared .align 4 .b8 s[512];
ld.param.u64 %d1, [p]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x;
mul.wide.u32 %d2, %r2, 4; add.u64 %d3, %d1, %d2;
ld.global.f32 %f1, [%d3]; mov.u32 %r3, s; shl.b32 %r4, %r2, 2; add.u32 %r5, %r3, %r4;
st.shared.f32 [%r5], %f1; bar.sync 0; ld.shared.f32 %f2, [%r5+4];
L: fma.rn.f32 %f2, %f2, %f1, %f1; rcp.approx.f32 %f3, %f2; add.f32 %f2, %f2, %f3;
sub.u32 %r1, %r1, 1; setp.ne.u32 %q, %r1, 0; @%q bra L;
st.global.f32 [%d3], %f2; ret;
}
PTX
"$SASS_PTXAS" -arch=sm_86 "$work/k.ptx" -o "$work/k.cubin" || complain "ptxas failed"
"$SASS_NVDISASM" -hex -c "$work/k.cubin" 2>/dev/null | awk '
    /^[ \t]*\/\*[0-9a-f]+\*\/ / {
        text = $2 ~ /^@/ ? $3 : $2
        sub(/\..*/, "", text)
        sub(/;/, "", text)
        word = $0
        sub(/ \*\/[ \t]*$/, "", word)
        print text, substr(word, length(word) - 2)
    }' | sort -u >"$work/opcodes"
[ "$(wc -l <"$work/opcodes")" -ge 12 ] || complain "nvdisasm shows too few instructions"
while read -r mnemonic opcode; do
    "$sasskit" isa "$mnemonic" -a sm_86 | grep -q "^    opcode  *0x$opcode in bits 0 to 11" ||
        complain "$mnemonic: the page lacks the opcode 0x$opcode"
done <"$work/opcodes"
exit $failed
