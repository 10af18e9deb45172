//! A class that predicts on its phones: a page on the local network, for as long as a lesson is
//! given. Nothing else is served, and nothing is kept.
//!
//! The [`Room`] is what is known of the class, and all rules; [`serve`] speaks HTTP by hyper and
//! asks it; [`pages`] writes what a phone shows.

mod code;
mod pages;
mod room;
mod serve;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use starshell::words::{Text, say, spoken};

pub use code::Code;
pub use room::Asked;
use room::{Room, Shared, enter};
use serve::Server;

/// Why a class cannot be opened.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ClassError(Text);

/// An open class. It closes with the last handle.
#[derive(Clone, Debug)]
pub struct Class {
    room: Shared,
    server: Arc<Server>,
}

impl Class {
    /// Opens a class at an address of this machine, in the language that is spoken.
    ///
    /// # Errors
    /// [`ClassError`] if it is not one address, or cannot be listened at.
    pub fn open(address: SocketAddr) -> Result<Self, ClassError> {
        if address.ip().is_unspecified() || address.ip().is_multicast() {
            return Err(ClassError(say!(
                "class-error-address",
                address = address.ip().to_string()
            )));
        }
        let room = Arc::new(Mutex::new(Room::new()));
        let server = Server::open(address, Arc::clone(&room), spoken()).map_err(|error| {
            let (address, cause) = (address.to_string(), error.to_string());
            ClassError(say!("class-error-listen", address = address, cause = cause))
        })?;
        Ok(Self { room, server: Arc::new(server) })
    }

    /// Where phones find it, as it is read aloud.
    pub fn address(&self) -> String {
        format!("http://{}", self.server.address)
    }

    /// Where phones find it by a picture, with the code to join.
    pub fn link(&self) -> String {
        format!("{}/?code={}", self.address(), self.code())
    }

    /// The code to join.
    pub fn code(&self) -> String {
        enter(&self.room).code().to_owned()
    }

    /// Asks a question on the phones, or none.
    pub fn ask(&self, asked: Option<Asked>) {
        enter(&self.room).ask(asked);
    }

    /// Shows everybody how the class has answered the question of a card.
    pub fn reveal(&self, card: usize) {
        enter(&self.room).reveal(card);
    }

    /// How many pupils have joined.
    pub fn pupils(&self) -> usize {
        enter(&self.room).pupils()
    }

    /// How many have answered the question of a card.
    pub fn answered(&self, card: usize) -> usize {
        enter(&self.room).answered(card)
    }

    /// How many chose each option of a card's question, once that was revealed.
    pub fn shown(&self, card: usize) -> Option<Vec<usize>> {
        enter(&self.room).shown(card)
    }

    /// Forgets all answers, as the next class or another lesson begins.
    pub fn start_over(&self, seed: u32) {
        enter(&self.room).start_over(seed);
    }
}
