//! The program: `starshell`, in a window or on the command line.

mod app;
mod assets;
mod class;
mod cli;
mod diagnosis;
mod explained;
mod folders;
mod lesson;
mod panics;

/// How Open MPI copies between the ranks of a machine.
const SINGLE_COPY: &str = "OMPI_MCA_btl_vader_single_copy_mechanism";

fn main() {
    app::begin();
    if cfg!(target_os = "linux")
        && std::env::var_os("XDG_RUNTIME_DIR").is_none_or(|folder| folder.is_empty())
    {
        // Without a session, Mesa's layer that picks a GPU for the desktop finds no display and
        // complains on the terminal. SAFETY: no other thread runs yet.
        unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
    }
    if starshell::ranks::started().is_some() && std::env::var_os(SINGLE_COPY).is_none() {
        // Otherwise Open MPI reads the memory of other ranks, and ends without a word if one of
        // them is lost at that moment. SAFETY: no other thread runs yet.
        unsafe { std::env::set_var(SINGLE_COPY, "none") };
    }
    cli::main()
}
