# Finds Rust and installs what the machine lacks; sourced by ../run, ../test and run, which then call set_up.
# Written for bash 3.2 and up, since that is what macOS has.
# shellcheck shell=bash

repo="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

# To stderr: stdout is the program's own.
say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# set_up [DEBIAN PACKAGE...]: a C++ compiler, a Vulkan driver and the packages named, then Rust.
set_up() {
    # Without a desktop session, Mesa's layer that picks its GPU finds no display and complains about that at every start.
    if [ -z "${XDG_RUNTIME_DIR:-}" ]; then export NODEVICE_SELECT=1; fi
    case "$(uname -s)" in
        Darwin) say "Starshell needs two things on macOS: Rust (https://rustup.rs) and 'xcode-select --install'; Metal is there already." ;;
        MINGW* | MSYS* | CYGWIN*) say "Starshell needs one thing on Windows: Rust with Visual Studio's build tools (https://rustup.rs); Vulkan or DX12 comes with the graphics driver." ;;
        *)
            if command -v apt-get > /dev/null && command -v dpkg-query > /dev/null; then
                command -v c++ > /dev/null || set -- g++ libc6-dev "$@"
                library_is_there libvulkan.so.1 || set -- libvulkan1 "$@"
                vulkan_driver_is_there || set -- mesa-vulkan-drivers "$@"
                install_packages "$@"
            else
                say "Starshell needs on this system, from its package manager: a C++ compiler, the Vulkan loader with a driver (Mesa's lavapipe if there is no GPU), libX11-xcb, libXcursor, libXi, libXrandr and libxkbcommon-x11."
            fi
            ;;
    esac
    find_rust
}

library_is_there() {
    case "$1" in
        /*) [ -e "$1" ] ;;
        # Debian keeps ldconfig off the PATH of everyone but root.
        *) [[ "$(PATH="$PATH:/usr/sbin:/sbin" ldconfig -p)" == *"$1 ("* ]] ;;
    esac
}

# Looks where the Vulkan loader looks. A description alone is not enough: container images carry NVIDIA's without the driver.
vulkan_driver_is_there() {
    local folder description library
    # Whoever has set one of these has chosen a driver, and the loader will look at no other.
    if [ -n "${VK_DRIVER_FILES:-}${VK_ICD_FILENAMES:-}" ]; then return 0; fi
    for folder in "${XDG_CONFIG_HOME:-${HOME:-}/.config}" /etc/xdg /etc "${XDG_DATA_HOME:-${HOME:-}/.local/share}" /usr/local/share /usr/share; do
        for description in "$folder"/vulkan/icd.d/*.json; do
            [ -r "$description" ] || continue
            library="$(sed -n 's/.*"library_path"[^"]*"\([^"]*\)".*/\1/p' "$description")"
            # NVIDIA's driver answers only where there is one of its GPUs; Mesa's packages always bring the software driver.
            if [[ "$library" == *nvidia* && ! -e /dev/nvidiactl ]]; then continue; fi
            if [ -n "$library" ] && library_is_there "$library"; then return 0; fi
        done
    done
    return 1
}

# install_packages PACKAGE...: those that dpkg does not have; nothing missing, nothing called.
install_packages() {
    local package missing=() as_root=()
    for package in "$@"; do
        if [ "$(dpkg-query -W -f '${db:Status-Status}\n' "$package" 2> /dev/null | sort -u)" != installed ]; then missing+=("$package"); fi
    done
    if [ "${#missing[@]}" -eq 0 ]; then return; fi

    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo > /dev/null || die "Starshell needs packages that only root can install; as root: apt-get update && apt-get install -y ${missing[*]}"
        as_root=(sudo)
    fi
    say "Starshell needs packages that are missing here; installing with ${as_root[*]:+sudo }apt-get: ${missing[*]}"
    as_root+=(env DEBIAN_FRONTEND=noninteractive)
    # An update that fails need not matter, since the lists may be good enough as they are: the installation decides.
    {
        "${as_root[@]}" apt-get -qq update || say "apt-get could not update its lists; trying with those it has."
        "${as_root[@]}" apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "${missing[@]}"
    } < /dev/null >&2 || die "apt-get failed (it says why above: no network, no permission?); install ${missing[*]} as root and start this again."
}

# Puts a cargo that starts, and is new enough, on the PATH.
find_rust() {
    local bin found wanted
    # After an installation the PATH is right only in new shells, and never under sudo or cron; HOME is not always the user's home.
    if [ -z "${HOME:-}" ]; then unset HOME; fi
    PATH="$PATH${CARGO_HOME:+:$CARGO_HOME/bin}${HOME:+:$HOME/.cargo/bin}:$(unset HOME && echo ~)/.cargo/bin"
    command -v cargo > /dev/null || die "Starshell needs Rust and finds no cargo: install it from https://rustup.rs and start this again${SUDO_USER:+, without sudo if $SUDO_USER has it}."
    # rustup looks for its toolchains in HOME, which CI and containers like to replace: they are still beside its cargo.
    bin="$(dirname "$(command -v cargo)")"
    if ! cargo --version > /dev/null 2>&1 && [ -z "${RUSTUP_HOME:-}" ] && [ -d "$bin/../../.rustup" ]; then
        RUSTUP_HOME="$(cd "$bin/../../.rustup" && pwd)"
        export RUSTUP_HOME
    fi
    found="$(cd "$repo" && cargo --version)" || die "cargo is there but does not start: it says why above ('rustup default stable' mends it as a rule)."
    found="${found#cargo }"
    wanted="$(sed -n 's/^rust-version *= *"\(.*\)"/\1/p' "$repo/Cargo.toml")"
    # Old cargos cannot even read Cargo.toml, and say so in many words. Rust's versions are all 1.x.
    if [ "$(cut -d . -f 2 <<< "$found")" -lt "$(cut -d . -f 2 <<< "$wanted")" ]; then
        die "Starshell needs Rust $wanted or newer and this is ${found%% *}: 'rustup update', or install it from https://rustup.rs."
    fi
}

# build CARGO_TARGET...: builds it and prints the program's path. cargo itself says where that is, since CARGO_TARGET_DIR or a
# configuration may have moved it; JSON doubles Windows' backslashes.
build() {
    (cd "$repo" && cargo build --release --locked --message-format json-render-diagnostics "$@") |
        sed -n -e 's/.*"executable":"\([^"]*\)".*/\1/p' | sed -e 's|\\\\|/|g'
}
