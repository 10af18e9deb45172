//! `starshell workbench-run`: runs a changed kernel for the workbench of the window, which can end this process.

use starshell::gpu::Gpu;
use starshell::lab::workbench;

use super::failure::{Failure, unprinted};

pub fn workbench() -> Result<(), Failure> {
    workbench::serve(|adapter| Gpu::open(adapter).map_err(|error| error.to_string())).map_err(unprinted)
}
