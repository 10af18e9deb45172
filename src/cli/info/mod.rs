//! `starshell info`: the adapters of this machine, or what a file of bodies holds.

mod of_file;
mod report;

use std::io::{self, Write};

use anyhow::anyhow;

use super::adapter::{check_backend, open};
use super::arguments::Info;
use super::failure::{Failure, input, run, unprinted};
use super::terminal::Shown;
use starshell::cpu::Hardware;
use starshell::gpu::{FEATURES_USED, Gpu, GpuError, adapters};
use starshell::name::Named;
use starshell::physics::initial::MAX_COUNT;
use starshell::physics::{Gravity, Integrator, Parameters, Precision, TreeSettings};
use starshell::session::{MemberTimes, Members};

pub fn info(adapter: Option<&str>, arguments: &Info) -> Result<(), Failure> {
    if let Some(file) = &arguments.file {
        return of_file::info(file, &arguments.table);
    }
    if let Some(flag) = arguments.table.given() {
        return Err(input(anyhow!("--{flag} is for a file of bodies: name it, as in info FILE")));
    }
    check_backend()?;
    let all = adapters();
    if arguments.report {
        // It is wanted most where there is no adapter, or none that opens.
        return report::print(&mut Shown::stdout(), &all, open(adapter)).map_err(unprinted);
    }
    if all.is_empty() {
        return Err(run(GpuError::NoAdapter));
    }
    let chosen = open(adapter)?;
    list(&mut Shown::stdout(), &all, &chosen).map_err(unprinted)
}

fn list(out: &mut impl Write, all: &[wgpu::Adapter], chosen: &Gpu) -> io::Result<()> {
    let mut is_marked = false;
    for (index, adapter) in all.iter().enumerate() {
        let info = adapter.get_info();
        let limits = adapter.limits();
        let is_chosen = !is_marked && info == *chosen.adapter().info();
        is_marked |= is_chosen;
        let mark = if is_chosen { "  <- Starshell runs on this one" } else { "" };
        writeln!(out, "{index}: {}{mark}", info.name)?;
        writeln!(out, "   type        {:?}", info.device_type)?;
        writeln!(out, "   backend     {}", info.backend)?;
        writeln!(out, "   driver      {} {}", info.driver, info.driver_info)?;
        writeln!(
            out,
            "   subgroups   {} to {} threads",
            info.subgroup_min_size, info.subgroup_max_size
        )?;
        writeln!(
            out,
            "   workgroups  {} threads, {} KiB of shared memory, {} per dimension",
            limits.max_compute_invocations_per_workgroup,
            limits.max_compute_workgroup_storage_size / 1024,
            limits.max_compute_workgroups_per_dimension
        )?;
        let binding = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
        let most =
            |precision: Precision| (binding / precision.row_bytes() as u64).min(MAX_COUNT as u64);
        writeln!(
            out,
            "   buffers     {} MiB: at most {} bodies in f32, {} in f32+ and f64",
            binding >> 20,
            most(Precision::Single),
            most(Precision::Double)
        )?;
        writeln!(out, "   pictures    {0}x{0} pixels at most", limits.max_texture_dimension_2d)?;
        for (feature, purpose) in FEATURES_USED {
            let has = if adapter.features().contains(*feature) { "yes" } else { "no " };
            let feature = feature
                .iter_names()
                .map(|(name, _)| name.to_lowercase())
                .collect::<Vec<_>>()
                .join(", ");
            writeln!(out, "   {has} {feature} ({purpose})")?;
        }
        writeln!(out)?;
    }
    members(out, chosen)?;
    writeln!(
        out,
        "Choose another with --adapter NAME|INDEX or the environment variable STARSHELL_ADAPTER."
    )
}

/// What `--members auto` takes on this adapter.
fn members(out: &mut impl Write, gpu: &Gpu) -> io::Result<()> {
    let hardware = Hardware::best();
    let (set, threads) = (hardware.instruction_set.name(), hardware.threads);
    writeln!(out, "processor: {threads} threads, {set}")?;
    let physics =
        |integrator, gravity| Parameters { gravity, ..Parameters::new(integrator, 0.001, 0.05) };
    let by_adapter = Integrator::default();
    let mut kinds = vec![
        ("direct", physics(by_adapter, Gravity::default()), &[64, 1024, 16_384][..]),
        ("tree", physics(by_adapter, Gravity::Tree(TreeSettings::default())), &[64, 1024, 16_384]),
        ("ias15", physics(Integrator::Ias15, Gravity::default()), &[1024, 8192]),
    ];
    if !gpu.is_software() {
        writeln!(out, "   forces      by the adapter (--members auto)")?;
        kinds.drain(..2);
    }
    for (kind, physics, counts) in kinds {
        for &count in counts {
            let who = match Members::Auto.resolved(gpu, &physics, count) {
                Members::Processor => "processor",
                _ => "adapter",
            };
            let times = MemberTimes::recalled(gpu, &physics, count).map_or_else(
                || {
                    if MemberTimes::are_missing(gpu, &physics, count) {
                        ", not measured yet".to_owned()
                    } else {
                        String::new()
                    }
                },
                |row| {
                    format!(
                        " ({:.2} ms per step of {} bodies, {:.2} ms by the adapter)",
                        row.processor, row.count, row.adapter
                    )
                },
            );
            writeln!(out, "   forces      {count} bodies, {kind}: by the {who}{times}")?;
        }
    }
    writeln!(out)
}
