//! The program: `starshell`, in a window or on the command line.

mod app;
mod assets;
mod cli;
mod folders;
mod lesson;

fn main() -> std::process::ExitCode {
    app::begin();
    if cfg!(target_os = "linux") && std::env::var_os("XDG_RUNTIME_DIR").is_none_or(|folder| folder.is_empty()) {
        // Without a session, Mesa's layer that picks a GPU for the desktop finds no display and complains on the terminal.
        // SAFETY: no other thread runs yet.
        unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
    }
    cli::main()
}
