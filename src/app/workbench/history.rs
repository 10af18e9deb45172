//! Undo and redo of a text.

/// Most states that are kept.
const MAX: usize = 300;
/// Seconds without typing after which a new state begins.
const PAUSE: f64 = 1.0;

/// The texts before and after the present one.
#[derive(Clone, Debug, Default)]
pub struct History {
    undo: Vec<String>,
    redo: Vec<String>,
    /// When something was typed last; `None` after a change at once.
    typed: Option<f64>,
}

impl History {
    /// Notes that `before` was changed by typing, at this time in seconds. What is typed without a
    /// pause is undone together.
    pub fn typed(&mut self, before: String, time: f64) {
        let goes_on = self.typed.is_some_and(|last| time - last < PAUSE);
        if !goes_on || self.undo.is_empty() {
            self.note(before);
        }
        self.redo.clear();
        self.typed = Some(time);
    }

    /// Notes that `before` was changed at once.
    pub fn note(&mut self, before: String) {
        if self.undo.len() == MAX {
            self.undo.remove(0);
        }
        self.undo.push(before);
        self.redo.clear();
        self.typed = None;
    }

    /// The text before `now`, if there is one; or, with `is_redo`, the one after it.
    pub fn go(&mut self, now: &str, is_redo: bool) -> Option<String> {
        let (from, to) = if is_redo {
            (&mut self.redo, &mut self.undo)
        } else {
            (&mut self.undo, &mut self.redo)
        };
        let text = from.pop()?;
        to.push(now.to_owned());
        self.typed = None;
        Some(text)
    }

    /// Whether there is something to undo, and to redo.
    pub fn has(&self) -> [bool; 2] {
        [!self.undo.is_empty(), !self.redo.is_empty()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_is_undone_together_and_changes_one_by_one() {
        let mut history = History::default();
        history.typed("a".to_owned(), 0.0);
        history.typed("ab".to_owned(), 0.5);
        history.typed("abc".to_owned(), 3.0);
        history.note("abcd".to_owned());
        assert_eq!(history.go("x", false).as_deref(), Some("abcd"));
        assert_eq!(history.go("abcd", false).as_deref(), Some("abc"));
        assert_eq!(history.go("abc", false).as_deref(), Some("a"));
        assert_eq!(history.go("a", false), None);
        assert_eq!(history.has(), [false, true]);
        assert_eq!(history.go("a", true).as_deref(), Some("abc"));
        history.typed("abc".to_owned(), 9.0);
        assert_eq!((history.go("abc!", true), history.has()), (None, [true, false]));
        (0..1000).for_each(|number| history.note(number.to_string()));
        assert_eq!(std::iter::from_fn(|| history.go("", false)).count(), MAX);
    }
}
