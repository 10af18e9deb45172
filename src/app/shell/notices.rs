//! Messages to the user, shown once in the window.

use starshell::words::{abridged, printable};

/// Seconds for which an ordinary notice stays, and one that is long or has a button.
const NEWS: f32 = 4.0;
const LONG: f32 = 10.0;

/// Most letters of a word in a notice, as of the path of a file.
const MAX_WORD: usize = 200;

/// A text as notices show it.
fn said(text: &str) -> String {
    printable(&abridged(text, MAX_WORD)).into_owned()
}

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    pub text: String,
    /// A warning stays until it is closed.
    pub is_warning: bool,
    /// Whether it tells about a file, and offers to show its folder.
    pub is_written: bool,
    /// Seconds for which it is still shown.
    remaining: f32,
}

/// The notices still shown, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Notices {
    list: Vec<Notice>,
    /// The text of the warning that goes when its cause has gone.
    alarm: Option<String>,
}

impl Notices {
    /// Reports a success.
    pub fn tell(&mut self, text: String) {
        self.add(Notice { text, is_warning: false, is_written: false, remaining: NEWS });
    }

    /// Reports what takes some time to read.
    pub fn tell_long(&mut self, text: String) {
        self.add(Notice { text, is_warning: false, is_written: false, remaining: LONG });
    }

    /// Reports that a file was written into the folder of pictures.
    pub fn tell_written(&mut self, text: String) {
        self.add(Notice { text, is_warning: false, is_written: true, remaining: LONG });
    }

    /// Warns about a failure; the text includes a remedy.
    pub fn warn(&mut self, text: String) {
        self.add(Notice { text, is_warning: true, is_written: false, remaining: f32::INFINITY });
    }

    /// Warns until [`Notices::end_alarm`].
    pub fn alarm(&mut self, text: String) {
        self.alarm = Some(text.clone());
        self.warn(text);
    }

    /// Says the warning of [`Notices::alarm`] in other words, where it is still shown.
    pub fn renew_alarm(&mut self, text: &str) {
        if let Some(notice) =
            self.list.iter_mut().find(|notice| Some(&notice.text) == self.alarm.as_ref())
        {
            text.clone_into(&mut notice.text);
            self.alarm = Some(text.to_owned());
        }
    }

    /// Whether this is the warning of [`Notices::alarm`].
    pub fn is_alarm(&self, notice: &Notice) -> bool {
        Some(&notice.text) == self.alarm.as_ref()
    }

    /// Removes the warning whose cause has gone.
    pub fn end_alarm(&mut self) {
        if let Some(alarm) = self.alarm.take() {
            self.withdraw(&alarm);
        }
    }

    /// Removes what no longer holds.
    pub fn withdraw(&mut self, text: &str) {
        let text = said(text);
        self.list.retain(|notice| notice.text != text);
    }

    /// Removes everything but warnings and what tells about files: it is about a run that is another
    /// one now.
    pub fn forget_news(&mut self) {
        self.list.retain(|notice| notice.is_warning || notice.is_written);
    }

    fn add(&mut self, new: Notice) {
        let new = Notice { text: said(&new.text), ..new };
        // Whoever reads a long one has time for it. Of files, only the newest.
        let stays = |old: &Notice| {
            old.remaining > NEWS && !(old.is_written && new.is_written) || new.is_warning
        };
        self.list.retain(|old| old.text != new.text && stays(old));
        self.list.push(new);
        if self.list.len() > 4 {
            self.list.remove(0);
        }
    }

    /// Advances time and drops expired notices.
    pub fn advance(&mut self, seconds: f32) {
        for notice in &mut self.list {
            notice.remaining -= seconds;
        }
        self.list.retain(|notice| notice.remaining > 0.0);
    }

    /// Removes one notice.
    pub fn close(&mut self, place: usize) {
        if place < self.list.len() {
            self.list.remove(place);
        }
    }

    /// The notices shown.
    pub fn iter(&self) -> impl Iterator<Item = &Notice> {
        self.list.iter()
    }

    /// Whether no notice is shown.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_fits_the_window_whatever_it_quotes() {
        let (mut notices, name) = (Notices::default(), "Z".repeat(100_000));
        notices.alarm(format!("there is no `{name}`"));
        assert!(texts(&notices)[0].len() < 300);
        notices.end_alarm();
        assert!(notices.is_empty());
    }

    fn texts(notices: &Notices) -> Vec<&str> {
        notices.iter().map(|notice| notice.text.as_str()).collect()
    }

    #[test]
    fn an_alarm_changes_its_words_in_its_place_until_it_is_closed() {
        let mut notices = Notices::default();
        notices.alarm("off by 2 %".to_owned());
        notices.warn("broken".to_owned());
        notices.renew_alarm("off by 9 %");
        assert_eq!(texts(&notices), ["off by 9 %", "broken"]);
        notices.close(0);
        notices.renew_alarm("off by 10 %");
        assert_eq!(texts(&notices), ["broken"]);
        notices.alarm("off by 90 %".to_owned());
        notices.renew_alarm("off by 91 %");
        notices.end_alarm();
        assert_eq!(texts(&notices), ["broken"]);
    }

    #[test]
    fn news_expire_and_warnings_stay_and_neither_is_repeated() {
        let mut notices = Notices::default();
        for _ in 0..3 {
            notices.warn("broken".to_owned());
            notices.tell("done".to_owned());
        }
        assert_eq!(notices.iter().count(), 2);
        notices.advance(5.0);
        assert_eq!(texts(&notices), ["broken"]);
        notices.tell_long("long".to_owned());
        notices.tell_written("a.png".to_owned());
        notices.tell_written("b.png".to_owned());
        notices.tell("done".to_owned());
        assert_eq!(texts(&notices), ["broken", "long", "b.png", "done"]);
        notices.advance(5.0);
        assert_eq!(texts(&notices), ["broken", "long", "b.png"]);
        notices.advance(6.0);
        notices.close(7);
        notices.close(0);
        assert!(notices.is_empty());
    }
}
