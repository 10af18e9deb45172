//! Reads TOML into types. What is wrong with a value is known with its place and its key.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::slice;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, Expected, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::name::unknown;
use crate::words::{Text, excerpt, say, shortened};

/// Most letters of a key or a value that are quoted.
const MAX: usize = 80;

/// A value with its place in the text.
type Placed<'de> = Spanned<DeValue<'de>>;

/// A type from a table.
///
/// # Errors
/// The place of the fault, a byte of the text, and what is wrong there.
pub(super) fn read<T: DeserializeOwned>(table: &DeTable) -> Result<T, (usize, Text)> {
    T::deserialize(MapAccessDeserializer::new(Entries::of(table))).map_err(Wrong::placed)
}

/// What `into` makes of a value.
///
/// # Errors
/// As [`read`].
pub(super) fn read_from<'de, T>(
    value: &'de Placed<'de>,
    into: impl FnOnce(Value<'de>) -> Result<T, Wrong>,
) -> Result<T, (usize, Text)> {
    into(Value(value)).map_err(|wrong| wrong.at(value.span().start).placed())
}

/// What is wrong with a value.
#[derive(Debug)]
pub(super) struct Wrong {
    /// A byte of the text, once it is known.
    place: Option<usize>,
    message: Text,
    /// Whether the sentence has its key already, or needs none.
    names_key: bool,
}

impl Wrong {
    fn new(message: Text) -> Self {
        Self { place: None, message, names_key: false }
    }

    fn whole(message: Text) -> Self {
        Self { names_key: true, ..Self::new(message) }
    }

    /// What was wanted, and what is there.
    fn expected(wanted: Text, found: Text) -> Self {
        Self::new(say!("toml-expected", wanted, found))
    }

    fn at(mut self, place: usize) -> Self {
        self.place.get_or_insert(place);
        self
    }

    fn in_key(self, key: &str) -> Self {
        if self.names_key {
            return self;
        }
        let key = excerpt(key, MAX).into_owned();
        let message = say!("toml-key", key, message = self.message);
        Self { message, names_key: true, ..self }
    }

    /// Where it is, and what it is.
    fn placed(self) -> (usize, Text) {
        (self.place.unwrap_or_default(), self.message)
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.message.fmt(formatter)
    }
}

impl std::error::Error for Wrong {}

impl Error for Wrong {
    fn custom<T: fmt::Display>(message: T) -> Self {
        let lines: Vec<_> = message.to_string().lines().map(str::to_owned).collect();
        Self::new(shortened(&lines.join(", ")).into())
    }

    fn invalid_type(found: Unexpected, wanted: &dyn Expected) -> Self {
        let quoted = |value: &dyn fmt::Display| quoted(&value.to_string());
        let found = match found {
            Unexpected::Str(text) => say!("toml-found-text", value = quoted_text(text)),
            Unexpected::Bool(value) => say!("toml-found-value", value = quoted(&value)),
            Unexpected::Signed(value) => say!("toml-found-value", value = quoted(&value)),
            Unexpected::Unsigned(value) => say!("toml-found-value", value = quoted(&value)),
            Unexpected::Float(value) => say!("toml-found-value", value = quoted(&value)),
            Unexpected::Seq => say!("toml-found-list"),
            Unexpected::Map => say!("toml-found-table"),
            other => other.to_string().into(),
        };
        Self::expected(wanted.to_string().into(), found)
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Self {
        Self::whole(match known {
            [] => say!("error-scene-no-key", key = excerpt(key, MAX).into_owned()),
            known => unknown("key", key, known.iter().copied()),
        })
    }

    fn missing_field(key: &'static str) -> Self {
        Self::whole(say!("error-scene-key-missing", key))
    }
}

fn quoted(value: &str) -> String {
    // Shortened first: the beginning of a number is another one.
    format!("`{}`", excerpt(&shortened(value), MAX))
}

fn quoted_text(text: &str) -> String {
    excerpt(&shortened(&format!("{text:?}")), MAX).into_owned()
}

/// What is found in place of something else.
pub fn found(value: &DeValue) -> Text {
    match value {
        DeValue::String(text) => say!("toml-found-text", value = quoted_text(text)),
        DeValue::Integer(number) => say!("toml-found-value", value = quoted(&number.to_string())),
        DeValue::Float(number) => say!("toml-found-value", value = quoted(number.as_str())),
        DeValue::Boolean(is_on) => say!("toml-found-value", value = quoted(&is_on.to_string())),
        DeValue::Datetime(date) => say!("toml-found-value", value = quoted(&date.to_string())),
        DeValue::Array(_) => say!("toml-found-list"),
        DeValue::Table(_) => say!("toml-found-table"),
    }
}

/// A value to be read.
#[derive(Clone, Copy)]
pub(super) struct Value<'de>(&'de Placed<'de>);

impl<'de> Value<'de> {
    /// What `seed` makes of it, with its place if that is wrong.
    fn read<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Wrong> {
        seed.deserialize(self).map_err(|wrong| wrong.at(self.0.span().start))
    }

    fn wanted<T>(self, wanted: Text) -> Result<T, Wrong> {
        Err(Wrong::expected(wanted, found(self.0.get_ref())))
    }

    fn whole(self, range: RangeInclusive<i64>) -> Result<i64, Wrong> {
        match integer(self.0.get_ref()).filter(|number| range.contains(number)) {
            Some(number) => Ok(number),
            None => self.wanted(say!(
                "toml-a-whole-number",
                least = range.start().to_string(),
                most = range.end().to_string()
            )),
        }
    }
}

fn integer(value: &DeValue) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

fn number(value: &DeValue) -> Option<f64> {
    let DeValue::Float(number) = value else { return integer(value).map(|number| number as f64) };
    let text = number.as_str();
    text.parse().ok().filter(|number: &f64| !number.is_infinite() || text.contains("inf"))
}

macro_rules! whole_numbers {
    ($($deserialize:ident $visit:ident $type:ty: $range:expr,)*) => { $(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
            let number = self.whole($range)?;
            visitor.$visit(number as $type)
        }
    )* };
}

impl<'de> Deserializer<'de> for Value<'de> {
    type Error = Wrong;

    whole_numbers! {
        deserialize_u8 visit_u8 u8: 0..=u8::MAX.into(),
        deserialize_u16 visit_u16 u16: 0..=u16::MAX.into(),
        deserialize_u32 visit_u32 u32: 0..=u32::MAX.into(),
        deserialize_u64 visit_u64 u64: 0..=i64::MAX,
        deserialize_i32 visit_i32 i32: i32::MIN.into()..=i32::MAX.into(),
        deserialize_i64 visit_i64 i64: i64::MIN..=i64::MAX,
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match number(self.0.get_ref()) {
            Some(number) => visitor.visit_f64(number),
            None => self.wanted(say!("toml-a-number")),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0.get_ref() {
            DeValue::Boolean(is_on) => visitor.visit_bool(*is_on),
            _ => self.wanted(say!("toml-a-switch")),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0.get_ref() {
            DeValue::String(text) => visitor.visit_str(text),
            _ => self.wanted(say!("toml-a-text")),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_str(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0.get_ref() {
            DeValue::Array(items) => visitor.visit_seq(Items(items.iter())),
            _ => self.wanted(say!("toml-a-list")),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let wanted = say!("toml-a-list-of-numbers", count);
        match self.0.get_ref() {
            DeValue::Array(items) if items.len() == count => self.deserialize_seq(visitor),
            DeValue::Array(items) => {
                let found = say!("toml-found-count", count = items.len());
                Err(Wrong::expected(wanted, found))
            }
            _ => self.wanted(wanted),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.deserialize_tuple(count, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0.get_ref() {
            DeValue::Table(table) => visitor.visit_map(Entries::of(table)),
            _ => self.wanted(say!("toml-a-table")),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        match self.0.get_ref() {
            DeValue::String(text) => visitor.visit_enum(StrDeserializer::<Wrong>::new(text)),
            DeValue::Table(table) => {
                let entries = MapAccessDeserializer::new(Entries::of(table));
                entries.deserialize_enum(name, variants, visitor)
            }
            _ => self.wanted(say!("toml-a-text")),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_unit()
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0.get_ref() {
            DeValue::String(_) => self.deserialize_str(visitor),
            DeValue::Integer(_) => self.deserialize_i64(visitor),
            DeValue::Float(_) => self.deserialize_f64(visitor),
            DeValue::Boolean(_) => self.deserialize_bool(visitor),
            DeValue::Array(_) => self.deserialize_seq(visitor),
            DeValue::Table(_) => self.deserialize_map(visitor),
            DeValue::Datetime(date) => visitor.visit_string(date.to_string()),
        }
    }

    forward_to_deserialize_any! {
        i8 i16 i128 u128 char bytes byte_buf unit unit_struct identifier
    }
}

/// The values of a list.
struct Items<'de>(slice::Iter<'de, Placed<'de>>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Wrong;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Wrong> {
        self.0.next().map(|value| Value(value).read(seed)).transpose()
    }
}

/// The entries of a table.
struct Entries<'de> {
    left: toml::map::Iter<'de, Spanned<Cow<'de, str>>, Placed<'de>>,
    entry: Option<(&'de str, &'de Placed<'de>)>,
}

impl<'de> Entries<'de> {
    fn of(table: &'de DeTable<'de>) -> Self {
        Self { left: table.iter(), entry: None }
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Wrong> {
        let Some((key, value)) = self.left.next() else { return Ok(None) };
        self.entry = Some((key.get_ref(), value));
        let read = seed.deserialize(StrDeserializer::<Wrong>::new(key.get_ref()));
        read.map(Some).map_err(|wrong| wrong.at(key.span().start))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Wrong> {
        let (key, value) = self.entry.take().ok_or_else(|| Wrong::custom("a value has no key"))?;
        Value(value).read(seed).map_err(|wrong| wrong.in_key(key))
    }
}
