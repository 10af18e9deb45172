//! Where pages end: never within what stands together, and so that few have room left.

use super::strip::Strip;

/// Where a group begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Begins {
    #[default]
    Anywhere,
    /// At the head of a page.
    Page,
    /// At the head of a page that does not face the one before, such as the back of its sheet.
    Turned,
}

/// Strips that stand on one page, if they fit on one.
#[derive(Clone, Debug)]
pub struct Group {
    pub strips: Vec<Strip>,
    pub begins: Begins,
    /// Whether it goes on in the next one, such as a text over several pages.
    pub is_flowing: bool,
}

impl Group {
    pub fn new(strips: Vec<Strip>, begins: Begins) -> Self {
        Self { strips, begins, is_flowing: false }
    }

    /// The space above it.
    pub fn gap(&self) -> f32 {
        self.strips.first().map_or(0.0, |strip| strip.gap)
    }

    /// Its height and the space above it.
    pub fn height(&self) -> f32 {
        self.strips.iter().map(|strip| strip.gap + strip.height).sum()
    }

    fn fits(&self, room: f32) -> bool {
        self.height() - self.gap() <= room
    }

    /// Itself, or where it is higher than a page, its parts.
    fn torn(self, room: f32) -> Vec<Self> {
        if self.fits(room) { vec![self] } else { self.parts(room) }
    }

    /// Parts whose strips stay together, or single strips where those are higher than a page.
    pub fn parts(self, room: f32) -> Vec<Self> {
        let new = |strips: &[Strip]| Self::new(strips.to_vec(), Begins::Anywhere);
        let single = |part: Self| -> Vec<Self> {
            if part.fits(room) { vec![part] } else { part.strips.chunks(1).map(new).collect() }
        };
        let mut parts: Vec<Self> =
            self.strips.chunk_by(|strip, _| strip.stays).map(new).flat_map(single).collect();
        parts.iter_mut().for_each(|part| part.is_flowing = true);
        parts.iter_mut().take(1).for_each(|part| part.begins = self.begins);
        parts
    }
}

/// Groups by page. A page that only keeps two others from facing each other is empty.
pub fn leaves(groups: Vec<Group>, room: f32) -> Vec<Vec<Group>> {
    let mut groups = groups.into_iter().flat_map(|group| group.torn(room)).peekable();
    let mut pages: Vec<Vec<Group>> = Vec::new();
    while let Some(first) = groups.next() {
        let mut run = vec![first];
        while let Some(next) = groups.next_if(|group| group.begins == Begins::Anywhere) {
            run.push(next);
        }
        // The pages 2 and 3 face each other, and so on: what is not to be seen from the next page
        // ends on an odd one.
        let is_turned = groups.peek().is_some_and(|group| group.begins == Begins::Turned);
        let counts = counts(&run, room, is_turned.then_some((pages.len() + 1) % 2));
        let mut run = run.into_iter();
        pages.extend(counts.into_iter().map(|count| run.by_ref().take(count).collect()));
        if is_turned && pages.len().is_multiple_of(2) {
            pages.push(Vec::new());
        }
    }
    pages
}

/// A way to end a page.
#[derive(Clone, Copy, Debug)]
struct Way {
    pages: usize,
    /// Sum of the squares of what is left on pages.
    left: f32,
    /// The groups before this page.
    before: usize,
}

/// How many groups stand on each page: on as few pages as possible, and so that these have little
/// room left. Their number is odd or even as wanted, by its remainder, if that is possible.
fn counts(groups: &[Group], room: f32, wanted: Option<usize>) -> Vec<usize> {
    let count = groups.len();
    // The best way by the number of groups and the remainder of that of pages.
    let mut ways: Vec<[Option<Way>; 2]> = vec![[None; 2]; count + 1];
    ways[0][0] = Some(Way { pages: 0, left: 0.0, before: 0 });
    for end in 1..=count {
        let mut height = 0.0;
        for begin in (0..end).rev() {
            let group = &groups[begin];
            height += group.height();
            let left = room - (height - group.gap());
            if left < 0.0 && begin + 1 < end {
                break;
            }
            // The last page may have room left, but is not nearly empty.
            let is_last = end == count;
            let left = if is_last { left - 0.5 * room } else { left };
            let left = left.max(0.0).powi(2);
            for parity in 0..2 {
                let Some(before) = ways[begin][parity] else { continue };
                let way = Way { pages: before.pages + 1, left: before.left + left, before: begin };
                let own = &mut ways[end][1 - parity];
                if own.is_none_or(|own| (way.pages, way.left) < (own.pages, own.left)) {
                    *own = Some(way);
                }
            }
        }
    }
    let [even, odd] = ways[count];
    let parity = match (even, odd) {
        (Some(_), Some(_)) if wanted.is_some() => wanted.unwrap_or(0),
        (Some(even), Some(odd)) => usize::from(odd.pages < even.pages),
        (_, odd) => usize::from(odd.is_some()),
    };
    let (mut end, mut parity) = (count, parity);
    let mut counts = Vec::new();
    while let Some(way) = ways[end][parity].filter(|_| end > 0) {
        counts.push(end - way.before);
        (end, parity) = (way.before, 1 - parity);
    }
    counts.reverse();
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Groups of one strip each, with these heights; those behind a negative one are turned to.
    fn groups(heights: &[f32]) -> Vec<Group> {
        let mut begins = Begins::Anywhere;
        let mut group = |height: &f32| {
            let next = if *height < 0.0 { Begins::Turned } else { Begins::Anywhere };
            let strip = Strip { gap: 10.0, height: height.abs(), ..Strip::default() };
            Group::new(vec![strip], std::mem::replace(&mut begins, next))
        };
        heights.iter().map(&mut group).collect()
    }

    fn heights(pages: &[Vec<Group>]) -> Vec<Vec<f32>> {
        pages.iter().map(|page| page.iter().map(|group| group.strips[0].height).collect()).collect()
    }

    #[test]
    fn pages_end_between_groups_and_are_few() {
        let pages = leaves(groups(&[50.0, 40.0, 60.0, 30.0, 10.0]), 100.0);
        assert_eq!(heights(&pages), [vec![50.0, 40.0], vec![60.0, 30.0], vec![10.0]]);
        assert!(leaves(Vec::new(), 100.0).is_empty());
        assert_eq!(
            heights(&leaves(groups(&[300.0, 20.0]), 100.0)),
            [vec![300.0], vec![20.0]],
            "what is too high stands alone"
        );
    }

    #[test]
    fn a_page_to_turn_to_does_not_face_the_one_before() {
        // On the back of the first sheet.
        assert_eq!(
            heights(&leaves(groups(&[20.0, -20.0, 20.0]), 100.0)),
            [vec![20.0, 20.0], vec![20.0]]
        );
        // The fourth group would end the second page, which the third faces.
        let pages = leaves(groups(&[60.0, 50.0, 20.0, -10.0, 15.0]), 100.0);
        assert_eq!(heights(&pages), [vec![60.0], vec![50.0, 20.0], vec![10.0], vec![15.0]]);
        // One group has no page before its own.
        assert_eq!(
            heights(&leaves(groups(&[-20.0, -30.0, 40.0]), 100.0)),
            [vec![20.0], vec![30.0], vec![], vec![40.0]]
        );
        for seed in 0..200_u32 {
            let height = |place: u32| {
                let draw = (seed * 7919 + place * 104_729) % 97;
                let height = 5.0 + draw as f32;
                if draw.is_multiple_of(4) { -height } else { height }
            };
            let all: Vec<f32> = (0..9).map(height).collect();
            let pages = leaves(groups(&all), 100.0);
            assert_eq!(
                heights(&pages).concat(),
                all.iter().map(|height| height.abs()).collect::<Vec<_>>()
            );
            for (number, page) in pages.iter().enumerate() {
                assert!(
                    page.len() == 1 || page.iter().map(Group::height).sum::<f32>() <= 110.0,
                    "{all:?}"
                );
                let is_turned =
                    page.iter().map(|group| group.begins == Begins::Turned).collect::<Vec<_>>();
                assert!(is_turned.iter().skip(1).all(|is_turned| !is_turned), "{all:?}");
                // The second page is number 1 from 0.
                assert!(is_turned.first() != Some(&true) || number % 2 == 1, "{all:?}: {pages:?}");
            }
        }
    }

    #[test]
    fn a_hundred_thousand_groups_take_no_time() {
        let start = std::time::Instant::now();
        assert_eq!(leaves(groups(&[8.0; 100_000]), 100.0).len(), 100_000_usize.div_ceil(6));
        assert!(start.elapsed().as_secs() < 5);
    }
}
