//! Days of the Gregorian calendar, and the Julian years of the planets.

use std::fmt;
use std::str::FromStr;

/// The Julian day of noon on 1 January 2000, and the days of a Julian year.
const EPOCH: f64 = 2_451_545.0;
const YEAR: f64 = 365.25;

/// A day, which begins at noon: 2000-01-01 is the Julian year 2000.
///
/// ```
/// use starshell::physics::initial::Date;
///
/// let date: Date = "2026-11-27".parse().unwrap();
/// assert_eq!(Date::of_julian_year(date.julian_year()), date);
/// assert!("2026-02-29".parse::<Date>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// The year.
    pub year: i32,
    /// The month, from 1.
    pub month: u32,
    /// The day of the month, from 1.
    pub day: u32,
}

impl Date {
    /// The Julian year of this day's noon.
    pub fn julian_year(self) -> f64 {
        2000.0 + (self.julian_day() as f64 - EPOCH) / YEAR
    }

    /// The day whose noon is nearest to a Julian year.
    pub fn of_julian_year(year: f64) -> Self {
        Self::of_julian_day((EPOCH + (year - 2000.0) * YEAR).round() as i64)
    }

    /// The day of a number of seconds since the beginning of 1970, in universal time.
    pub fn of_unix_seconds(seconds: u64) -> Self {
        Self::of_julian_day(2_440_588 + (seconds / 86_400) as i64)
    }

    /// The number of the day since the beginning of 4713 BC. (H. F. Fliegel and T. C. van Flandern,
    /// Communications of the ACM 11, 1968, 657.)
    fn julian_day(self) -> i64 {
        let [year, month, day] = [i64::from(self.year), i64::from(self.month), i64::from(self.day)];
        let before_march = (month - 14) / 12;
        let century = (year + 4900 + before_march) / 100;
        day - 32_075
            + 1461 * (year + 4800 + before_march) / 4
            + 367 * (month - 2 - 12 * before_march) / 12
            - 3 * century / 4
    }

    /// The inverse, from the same source.
    fn of_julian_day(day: i64) -> Self {
        let l = day + 68_569;
        let n = 4 * l / 146_097;
        let l = l - (146_097 * n + 3) / 4;
        let i = 4000 * (l + 1) / 1_461_001;
        let l = l - 1461 * i / 4 + 31;
        let j = 80 * l / 2447;
        let (day, l) = (l - 2447 * j / 80, j / 11);
        Self {
            year: (100 * (n - 49) + i + l) as i32,
            month: (j + 2 - 12 * l) as u32,
            day: day as u32,
        }
    }
}

impl FromStr for Date {
    type Err = ();

    /// Reads a date as year, month and day: 2026-11-27.
    fn from_str(text: &str) -> Result<Self, ()> {
        let parts: Vec<&str> = text.trim().split('-').collect();
        let [year, month, day] = parts[..] else { return Err(()) };
        let date = Self {
            year: year.parse().map_err(drop)?,
            month: month.parse().map_err(drop)?,
            day: day.parse().map_err(drop)?,
        };
        // A day that the month does not have would be one of the next.
        let is_real = (1..=9999).contains(&date.year) && date.month <= 12 && date.day <= 31;
        if is_real && Self::of_julian_day(date.julian_day()) == date { Ok(date) } else { Err(()) }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_of_the_system_counts_days_from_1970() {
        assert_eq!(Date::of_unix_seconds(0).to_string(), "1970-01-01");
        assert_eq!(Date::of_unix_seconds(951_782_400).to_string(), "2000-02-29");
    }

    #[test]
    fn days_and_julian_years_belong_to_each_other() {
        for (text, year) in [
            ("2000-01-01", 2000.0),
            ("2001-01-01", 2001.0 + 0.75 / 365.25),
            ("1899-12-31", 1900.0 - 0.0),
        ] {
            let date: Date = text.parse().unwrap();
            assert!((date.julian_year() - year).abs() < 1e-9, "{text}: {}", date.julian_year());
        }
        let mut date = Date { year: 1799, month: 12, day: 31 };
        for day in date.julian_day()..date.julian_day() + 95_000 {
            let next = Date::of_julian_day(day);
            assert_eq!((next.julian_day(), Date::of_julian_year(next.julian_year())), (day, next));
            assert!(next >= date && next.to_string().parse() == Ok(next), "{next}");
            date = next;
        }
        for text in [
            "",
            "2000",
            "2000-13-01",
            "2000-00-10",
            "2001-02-29",
            "2000-1-1-1",
            "x-1-1",
            "-5-1-1",
            "2000-04-31",
        ] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }
}
