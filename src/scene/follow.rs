//! `follow` in a scene file: what the camera follows.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::physics::initial::MAX_COUNT;
use crate::render::Followed;
use crate::words::say;

/// A word, or the number of a body.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Follow(pub(super) Option<Followed>);

impl Serialize for Follow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.0, Followed::name(self.0)) {
            (Some(Followed::Body(index)), _) => serializer.serialize_u32(index),
            (_, name) => serializer.serialize_str(name.unwrap_or_default()),
        }
    }
}

/// Writes what [`Follow`] reads.
pub(super) fn serialize<S: Serializer>(
    followed: &Option<Followed>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    Follow(*followed).serialize(serializer)
}

impl<'de> Deserialize<'de> for Follow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FollowVisitor)
    }
}

struct FollowVisitor;

impl Visitor<'_> for FollowVisitor {
    type Value = Follow;

    fn expecting(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(formatter, "\"light\", \"center-of-mass\", the number of a body, or \"nothing\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Follow, E> {
        Followed::named(text)
            .map(Follow)
            .map_err(|unknown| E::custom(say!("error-follow-unknown", error = unknown)))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Follow, E> {
        let index = u32::try_from(number).ok().filter(|index| (*index as usize) < MAX_COUNT);
        let wrong = || {
            E::custom(say!(
                "error-follow-number",
                number = number.to_string(),
                last = MAX_COUNT - 1
            ))
        };
        index.map(|index| Follow(Some(Followed::Body(index)))).ok_or_else(wrong)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Follow, E> {
        self.visit_i64(number.try_into().unwrap_or(-1))
    }
}
