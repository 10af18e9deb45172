//! Pages, and what stands where on them.

use egui::{Vec2, pos2, vec2};
use starshell::words::t;

use super::breaks::{Begins, Group, leaves};
use super::column::small;
use super::line::Run;
use super::paper::{Mark, PAPER, SHEET, WIDTH};
use super::strip::{RULE, Rules, Strip, set};
use super::typeface::{Face, Style, Typefaces};

/// Baseline of the foot, and the rule above it.
const FOOT: f32 = PAPER.y - 36.0;
const FOOT_RULE: f32 = FOOT - 14.0;
/// Size of the letters in the foot.
const FOOT_SIZE: f32 = 8.5;
/// The space above room for notes, and the least that is left of a page to be that.
const NOTES: f32 = 19.0;
const MIN_NOTES: f32 = NOTES + 7.0 * RULE;
/// By which share of it the space above a group may grow where a page has room to spare.
const MAX_SPREAD: f32 = 0.7;

/// Puts groups on pages, in another size if not 1, and the title and numbers in their feet.
pub fn pages(groups: Vec<Group>, title: &str, scale: f32, typefaces: &Typefaces) -> Vec<Vec<Mark>> {
    let room = SHEET.size() / scale;
    let on_paper = |mark: Mark| mark.scaled(scale).shifted(SHEET.min.to_vec2());
    let notes = typefaces.single(&[small(&t!("worksheet-room"))]);
    let notes = Strip { gap: NOTES, ..set(&notes, 0.0) };
    let page = |groups| filled(groups, room, &notes).into_iter().map(on_paper).collect();
    let mut pages: Vec<Vec<Mark>> = leaves(groups, room.y).into_iter().map(page).collect();
    let count = pages.len();
    for (number, page) in pages.iter_mut().enumerate() {
        let style = Style::new(Face::Regular, FOOT_SIZE);
        let text = format!("{} / {count}", number + 1);
        page.push(Mark::line(pos2(SHEET.left(), FOOT_RULE), pos2(SHEET.right(), FOOT_RULE), 0.4));
        // One line, beside the number.
        let titles = typefaces.lines(&[Run::text(title, style)], WIDTH - 60.0);
        let title = titles.into_iter().take(1).flat_map(|line| line.marks);
        page.extend(title.map(|mark| mark.shifted(vec2(SHEET.left(), FOOT))));
        typefaces.place(
            pos2(SHEET.right() - typefaces.width(&text, style), FOOT),
            &text,
            style,
            page,
        );
    }
    pages
}

/// A page of this size with its groups. Room to spare becomes lines to write on, then room for
/// notes, then space between groups.
fn filled(mut groups: Vec<Group>, size: Vec2, notes: &Strip) -> Vec<Mark> {
    let mut room = size.y - groups.iter().map(Group::height).sum::<f32>()
        + groups.first().map_or(0.0, Group::gap);
    let mut more = shared(&groups, &mut room);
    if groups.last().is_none_or(|last| !last.is_flowing) && room > MIN_NOTES {
        let rules = Rules { left: 0.0, right: size.x, foot: 0.0, spare: usize::MAX };
        groups.push(Group::new(
            vec![notes.clone(), Strip::default().ruled(rules, 0)],
            Begins::Anywhere,
        ));
        room -= notes.gap + notes.height;
        more.extend([0, (room / RULE) as usize]);
        room %= RULE;
    }
    let gaps: f32 = groups.iter().skip(1).map(Group::gap).sum();
    let spread = (room / gaps.max(1.0)).clamp(0.0, MAX_SPREAD);
    let mut more = more.into_iter();
    let mut page = Vec::new();
    let mut y = 0.0;
    for group in groups {
        y += if y > 0.0 { spread * group.gap() } else { 0.0 };
        for strip in group.strips {
            y += if y > 0.0 { strip.gap } else { 0.0 };
            let strip = strip.extended(more.next().unwrap_or(0));
            let height = strip.height;
            page.extend(strip.placed(vec2(0.0, y), size.x));
            y += height;
        }
    }
    page
}

/// How many lines each strip gets of the room to spare.
fn shared(groups: &[Group], room: &mut f32) -> Vec<usize> {
    let strips: Vec<&Strip> = groups.iter().flat_map(|group| &group.strips).collect();
    let mut more = vec![0; strips.len()];
    let mut is_growing = true;
    while std::mem::take(&mut is_growing) {
        for (more, strip) in more.iter_mut().zip(&strips) {
            if *room >= RULE && strip.rules.is_some_and(|rules| *more < rules.spare) {
                *more += 1;
                *room -= RULE;
                is_growing = true;
            }
        }
    }
    more
}
