//! Panics, which are mistakes in Starshell or in a library that it uses. Each becomes one sentence
//! that says where, and ends the program with code 1.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};

thread_local! {
    /// Whether [`caught`] is at work in this thread and reports panics.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
    /// The sentence about the last panic of this thread.
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Reports panics from now on by `tell`, in one sentence, unless [`caught`] does.
/// `RUST_BACKTRACE=full` adds the usual report.
pub fn report_by(tell: fn(&str)) {
    let usual = take_hook();
    set_hook(Box::new(move |panic| {
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value == "full") {
            usual(panic);
        }
        let sentence = sentence(panic);
        if IS_CAUGHT.get() {
            LAST.set(Some(sentence));
        } else {
            tell(&format!("error: {sentence}"));
        }
    }));
}

/// What `work` returns.
///
/// # Errors
/// The sentence about its panic. What it changed may be half done.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let was_caught = IS_CAUGHT.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IS_CAUGHT.set(was_caught);
    // A panic that another thread hands on has been reported there.
    done.map_err(|payload| {
        LAST.take().unwrap_or_else(|| worded(text_of(payload.as_ref()), "another thread"))
    })
}

fn sentence(panic: &PanicHookInfo) -> String {
    let place = panic
        .location()
        .map_or_else(String::new, |place| format!("{}:{}", short(place.file()), place.line()));
    worded(text_of(panic.payload()), &place)
}

fn worded(what: &str, place: &str) -> String {
    let what =
        what.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    format!("Starshell has failed at {place} ({what}): please report this, with what you did")
}

fn text_of(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given")
}

/// The path of a source file from its package on, without the folders of the machine that compiled
/// it.
fn short(path: &str) -> &str {
    let registry =
        ["/registry/src/", "\\registry\\src\\"].iter().find_map(|folder| path.split_once(folder));
    registry.and_then(|(_, rest)| rest.split_once(['/', '\\'])).map_or(path, |(_, inside)| inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_caught_with_what_it_said() {
        assert_eq!(caught(|| 3), Ok(3));
        for told in [
            caught::<()>(|| panic!("all {}\n  gone", 7)),
            caught(|| std::panic::resume_unwind(Box::new("all 7 gone"))),
        ] {
            let told = told.unwrap_err();
            assert!(told.contains("(all 7 gone): please report"), "{told}");
        }
    }

    #[test]
    fn places_are_named_from_the_package_on() {
        let path = "/home/me/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/winit-0.30.13/src/lib.rs";
        assert_eq!(
            [short(path), short("src/main.rs")],
            ["winit-0.30.13/src/lib.rs", "src/main.rs"]
        );
    }
}
