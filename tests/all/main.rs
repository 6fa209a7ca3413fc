//! All integration tests, in one binary, because each binary links the whole program again.
//!
//! Every expected value comes from the rules, an enumeration, a second road or a cited source, never
//! from the output of the code under test. Seeds are fixed; only `bad_input` tries new edits each time.
//! A new module gets a line in this table.
//!
//! | module | asks |
//! |---|---|
//! | `matrix` | whether every experiment can do what the matrix in the reference says, and only that |
//! | `laws` | what must be true of any registered game: shares, lengths, statistics, the same block the same result |
//! | `gang_laws` | whether a referee with books of its own finds a foul in random games of Gang of Dice |
//! | `gang_rules` | the rules G01–G18, a test each, and the rulebook's two examples, from scripted dice |
//! | `conditions` | whether each kind of condition holds on the rolls it should, by lists of dice |
//! | `decks` | the deck that ships, the shuffle (G05), and what a wrong deck is told |
//! | `turns` | the agreement of turns played die by die with the same chances counted out |
//! | `faults` | what a strategy is told that answers with something illegal, or not at all |
//! | `agreement` | whether drawn turns, rolled turns and an independent program give the same numbers |
//! | `strategy_files` | strategy files on the command line, what a wrong one is told, and junk |
//! | `twins` | whether the strategies that ship as files decide as their twins in Rust |
//! | `uncancelled` | luck that cannot be cancelled: refused, or said in every file |
//! | `architecture` | the arrows between rooms, who prints, who has threads, how long a file is |
//! | `pot` | POT: its rules, combos, exact turns, engines, laws and files (map in its `mod.rs`) |
//! | `pig` | Pig: its rules, and optimal play for two (map in its `mod.rs`) |
//! | `playthroughs` | whether recorded games are told as they were |
//! | `coverage` | whether intervals hold the truth as often as they say |
//! | `determinism` | whether threads, memory, an interruption or the order of play change a result |
//! | `yardstick` | whether the independent program of the benchmarks keeps the rules, by hand and by counting |
//! | `stats` | estimates and sequential tests: textbook values, laws, and how often they err |
//! | `scripts` | scripts: every field and word, every limit, what is forbidden, faults, and that remembering changes nothing |
//! | `battle` | Battle Dice: a referee with books of its own on random rules, every power reached, faults, exact chances, the independent program, threads, the command line; its strategy files against their twins in Rust, its scripts, what wrong ones are told |
//! | `cards` | the files of `analyze cards` and `show plan` against plain enumeration |
//! | `compare` | the files of `analyze compare` against runs, its promises (mirror, threads, looks), and what it refuses |
//! | `verdicts` | what the sums of a comparison say, by hand and by symmetry |
//! | `compare_claims` | whether what is said of a comparison is what its interval holds, however early it stopped |
//! | `calibration` | whether comparisons with a known answer are right as often as they say |
//! | `cli` | exit codes, the two standard streams, interrupts, and what people read (snapshots) |
//! | `cli_bad_input` | whether what is typed wrongly, and wrong files, are refused in words and change nothing |
//! | `newcomers` | whether what newcomers type wrongly is answered with what they meant |
//! | `workbook` | `report --xlsx`: whether the workbook has all tables, with numbers as numbers, and what is refused |
//! | `cli_files` | the files of a run: columns, same bytes, and their agreement with `play` and `report` |
//! | `default_folders` | whether commands that differ leave their files in folders that differ, when nobody says where |
//! | `shell` | completions, the manual page, and what is coloured where |
//! | `page` | whether `report.html` asks for nothing, says what the tables say, and is made again |
//! | `printed` | whether what pages, remarks, help and documents say to type works, for names and for files (map in its `mod.rs`) |
//! | `exact` | exact turns and rounds of Gang against plain enumeration |
//! | `exact_pairs` | what `analyze exact` says two strategies win, against an independent program and by hand, and its files |
//! | `regret` | what decisions cost in the game that is solved: that costs and luck add up to the result, and the files |
//! | `champion` | that it plays by any rules and deck with both engines, and beats the strongest of the others |
//! | `optimal` | whether optimal play of Gang of Dice for two comes to the value of the game, and whether anybody beats it |
//! | `shards` | whether runs in parts make the files of the single run, and what is refused |
//! | `resume` | whether runs that were killed, interrupted or are to be longer go on to the files of unbroken ones |
//! | `compare_sweep` | whether the comparison of every combination is the one that it is alone, and differs from the first as blocks do |
//! | `cards_sweep` | whether the cards of every combination are those that they are alone, and differ from the first as blocks do |
//! | `planted` | whether a tournament finds the best of forty whose win shares are known, and with how few games |
//! | `tournament` | whether cells are what comparisons say, games go where the order is open, and what is refused |
//! | `sweep` | whether every combination of a sweep is the run that it is alone, and differs from the first as its blocks do |
//! | `tune` | whether the rungs and the test of `analyze tune` are comparisons on draws of their own, how often noise is claimed to be better, and what is refused |
//! | `claims` | whether sentences about the best of many say more than the data show: equals, equal cells, races too short |
//! | `stated` | whether sentences that were false of decks, ties, seats, equals and cut-off sweeps are true now |
//! | `tune_game` | whether designs have the numbers of their runs, and which targets are refused |
//! | `first_format` | whether records of the older format are reported, repeated and gone on with as their program did |
//! | `experiments` | whether experiment files and records are played as the commands that they stand for |
//! | `example` | whether the run in `reports/example` is made again byte for byte by the command on its page |
//! | `bad_input` | files that are no decks and no rules: junk, binary, deep, long, edited at random |
//! | `kernel_twins` | whether games that the kernels play are the same turn by turn (map in its `mod.rs`) |
//! | `remembered` | whether files whose decisions are remembered play as those that are asked each time |
//! | `reopened` | folders that another build wrote, that hold a folder in the place of a file, or whose record was changed |
//! | `luck` | whether games stay the same where luck is cancelled, and whether it is nothing on average |
//! | `manual` | whether outputs, lists, and tables in the documents are what the program prints |
//! | `rulebooks` | whether the rulebooks number without gaps, and whether every rule that is cited is in one |
//! | `received` | what links, foreign names, forged numbers and pipes in received folders and files can do |
//! | `hostile` | what folders and files of somebody else can do: altered records, links, pipes, escape sequences |
//! | `received_records` | what a `run.json` of a stranger can do when it is played again, and whether every kind of record can be |
//! | `replaced` | whether a shorter run ever takes the place of a longer one that nobody gave up |
//! | `regressions` | what once went wrong, mostly at the command line |
//!
//! Not tests but what they share: `program` (commands run in a folder of their own), `table` (scripted dice
//! and players), `naive` (conditions over lists of
//! dice), `random_play` (random decks, rules and players), `random_files` (strategy files drawn at random), `runs` (runs and their tables as numbers), `plain`,
//! `pot_plain` and `battle_plain` (the independent programs), `registry` (the games the program knows).

#![cfg(test)]

#[path = "../../benches/pot/plain.rs"]
pub mod pot_plain;

#[path = "../../benches/plain.rs"]
pub mod plain;

#[path = "../../benches/battle/plain.rs"]
pub mod battle_plain;

mod naive;
mod program;
mod random_files;
mod random_play;
mod registry;
mod regret;
mod runs;
mod table;

mod agreement;
mod architecture;
mod bad_input;
mod battle;
mod calibration;
mod cards;
mod cards_sweep;
mod champion;
mod claims;
mod cli;
mod cli_bad_input;
mod cli_files;
mod compare;
mod compare_claims;
mod compare_sweep;
mod conditions;
mod coverage;
mod decks;
mod default_folders;
mod determinism;
mod exact;
mod exact_pairs;
mod example;
mod experiments;
mod faults;
mod first_format;
mod gang_laws;
mod gang_rules;
mod hostile;
mod kernel_twins;
mod laws;
mod looks;
mod luck;
mod manual;
mod matrix;
mod newcomers;
mod optimal;
mod packages;
mod page;
mod pig;
mod planted;
mod playthroughs;
mod pot;
mod printed;
mod received;
mod received_records;
mod regressions;
mod remembered;
mod reopened;
mod replaced;
mod resume;
mod rulebooks;
mod scripts;
mod shards;
mod shell;
mod stated;
mod stats;
mod strategy_files;
mod sweep;
mod tournament;
mod tune;
mod tune_game;
mod turns;
mod twins;
mod uncancelled;
mod verdicts;
mod without_luck;
mod workbook;
mod yardstick;

/// The multiset of these faces.
fn counts(faces: &[analyze::dice::Face]) -> analyze::dice::Counts {
    faces.iter().fold(analyze::dice::Counts::EMPTY, |all, &face| all.with(face))
}
