//! `starshell info --report`: what a report of a mistake should say about the machine, and nothing
//! about who uses it.

use std::io::{self, Write};
use std::process::Command;

use starshell::cpu::Hardware;
use starshell::gpu::{ADAPTER_VARIABLE, FEATURES_USED, Gpu};
use starshell::name::Named;
use starshell::words::{excerpt, printable};

use crate::app::Settings;
use crate::cli::failure::Failure;
use crate::folders;

/// Variables that change which adapter and which driver are found, or how the window opens.
const VARIABLES: [&str; 20] = [
    ADAPTER_VARIABLE,
    "WGPU_BACKEND",
    "VK_DRIVER_FILES",
    "VK_ICD_FILENAMES",
    "VK_LOADER_DRIVERS_SELECT",
    "VK_INSTANCE_LAYERS",
    "VK_LOADER_LAYERS_ENABLE",
    "MESA_VK_DEVICE_SELECT",
    "NODEVICE_SELECT",
    "LIBGL_ALWAYS_SOFTWARE",
    "DRI_PRIME",
    "__NV_PRIME_RENDER_OFFLOAD",
    "XDG_SESSION_TYPE",
    "XDG_CURRENT_DESKTOP",
    "WINIT_UNIX_BACKEND",
    "WINIT_X11_SCALE_FACTOR",
    "NO_COLOR",
    "FLATPAK_ID",
    "APPIMAGE",
    "WSL_DISTRO_NAME",
];

/// Settings whose values are words of ours, or names of adapters.
const WORDS: [&str; 6] =
    ["adapter", "members", "language", "tab", "picture_aspect", "picture_format"];

/// Most letters of a value.
const MAX_VALUE: usize = 80;

/// Prints the report of a machine with these adapters, of which `chosen` is in use.
pub fn print(
    out: &mut impl Write,
    all: &[wgpu::Adapter],
    chosen: Result<Gpu, Failure>,
) -> io::Result<()> {
    writeln!(out, "| Starshell | {} |", version())?;
    writeln!(out, "| --- | --- |")?;
    let mut row = |name: &str, value: &str| {
        writeln!(out, "| {name} | {} |", printable(value).replace('|', "\\|").replace('\n', " "))
    };
    row("system", &system())?;
    row("processor", &processor())?;
    for (index, adapter) in all.iter().enumerate() {
        let info = adapter.get_info();
        let is_chosen = chosen.as_ref().is_ok_and(|gpu| *gpu.adapter().info() == info);
        let name = format!("adapter {index}{}", if is_chosen { ", in use" } else { "" });
        row(&name, &described(adapter, &info))?;
    }
    if let Err(failure) = chosen {
        row("no adapter", &failure.to_string())?;
    }
    row("environment", &listed(VARIABLES.into_iter().filter_map(variable)))?;
    row("settings", &settings())
}

fn version() -> String {
    let features = [("mpi", cfg!(feature = "mpi")), ("debug assertions", cfg!(debug_assertions))];
    let with = features.into_iter().filter_map(|(name, is_there)| is_there.then_some(name));
    std::iter::once(env!("CARGO_PKG_VERSION")).chain(with).collect::<Vec<_>>().join(", ")
}

/// The operating system and its version, as far as it says.
fn system() -> String {
    let told = if cfg!(target_os = "linux") {
        let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
        let name = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
        let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        let name = name.unwrap_or_default().trim_matches('"').to_owned();
        format!("{name}, Linux {}", kernel.trim())
    } else if cfg!(target_os = "macos") {
        format!("macOS {}", said("sw_vers", &["-productVersion"]))
    } else if cfg!(windows) {
        said("cmd", &["/C", "ver"])
    } else {
        std::env::consts::OS.to_owned()
    };
    format!("{told}, {}", std::env::consts::ARCH)
}

/// What a program of the system prints; nothing if it cannot be started.
fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    output.map_or(String::new(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn processor() -> String {
    let Hardware { threads, instruction_set } = Hardware::best();
    let known = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = known.lines().find_map(|line| line.strip_prefix("model name"));
    let name = name.map(|rest| rest.trim_start_matches([' ', '\t', ':']).to_owned());
    let name = name.or_else(|| std::env::var("PROCESSOR_IDENTIFIER").ok());
    listed(
        name.into_iter().chain([format!("{threads} threads"), instruction_set.name().to_owned()]),
    )
}

/// An adapter with its driver, its largest buffer, and the features that it lacks.
fn described(adapter: &wgpu::Adapter, info: &wgpu::AdapterInfo) -> String {
    let limits = adapter.limits();
    let binding = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size) >> 20;
    let lacks = FEATURES_USED.iter().filter(|(feature, _)| !adapter.features().contains(*feature));
    let lacks: Vec<_> = lacks
        .flat_map(|(feature, _)| feature.iter_names().map(|(name, _)| name.to_lowercase()))
        .collect();
    let lacks = if lacks.is_empty() { "nothing".to_owned() } else { lacks.join(" and ") };
    format!(
        "{}, {:?}, {}, driver {} {}, subgroups of {} to {}, buffers of {binding} MiB, lacks {lacks}",
        info.name,
        info.device_type,
        info.backend,
        info.driver,
        info.driver_info,
        info.subgroup_min_size,
        info.subgroup_max_size
    )
}

/// A variable of the environment. Paths name users, so they are not shown.
fn variable(name: &'static str) -> Option<String> {
    let value = std::env::var_os(name).filter(|value| !value.is_empty())?;
    let value = value.to_string_lossy();
    let shown = if value.contains(['/', '\\']) {
        "a path".to_owned()
    } else {
        excerpt(&value, MAX_VALUE).into_owned()
    };
    Some(format!("{name}={shown}"))
}

/// The settings that differ from the defaults, without texts, files and places.
fn settings() -> String {
    let text = folders::settings().and_then(|path| std::fs::read_to_string(path).ok());
    let Some(text) = text else { return "none are kept".to_owned() };
    let Ok(kept) = toml::from_str::<toml::Table>(&text) else {
        return "the file is no TOML".to_owned();
    };
    let usual = toml::Table::try_from(Settings::default()).unwrap_or_default();
    let differing = kept.iter().filter(|(name, value)| usual.get(*name) != Some(value));
    listed(differing.map(|(name, value)| match value {
        toml::Value::Boolean(_) | toml::Value::Integer(_) | toml::Value::Float(_) => {
            format!("{name} = {value}")
        }
        toml::Value::String(word) if WORDS.contains(&name.as_str()) => {
            format!("{name} = {}", excerpt(word, MAX_VALUE))
        }
        _ => format!("{name} is set"),
    }))
}

fn listed(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<_> = parts.collect();
    if parts.is_empty() { "nothing special".to_owned() } else { parts.join("; ") }
}
