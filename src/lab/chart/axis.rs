//! Axes: how values stand along them, and where their numbers are.

use std::ops::RangeInclusive;

use crate::words;

/// How values stand along an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal distances are equal differences.
    #[default]
    Linear,
    /// Equal distances are equal factors, with numbers at powers of ten.
    Decades,
    /// Equal distances are equal factors, with numbers at powers of two.
    Octaves,
}

/// A number along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tick {
    /// Where it stands: the value, or its logarithm.
    pub place: f64,
    /// How far it is to the next.
    pub step: f64,
}

/// Powers of ten, and of two, whose multiples are short as plain numbers.
const PLAIN: [RangeInclusive<f64>; 2] = [-3.0..=4.0, 0.0..=13.0];

impl Scale {
    /// Whether equal distances are equal factors.
    pub const fn is_logarithmic(self) -> bool {
        !matches!(self, Self::Linear)
    }

    /// Where a value stands; `None` if it has no logarithm.
    pub fn place(self, value: f64) -> Option<f64> {
        let place = match self {
            Self::Linear => value,
            Self::Decades => value.log10(),
            Self::Octaves => value.log2(),
        };
        place.is_finite().then_some(place)
    }

    /// The value at a place.
    pub fn value(self, place: f64) -> f64 {
        match self {
            Self::Linear => place,
            Self::Decades => 10_f64.powf(place),
            Self::Octaves => place.exp2(),
        }
    }

    /// The numbers between two places, at least `gap` apart.
    pub fn ticks(self, [from, to]: [f64; 2], gap: f64) -> Vec<Tick> {
        if !(gap > 0.0 && gap.is_finite() && to > from) {
            return Vec::new();
        }
        let multiples = |from: f64, to: f64, step: f64| {
            let (first, last) = ((from / step).ceil(), (to / step).floor());
            (0..=(last - first).clamp(-1.0, 99.0) as i64)
                .map(move |place| (first + place as f64) * step)
        };
        let every = |step: f64| {
            multiples(from, to, step).map(|place| Tick { place, step }).collect::<Vec<_>>()
        };
        // Whole powers, or every few of them, as long as there are two.
        match self {
            Self::Linear => return every(round_up(gap)),
            Self::Decades if gap >= 0.3 => return every(gap.ceil()),
            Self::Octaves if to - from >= 2.0 => return every(gap.ceil()),
            Self::Decades | Self::Octaves => {}
        }
        if self == Self::Decades && gap >= 0.05 {
            let decade = |power: f64| [1.0_f64, 2.0, 5.0].map(|digit| power + digit.log10());
            return multiples(from.floor(), to, 1.0)
                .flat_map(decade)
                .filter(|place| (from..=to).contains(place))
                .map(|place| Tick { place, step: gap })
                .collect();
        }
        let [least, most] = [from, to].map(|place| self.value(place));
        multiples(least, most, round_up((most - least) / (to - from) * gap))
            .filter_map(|value| Some(Tick { place: self.place(value)?, step: gap }))
            .collect()
    }

    /// The number at a tick of an axis from one place to another. All numbers of an axis are of one
    /// kind.
    pub fn number(self, tick: Tick, [from, to]: [f64; 2]) -> String {
        let is_plain = |plain: &RangeInclusive<f64>| plain.contains(&from) && plain.contains(&to);
        match self {
            Self::Linear => linear(tick, [from, to]),
            Self::Decades => power(self.value(tick.place), is_plain(&PLAIN[0])),
            Self::Octaves if is_plain(&PLAIN[1]) || tick.place.fract() != 0.0 => {
                power(self.value(tick.place), true)
            }
            Self::Octaves => format!("2{}", words::raised(tick.place as i32)),
        }
    }
}

/// The number at a tick of a linear axis: with as many digits as tell it from the next.
fn linear(tick: Tick, ends: [f64; 2]) -> String {
    let most = ends[0].abs().max(ends[1].abs());
    let digits = |size: f64| size.log10().floor() as i32;
    let (first, last) = (digits(most), digits(tick.step * 1.000_001));
    let is_plain = (1e-3..1e5).contains(&most);
    let exponent = if is_plain { 0 } else { first };
    let scaled = tick.place / 10_f64.powi(exponent);
    let decimals = (exponent - last).clamp(0, 8) as usize;
    let text = format!("{:.decimals$}", if scaled == 0.0 { 0.0 } else { scaled });
    let text = if is_plain || scaled == 0.0 { text } else { format!("{text}e{exponent}") };
    words::signed(&text)
}

/// The smallest 1, 2 or 5 times a power of ten that is not below `value`.
fn round_up(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    [1.0, 2.0, 5.0]
        .map(|digit| digit * power)
        .into_iter()
        .find(|step| *step >= value * 0.999)
        .unwrap_or(10.0 * power)
}

/// A number on a logarithmic axis: plain, or as a power of ten.
pub fn power(value: f64, is_plain: bool) -> String {
    let exponent = value.log10().floor() as i32;
    let digits = value / 10_f64.powi(exponent);
    // Rounding may carry 9.9999 into the next decade.
    let (digits, exponent) =
        if digits >= 9.9995 { (1.0, exponent + 1) } else { (digits, exponent) };
    let short = |text: String| {
        words::local(if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.')
        } else {
            &text
        })
    };
    if is_plain {
        return short(format!("{:.*}", (3 - exponent).max(0) as usize, value));
    }
    if exponent == 0 {
        return short(format!("{digits:.3}"));
    }
    let short = short(format!("{digits:.3}"));
    let raised = words::raised(exponent);
    if short == "1" { format!("10{raised}") } else { format!("{short}·10{raised}") }
}

/// An axis from end to end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// The values at its ends.
    pub ends: [f64; 2],
    /// How values stand between them.
    pub scale: Scale,
}

/// Most numbers along an axis.
const TICKS: f64 = 12.0;

impl Axis {
    /// From 0 to 1.
    pub const SHARES: Self = Self { ends: [0.0, 1.0], scale: Scale::Linear };

    /// An axis of whole decades that holds all positive `values`, but none beyond all measure;
    /// `None` if there are none.
    pub fn around(values: impl Iterator<Item = f64>) -> Option<Self> {
        Self::with_scale(Scale::Decades, values)
    }

    /// An axis that holds all `values` and ends at whole powers or round numbers; `None` if there
    /// are none that it can hold.
    pub fn with_scale(scale: Scale, values: impl Iterator<Item = f64>) -> Option<Self> {
        let is_held = |value: &f64| match scale {
            Scale::Linear => value.is_finite(),
            Scale::Decades | Scale::Octaves => (1e-100..1e100).contains(value),
        };
        let [least, most] = values
            .filter(is_held)
            .filter_map(|value| scale.place(value))
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], place| [a.min(place), b.max(place)]);
        let step = if scale.is_logarithmic() { 1.0 } else { round_up((most - least) / 5.0) };
        // A single value needs some room, too.
        let step = if step > 0.0 && step.is_finite() { step } else { least.abs().max(1.0) };
        let ends = [(least / step).floor() * step, (most / step).ceil() * step];
        let ends = if ends[0] < ends[1] { ends } else { [ends[0] - step, ends[1] + step] };
        (least <= most).then_some(Self { ends: ends.map(|end| scale.value(end)), scale })
    }

    /// Whether equal distances are equal factors.
    pub const fn is_logarithmic(&self) -> bool {
        self.scale.is_logarithmic()
    }

    /// The places of its ends.
    fn places(&self) -> [f64; 2] {
        self.ends.map(|end| self.scale.place(end).unwrap_or_default())
    }

    /// Where a value stands: 0 at the beginning, which is also the place of what has no logarithm,
    /// and 1 at the end.
    pub fn place(&self, value: f64) -> f64 {
        let [from, to] = self.places();
        self.scale.place(value).map_or(0.0, |place| ((place - from) / (to - from)).max(0.0))
    }

    /// The values of its numbers, and these: whole powers, or round numbers.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        // Ends are not quite whole powers after rounding.
        let [from, to] = self.places();
        let slack = 1e-9 * (to - from);
        let gap = (to - from) / TICKS;
        let gap = if self.is_logarithmic() { gap.max(1.0) } else { 2.0 * gap };
        let ticks = self.scale.ticks([from - slack, to + slack], gap);
        let tick = |tick: Tick| (self.scale.value(tick.place), self.scale.number(tick, [from, to]));
        ticks.into_iter().map(tick).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_between_whole_decades() {
        let axis = Axis::around([0.0, 2.0, 50.0, f64::NAN].into_iter()).unwrap();
        let ticks: Vec<_> = axis.ticks().into_iter().map(|tick| tick.1).collect();
        assert_eq!(
            (axis.ends, ticks),
            ([1.0, 100.0], ["1", "10", "100"].map(str::to_owned).into())
        );
        assert_eq!(
            [1.0, 10.0, 100.0, 0.0, 0.1].map(|value| axis.place(value)),
            [0.0, 0.5, 1.0, 0.0, 0.0]
        );
        assert_eq!(Axis::around([10.0].into_iter()).unwrap().ends, [1.0, 100.0]);
        assert_eq!(Axis::around([0.0].into_iter()), None);
        assert_eq!([0.0, 0.25, 1.0].map(|value| Axis::SHARES.place(value)), [0.0, 0.25, 1.0]);
    }

    #[test]
    fn axes_of_powers_of_two_have_ticks_there_and_linear_ones_at_round_numbers() {
        let shown = |scale, values: &[f64]| {
            let axis = Axis::with_scale(scale, values.iter().copied()).unwrap();
            axis.ticks().into_iter().map(|tick| tick.1).collect::<Vec<_>>()
        };
        assert_eq!(shown(Scale::Octaves, &[32.0, 256.0]), ["32", "64", "128", "256"]);
        assert_eq!(shown(Scale::Octaves, &[1024.0, 65_536.0]).first().unwrap(), "2¹⁰");
        assert_eq!(
            shown(Scale::Octaves, &[1.0, 4_194_304.0]),
            ["2⁰", "2²", "2⁴", "2⁶", "2⁸", "2¹⁰", "2¹²", "2¹⁴", "2¹⁶", "2¹⁸", "2²⁰", "2²²"]
        );
        assert_eq!(shown(Scale::Linear, &[0.0, 4.7]), ["0", "1", "2", "3", "4", "5"]);
        assert_eq!(shown(Scale::Linear, &[-0.5]), ["−1.0", "−0.8", "−0.6", "−0.4", "−0.2", "0.0"]);
        assert_eq!(shown(Scale::Decades, &[1e-9, 1e-2]).first().unwrap(), "10⁻⁹");
    }

    fn numbers(scale: Scale, from: f64, to: f64) -> Vec<String> {
        // Of 200 points from end to end, 40 are between two numbers.
        let ticks = scale.ticks([from, to], (to - from) / 5.0);
        ticks.into_iter().map(|tick| scale.number(tick, [from, to])).collect()
    }

    #[test]
    fn axes_have_round_numbers_of_no_more_digits_than_they_need() {
        let [linear, decades] = [Scale::Linear, Scale::Decades];
        assert_eq!(numbers(linear, -0.52, 0.26), ["−0.4", "−0.2", "0.0", "0.2"]);
        assert_eq!(numbers(linear, 0.0, 23.0), ["0", "5", "10", "15", "20"]);
        let small = ["0", "10⁻⁷", "2·10⁻⁷", "3·10⁻⁷", "4·10⁻⁷"];
        assert_eq!(numbers(linear, 0.0, 4e-7), small);
        let large = ["0.0", "0.5·10⁶", "1.0·10⁶", "1.5·10⁶", "2.0·10⁶"];
        assert_eq!(numbers(linear, 0.0, 2.1e6), large);
        assert_eq!(numbers(decades, -8.0, -1.0), ["10⁻⁸", "10⁻⁶", "10⁻⁴", "10⁻²"]);
        assert_eq!(numbers(decades, -1.2, 0.9), ["0.1", "1"]);
        assert_eq!(numbers(decades, -0.4, 0.6), ["0.5", "1", "2"]);
        let powers = numbers(decades, -5.0, 1.0);
        assert_eq!(powers, ["10⁻⁴", "10⁻²", "1"], "no 0.001 among powers of ten");
        assert_eq!(numbers(decades, -3.0, 2.0), ["0.001", "0.01", "0.1", "1", "10", "100"]);
        assert_eq!(numbers(decades, -6.1, -5.1), ["10⁻⁶", "2·10⁻⁶", "5·10⁻⁶"]);
        assert_eq!(numbers(decades, 0.0, 0.1), ["1", "1.1", "1.2"]);
        assert!(numbers(linear, 1.0, 1.0).is_empty() && numbers(linear, f64::NAN, 1.0).is_empty());
    }
}
