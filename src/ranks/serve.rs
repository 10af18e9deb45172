//! What a rank does for the first one.

use std::sync::atomic::AtomicBool;

use super::line::{self, Answer, Pulled, Request};
use super::machine::{Place, Seat};
use crate::physics::{Portion, Precision, Row, Sources, Sums};

/// Rows that came, and sums that go.
#[derive(Default)]
struct Room<R> {
    sources: Sources<R>,
    sums: Sums<R>,
}

/// Answers requests until the first rank ends.
pub fn serve(place: &Place) {
    let mut seat: Option<Seat> = None;
    let (mut single, mut double) = (Room::<[f32; 4]>::default(), Room::<[f64; 4]>::default());
    loop {
        match line::request() {
            Ok(Request::Offer(choice)) => {
                line::reply(&place.offer(choice).map_or_else(Answer::Failed, Answer::Offer))
            }
            Ok(Request::Open(adapter)) => {
                // The memory of the old one is free before the new one needs it.
                seat = None;
                line::reply(&match place.open(adapter) {
                    Ok(opened) => {
                        let (name, tree_order) = (opened.member.name(), opened.member.tree_order());
                        seat = Some(opened);
                        Answer::Open { name, tree_order }
                    }
                    Err(cause) => Answer::Failed(cause),
                });
            }
            Ok(Request::Can { pull, count, precision }) => {
                let can = |seat: &Seat| {
                    pull.on(seat.gpu.as_ref(), count)
                        .is_some_and(|pull| seat.member.can(&pull, count, precision))
                };
                line::reply(&Answer::Can(seat.as_ref().is_some_and(can)));
            }
            Ok(Request::Rows { precision: Precision::Double, lengths, accuracy }) => {
                double.receive(lengths, accuracy)
            }
            Ok(Request::Rows { lengths, accuracy, .. }) => single.receive(lengths, accuracy),
            Ok(Request::Pull { pull, portion, precision: Precision::Double }) => {
                double.pull(seat.as_ref(), &pull, portion)
            }
            Ok(Request::Pull { pull, portion, .. }) => single.pull(seat.as_ref(), &pull, portion),
            Ok(Request::End) => return,
            Err(error) => line::reply(&Answer::Failed(error.to_string())),
        }
    }
}

impl<R: Row> Room<R> {
    fn receive(&mut self, [position, velocity, acceleration]: [usize; 3], accuracy: Option<f32>) {
        self.sources.accuracy = accuracy;
        line::receive_broadcast(&mut self.sources.position, position);
        line::receive_broadcast(&mut self.sources.velocity, velocity);
        line::receive_broadcast(&mut self.sources.acceleration, acceleration);
    }

    /// Computes and sends the sums.
    fn pull(&mut self, seat: Option<&Seat>, pull: &Pulled, portion: Portion) {
        match self.compute(seat, pull, portion) {
            Ok(()) => {
                let Sums { first, acceleration, jerk, finite } = &self.sums;
                let (first, finite) = (*first, *finite);
                line::reply(&Answer::Sums {
                    first,
                    acceleration: acceleration.len(),
                    jerk: jerk.len(),
                    finite,
                });
                line::send_rows(acceleration);
                line::send_rows(jerk);
            }
            Err(cause) => line::reply(&Answer::Failed(cause)),
        }
    }

    fn compute(
        &mut self,
        seat: Option<&Seat>,
        pull: &Pulled,
        portion: Portion,
    ) -> Result<(), String> {
        let seat = seat.ok_or("it has not been opened")?;
        let pull = pull
            .on(seat.gpu.as_ref(), self.sources.position.len() as u32)
            .ok_or("it lacks the plan of this pass")?;
        let goes_on = AtomicBool::new(false);
        let begun = seat.member.begin(
            &pull,
            portion,
            R::exchanged(&self.sources, &mut self.sums),
            &goes_on,
        );
        begun.and_then(|wait| wait()).map_err(|error| error.to_string())
    }
}
