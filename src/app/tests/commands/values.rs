//! Values that fields, files and divisions by zero can yield.

use glam::{DVec3, Vec3};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use starshell::name::Named;
use starshell::physics::initial::{InitialState, Plummer};
use starshell::physics::{
    Body, ForceKernel, Gravity, Integrator, MeshSettings, Parameters, Precision, TreeSettings,
};
use starshell::render::{
    Camera, CameraPath, ColorBy, ColorMap, Followed, Look, Projection, Rgb, Style,
};
use starshell::scene::{Kind, SETTINGS, Setting, UnitSystem, Units, Value};
use starshell::session::Edit;

/// Numbers that a field, a file or a division by zero can yield.
pub fn any_number() -> impl Strategy<Value = f64> {
    let endless = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    let strange = [0.0, -0.0, 1.0, -1.0, 1e-300, 1e-12, 1e12, 1e30, 1e300];
    prop_oneof![2 => -10.0..10.0_f64, 1 => select([&strange[..], &endless].concat())]
}

pub fn single() -> impl Strategy<Value = f32> {
    any_number().prop_map(|number| number as f32)
}

/// Any of these.
pub fn one_of<T: Clone + std::fmt::Debug + 'static>(
    all: &[T],
) -> impl Strategy<Value = T> + use<T> {
    select(all.to_vec())
}

/// Any setting, with a value of its kind or, at times, of another.
pub fn setting() -> impl Strategy<Value = (&'static Setting, Value)> {
    (select(SETTINGS.iter().collect::<Vec<_>>()), any_number(), 0..20_usize).prop_map(
        |(row, number, place)| {
            let value = match row.kind {
                _ if place == 0 => Value::None,
                _ if place == 1 => Value::Number(number),
                Kind::Number(_) => Value::Number(number),
                Kind::Switch => Value::Switch(place % 2 == 0),
                Kind::Choice(choice) => {
                    let all = (choice.all)();
                    Value::Choice(all[place % all.len()][0])
                }
            };
            (row, value)
        },
    )
}

pub fn vector() -> impl Strategy<Value = Vec3> {
    [single(), single(), single()].prop_map(Vec3::from_array)
}

pub fn wide_vector() -> impl Strategy<Value = DVec3> {
    [any_number(), any_number(), any_number()].prop_map(DVec3::from_array)
}

pub fn path() -> impl Strategy<Value = Option<CameraPath>> {
    let made = (camera(), any_number(), 0..5_i32).prop_map(|(camera, end, turns)| {
        let body = Followed::Body(turns.unsigned_abs() * 1000);
        match turns {
            0 => None,
            1 => CameraPath::following(body, camera).ok(),
            _ => CameraPath::turntable(camera, 0.0..end, turns).ok(),
        }
    });
    made.boxed()
}

pub fn camera() -> impl Strategy<Value = Camera> {
    let strange = (vector(), [single(), single(), single(), single(), single()]).prop_map(
        |(target, [distance, azimuth, elevation, field_of_view, roll])| Camera {
            target,
            distance,
            azimuth,
            elevation,
            field_of_view,
            roll,
            projection: Projection::ALL[azimuth.to_bits() as usize % Projection::ALL.len()],
        },
    );
    let plain = (0.1..100.0_f32, 0.0..360.0_f32, -90.0..90.0_f32);
    let plain = plain.prop_map(|(distance, azimuth, elevation)| Camera {
        distance,
        azimuth,
        elevation,
        ..Camera::default()
    });
    prop_oneof![plain, strange]
}

pub fn units() -> impl Strategy<Value = Option<Units>> {
    let units = (one_of(UnitSystem::ALL), any_number(), any_number(), any_number())
        .prop_map(|(system, length, mass, gravity)| Units { system, length, mass, gravity });
    option::of(units)
}

pub fn look() -> impl Strategy<Value = Look> {
    // Bodies as large as the picture are possible, but take minutes in software.
    let strange = || select(vec![-1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY]);
    let small = || prop_oneof![0.0..2.0_f32, strange()];
    let trails = prop_oneof![Just(0.0), 0.0..30.0_f32, single()];
    let range = option::of([single(), single()]);
    let numbers = ([small(), small()], trails, range, prop::array::uniform10(single()));
    let chosen = (one_of(ColorBy::ALL), one_of(ColorMap::ALL), option::of(one_of(Style::ALL)));
    let dark = || vec(any::<u32>(), 0..3);
    (numbers, chosen, [dark(), dark()]).prop_map(|(numbers, chosen, dark)| {
        let ([size, pixels], trails, color_range, others) = numbers;
        let [exposure, bloom, magnitude_spread, r, g, b, diffuse, dust, spikes, sky] = others;
        let (color_by, color_map, style) = chosen;
        let [dark_components, dust_components] = dark;
        let size = 0.05 * size;
        Look {
            color_by,
            color_map,
            color_range,
            color_max: color_range.map(|[end, _]| end),
            color_column: if trails > 5.0 { "age".to_owned() } else { String::new() },
            size,
            min_pixels: 2.0 * pixels,
            exposure,
            bloom,
            magnitude_spread,
            background: [r, g, b],
            dark_components,
            diffuse,
            dust_components,
            dust,
            metered: trails != 0.0,
            spikes,
            sky,
            style,
            component_colors: if trails > 10.0 { vec![Rgb([255, 0, 128])] } else { Vec::new() },
            component_sizes: if trails > 5.0 { vec![size, 3.0] } else { Vec::new() },
            orbits: trails > 1.0,
            trails,
            negative: trails == 0.0,
        }
    })
}

pub fn physics() -> impl Strategy<Value = Parameters> {
    let gravity = prop_oneof![
        one_of(ForceKernel::ALL).prop_map(Gravity::Direct),
        any_number().prop_map(Gravity::Auto),
        (0.0..0.1_f64).prop_map(|accuracy| Gravity::Tree(TreeSettings::with_accuracy(accuracy))),
        (0.0..1.5_f64).prop_map(|angle| Gravity::Tree(TreeSettings::with_angle(angle))),
        (select(vec![0, 16, 32, 48]), option::of(any_number()), any::<bool>())
            .prop_map(|(side, period, near)| Gravity::Mesh(MeshSettings { side, period, near })),
    ];
    let plain = (1e-4..0.1_f64, 0.0..0.5_f64, 0.9..1.0_f64, 0.0..1.0_f64, 0.01..1.0_f64);
    let strange = (any_number(), any_number(), any_number(), any_number(), any_number());
    let numbers = prop_oneof![plain, strange];
    let chosen = (one_of(Integrator::ALL), one_of(Precision::ALL), gravity, any::<bool>());
    (numbers, chosen).prop_map(|(numbers, (integrator, precision, gravity, is_adaptive))| {
        let (time_step, softening, damping, drag, accuracy) = numbers;
        Parameters {
            damping,
            drag,
            precision,
            adaptive: is_adaptive.then_some(accuracy),
            gravity,
            ..Parameters::new(integrator, time_step, softening)
        }
    })
}

pub fn body() -> impl Strategy<Value = Body> {
    let parts = (wide_vector(), wide_vector(), any_number(), any::<u32>());
    parts.prop_map(|(position, velocity, mass, component)| Body {
        position,
        velocity,
        mass,
        component,
    })
}

pub fn edit() -> impl Strategy<Value = Edit> {
    let index = || prop_oneof![0..4_u32, Just(u32::MAX)];
    prop_oneof![
        vec(body(), 0..4).prop_map(Edit::Add),
        index().prop_map(Edit::Delete),
        (index(), body()).prop_map(|(index, body)| Edit::Replace(index, body)),
        any_number().prop_map(Edit::Accelerate),
    ]
}

pub fn initial() -> impl Strategy<Value = InitialState> {
    let named = one_of(InitialState::KINDS).prop_map(|kind| InitialState::named(kind).unwrap());
    let strange = any_number()
        .prop_map(|mass_cut| InitialState::Plummer(Plummer { mass_cut, ..Plummer::default() }));
    prop_oneof![3 => named, 1 => strange]
}

/// A few bodies, none, and more than memory holds; those between would only take time.
pub fn count() -> impl Strategy<Value = usize> {
    prop_oneof![6 => 1..512_usize, 1 => select(vec![0, 1, 2, 1 << 40, usize::MAX])]
}
