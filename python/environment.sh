# A Python for what builds and tests the package; sourced by build and test after ../.ci/setup.sh.
# shellcheck shell=bash

# From here, unless cargo is told otherwise.
target="${CARGO_TARGET_DIR:-$repo/target}"
mkdir -p "$target"
target="$(cd "$target" && pwd)"
export PIP_DISABLE_PIP_VERSION_CHECK=1

# environment GROUP: sets `python` to one in target/python that has a group of packages of pyproject.toml.
environment() {
    local stamp="$target/python/$1.stamp"
    if ! python3 -c 'import ensurepip, venv' > /dev/null 2>&1; then
        if command -v apt-get > /dev/null; then
            install_packages python3-venv
        else
            die "Starshell's Python package needs Python 3.10 or newer with its module venv, from the system's package manager."
        fi
    fi
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || die "Starshell's Python package needs Python 3.10 or newer, and this is $(python3 --version)."
    case "$(uname -s)" in MINGW* | MSYS* | CYGWIN*) python="$target/python/Scripts/python.exe" ;; *) python="$target/python/bin/python" ;; esac
    if [ ! -x "$python" ]; then python3 -m venv "$target/python"; fi
    # As long as pyproject.toml is as it was, nothing is asked of the network.
    if ! cmp -s "$repo/python/pyproject.toml" "$stamp"; then
        # Groups came with pip 25.1.
        "$python" -m pip install --quiet --upgrade 'pip>=25.1'
        "$python" -m pip install --quiet --group "$repo/python/pyproject.toml:$1"
        cp "$repo/python/pyproject.toml" "$stamp"
    fi
}
