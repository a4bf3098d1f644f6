# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# Sourced by bench/run.sh, tests/run.sh and .ci/run, from the source tree's root: brings what they
# need and is missing. Distribution packages come from apt-get, as root or with sudo; everything else
# goes into build/tools, with pip and its pinned versions, and leaves the system alone. Says nothing
# where everything is there.
#
# setup_build   a C compiler, meson, ninja, cuda.h; sets MESON, NINJA, CUDA_INCLUDE
# setup_tests   the same, cmocka, oneDNN, ptxas and nvdisasm; sets PTXAS, NVDISASM as well
# setup_format  clang-format in the version that the sources are formatted with; sets CLANG_FORMAT
# configure DIR OPTION...   meson setup, or a reconfiguration where the options have changed
# build DIR     compile
# Logs lie in build/tools and in the build folders.

tools=$PWD/build/tools
cuda_version=12.9.79 # nvidia-cuda-runtime-cu12, for cuda.h
cuda_least=12080     # CUDA_VERSION of an installed one
ptxas_version=12.9.86
nvdisasm_version=13.5.37
clang_format_version=14.0.6
meson_version=1.2.3
ninja_version=1.11.1.1
meson_least=1.0.0

die() {
    echo "${0##*/}: $*" >&2
    exit 1
}

note() {
    echo "setup: $*" >&2
}

have() {
    command -v "$1" >/dev/null 2>&1
}

# Whether the C compiler finds a header.
have_header() {
    echo "#include <$1>" | ${CC:-cc} -E ${2:+-I"$2"} - >/dev/null 2>&1
}

# version_at_least HAVE LEAST
version_at_least() {
    [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

# install PACKAGE...: distribution packages that are missing.
install() {
    [ $# -gt 0 ] || return 0
    have apt-get || die "missing: $*; install these Debian packages' equivalents and run this again"
    as_root=
    if [ "$(id -u)" != 0 ]; then
        have sudo || die "missing packages and neither root nor sudo; run as root: apt-get install $*"
        as_root=sudo
    fi
    note "installing $*"
    {
        $as_root apt-get -qq update &&
            $as_root env DEBIAN_FRONTEND=noninteractive \
                apt-get -qq -y --no-install-recommends install "$@"
    } >"$tools/apt.log" 2>&1 || {
        tail -n 3 "$tools/apt.log" >&2
        die "apt-get failed (no network?); install these packages and run this again: $*"
    }
}

# A virtual environment for pip.
setup_venv() {
    [ -x "$tools/venv/bin/pip" ] && return
    rm -rf "$tools/venv" # a half-made one
    python3 -m venv "$tools/venv" >"$tools/venv.log" 2>&1 ||
        die "python3 -m venv failed, see $tools/venv.log"
}

# pip PACKAGE==VERSION OPTION...: install with the virtual environment's pip.
pip() {
    setup_venv
    note "fetching $1"
    "$tools/venv/bin/pip" install -q "$@" >"$tools/pip.log" 2>&1 || {
        tail -n 1 "$tools/pip.log" >&2
        die "pip could not fetch $1 (no network?), see $tools/pip.log"
    }
}

# fetch FOLDER PACKAGE==VERSION: unpack a wheel into build/tools/FOLDER, once.
fetch() {
    [ -e "$tools/$1/.$2" ] && return
    rm -rf "${tools:?}/$1" # a half-made one, or another version
    pip "$2" --no-deps --target "$tools/$1"
    : >"$tools/$1/.$2"
}

# The packages that the compiler and the fetching of the rest need.
base_packages() {
    { have "${CC:-cc}" && have_header stdio.h; } || echo gcc libc6-dev
    have pkg-config || echo pkg-config
    python3 -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
    [ -e /etc/ssl/certs/ca-certificates.crt ] || [ ! -e /etc/debian_version ] ||
        echo ca-certificates
}

test_packages() {
    have_header cmocka.h || echo libcmocka-dev
    have_header oneapi/dnnl/dnnl.h || echo libdnnl-dev
    have readelf || echo binutils
}

# The system's, if new enough, or ones in build/tools/venv.
setup_meson() {
    MESON=meson NINJA=ninja
    if ! have meson || ! version_at_least "$(meson --version)" "$meson_least"; then
        MESON=$tools/venv/bin/meson
        [ -x "$MESON" ] || pip "meson==$meson_version"
    fi
    if ! have ninja; then
        NINJA=$tools/venv/bin/ninja
        [ -x "$NINJA" ] || pip "ninja==$ninja_version"
        export NINJA # meson asks for it by this name
    fi
}

# Whether the compiler, or a folder, has a cuda.h that is new enough.
have_cuda() {
    have_header cuda.h "$@" && printf '#include <cuda.h>\n#if CUDA_VERSION < %s\n#error\n#endif\n' \
        "$cuda_least" | ${CC:-cc} -E ${1:+-I"$1"} - >/dev/null 2>&1
}

# cuda.h: where the compiler looks, then an installed toolkit's, then a fetched one.
setup_cuda() {
    CUDA_INCLUDE=
    have_cuda && return
    for folder in "${CUDA_HOME:-/nonexistent}/include" "${CUDA_PATH:-/nonexistent}/include" \
        /usr/local/cuda/include; do
        if have_cuda "$folder"; then
            CUDA_INCLUDE=$folder
            return
        fi
    done
    fetch cuda "nvidia-cuda-runtime-cu12==$cuda_version"
    CUDA_INCLUDE=$tools/cuda/nvidia/cuda_runtime/include
}

setup_build() {
    mkdir -p "$tools"
    # shellcheck disable=SC2046 # one word per package
    install $(base_packages)
    setup_meson
    setup_cuda
}

setup_tests() {
    mkdir -p "$tools"
    # shellcheck disable=SC2046
    install $(base_packages) $(test_packages)
    setup_meson
    setup_cuda
    fetch ptxas "nvidia-cuda-nvcc-cu12==$ptxas_version"
    fetch nvdisasm "nvidia-cuda-nvdisasm==$nvdisasm_version"
    PTXAS=$tools/ptxas/nvidia/cuda_nvcc/bin/ptxas
    NVDISASM=$(echo "$tools"/nvdisasm/nvidia/*/bin/nvdisasm)
}

setup_format() {
    fetch clang-format "clang-format==$clang_format_version"
    CLANG_FORMAT=$tools/clang-format/clang_format/data/bin/clang-format
}

configure() {
    folder=$1
    shift
    mkdir -p "$folder"
    if [ ! -e "$folder/build.ninja" ]; then
        "$MESON" setup "$folder" "$@" >"$folder/configure.log" 2>&1 || {
            cat "$folder/configure.log" >&2
            die "meson setup failed"
        }
    elif [ "$*" != "$(cat "$folder/options" 2>/dev/null)" ]; then
        "$MESON" setup --reconfigure "$folder" "$@" >"$folder/configure.log" 2>&1 || {
            cat "$folder/configure.log" >&2
            die "meson setup failed"
        }
    fi
    echo "$*" >"$folder/options"
}

# build DIR: compile; quiet where there is nothing to do, and the compiler's output where it fails.
build() {
    case $("$NINJA" -C "$1" -n 2>&1 | tail -n 1) in
    *'no work to do.') return ;;
    esac
    note "building in $1"
    "$NINJA" -C "$1" >"$1/build.log" 2>&1 || {
        cat "$1/build.log" >&2
        die "the build failed"
    }
}
