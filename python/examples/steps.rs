//! Milliseconds per step of the library alone, for `python/tests/overhead.py`: steps COUNT STEPS
//! ROUNDS [processor].

use std::time::Instant;

use starshell::cpu::Processor;
use starshell::gpu::Gpu;
use starshell::physics::Simulation;
use starshell::scene::Scene;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, steps, rounds] = [0, 1, 2].map(|index| arguments.get(index));
    let (Some(count), Some(steps), Some(rounds)) = (count, steps, rounds) else {
        return Err("steps takes the number of bodies, of steps and of rounds".into());
    };
    let (steps, rounds): (u32, u32) = (steps.parse()?, rounds.parse()?);
    let gpu = Gpu::open(None)?;
    let mut scene = Scene::load("plummer")?;
    scene.set_count(count.parse()?);
    let mut simulation = Simulation::new(&gpu, &scene.bodies()?, scene.physics)?;
    if arguments.get(3).is_some_and(|name| name == "processor") {
        simulation.set_member(Some(Processor::shared()?))?;
    }
    simulation.advance(steps)?;
    for _ in 0..rounds {
        let begin = Instant::now();
        simulation.advance(steps)?;
        println!("{}", begin.elapsed().as_secs_f64() * 1e3 / f64::from(steps));
    }
    // Each step on its own, waited for.
    let begin = Instant::now();
    for _ in 0..steps {
        simulation.advance(1)?;
    }
    println!("{}", begin.elapsed().as_secs_f64() * 1e3 / f64::from(steps));
    Ok(())
}
