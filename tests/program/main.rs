//! The program from a user's point of view: command line, bad input, window, and everything that
//! measures time.

#![allow(clippy::too_many_lines, reason = "lists of cases")]

#[path = "../common/mod.rs"]
mod common;

mod again;
mod bad_input;
mod batch;
mod bounds;
mod budget;
mod command_line;
mod exchange;
#[cfg(unix)]
mod guide;
mod laboratory;
mod manners;
#[cfg(target_os = "linux")]
mod memory;
mod outputs;
mod own;
mod peers;
#[cfg(all(feature = "mpi", target_os = "linux"))]
mod ranks;
mod record;
mod restore;
mod resumed;
mod saved;
mod tables;
mod warnings;
mod window;
mod workbench;
