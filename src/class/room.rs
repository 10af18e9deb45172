//! What is known of a class, and what its members may do: join with the code, answer what is asked,
//! and see how all have answered once that is revealed. Everything that a phone sends is bounded
//! here.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::lesson::option_order;

/// Most pupils.
pub const MAX_PUPILS: usize = 100;
/// Longest name in letters.
pub const MAX_NAME: usize = 24;
/// Letters of a code, none of which looks or sounds like another, and how many it has.
const LETTERS: &[u8] = b"ABCDEFHJKMNPQRTUVWXY";
const CODE: usize = 5;
/// Wrong codes within [`WHILE`] from one address, and from all.
const WRONG: usize = 10;
const WRONG_IN_ALL: usize = 200;
const WHILE: Duration = Duration::from_secs(60);
/// Least time between two answers of a pupil.
const PAUSE: Duration = Duration::from_millis(500);

/// A question as the projector shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The number of its card, from 0.
    pub card: usize,
    /// The title of the lesson, and what is asked.
    pub title: String,
    pub ask: String,
    /// In the order of the projector.
    pub options: Vec<String>,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The code is another one.
    Code,
    /// The name has no letter, or too many.
    Name,
    /// The class is full.
    Full,
    /// Too much too fast.
    Hurry,
    /// Who asks has not joined.
    Stranger,
    /// Something else is asked now, or what was chosen is no option.
    Past,
    /// The answers are shown already.
    Shown,
}

/// A pupil.
#[derive(Debug)]
pub struct Pupil {
    token: String,
    /// As it was given, without what cannot be seen.
    pub name: String,
    /// The order of options on this phone.
    pub seed: u32,
    /// What was answered, by card: the number of an option in the order of the projector.
    answers: BTreeMap<usize, usize>,
    answered: Option<Instant>,
}

/// A class, for the window and the server.
pub type Shared = Arc<Mutex<Room>>;

/// Enters it. A thread that panicked has left it as it was before or after one request.
pub fn enter(room: &Shared) -> MutexGuard<'_, Room> {
    room.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A class.
#[derive(Debug)]
pub struct Room {
    code: String,
    seed: u32,
    asked: Option<Asked>,
    /// How many options the question of each card has.
    counts: BTreeMap<usize, usize>,
    shown: BTreeSet<usize>,
    pupils: Vec<Pupil>,
    /// Changes whenever what phones show does.
    turn: u64,
    /// When wrong codes came, and from where.
    wrong: Vec<(Instant, IpAddr)>,
}

impl Room {
    /// An empty class with a code of its own.
    pub fn new() -> Self {
        let mut number = random();
        let mut letter = || {
            let place = number % LETTERS.len() as u64;
            number /= LETTERS.len() as u64;
            char::from(LETTERS[place as usize])
        };
        Self {
            code: (0..CODE).map(|_| letter()).collect(),
            seed: 0,
            asked: None,
            counts: BTreeMap::new(),
            shown: BTreeSet::new(),
            pupils: Vec::new(),
            turn: 0,
            wrong: Vec::new(),
        }
    }

    pub fn code(&self) -> &str {
        &self.code
    }

    /// A number that changes whenever what phones show does.
    pub fn turn(&self) -> u64 {
        self.turn
    }

    /// What is asked now.
    pub fn asked(&self) -> Option<&Asked> {
        self.asked.as_ref()
    }

    pub fn pupils(&self) -> usize {
        self.pupils.len()
    }

    /// Lets a pupil in who knows the code. Returns what the phone shows from then on: only it knows
    /// that.
    ///
    /// # Errors
    /// [`Refusal`] of a wrong code, a bad name, or too many pupils or tries.
    pub fn join(
        &mut self,
        from: IpAddr,
        code: &str,
        name: &str,
        now: Instant,
    ) -> Result<String, Refusal> {
        self.wrong.retain(|(then, _)| now.duration_since(*then) < WHILE);
        let from_there = self.wrong.iter().filter(|(_, other)| *other == from).count();
        if from_there >= WRONG || self.wrong.len() >= WRONG_IN_ALL {
            return Err(Refusal::Hurry);
        }
        if !code.trim().eq_ignore_ascii_case(&self.code) {
            self.wrong.push((now, from));
            return Err(Refusal::Code);
        }
        let name = seen(name);
        if name.is_empty() || name.chars().count() > MAX_NAME {
            return Err(Refusal::Name);
        }
        if self.pupils.len() >= MAX_PUPILS {
            return Err(Refusal::Full);
        }
        let token = format!("{:016x}{:016x}", random(), random());
        let seed = self.seed_of(self.pupils.len());
        let (answers, answered) = (BTreeMap::new(), None);
        self.pupils.push(Pupil { token: token.clone(), name, seed, answers, answered });
        Ok(token)
    }

    /// The order of options on the phone of a pupil, by their number from 0.
    fn seed_of(&self, pupil: usize) -> u32 {
        self.seed.wrapping_add(1 + pupil as u32)
    }

    /// The pupil with this token.
    pub fn pupil(&self, token: &str) -> Option<&Pupil> {
        self.pupils.iter().find(|pupil| pupil.token == token)
    }

    /// Takes an answer to the question of a card: the place of an option on that phone, from 0. It
    /// may be changed until the answers are shown.
    ///
    /// # Errors
    /// [`Refusal`] of a stranger, of an answer that comes too late or too soon, or that is none.
    pub fn answer(
        &mut self,
        token: &str,
        card: usize,
        place: usize,
        now: Instant,
    ) -> Result<(), Refusal> {
        let Some(number) = self.pupils.iter().position(|pupil| pupil.token == token) else {
            return Err(Refusal::Stranger);
        };
        let Some(asked) = self.asked.as_ref().filter(|asked| asked.card == card) else {
            return Err(Refusal::Past);
        };
        if self.shown.contains(&card) {
            return Err(Refusal::Shown);
        }
        let pupil = &mut self.pupils[number];
        let order = option_order(pupil.seed, card, asked.options.len());
        let option = *order.get(place).ok_or(Refusal::Past)?;
        let is_soon = |then: Instant| now.duration_since(then) < PAUSE;
        if pupil.answered.is_some_and(is_soon) {
            return Err(Refusal::Hurry);
        }
        pupil.answered = Some(now);
        pupil.answers.insert(card, option);
        Ok(())
    }

    /// What a pupil answered to what is asked now, as the number of an option of the projector.
    pub fn answer_of(&self, pupil: &Pupil) -> Option<usize> {
        pupil.answers.get(&self.asked.as_ref()?.card).copied()
    }

    /// Asks something else, or nothing. Answers to it that are there already stay.
    pub fn ask(&mut self, asked: Option<Asked>) {
        if self.asked == asked {
            return;
        }
        self.counts.extend(asked.iter().map(|asked| (asked.card, asked.options.len())));
        self.asked = asked;
        self.turn += 1;
    }

    /// Shows how all have answered the question of a card.
    pub fn reveal(&mut self, card: usize) {
        if self.counts.contains_key(&card) && self.shown.insert(card) {
            self.turn += 1;
        }
    }

    /// How many have answered the question of a card.
    pub fn answered(&self, card: usize) -> usize {
        self.pupils.iter().filter(|pupil| pupil.answers.contains_key(&card)).count()
    }

    /// How many chose each option of a card's question; nothing before that is revealed.
    pub fn shown(&self, card: usize) -> Option<Vec<usize>> {
        let count = *self.counts.get(&card).filter(|_| self.shown.contains(&card))?;
        let chose = |option| {
            self.pupils.iter().filter(|pupil| pupil.answers.get(&card) == Some(&option)).count()
        };
        Some((0..count).map(chose).collect())
    }

    /// Forgets all answers. Who has joined stays, with options in an order of another seed.
    pub fn start_over(&mut self, seed: u32) {
        self.seed = seed;
        (self.asked, self.turn) = (None, self.turn + 1);
        self.counts.clear();
        self.shown.clear();
        let seeds: Vec<u32> = (0..self.pupils.len()).map(|pupil| self.seed_of(pupil)).collect();
        for (pupil, seed) in self.pupils.iter_mut().zip(seeds) {
            pupil.answers.clear();
            pupil.seed = seed;
        }
    }
}

/// A name without what cannot be seen, or turns the text around it.
fn seen(name: &str) -> String {
    let is_seen = |letter: &char| {
        !letter.is_control()
            && !matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
            && !matches!(letter, '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let name: String = name.chars().filter(is_seen).collect();
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A number that nobody can guess: a hash with keys that the system has drawn.
fn random() -> u64 {
    RandomState::new().hash_one(Instant::now())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn asked(card: usize) -> Asked {
        Asked {
            card,
            title: "A lesson".to_owned(),
            ask: "Which?".to_owned(),
            options: ["a", "b", "c"].map(str::to_owned).to_vec(),
        }
    }

    /// A class with this many pupils, and their tokens.
    fn class(count: usize, now: Instant) -> (Room, Vec<String>) {
        let mut room = Room::new();
        room.start_over(41);
        let code = room.code().to_owned();
        let join = |number: usize| room.join(HERE, &code, &format!("P{number}"), now).unwrap();
        let tokens = (0..count).map(join).collect();
        (room, tokens)
    }

    #[test]
    fn who_knows_the_code_joins_under_a_name() {
        let (mut room, now) = (Room::new(), Instant::now());
        let code = room.code().to_owned();
        assert_eq!(code.len(), CODE);
        assert!(code.bytes().all(|letter| LETTERS.contains(&letter)));
        for name in ["", "  ", "\u{202e}\n", &"w".repeat(MAX_NAME + 1)] {
            assert_eq!(room.join(HERE, &code, name, now), Err(Refusal::Name), "{name:?}");
        }
        let lower = format!(" {} ", code.to_lowercase());
        let token = room.join(HERE, &lower, "  Ada \u{202e}<b>\t Lovelace ", now).unwrap();
        assert_eq!(room.pupil(&token).unwrap().name, "Ada <b> Lovelace");
        assert!(token.len() == 32 && room.pupil("").is_none() && room.pupil(&token[1..]).is_none());
        assert_ne!(token, room.join(HERE, &code, "Ada", now).unwrap());
        assert_ne!(Room::new().code(), Room::new().code());
    }

    #[test]
    fn a_code_cannot_be_guessed_and_a_class_cannot_be_flooded() {
        let (mut room, now) = (Room::new(), Instant::now());
        let code = room.code().to_owned();
        for _ in 0..WRONG {
            assert_eq!(room.join(HERE, "ZZZZZ", "A", now), Err(Refusal::Code));
        }
        // Even the right one is not taken for a while; others are not held up.
        assert_eq!(room.join(HERE, &code, "A", now), Err(Refusal::Hurry));
        assert!(room.join([10, 0, 0, 2].into(), &code, "B", now).is_ok());
        assert!(room.join(HERE, &code, "A", now + WHILE).is_ok());
        assert!(room.wrong.is_empty());
        for number in 0..300_u32 {
            let from: IpAddr = (0x0a00_0000 + number).to_be_bytes().into();
            let _ = room.join(from, "ZZZZZ", "A", now + WHILE);
        }
        assert_eq!(room.wrong.len(), WRONG_IN_ALL);
        let (mut room, _) = class(MAX_PUPILS, now);
        let code = room.code().to_owned();
        assert_eq!(room.join(HERE, &code, "One more", now), Err(Refusal::Full));
    }

    #[test]
    fn pupils_answer_what_is_asked_each_in_an_order_of_their_own() {
        let now = Instant::now();
        let (mut room, tokens) = class(30, now);
        assert_eq!(room.answer(&tokens[0], 2, 0, now), Err(Refusal::Past), "nothing is asked");
        room.ask(Some(asked(2)));
        assert_eq!(room.answer("", 2, 0, now), Err(Refusal::Stranger));
        assert_eq!(room.answer(&tokens[0], 1, 0, now), Err(Refusal::Past));
        assert_eq!(room.answer(&tokens[0], 2, 3, now), Err(Refusal::Past), "no such option");
        // All press the first option on their phones, and it is not the same.
        tokens.iter().for_each(|token| room.answer(token, 2, 0, now).unwrap());
        assert_eq!((room.answered(2), room.shown(2)), (30, None), "not before it is revealed");
        room.reveal(2);
        let shown = room.shown(2).unwrap();
        assert_eq!(shown.iter().sum::<usize>(), 30);
        assert!(shown.iter().all(|count| *count >= 4), "{shown:?}");
        let pupil = room.pupil(&tokens[3]).unwrap();
        assert_eq!(pupil.seed, 45);
        assert_eq!(room.answer_of(pupil), Some(option_order(45, 2, 3)[0]));
    }

    #[test]
    fn an_answer_may_be_changed_until_all_are_shown() {
        let now = Instant::now();
        let (mut room, tokens) = class(1, now);
        room.ask(Some(asked(0)));
        room.answer(&tokens[0], 0, 0, now).unwrap();
        assert_eq!(room.answer(&tokens[0], 0, 1, now), Err(Refusal::Hurry));
        room.answer(&tokens[0], 0, 1, now + PAUSE).unwrap();
        assert_eq!(room.answered(0), 1);
        let turn = room.turn();
        room.reveal(0);
        room.reveal(0);
        assert_eq!(room.turn(), turn + 1);
        let late = room.answer(&tokens[0], 0, 2, now + 2 * PAUSE);
        assert_eq!(late, Err(Refusal::Shown));
        // Going back to a question finds its answers; what nobody asked is not shown.
        room.ask(None);
        room.reveal(7);
        assert_eq!(room.shown(7), None);
        room.ask(Some(asked(0)));
        assert_eq!(room.shown(0).unwrap().iter().sum::<usize>(), 1);
        room.start_over(9);
        assert_eq!((room.pupils(), room.answered(0), room.shown(0)), (1, 0, None));
        assert_eq!(room.pupil(&tokens[0]).unwrap().seed, 10);
    }
}
