//! How often verdicts err, and how many blocks they take: differences of blocks with a known mean.
//!
//! Owns the models. A block's difference is 0 but in a share of the blocks; there it is one or two of three games, as
//! with three players, to either side or mostly to one. It is played from look to look: the blocks in between are drawn
//! together, as counts.

use analyze::dice::{Purpose, RunKey, Slot};
use analyze::stats::{ErrorRate, FIRST_LOOK, Moments, Scale, Sequence, Sprt, Verdict, difference, looks};
use rand::rand_core::Rng;

/// Values in thirds of a game, with their probabilities where nothing is better than the other.
type Shape = (&'static str, &'static [(i64, f64)]);

const SHAPES: [Shape; 4] = [
    ("one game", &[(1, 0.5), (-1, 0.5)]),
    ("one or two", &[(1, 0.45), (-1, 0.45), (2, 0.05), (-2, 0.05)]),
    ("two lost, many won", &[(1, 2.0 / 3.0), (-2, 1.0 / 3.0)]),
    ("two won, many lost", &[(-1, 2.0 / 3.0), (2, 1.0 / 3.0)]),
];
/// Shares of the blocks that differ.
const DIVERGENT: [f64; 4] = [0.05, 0.2, 0.5, 1.0];
pub(crate) const MARGINS: [f64; 5] = [0.001, 0.002, 0.005, 0.01, 0.02];
const MOST_BLOCKS: u64 = 1 << 40;

/// Blocks whose differences have a known mean.
pub(crate) struct Model {
    values: Vec<(i64, f64)>,
    mean: f64,
}

impl Model {
    /// The shape, tilted until its mean is `mean`: each value as likely as e^(t·value) makes it. `None` if that is beyond it.
    fn new(shape: &[(i64, f64)], divergent: f64, mean: f64) -> Option<Model> {
        let tilted = |t: f64| {
            let weights: Vec<(i64, f64)> =
                shape.iter().map(|&(value, p)| (value, p * (t * value as f64).exp())).collect();
            let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
            weights.into_iter().map(|(value, weight)| (value, divergent * weight / sum)).collect::<Vec<_>>()
        };
        let mean_of = |values: &[(i64, f64)]| values.iter().map(|&(value, p)| value as f64 / 3.0 * p).sum::<f64>();
        let (mut low, mut high) = (-20.0, 20.0);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if mean_of(&tilted(middle)) < mean { low = middle } else { high = middle }
        }
        let values = tilted(low);
        // Most of the blocks that differ must still be able to go either way.
        ((mean_of(&values) - mean).abs() < 1e-9 && mean.abs() < 0.25 * divergent).then_some(Model { values, mean })
    }

    fn variance(&self) -> f64 {
        self.values.iter().map(|&(value, p)| (value * value) as f64 / 9.0 * p).sum::<f64>() - self.mean * self.mean
    }

    /// Adds blocks up to `n`.
    fn play(&self, moments: &mut Moments, n: u64, random: &mut impl Rng) {
        let (mut left, mut p_left) = (n - moments.n, 1.0);
        for &(value, p) in &self.values {
            let count = binomial(left, (p / p_left).min(1.0), random);
            (left, p_left) = (left - count, p_left - p);
            moments.sum += i128::from(value) * i128::from(count);
            moments.squares += i128::from(value * value) * i128::from(count);
            if count > 0 {
                (moments.least, moments.most) = (moments.least.min(value), moments.most.max(value));
            }
        }
        // There are always blocks without a difference.
        moments.n = n;
    }
}

fn uniform(random: &mut impl Rng) -> f64 {
    ((random.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
}

/// How many of `n` trials succeed: by the distances between successes where they are few, else by the normal limit.
fn binomial(n: u64, p: f64, random: &mut impl Rng) -> u64 {
    const FEW: f64 = 60.0;
    if p <= 0.0 {
        return 0;
    }
    if p > 0.5 {
        return n - binomial(n, 1.0 - p, random);
    }
    let mean = n as f64 * p;
    if mean < FEW {
        let (mut successes, mut at) = (0, 0.0);
        loop {
            at += (uniform(random).ln() / (-p).ln_1p()).floor() + 1.0;
            if at > n as f64 {
                return successes;
            }
            successes += 1;
        }
    }
    let normal = (-2.0 * uniform(random).ln()).sqrt() * (std::f64::consts::TAU * uniform(random)).cos();
    (mean + normal * (mean * (1.0 - p)).sqrt()).round().clamp(0.0, n as f64) as u64
}

/// A third of a game is 1, and a block's mean difference is a whole game at most.
const SCALE: Scale = Scale::new(3, 3);

/// What many runs of a test came to.
#[derive(Default)]
struct Ended {
    h0: u64,
    h1: u64,
    blocks: f64,
    estimates: f64,
}

fn five_percent() -> ErrorRate {
    ErrorRate::FIVE_PERCENT
}

fn repeat<T>(runs: u64, mut run: impl FnMut(&mut dyn FnMut(&Model, &mut Moments, u64)) -> T) -> Vec<T> {
    let mut results = Vec::new();
    for seed in 0..runs {
        let mut words = RunKey::new(seed).block(0).words(Slot::new(Purpose::Sample, 0, 0, 0));
        results.push(run(&mut |model, moments, n| model.play(moments, n, &mut words)));
    }
    results
}

fn sprt(model: &Model, margin: f64, runs: u64) -> Ended {
    let test = Sprt::new(0.0, margin, five_percent(), five_percent()).expect("a margin above 0");
    let mut ended = Ended::default();
    let verdicts = repeat(runs, |play| {
        let mut moments = Moments { n: 0, sum: 0, squares: 0, least: 0, most: 0 };
        let verdict = looks().take_while(|&n| n < MOST_BLOCKS).find_map(|n| {
            play(model, &mut moments, n);
            Some(test.verdict(&moments, SCALE)).filter(|&verdict| verdict != Verdict::Undecided)
        });
        (verdict, moments)
    });
    for (verdict, moments) in verdicts {
        ended.h0 += u64::from(verdict == Some(Verdict::AcceptH0));
        ended.h1 += u64::from(verdict == Some(Verdict::AcceptH1));
        ended.blocks += moments.n as f64 / runs as f64;
        ended.estimates += moments.mean(SCALE).unwrap_or(0.0) / runs as f64;
    }
    ended
}

/// Blocks of a test of fixed size with both error rates 5 %: (2 · 1.6449)² variances over the margin's square.
fn fixed_size(model: &Model, margin: f64) -> f64 {
    let z = 2.0 * 1.644853627;
    z * z * model.variance() / (margin * margin)
}

/// The sequential probability ratio test at differences 0, m/2, m and 2m.
pub(crate) fn print_sprt(margins: &[f64], runs: u64) {
    println!("\nsequential probability ratio test, alpha = beta = 0.05, {runs} runs a line");
    println!(
        "{:>6} {:>6} {:20} {:>10}  H1 at 0, H0 at m (± 0.7 %)  blocks/fixed at 0, m/2, m, 2m  diff/true at m, 2m",
        "margin", "differ", "shape", "fixed"
    );
    for &margin in margins {
        for divergent in DIVERGENT {
            for (name, shape) in SHAPES {
                let models: Vec<Model> =
                    [0.0, 0.5, 1.0, 2.0].iter().filter_map(|by| Model::new(shape, divergent, by * margin)).collect();
                let [_, _, at_margin, _] = &models[..] else { continue };
                let fixed = fixed_size(at_margin, margin);
                let ended: Vec<Ended> = models.iter().map(|model| sprt(model, margin, runs)).collect();
                let percent = |n: u64| 100.0 * n as f64 / runs as f64;
                let lengths: Vec<String> = ended.iter().map(|ended| format!("{:5.2}", ended.blocks / fixed)).collect();
                let bias = |at: usize| ended[at].estimates / models[at].mean;
                println!(
                    "{margin:>6} {divergent:>6} {name:20} {fixed:>10.0}  {:5.1} % {:5.1} %              {}          {:.3} {:.3}",
                    percent(ended[0].h1),
                    percent(ended[2].h0),
                    lengths.join(" "),
                    bias(2),
                    bias(3),
                );
            }
        }
    }
}

/// The confidence sequence: how often it misses the mean at any look, and what it costs until it excludes 0 or lies within the
/// margin.
pub(crate) fn print_sequence(margins: &[f64], runs: u64) {
    const MOST: u64 = 1_000_000;
    println!("\nconfidence sequence of 95 %, {runs} runs a line; misses at any look up to {MOST} blocks");
    println!(
        "{:>6} {:>6} {:20} {:>8} {:>7} {:>8} {:>8} {:>9} {:>9}",
        "margin", "differ", "shape", "true", "misses", "stopped", "cover", "blocks", "diff/true"
    );
    let sequence = Sequence::new(five_percent());
    for &margin in margins {
        for divergent in DIVERGENT {
            for (name, shape) in SHAPES {
                for by in [0.0, 0.5, 2.0] {
                    let Some(model) = Model::new(shape, divergent, by * margin) else { continue };
                    let ends = repeat(runs, |play| one_sequence(&sequence, &model, margin, play));
                    let missed = ends.iter().filter(|end| end.missed).count() as f64 / runs as f64;
                    let stopped: Vec<&Watched> = ends.iter().filter(|end| end.blocks > 0.0).collect();
                    let mean =
                        |of: fn(&Watched) -> f64| stopped.iter().map(|end| of(end)).sum::<f64>() / stopped.len() as f64;
                    let bias = if model.mean == 0.0 {
                        String::new()
                    } else {
                        format!("{:.3}", mean(|end| end.value) / model.mean)
                    };
                    println!(
                        "{margin:>6} {divergent:>6} {name:20} {:>8.5} {:>5.1} % {:>8} {:>6.1} % {:>9.0} {bias:>9}",
                        model.mean,
                        100.0 * missed,
                        stopped.len(),
                        100.0 * mean(|end| f64::from(u8::from(end.covers_at_stop))),
                        mean(|end| end.blocks),
                    );
                }
            }
        }
    }
}

struct Watched {
    missed: bool,
    covers_at_stop: bool,
    blocks: f64,
    value: f64,
}

fn one_sequence(
    sequence: &Sequence,
    model: &Model,
    margin: f64,
    play: &mut dyn FnMut(&Model, &mut Moments, u64),
) -> Watched {
    const MOST: u64 = 1_000_000;
    let mut moments = Moments { n: 0, sum: 0, squares: 0, least: 0, most: 0 };
    let mut watched = Watched { missed: false, covers_at_stop: false, blocks: 0.0, value: 0.0 };
    for n in looks().take_while(|&n| n < MOST) {
        play(model, &mut moments, n);
        let estimate = sequence.estimate(&moments, SCALE).expect("blocks");
        let interval = estimate.interval.expect("a look");
        let covers = interval.lo <= model.mean && model.mean <= interval.hi;
        watched.missed |= !covers;
        let decided = interval.lo > 0.0 || interval.hi < 0.0 || (-margin <= interval.lo && interval.hi <= margin);
        if decided && watched.blocks == 0.0 {
            watched = Watched { covers_at_stop: covers, blocks: n as f64, value: estimate.value, ..watched };
        }
    }
    watched
}

/// Student's interval after a number of blocks fixed beforehand.
pub(crate) fn print_differences(runs: u64) {
    println!(
        "\ndifferences, Student's interval of 95 %, {runs} runs a line: covered at 50, 200, 2000 and 20000 blocks"
    );
    for divergent in [0.001, 0.01, 0.05, 0.2, 1.0] {
        for (name, shape) in SHAPES {
            for by in [0.0, 0.1] {
                let Some(model) = Model::new(shape, divergent, by * divergent) else { continue };
                let covered: Vec<String> =
                    [50, FIRST_LOOK.max(200), 2_000, 20_000].iter().map(|&n| covered(&model, n, runs)).collect();
                println!("{divergent:>6} {name:20} {:>8.5}  {}", model.mean, covered.join("  "));
            }
        }
    }
}

fn covered(model: &Model, n: u64, runs: u64) -> String {
    let covers = repeat(runs, |play| {
        let mut moments = Moments { n: 0, sum: 0, squares: 0, least: 0, most: 0 };
        play(model, &mut moments, n);
        let interval =
            difference(&moments, SCALE, five_percent()).and_then(|estimate| estimate.interval).expect("blocks");
        interval.lo <= model.mean && model.mean <= interval.hi
    });
    format!("{:5.1} %", 100.0 * covers.iter().filter(|&&covers| covers).count() as f64 / runs as f64)
}
