//! What `starshell bench` measures by name or from files: bodies and matrices.

use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;

use super::failure::{Failure, input};
use super::overrides::bodies_of;
use starshell::file;
use starshell::gpu::Gpu;
use starshell::lab::{SparseModel, TestMatrix, TreeBodies, TreeModel, check_matrix};
use starshell::name::Named;
use starshell::primitives::{Csr, SparseError, matrix_market_size};
use starshell::scene::embedded;

/// Whether something has this name, even if it cannot be opened, such as a link that leads nowhere.
fn is_there(name: &str) -> bool {
    let found = std::fs::symlink_metadata(name);
    found.map_or_else(|error| error.kind() == std::io::ErrorKind::PermissionDenied, |_| true)
}

/// The matrices of each of these models with each number of rows, and those of files as they are.
/// Their sizes are checked before anything is made of them.
pub fn matrices(gpu: &Gpu, names: &[String], counts: &[usize]) -> Result<Vec<TestMatrix>, Failure> {
    let mut all = Vec::new();
    for name in names {
        match SparseModel::named(name) {
            Ok(model) => {
                for &count in counts {
                    check_matrix(
                        gpu,
                        [count, count, count.saturating_mul(model.nonzeros_per_row())],
                    )
                    .map_err(input)?;
                    all.push(TestMatrix {
                        name: model.name(),
                        elements: Arc::new(model.matrix(count).map_err(input)?),
                    });
                }
            }
            Err(error) if !is_there(name) => {
                return Err(input(anyhow!("{error}, or give a file in the Matrix Market format")));
            }
            Err(_) => {
                let file = file::read_long(Path::new(name));
                let file = file.map_err(|error| {
                    input(anyhow!("{name} cannot be read ({error}): give another file"))
                })?;
                let wrong = |error: SparseError| input(anyhow!("{name}: {error}"));
                check_matrix(gpu, matrix_market_size(&file[..]).map_err(wrong)?)
                    .map_err(|error| input(anyhow!("{name}: {error}")))?;
                let elements = Arc::new(Csr::read_matrix_market(&file[..]).map_err(wrong)?);
                all.push(TestMatrix { name: "file", elements });
            }
        }
    }
    Ok(all)
}

/// The bodies of each of these models with each count, and those of scenes and saved runs as they
/// are.
pub fn trees_of(
    counts: &[usize],
    models: &[String],
) -> Result<Vec<(usize, &'static str, TreeBodies)>, Failure> {
    let mut all = Vec::new();
    for name in models {
        match TreeModel::named(name) {
            Ok(model) => all.extend(
                counts.iter().map(|&count| (count, model.name(), TreeBodies::Model(model, count))),
            ),
            Err(error) => {
                if !is_there(name) && !embedded().iter().any(|scene| scene.name == *name) {
                    return Err(input(anyhow!(
                        "{error}, or give a scene, a scene file or a saved run"
                    )));
                }
                let (bodies, softening) = bodies_of(name)?;
                all.push((bodies.len(), "file", TreeBodies::Given(bodies.into(), softening)));
            }
        }
    }
    Ok(all)
}
