//! What a built-in scene is about.

use crate::named;

named! {
    /// A group of built-in scenes, in the order of lists.
    pub enum Group: "group of scenes" {
        /// Star clusters, and what collapses into one.
        Clusters = "clusters",
        /// Disk galaxies, alone and together.
        Galaxies = "galaxies",
        /// Planets, and bodies that can be counted.
        FewBodies = "few-bodies",
        /// Pieces of an expanding universe.
        Universe = "universe",
        /// The presets of the classic CUDA demo.
        Classics = "classics",
    }
}
