//! The parameters of a run that files pass on to other programs.

use super::Scene;
use crate::exchange::convert::{EXTERNAL, SOFTENING, software};
use crate::exchange::snapshots::write::Parameter;
use crate::name::Named;
use crate::physics::ForceLaw;

impl Scene {
    /// The parameters of a run of the scene by the names that files of bodies give them. Numbers
    /// are in the scene's units, in which G = 1.
    pub fn parameters(&self) -> Vec<(&'static str, Parameter)> {
        let text = |text: &str| Parameter::Text(text.to_owned());
        let physics = &self.physics;
        let mut parameters = vec![
            ("Name", text(&self.title)),
            software(),
            (SOFTENING, Parameter::Number(physics.softening)),
            ("TimeStep", Parameter::Number(physics.time_step)),
            ("Integrator", text(physics.integrator.name())),
            ("Precision", text(physics.precision.name())),
            ("Gravity", text(physics.gravity.method().name())),
            ("G", Parameter::Number(1.0)),
            ("Seed", Parameter::Number(self.seed as f64)),
        ];
        if physics.law != ForceLaw::Plummer {
            parameters.push(("Law", text(physics.law.name())));
        }
        let adaptive = physics.adaptive.map(|share| ("Adaptive", Parameter::Number(share)));
        parameters.extend(adaptive);
        if physics.external.is_some() {
            let lines = toml::to_string(&physics.external).unwrap_or_default();
            parameters.push((EXTERNAL, text(&lines.trim().replace('\n', ", "))));
        }
        parameters
    }
}
