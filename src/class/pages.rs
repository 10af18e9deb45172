//! What phones show. All text is escaped, and no page has a script within.

use std::fmt::Write;

use starshell::words::{spoken, t};

use super::room::{MAX_NAME, Pupil, Refusal, Room};
use crate::lesson::option_order;

/// How it looks, and how a page learns that another is due.
pub const STYLE: &str = include_str!("class.css");
pub const SCRIPT: &str = include_str!("class.js");

/// The page on which one joins, with a code that the link has brought.
pub fn join(code: &str, refusal: Option<Refusal>) -> String {
    let (title, code) = (t!("class-title"), escaped(code));
    let told = refusal.map_or_else(String::new, warning);
    let body = format!(
        "<h1>{}</h1>{told}<form method=\"post\" action=\"/join\">\
         <label>{}<input name=\"code\" value=\"{code}\" maxlength=\"12\" autocapitalize=\"characters\" autocomplete=\"off\" required></label>\
         <label>{}<input name=\"name\" maxlength=\"{MAX_NAME}\" autocomplete=\"off\" required></label>\
         <button>{}</button></form><p>{}</p>",
        escaped(&title),
        escaped(&t!("class-code")),
        escaped(&t!("class-name")),
        escaped(&t!("class-join")),
        escaped(&t!("class-privacy")),
    );
    page(&title, &body, None)
}

/// The page of a pupil: what is asked, or how all have answered.
pub fn desk(room: &Room, pupil: &Pupil, refusal: Option<Refusal>) -> String {
    let told = refusal.map_or_else(String::new, warning);
    let foot = t!("class-foot", name = pupil.name, seed = pupil.seed);
    let foot = format!("<footer>{}</footer>", escaped(&foot));
    let Some(asked) = room.asked() else {
        let body = format!("{told}<h1>{}</h1>{foot}", escaped(&t!("class-wait")));
        return page(&t!("class-title"), &body, Some(room.turn()));
    };
    let mut body = format!("{told}<h1>{}</h1>", escaped(&asked.ask));
    let (own, shown) = (room.answer_of(pupil), room.shown(asked.card));
    let order = option_order(pupil.seed, asked.card, asked.options.len());
    match shown {
        Some(counts) => {
            let all = counts.iter().sum::<usize>().max(1);
            body += "<ul>";
            for option in order {
                let (count, text) = (counts[option], escaped(&asked.options[option]));
                let mark =
                    if own == Some(option) { " class=\"own\" aria-current=\"true\"" } else { "" };
                let _ = write!(
                    body,
                    "<li{mark}>{text}<meter min=\"0\" max=\"{all}\" value=\"{count}\"></meter><b>{count}</b></li>"
                );
            }
            body += "</ul>";
        }
        None => {
            let card = asked.card;
            let _ = write!(
                body,
                "<form method=\"post\" action=\"/answer\"><input type=\"hidden\" name=\"card\" value=\"{card}\">"
            );
            for (place, option) in order.into_iter().enumerate() {
                let mark =
                    if own == Some(option) { " class=\"own\" aria-current=\"true\"" } else { "" };
                let text = escaped(&asked.options[option]);
                let _ =
                    write!(body, "<button{mark} name=\"option\" value=\"{place}\">{text}</button>");
            }
            let told = if own.is_some() { t!("class-changed") } else { t!("class-choose") };
            let _ = write!(body, "</form><p>{}</p>", escaped(&told));
        }
    }
    page(&asked.title, &(body + &foot), Some(room.turn()))
}

/// A page that only says why nothing else is there.
pub fn refused(refusal: Refusal) -> String {
    page(
        &t!("class-title"),
        &format!("{}<p><a href=\"/\">{}</a></p>", warning(refusal), escaped(&t!("class-back"))),
        None,
    )
}

fn warning(refusal: Refusal) -> String {
    let told = match refusal {
        Refusal::Code => t!("class-refused-code"),
        Refusal::Name => t!("class-refused-name", most = MAX_NAME),
        Refusal::Full => t!("class-refused-full"),
        Refusal::Hurry => t!("class-refused-hurry"),
        Refusal::Stranger => t!("class-refused-stranger"),
        Refusal::Past => t!("class-refused-past"),
        Refusal::Shown => t!("class-refused-shown"),
    };
    format!("<p class=\"warning\" role=\"alert\">{}</p>", escaped(&told))
}

/// A page. One with a turn is loaded again when that changes.
fn page(title: &str, body: &str, turn: Option<u64>) -> String {
    let (language, title) = (spoken().code, escaped(title));
    let turn = turn.map_or_else(String::new, |turn| {
        format!(" data-turn=\"{turn}\"><script src=\"/class.js\" defer></script")
    });
    format!(
        "<!doctype html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
         <link rel=\"stylesheet\" href=\"/class.css\"></head><body{turn}>{body}</body></html>\n"
    )
}

/// Text within a page, or within quotation marks.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::class::room::Asked;

    const EVIL: &str = "<script>'\"&";
    const TAME: &str = "&lt;script&gt;&#39;&quot;&amp;";

    #[test]
    fn whatever_is_typed_or_asked_is_text() {
        let mut room = Room::new();
        let code = room.code().to_owned();
        let here = std::net::Ipv4Addr::LOCALHOST.into();
        let token = room.join(here, &code, EVIL, Instant::now()).unwrap();
        let [title, ask] = [EVIL, EVIL].map(str::to_owned);
        let options = vec![EVIL.to_owned(), "other".to_owned()];
        room.ask(Some(Asked { card: 0, title, ask, options }));
        let asked = desk(&room, room.pupil(&token).unwrap(), Some(Refusal::Hurry));
        // In title, question, option and name.
        assert_eq!((asked.matches(TAME).count(), asked.matches("<script>").count()), (4, 0));
        assert!(asked.contains("role=\"alert\"") && asked.contains("<button name=\"option\""));
        room.reveal(0);
        let shown = desk(&room, room.pupil(&token).unwrap(), None);
        assert!(shown.matches(TAME).count() == 4 && !shown.contains("<button"), "{shown}");
        assert!(shown.contains("value=\"0\""), "{shown}");
        let joined = join(EVIL, Some(Refusal::Code));
        assert!(joined.contains(&format!("value=\"{TAME}\"")) && !joined.contains("<script"));
    }

    #[test]
    fn nothing_of_the_answers_is_told_before_they_are_shown() {
        let mut room = Room::new();
        let code = room.code().to_owned();
        let here = std::net::Ipv4Addr::LOCALHOST.into();
        let tokens = ["A", "B"].map(|name| room.join(here, &code, name, Instant::now()).unwrap());
        let options = ["one", "two"].map(str::to_owned).to_vec();
        room.ask(Some(Asked { card: 3, title: String::new(), ask: String::new(), options }));
        let desk_of = |room: &Room, token: &String| desk(room, room.pupil(token).unwrap(), None);
        let before = desk_of(&room, &tokens[1]);
        room.answer(&tokens[0], 3, 0, Instant::now()).unwrap();
        assert_eq!(desk_of(&room, &tokens[1]), before);
        assert!(desk_of(&room, &tokens[0]).contains("class=\"own\""));
        room.reveal(3);
        assert_eq!(desk_of(&room, &tokens[1]).matches("<b>1</b>").count(), 1);
    }
}
