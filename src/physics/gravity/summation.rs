//! How the forces of a run are summed, as part of its physics.

use super::choice::tree_pays_from;
use super::mesh::MeshSettings;
use super::tree::{Multipoles, Opening, TreeError, TreeSettings};
use super::{ForceKernel, tree};
use crate::gpu::Gpu;
use crate::named;

/// How the forces on all bodies are summed.
///
/// In a scene file it is the table `[physics.gravity]`: `method` is `direct` (with `kernel`),
/// `tree` (with `accuracy` or `angle`, `order`, `leaf` and `group`), `mesh` (with `side`, `period`
/// and `near`) or `auto` (with `accuracy`).
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "Table", into = "Table")]
pub enum Gravity {
    /// The tree where it is faster, otherwise the direct sum. The number is the
    /// [accuracy](Opening::Accuracy) of the tree.
    Auto(f64),
    /// Every body with every other, by this kernel. Work rises as the square of the number of
    /// bodies.
    Direct(ForceKernel),
    /// Far groups of bodies as a whole. Work rises as n log n, with an error that the settings
    /// choose.
    Tree(TreeSettings),
    /// By a grid, and the pairs of bodies within a few distances of nodes. Work rises as n + m log
    /// m for n bodies and m nodes, and as the number of pairs.
    Mesh(MeshSettings),
}

impl Default for Gravity {
    fn default() -> Self {
        Self::Direct(ForceKernel::Auto)
    }
}

named! {
    /// A method of summing forces.
    #[derive(Default)]
    pub enum GravityMethod: "method of gravity" {
        /// The tree where it is faster, otherwise the direct sum.
        Auto = "auto",
        /// Every body with every other.
        #[default]
        Direct = "direct",
        /// Far groups of bodies as a whole (Barnes-Hut).
        Tree = "tree",
        /// A grid around all bodies, or in a periodic cube (particle mesh).
        Mesh = "mesh",
    }
}

impl Gravity {
    /// The default accuracy of a tree: 99 of 100 accelerations are then within a thousandth.
    pub const ACCURACY: f64 = 1.0 / 512.0;

    /// The method.
    pub fn method(self) -> GravityMethod {
        match self {
            Self::Auto(_) => GravityMethod::Auto,
            Self::Direct(_) => GravityMethod::Direct,
            Self::Tree(_) => GravityMethod::Tree,
            Self::Mesh(_) => GravityMethod::Mesh,
        }
    }

    /// This gravity by another method. The accuracy of a tree and of `auto` stays.
    #[must_use]
    pub fn by(self, method: GravityMethod) -> Self {
        let accuracy = self.accuracy().unwrap_or(Self::ACCURACY);
        match (method, self) {
            (GravityMethod::Auto, _) => Self::Auto(accuracy),
            (GravityMethod::Direct, Self::Direct(kernel)) => Self::Direct(kernel),
            (GravityMethod::Direct, _) => Self::default(),
            (GravityMethod::Tree, Self::Tree(settings)) => Self::Tree(settings),
            (GravityMethod::Tree, _) => Self::Tree(TreeSettings::with_accuracy(accuracy)),
            (GravityMethod::Mesh, Self::Mesh(settings)) => Self::Mesh(settings),
            (GravityMethod::Mesh, _) => Self::Mesh(MeshSettings::default()),
        }
    }

    /// The accuracy that a tree of this gravity has; `None` for other methods and for trees that
    /// open by an angle.
    pub fn accuracy(self) -> Option<f64> {
        match self {
            Self::Auto(accuracy)
            | Self::Tree(TreeSettings { opening: Opening::Accuracy(accuracy), .. }) => {
                Some(accuracy)
            }
            Self::Direct(_) | Self::Tree(_) | Self::Mesh(_) => None,
        }
    }

    /// The length of a periodic cube; `None` if space is not periodic.
    pub fn period(self) -> Option<f64> {
        match self {
            Self::Mesh(settings) => settings.period,
            Self::Auto(_) | Self::Direct(_) | Self::Tree(_) => None,
        }
    }

    /// Whether forces are approximate beyond rounding errors.
    pub fn is_approximate(self) -> bool {
        matches!(self, Self::Tree(_) | Self::Mesh(_))
    }

    /// The settings of the tree, if one is used or may be.
    pub fn tree(self) -> Option<TreeSettings> {
        match self {
            Self::Auto(accuracy) => Some(TreeSettings::with_accuracy(accuracy)),
            Self::Direct(_) | Self::Mesh(_) => None,
            Self::Tree(settings) => Some(settings),
        }
    }

    /// The kernel of the direct sum.
    pub fn kernel(self) -> ForceKernel {
        match self {
            Self::Direct(kernel) => kernel,
            Self::Auto(_) | Self::Tree(_) | Self::Mesh(_) => ForceKernel::Auto,
        }
    }

    /// The direct sum or the tree: what this gravity is for `count` bodies on this adapter.
    /// `is_tree_possible` says whether precision and integrator allow a tree.
    pub fn resolved(self, gpu: &Gpu, count: u32, is_tree_possible: bool) -> Self {
        match self {
            Self::Auto(accuracy) if is_tree_possible && count >= tree_pays_from(gpu, accuracy) => {
                Self::Tree(TreeSettings::with_accuracy(accuracy))
            }
            Self::Auto(_) => Self::default(),
            other => other,
        }
    }

    /// The pairs of bodies whose direct sum takes about as long as one pass of this gravity, once
    /// [resolved](Gravity::resolved), over `count` bodies.
    pub fn work(self, gpu: &Gpu, count: u32) -> f64 {
        match self {
            Self::Tree(settings) => tree::work(gpu, count, &settings),
            Self::Mesh(settings) => settings.work(gpu, count),
            Self::Auto(_) | Self::Direct(_) => f64::from(count).powi(2),
        }
    }

    /// Rejects settings that no tree can have. The nodes of a grid are checked by the parameters of
    /// a run.
    ///
    /// # Errors
    /// As [`TreeSettings::check`].
    pub fn check(self) -> Result<(), TreeError> {
        self.tree().map_or(Ok(()), |settings| settings.check())
    }
}

/// Gravity as written in scene files.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    method: GravityMethod,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kernel: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    accuracy: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    angle: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    order: Option<Multipoles>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    leaf: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    group: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    period: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    near: Option<bool>,
}

impl From<Gravity> for Table {
    fn from(gravity: Gravity) -> Self {
        let method = gravity.method();
        let (order, leaf, group, side, period, near) = (None, None, None, None, None, None);
        let none = Self {
            method,
            kernel: None,
            accuracy: None,
            angle: None,
            order,
            leaf,
            group,
            side,
            period,
            near,
        };
        match gravity {
            Gravity::Auto(accuracy) => Self { accuracy: Some(accuracy), ..none },
            Gravity::Direct(kernel) => Self { kernel: Some(kernel.into()), ..none },
            Gravity::Mesh(MeshSettings { side, period, near }) => {
                Self { side: Some(side), period, near: Some(near), ..none }
            }
            Gravity::Tree(TreeSettings { opening, order, leaf, group }) => {
                let (accuracy, angle) = match opening {
                    Opening::Accuracy(accuracy) => (Some(accuracy), None),
                    Opening::Angle(angle) => (None, Some(angle)),
                };
                Self {
                    accuracy,
                    angle,
                    order: Some(order),
                    leaf: Some(leaf),
                    group: Some(group),
                    ..none
                }
            }
        }
    }
}

impl TryFrom<Table> for Gravity {
    type Error = String;

    fn try_from(table: Table) -> Result<Self, String> {
        let Table { method, kernel, accuracy, angle, order, leaf, group, side, period, near } =
            table;
        let keys = [
            ("kernel", kernel.is_some(), &[GravityMethod::Direct][..]),
            ("accuracy", accuracy.is_some(), &[GravityMethod::Tree, GravityMethod::Auto]),
            ("angle", angle.is_some(), &[GravityMethod::Tree]),
            ("order", order.is_some(), &[GravityMethod::Tree]),
            ("leaf", leaf.is_some(), &[GravityMethod::Tree]),
            ("group", group.is_some(), &[GravityMethod::Tree]),
            ("side", side.is_some(), &[GravityMethod::Mesh]),
            ("period", period.is_some(), &[GravityMethod::Mesh]),
            ("near", near.is_some(), &[GravityMethod::Mesh]),
        ];
        if let Some((key, _, of)) =
            keys.iter().find(|(_, is_there, of)| *is_there && !of.contains(&method))
        {
            let name = crate::name::Named::name;
            return Err(format!(
                "the gravity `{}` has no `{key}`: leave it out, or choose the method {}",
                name(method),
                name(of[0])
            ));
        }
        let default = TreeSettings::default();
        let opening = match (accuracy, angle) {
            (Some(_), Some(_)) => {
                return Err(
                    "a tree opens its cells by `accuracy` or by `angle`: give one of the two"
                        .to_owned(),
                );
            }
            (None, Some(angle)) => Opening::Angle(angle),
            (accuracy, None) => Opening::Accuracy(accuracy.unwrap_or(Self::ACCURACY)),
        };
        Ok(match method {
            GravityMethod::Auto => Self::Auto(accuracy.unwrap_or(Self::ACCURACY)),
            GravityMethod::Direct => Self::Direct(
                kernel.as_deref().map_or(Ok(ForceKernel::default()), ForceKernel::for_scene)?,
            ),
            GravityMethod::Mesh => {
                let usual = MeshSettings::default();
                Self::Mesh(MeshSettings {
                    side: side.unwrap_or(usual.side),
                    period,
                    near: near.unwrap_or(usual.near),
                })
            }
            GravityMethod::Tree => Self::Tree(TreeSettings {
                opening,
                order: order.unwrap_or(default.order),
                leaf: leaf.unwrap_or(default.leaf),
                group: group.unwrap_or(default.group),
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Gravity, String> {
        toml::from_str(text).map_err(|error| error.message().to_owned())
    }

    #[test]
    fn gravity_comes_back_as_it_was_written() {
        let angle = TreeSettings {
            order: Multipoles::Monopole,
            leaf: 16,
            group: 64,
            ..TreeSettings::with_angle(0.7)
        };
        for gravity in [
            Gravity::default(),
            Gravity::Direct(ForceKernel::Tiles),
            Gravity::Auto(0.01),
            Gravity::Tree(TreeSettings::default()),
            Gravity::Tree(angle),
            Gravity::Mesh(MeshSettings::default()),
            Gravity::Mesh(MeshSettings { side: 128, period: Some(2.5), near: false }),
        ] {
            assert_eq!(read(&toml::to_string(&gravity).unwrap()), Ok(gravity));
        }
        assert_eq!(read("method = \"tree\""), Ok(Gravity::Tree(TreeSettings::default())));
        assert_eq!(read("method = \"auto\""), Ok(Gravity::Auto(Gravity::ACCURACY)));
        assert_eq!(read("method = \"direct\""), Ok(Gravity::default()));
        assert_eq!(read("method = \"mesh\""), Ok(Gravity::Mesh(MeshSettings::default())));
    }

    #[test]
    fn contradictory_gravity_settings_are_named() {
        for (text, words) in [
            ("method = \"direct\"\naccuracy = 0.1", "`direct` has no `accuracy`"),
            ("method = \"tree\"\nkernel = \"tiles\"", "`tree` has no `kernel`"),
            ("method = \"auto\"\nangle = 0.5", "`auto` has no `angle`"),
            ("method = \"tree\"\nangle = 0.5\naccuracy = 0.1", "by `accuracy` or by `angle`"),
            ("method = \"three\"", "did you mean `tree`"),
            ("method = \"direct\"\nkernel = \"tilse\"", "did you mean `tiles`"),
            (
                "method = \"direct\"\nkernel = \"tile-unroll-8\"",
                "`tile-unroll-8` is one of textbooks",
            ),
            ("method = \"direct\"\nkernel = \"atomic-pairs\"", "leave `kernel` out"),
            ("method = \"tree\"\norder = \"quadrupol\"", "did you mean `quadrupole`"),
            ("method = \"tree\"\nleaves = 3", "unknown field `leaves`"),
            ("method = \"tree\"\nperiod = 2.0", "`tree` has no `period`"),
            ("method = \"direct\"\nnear = true", "`direct` has no `near`"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn changing_the_method_keeps_the_accuracy() {
        let fine = Gravity::Auto(1e-4);
        assert_eq!(fine.by(GravityMethod::Tree), Gravity::Tree(TreeSettings::with_accuracy(1e-4)));
        assert_eq!(fine.by(GravityMethod::Tree).by(GravityMethod::Auto), fine);
        assert_eq!(
            Gravity::Direct(ForceKernel::Tiles).by(GravityMethod::Direct),
            Gravity::Direct(ForceKernel::Tiles)
        );
        assert_eq!(fine.by(GravityMethod::Direct), Gravity::default());
    }
}
