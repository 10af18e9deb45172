//! `starshell workbench-run`: runs a changed kernel for the workbench of the window, which can end
//! this process.

use starshell::gpu::Gpu;
use starshell::lab::workbench;

use super::failure::{Failure, unprinted};
use crate::folders;

pub fn workbench() -> Result<(), Failure> {
    let open = |adapter: Option<&str>| {
        let gpu = Gpu::open(adapter).map_err(|error| error.text())?;
        folders::remember(&gpu);
        Ok(gpu)
    };
    workbench::serve(open).map_err(unprinted)
}
