//! Measurements that take turns, so that what slows one of them for a while slows the others, too.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Scope, ScopedJoinHandle};

/// What a measurement knows of the others while it is one of several.
struct Turn {
    passed: Sender<Option<f64>>,
    begins: Receiver<bool>,
}

thread_local! {
    static TURN: RefCell<Option<Turn>> = const { RefCell::new(None) };
}

/// Lets the others have their turns, if there are any, and tells what came out `so_far`. Returns
/// whether to go on; otherwise a measurement ends with what it has.
pub(super) fn pass(so_far: Option<f64>) -> bool {
    TURN.with_borrow(|turn| match turn {
        // Whoever has gone needs no more samples.
        Some(Turn { passed, begins }) => {
            passed.send(so_far).is_ok() && begins.recv().unwrap_or(false)
        }
        None => true,
    })
}

/// A measurement that has begun, on a thread that waits except in its turns.
struct Begun<'scope, T> {
    begins: Sender<bool>,
    passed: Receiver<Option<f64>>,
    /// What it told last.
    so_far: Option<f64>,
    thread: Option<ScopedJoinHandle<'scope, T>>,
    result: Option<T>,
}

impl<'scope, T: Send + 'scope> Begun<'scope, T> {
    fn new<'env>(scope: &'scope Scope<'scope, 'env>, job: &'env (impl Fn() -> T + Sync)) -> Self {
        let ((begins, own_begins), (own_passed, passed)) = (channel(), channel());
        let thread = scope.spawn(move || {
            TURN.set(Some(Turn { passed: own_passed, begins: own_begins }));
            let result = job();
            // The end of the channel is the end of the last turn.
            TURN.set(None);
            result
        });
        Self { begins, passed, so_far: None, thread: Some(thread), result: None }
    }

    /// Waits for the end of a turn.
    fn wait(&mut self) {
        match self.passed.recv() {
            Ok(so_far) => self.so_far = so_far.or(self.so_far),
            Err(_) => {
                let ended = self
                    .thread
                    .take()
                    .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
                self.result = ended.or(self.result.take());
            }
        }
    }
}

/// Runs each of `jobs` until it passes, in their order, and again until all have ended. Before each
/// turn, `go_on` gets the number of the job, that of its turn, and what each job told when it
/// passed last; once it has returned false, no job begins, and those that have begun end with what
/// they have. Returns the results of the jobs that have begun.
pub(super) fn in_turn<T: Send>(
    jobs: &[impl Fn() -> T + Sync],
    mut go_on: impl FnMut(usize, usize, &[Option<f64>]) -> bool,
) -> Vec<T> {
    thread::scope(|scope| {
        let mut all: Vec<Begun<T>> = Vec::with_capacity(jobs.len());
        let mut goes_on = true;
        let mut told = vec![None; jobs.len()];
        for (place, job) in jobs.iter().enumerate() {
            goes_on = goes_on && go_on(place, 0, &told);
            if goes_on {
                all.push(Begun::new(scope, job));
                all[place].wait();
            }
        }
        for turn in 1.. {
            let mut under_way =
                all.iter_mut().enumerate().filter(|(_, begun)| begun.thread.is_some()).peekable();
            if under_way.peek().is_none() {
                break;
            }
            for (place, begun) in under_way {
                goes_on = goes_on && go_on(place, turn, &told);
                // If it has panicked meanwhile, waiting finds out.
                let _ = begun.begins.send(goes_on);
                begun.wait();
                told[place] = begun.so_far;
            }
        }
        all.into_iter().filter_map(|begun| begun.result).collect()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// What three jobs of so many turns do if the turns end before `end`, and their results.
    fn told(end: (usize, usize)) -> (String, Vec<usize>) {
        let told = Mutex::new(String::new());
        let job = |name: char, turns: usize| {
            let told = &told;
            move || {
                let mut done = 0;
                while done < turns && pass(Some(done as f64)) {
                    told.lock().unwrap().push(name);
                    done += 1;
                }
                done
            }
        };
        let jobs = [job('a', 2), job('b', 1), job('c', 3)];
        let results = in_turn(&jobs, |place, turn, _| (turn, place) < end);
        (told.into_inner().unwrap(), results)
    }

    #[test]
    fn jobs_take_turns_until_they_end_or_are_stopped() {
        assert_eq!(told((9, 0)), ("abcacc".to_owned(), vec![2, 1, 3]));
        assert_eq!(told((2, 0)), ("abc".to_owned(), vec![1, 1, 1]));
        assert_eq!(told((0, 2)), (String::new(), vec![0, 0]));
        assert!(pass(None), "alone");
    }

    #[test]
    fn partial_results_of_jobs_are_available_before_they_end() {
        let job = |samples: [f64; 3]| {
            move || {
                pass(None);
                samples.iter().for_each(|sample| _ = pass(Some(*sample)));
            }
        };
        let mut seen = Vec::new();
        in_turn(&[job([1.0, 2.0, 3.0]), job([4.0, 5.0, 6.0])], |_, _, told| {
            seen.push(told.to_vec());
            true
        });
        let both = |one: f64, other: f64| vec![Some(one), Some(other)];
        assert_eq!(seen[..4], [vec![None; 2], vec![None; 2], vec![None; 2], vec![Some(1.0), None]]);
        let [second, third] = [[both(1.0, 4.0), both(2.0, 4.0)], [both(2.0, 5.0), both(3.0, 5.0)]];
        assert_eq!(seen[4..], [&second[..], &third, &[both(3.0, 6.0), both(3.0, 6.0)]].concat());
    }
}
