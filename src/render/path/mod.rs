//! Camera paths: views at given simulated times, and smooth interpolation between them.

mod error;
mod followed;
mod key;
mod moves;
mod shot;
mod spline;

use glam::DQuat;

pub use error::PathError;
pub use key::{Key, Return};
pub use moves::Move;
pub use shot::Shot;

use self::spline::{Blend, between, eased, orientation, slope, turn};
use super::Camera;
pub use followed::Followed;

/// A camera path over simulated time. It passes through its keys, eases in at the first and out at
/// the last, and rests where two keys are equal. Position, orientation and look have continuous
/// second derivatives. Between two keys, azimuth, distance, field of view, exposure and colour
/// range never leave the interval between the keys' values.
///
/// The azimuth is interpolated as a number, so that a path may turn several times and a level
/// camera stays level. Elevation and roll are interpolated as one rotation, the shorter way, so
/// that a path may lead over the poles.
#[derive(Clone, Debug, PartialEq)]
pub struct CameraPath {
    /// In order of time; at least one.
    keys: Vec<Key>,
    returns: Option<Return>,
}

/// A place on a path: a segment, and the fraction of its duration that has passed.
#[derive(Clone, Copy)]
struct Place {
    segment: usize,
    share: f64,
}

impl CameraPath {
    /// A path through `keys`, in order of time, that ends at the last or returns to the first. If
    /// any key sets exposure or colour range, each key that does not takes the value of the key
    /// before it; those before the first such key take its value.
    ///
    /// # Errors
    /// [`PathError`] if there is no key, a number is out of range, or times do not increase.
    pub fn new(mut keys: Vec<Key>, returns: Option<Return>) -> Result<Self, PathError> {
        error::check(&keys, returns.as_ref())?;
        let mut exposure = keys.iter().find_map(|key| key.exposure);
        let mut color_range = keys.iter().find_map(|key| key.color_range);
        for key in &mut keys {
            exposure = key.exposure.or(exposure);
            color_range = key.color_range.or(color_range);
            (key.exposure, key.color_range) = (exposure, color_range);
        }
        Ok(Self { keys, returns })
    }

    /// The keys, in order of time; at least one.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Returns the path for `count` bodies: a key that follows one that is not among them looks at
    /// a fixed point instead.
    #[must_use]
    pub fn for_bodies(&self, count: usize) -> Self {
        let is_there = |followed: &Followed| !matches!(followed, Followed::Body(index) if *index as usize >= count);
        let keys = self.keys.iter().map(|key| Key { follow: key.follow.filter(is_there), ..*key });
        Self { keys: keys.collect(), ..*self }
    }

    /// How it returns to its first key; `None` if it does not. A path that returns repeats for
    /// ever.
    pub fn returns(&self) -> Option<Return> {
        self.returns
    }

    /// Simulated times of the first key and of the end.
    pub fn span(&self) -> [f64; 2] {
        [self.keys[0].at, self.key(self.segments()).at]
    }

    /// The highest index of a body that it follows.
    pub fn highest_body(&self) -> Option<u32> {
        let bodies = self.keys.iter().filter_map(|key| match key.follow {
            Some(Followed::Body(index)) => Some(index),
            Some(Followed::CenterOfMass | Followed::Light) | None => None,
        });
        bodies.max()
    }

    /// What it shows at a simulated time. An open path rests before its first key and after its
    /// last; a closed one repeats.
    pub fn at(&self, time: f64) -> Shot {
        let place = self.place(time);
        let number = |value: &dyn Fn(&Camera) -> f64| {
            self.value(place, |index| value(&self.key(index).camera), |_| true)
        };
        let [from, to] = [0, 1].map(|end| self.key((place.segment + end).min(self.segments())));
        let carries = |segment| self.key(segment).follow == self.key(segment + 1).follow;
        let target = self.value(place, |index| self.key(index).camera.target.as_dvec3(), carries);
        let distance = number(&|camera| f64::from(camera.distance).ln()).exp();
        let field =
            number(&|camera| (0.5 * f64::from(camera.field_of_view).to_radians()).tan().ln());
        let azimuth = number(&|camera| f64::from(camera.azimuth));
        let camera = Camera {
            target: target.as_vec3(),
            distance: distance as f32,
            azimuth: azimuth as f32,
            field_of_view: (2.0 * field.exp().atan()).to_degrees() as f32,
            ..Camera::default()
        };
        let share = eased(place.share);
        let followed = match (from.follow, to.follow) {
            (from, to) if from == to => [from.map(|from| (from, 1.0)), None],
            (from, _) if share == 0.0 => [from.map(|from| (from, 1.0)), None],
            (_, to) if share == 1.0 => [to.map(|to| (to, 1.0)), None],
            (from, to) => [from.map(|from| (from, 1.0 - share)), to.map(|to| (to, share))],
        };
        let exposure = |key: &Key| key.exposure.map(f64::from);
        let end =
            |end: usize| move |key: &Key| key.color_range.map(|range| f64::from(range[end]).ln());
        let range = [0, 1].map(|side| self.set(place, end(side)).map(|value| value.exp() as f32));
        Shot {
            camera: camera
                .oriented(DQuat::from_rotation_z(azimuth.to_radians()) * self.tilt(place)),
            followed,
            exposure: self.set(place, exposure).map(|value| value as f32),
            color_range: if let [Some(low), Some(high)] = range { Some([low, high]) } else { None },
        }
    }

    /// Number of segments between keys.
    fn segments(&self) -> usize {
        self.keys.len() - 1 + usize::from(self.returns.is_some())
    }

    /// The key at this index; past the last, the first key as the path returns to it.
    fn key(&self, index: usize) -> Key {
        let first = self.keys[0];
        match (self.keys.get(index), self.returns) {
            (Some(key), _) => *key,
            (None, None) => self.keys[self.keys.len() - 1],
            (None, Some(Return { at, turns })) => {
                let behind = self.keys[self.keys.len() - 1].camera.azimuth - first.camera.azimuth;
                let turns = turns.map_or_else(|| (behind / 360.0).round(), |turns| turns as f32);
                let azimuth = first.camera.azimuth + 360.0 * turns;
                Key { at, camera: Camera { azimuth, ..first.camera }, ..first }
            }
        }
    }

    fn place(&self, time: f64) -> Place {
        let [begin, end] = self.span();
        let time = match self.returns {
            Some(_) => begin + (time - begin).rem_euclid(end - begin),
            None => time.clamp(begin, end),
        };
        let behind = self.keys.partition_point(|key| key.at <= time);
        let segment = behind.clamp(1, self.segments().max(1)) - 1;
        let [from, to] = [segment, segment + 1].map(|index| self.key(index).at);
        // A single key has no segment.
        let share = if to > from { ((time - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
        Place { segment, share }
    }

    /// The slopes at both ends of a segment, as changes per segment, from the mean slopes of
    /// segments.
    fn slopes<V: Blend>(&self, segment: usize, mean: impl Fn(usize) -> V) -> [V; 2] {
        let (last, here) = (self.segments() - 1, mean(segment));
        let rest = here * 0.0;
        let before = match segment {
            0 if self.returns.is_none() => rest,
            0 => mean(last),
            _ => mean(segment - 1),
        };
        let after = match segment {
            _ if segment < last => mean(segment + 1),
            _ if self.returns.is_none() => rest,
            _ => mean(0),
        };
        let duration = self.duration(segment);
        [slope(before, here) * duration, slope(here, after) * duration]
    }

    fn duration(&self, segment: usize) -> f64 {
        self.key(segment + 1).at - self.key(segment).at
    }

    /// Interpolates a quantity of the keys, given by index. It comes to rest at both ends of a
    /// segment for which `carries` is false.
    fn value<V: Blend>(
        &self,
        place: Place,
        value: impl Fn(usize) -> V,
        carries: impl Fn(usize) -> bool,
    ) -> V {
        if self.segments() == 0 {
            return value(0);
        }
        let ends = |segment| [segment, segment + 1].map(&value);
        let mean = |segment| {
            let [from, to] = ends(segment);
            let way = if carries(segment) { to - from } else { from * 0.0 };
            way * (1.0 / self.duration(segment))
        };
        between(place.share, ends(place.segment), self.slopes(place.segment, mean))
    }

    /// Elevation and roll at a place.
    fn tilt(&self, place: Place) -> DQuat {
        if self.segments() == 0 {
            return self.keys[0].tilt();
        }
        let ends = |segment| [segment, segment + 1].map(|index| self.key(index).tilt());
        let mean = |segment| {
            let [from, to] = ends(segment);
            turn(from, to) * (1.0 / self.duration(segment))
        };
        orientation(place.share, ends(place.segment), self.slopes(place.segment, mean))
    }

    /// Interpolates a number that all keys set, or none.
    fn set(&self, place: Place, number: impl Fn(&Key) -> Option<f64>) -> Option<f64> {
        number(&self.keys[0])?;
        Some(self.value(place, |index| number(&self.key(index)).unwrap_or_default(), |_| true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Extent;
    use glam::{DVec3, Vec3};

    const SIZE: [u32; 2] = [160, 90];

    /// The camera of a shot that follows nothing, or what is at the origin.
    fn fixed(shot: Shot) -> Camera {
        shot.camera(&Camera::default(), SIZE, |_| Some(Extent::point(DVec3::ZERO)))
    }

    fn key(at: f64, target: [f32; 3], angles: [f32; 3], distance: f32) -> Key {
        let [azimuth, elevation, roll] = angles;
        Key::new(
            at,
            Camera {
                target: target.into(),
                azimuth,
                elevation,
                roll,
                distance,
                ..Camera::default()
            },
        )
    }

    #[test]
    fn keys_do_not_follow_bodies_that_are_not_there() {
        let path = CameraPath::new(eventful(), None).unwrap();
        assert_eq!(path.for_bodies(4), path);
        let follows: Vec<_> = path.for_bodies(3).keys().iter().map(|key| key.follow).collect();
        let expected = path
            .keys()
            .iter()
            .map(|key| key.follow.filter(|followed| *followed == Followed::CenterOfMass));
        assert_eq!(follows, expected.collect::<Vec<_>>());
    }

    /// A path that uses everything, at uneven times: turns, a hold, a pass over the pole, a roll,
    /// changes of what is followed.
    fn eventful() -> Vec<Key> {
        let mut keys = vec![
            key(1.0, [0.0, 0.0, 0.0], [10.0, 20.0, 0.0], 5.0),
            key(2.0, [1.0, 0.0, 2.0], [100.0, 60.0, 0.0], 4.0),
            key(2.5, [1.0, 2.0, 2.0], [130.0, 130.0, 0.0], 8.0),
            key(4.0, [1.0, 2.0, 2.0], [130.0, 130.0, 0.0], 8.0),
            key(7.0, [-3.0, 2.0, 2.0], [900.0, 20.0, 50.0], 0.5),
            key(8.0, [0.0, 0.5, 0.0], [860.0, -40.0, 90.0], 0.4),
        ];
        keys[1].camera.field_of_view = 80.0;
        keys[2].exposure = Some(2.0);
        keys[5].exposure = Some(-1.0);
        keys[1].color_range = Some([0.1, 10.0]);
        keys[4].color_range = Some([1.0, 20.0]);
        keys[1].follow = Some(Followed::Body(3));
        keys[4].follow = Some(Followed::CenterOfMass);
        keys
    }

    fn open_path() -> CameraPath {
        CameraPath::new(eventful(), None).unwrap()
    }

    fn closed_path() -> CameraPath {
        CameraPath::new(eventful(), Some(Return { at: 10.5, turns: None })).unwrap()
    }

    /// Smooth movements of what is followed.
    fn extent(time: f64) -> impl Fn(Followed) -> Option<Extent> {
        move |followed| {
            Some(match followed {
                Followed::CenterOfMass => Extent::point(DVec3::new(0.1 * time, 0.0, 0.0)),
                Followed::Light => {
                    Extent::sphere(DVec3::new(0.0, 0.1 * time, 0.0), 1.0 + 0.1 * time)
                }
                Followed::Body(_) => {
                    Extent::point(DVec3::new((0.3 * time).cos(), (0.3 * time).sin(), 1.0))
                }
            })
        }
    }

    /// Everything that a picture shows of a path, as numbers: lens, axes and look.
    fn shown(path: &CameraPath, time: f64, is_carried: bool) -> Vec<f64> {
        let shot = path.at(time);
        let camera =
            shot.camera(&Camera::default(), SIZE, extent(if is_carried { time } else { 0.0 }));
        let [right, up, backward] =
            [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| camera.orientation() * axis);
        let [low, high] = shot.color_range.unwrap();
        let look = [
            camera.distance,
            camera.field_of_view / 10.0,
            shot.exposure.unwrap(),
            low.ln(),
            high.ln(),
        ];
        let vectors = [camera.target.as_dvec3(), right, up, backward]
            .into_iter()
            .flat_map(|vector| vector.to_array());
        vectors.chain(look.map(f64::from)).collect()
    }

    #[test]
    fn a_path_passes_through_its_keys() {
        let path = open_path();
        for key in path.keys() {
            let shot = path.at(key.at);
            let camera = fixed(shot);
            assert!((camera.target - key.camera.target).length() < 1e-6);
            let ways = [
                (camera.distance, key.camera.distance),
                (camera.field_of_view, key.camera.field_of_view),
            ];
            assert!(ways.iter().all(|(a, b)| (a - b).abs() < 1e-5), "{camera:?}");
            for (got, wanted) in camera.axes().into_iter().zip(key.camera.axes()) {
                assert!(got.distance(wanted) < 2e-6, "{camera:?} instead of {:?}", key.camera);
            }
            assert!(
                key.exposure
                    .is_none_or(|exposure| (shot.exposure.unwrap() - exposure).abs() < 1e-6)
            );
            assert_eq!(
                shot.followed().collect::<Vec<_>>(),
                key.follow.into_iter().collect::<Vec<_>>()
            );
        }
        assert_eq!(path.at(0.0), path.at(1.0));
        assert_eq!(path.at(99.0), path.at(8.0));
        assert_eq!(path.at(1.0).exposure, Some(2.0), "before the first key that sets it");
    }

    #[test]
    fn position_orientation_and_look_have_two_continuous_derivatives() {
        let (open, closed) = (open_path(), closed_path());
        let times = open.keys().iter().map(|key| key.at);
        let seams = times
            .clone()
            .map(|time| (&open, time))
            .chain(times.chain([10.5, 19.0]).map(|time| (&closed, time)));
        for (path, at) in seams {
            // Differences over h are off by the next derivative times h; those of a jump would not
            // shrink with h. Camera numbers are f32, which limits h.
            let jumps = |h: f64| -> [f64; 2] {
                let [a, b, c, d, e] =
                    [-2.0, -1.0, 0.0, 1.0, 2.0].map(|step| shown(path, at + step * h, false));
                let most = |jump: &dyn Fn(usize) -> f64| {
                    (0..c.len()).map(|i| jump(i).abs()).fold(0.0, f64::max)
                };
                let first = most(&|i| ((d[i] - c[i]) - (c[i] - b[i])) / h);
                let second =
                    most(&|i| ((e[i] - 2.0 * d[i] + c[i]) - (c[i] - 2.0 * b[i] + a[i])) / (h * h));
                [first, second]
            };
            let ([first, second], [first_finer, second_finer]) = (jumps(0.02), jumps(0.01));
            assert!(
                first_finer < 0.62 * first || first_finer < 0.02,
                "speed at {at}: {first}, then {first_finer}"
            );
            assert!(
                second_finer < 0.75 * second || second_finer < 0.2,
                "acceleration at {at}: {second}, then {second_finer}"
            );
        }
    }

    #[test]
    fn nothing_jumps_anywhere() {
        for path in [open_path(), closed_path()] {
            let mut last = shown(&path, 0.5, true);
            for step in 1..12_000 {
                let now = shown(&path, 0.5 + 1e-3 * f64::from(step), true);
                let most = now.iter().zip(&last).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(most < 0.03, "a step of {most} at {}", 0.5 + 1e-3 * f64::from(step));
                last = now;
            }
        }
    }

    #[test]
    fn between_two_keys_nothing_overshoots_and_equal_keys_stand_still() {
        let path = open_path();
        for pair in path.keys().windows(2) {
            let [from, to] = [pair[0], pair[1]];
            for step in 0..=100 {
                let time = from.at + (to.at - from.at) * f64::from(step) / 100.0;
                let camera = fixed(path.at(time));
                let is_between =
                    |now: f32, a: f32, b: f32| now >= a.min(b) - 1e-5 && now <= a.max(b) + 1e-5;
                assert!(
                    is_between(camera.distance, from.camera.distance, to.camera.distance),
                    "{time}: {camera:?}"
                );
                assert!(
                    is_between(
                        camera.field_of_view,
                        from.camera.field_of_view,
                        to.camera.field_of_view
                    ),
                    "{camera:?}"
                );
            }
        }
        let hold = path.at(2.5);
        for time in [2.6, 3.0, 3.99] {
            assert_eq!(fixed(path.at(time)), fixed(hold));
        }
    }

    #[test]
    fn a_level_path_stays_level_and_leads_over_the_pole() {
        let keys = vec![
            key(0.0, [0.0; 3], [0.0, -30.0, 0.0], 3.0),
            key(1.0, [0.0; 3], [80.0, 50.0, 0.0], 3.0),
            key(2.0, [0.0; 3], [100.0, 120.0, 0.0], 3.0),
        ];
        let path = CameraPath::new(keys, None).unwrap();
        let mut turned = 0.0;
        for step in 0..=200 {
            let camera = fixed(path.at(0.01 * f64::from(step)));
            assert!(camera.axes()[0].z.abs() < 1e-6, "the horizon is level: {camera:?}");
            let over = if step > 100 && camera.roll.abs() > 90.0 {
                180.0 - camera.elevation
            } else {
                camera.elevation
            };
            assert!(step == 0 || over >= turned - 1e-3, "{over} after {turned}");
            turned = over;
        }
        assert!((turned - 120.0).abs() < 1e-3);
    }

    #[test]
    fn a_turntable_turns_as_often_as_asked_at_an_even_speed_and_closes() {
        let camera = Camera { azimuth: 30.0, elevation: 15.0, ..Camera::default() };
        let path = CameraPath::turntable(camera, 2.0..12.0, 3).unwrap();
        let frames = 90;
        let azimuth =
            |frame: i32| fixed(path.at(2.0 + 10.0 * f64::from(frame) / f64::from(frames))).azimuth;
        for frame in 0..frames {
            let turned = (azimuth(frame + 1) - azimuth(frame)).rem_euclid(360.0);
            assert!(
                (turned - 12.0).abs() < 1e-3,
                "from frame {frame} to the next: {turned} degrees"
            );
        }
        assert_eq!(azimuth(0), 30.0);
        assert!((azimuth(frames) - 30.0).abs() < 1e-3 && fixed(path.at(5.0)).roll == 0.0);
    }

    #[test]
    fn any_path_becomes_a_loop_of_the_same_duration() {
        // Level, because the rotation from one rolled tilt to another depends on the direction.
        let level = |key: Key| Key { camera: Camera { roll: 0.0, ..key.camera }, ..key };
        let path =
            CameraPath::new(eventful().into_iter().map(level).collect(), None).unwrap().looped();
        assert_eq!(path.span(), [1.0, 8.0]);
        for (there, back) in [(1.2, 7.8), (2.9, 6.1), (4.0, 5.0)] {
            let [there, back] = [there, back].map(|time| shown(&path, time, false));
            assert!(there.iter().zip(&back).all(|(a, b)| (a - b).abs() < 1e-4));
        }
        let period = 7.0;
        for time in [1.0, 3.0, 5.5] {
            let [now, later] = [time, time + period].map(|time| shown(&path, time, false));
            assert!(now.iter().zip(&later).all(|(a, b)| (a - b).abs() < 1e-6));
        }
        let dolly = CameraPath::dolly(Camera::default(), 0.0..4.0, 0.5).unwrap();
        assert_eq!(fixed(dolly.at(4.0)).distance, 5.0);
        assert_eq!(fixed(dolly.looped().at(2.0)).distance, 5.0);
        let rise =
            CameraPath::rise(Camera { elevation: 60.0, ..Camera::default() }, 0.0..4.0).unwrap();
        assert_eq!(fixed(rise.at(4.0)).elevation, 80.0);
    }

    #[test]
    fn a_followed_target_stays_in_the_middle() {
        let path = CameraPath::following(
            Followed::Body(7),
            Camera { target: Vec3::ONE, ..Camera::default() },
        )
        .unwrap();
        let place = Extent::point(DVec3::new(3.0, 4.0, 5.0));
        let known = |followed| (followed == Followed::Body(7)).then_some(place);
        assert_eq!(
            path.at(9.0).camera(&Camera::default(), SIZE, known).target,
            place.center.as_vec3()
        );
        let now = Camera { target: Vec3::Z, ..Camera::default() };
        assert_eq!(
            path.at(9.0).camera(&now, SIZE, |_| None).target,
            Vec3::Z,
            "what is not known moves nothing"
        );
        assert_eq!(path.highest_body(), Some(7));
    }

    #[test]
    fn distances_from_the_light_are_multiples_of_that_which_frames_it() {
        let own = Camera { distance: 2.0, azimuth: 40.0, ..Camera::default() };
        let light = Extent::sphere(DVec3::X, 3.0);
        let framing = own.framing(&light, SIZE);
        let dolly = Move::Dolly.path(own, Some(Followed::Light), 0.0..4.0).unwrap();
        let seen = |path: &CameraPath, time| path.at(time).camera(&own, SIZE, |_| Some(light));
        assert_eq!(seen(&dolly, 0.0), framing);
        assert!((seen(&dolly, 4.0).distance / framing.distance - 0.5).abs() < 1e-6);
        assert_eq!(
            dolly.at(0.0).camera(&own, SIZE, |_| None),
            own,
            "where the light is not known, the camera stays"
        );
        // Away from it, the distance is one in space again.
        let end = Key::new(4.0, Camera { distance: 0.1, ..own });
        let away = dolly.without(1).unwrap().with(end).unwrap();
        assert_eq!(seen(&away, 4.0), end.camera);
        let middle = seen(&away, 2.0);
        assert!(
            (middle.distance / (framing.distance * 0.1).sqrt() - 1.0).abs() < 1e-3,
            "half way: {}",
            middle.distance
        );
    }

    #[test]
    fn keys_are_set_replaced_and_removed() {
        let path = CameraPath::still(Camera { azimuth: 350.0, ..Camera::default() }).unwrap();
        let path = path.with(key(4.0, [0.0; 3], [10.0, 0.0, 0.0], 1.0)).unwrap();
        assert_eq!(path.keys()[1].camera.azimuth, 370.0, "the short way");
        let path = path.with(key(4.0, [0.0; 3], [20.0, 0.0, 0.0], 2.0)).unwrap();
        assert_eq!((path.keys().len(), path.keys()[1].camera.distance), (2, 2.0));
        let (moved, place) = path.replaced(0, Key { at: 6.0, ..path.keys()[0] }).unwrap();
        assert_eq!((place, moved.keys()[1].camera.azimuth, moved.keys()[0].at), (1, 350.0, 4.0));
        assert!(path.replaced(0, Key { at: 4.0, ..path.keys()[0] }).is_err());
        let path = path.without(0).unwrap();
        assert_eq!(path.keys()[0].at, 4.0);
        assert_eq!(path.without(0), None);
    }

    #[test]
    fn impossible_paths_are_refused_with_the_key_and_the_number() {
        let at = |at| key(at, [0.0; 3], [0.0; 3], 1.0);
        let refused = |keys: Vec<Key>, returns| {
            let error = CameraPath::new(keys, returns).unwrap_err();
            (error.key, error.field)
        };
        assert_eq!(refused(vec![], None), (0, "key"));
        assert_eq!(refused(vec![at(0.0), at(0.0)], None), (1, "at"));
        assert_eq!(refused(vec![at(f64::NAN)], None), (0, "at"));
        assert_eq!(refused(vec![at(1.0)], Some(Return { at: 1.0, turns: None })), (1, "loop"));
        assert_eq!(
            refused(vec![at(1.0)], Some(Return { at: 2.0, turns: Some(9999) })),
            (1, "turns")
        );
        assert_eq!(
            refused(vec![at(1.0), key(2.0, [0.0; 3], [0.0; 3], 0.0)], None),
            (1, "distance")
        );
        assert_eq!(
            refused(vec![key(2.0, [0.0; 3], [0.0, 181.0, 0.0], 1.0)], None),
            (0, "elevation")
        );
        assert_eq!(
            refused(vec![Key { exposure: Some(f32::NAN), ..at(1.0) }], None),
            (0, "exposure")
        );
        assert_eq!(
            refused(vec![Key { color_range: Some([2.0, 1.0]), ..at(1.0) }], None),
            (0, "color_range")
        );
    }
}
