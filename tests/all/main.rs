//! The tests of the program, in one binary, because each binary links the whole program again. Those that play games with
//! engines of their own are in `tests/games`, which is optimised; nothing here is.
//!
//! Every expected value comes from the rules, an enumeration, a second road or a cited source, never
//! from the output of the code under test. Seeds are fixed; only `bad_input` tries new edits each time.
//! A new module gets a line in this table.
//!
//! | module | asks |
//! |---|---|
//! | `advise` | what `analyze advise` says to do: against the solutions and by hand, formats, threads, and what wrong positions are told |
//! | `matrix` | whether every experiment can do what the matrix in the reference says, and only that |
//! | `strategy_files` | strategy files on the command line, what a wrong one is told, and junk |
//! | `uncancelled` | luck that cannot be cancelled: refused, or said in every file |
//! | `architecture` | the arrows between rooms, who prints, who has threads, how long a file is |
//! | `pot` | POT: its rules, combos, exact turns, engines, laws and files (map in its `mod.rs`) |
//! | `pig` | Pig: its rules, and optimal play for two (map in its `mod.rs`) |
//! | `scripts` | scripts: every field and word, every limit, what is forbidden, faults, and that remembering changes nothing |
//! | `battle` | Battle Dice: a referee with books of its own on random rules, every power reached, faults, exact chances, the independent program, threads, the command line; its strategy files against their twins in Rust, its scripts, what wrong ones are told |
//! | `chance` | questions about dice: published answers, icepool, the dice of games, pages, and what is refused |
//! | `person` | a person who plays: conversations by a pipe and a pseudo-terminal, saving, taking back, and the review |
//! | `cards` | the files of `analyze cards` and `show plan` against plain enumeration |
//! | `compare` | the files of `analyze compare` against runs, its promises (mirror, threads, looks), and what it refuses |
//! | `verdicts` | what the sums of a comparison say, by hand and by symmetry |
//! | `compare_claims` | whether what is said of a comparison is what its interval holds, however early it stopped |
//! | `cli` | exit codes, the two standard streams, interrupts, and what people read (snapshots) |
//! | `cli_bad_input` | whether what is typed wrongly, and wrong files, are refused in words and change nothing |
//! | `newcomers` | whether what newcomers type wrongly is answered with what they meant |
//! | `workbook` | `report --xlsx`: whether the workbook has all tables, with numbers as numbers, and what is refused |
//! | `cli_files` | the files of a run: columns, same bytes, and their agreement with `play` and `report` |
//! | `default_folders` | whether commands that differ leave their files in folders that differ, when nobody says where |
//! | `shell` | completions, the manual page, and what is coloured where |
//! | `page` | whether `report.html` asks for nothing, says what the tables say, and is made again |
//! | `printed` | whether what pages, remarks, help and documents say to type works, for names and for files (map in its `mod.rs`) |
//! | `exact_pairs` | what `analyze exact` says two strategies win, against an independent program and by hand, and its files |
//! | `feel` | measures of games whose feel is known by hand or by symmetry, and measures as targets |
//! | `regret` | what decisions cost in the game that is solved: that costs and luck add up to the result, and the files |
//! | `champion` | that it plays by any rules and deck with both engines, and beats the strongest of the others |
//! | `optimal` | whether optimal play of Gang of Dice for two comes to the value of the game, and whether anybody beats it |
//! | `shards` | whether runs in parts make the files of the single run, and what is refused |
//! | `own_games` | games from files: every experiment, threads, parts, records without the file, and what wrong ones are told |
//! | `resume` | whether runs that were killed, interrupted or are to be longer go on to the files of unbroken ones |
//! | `compare_sweep` | whether the comparison of every combination is the one that it is alone, and differs from the first as blocks do |
//! | `cards_of_files` | `cards` of games from files, with reroll policies and --vary, against the game that is built in |
//! | `cards_sweep` | whether the cards of every combination are those that they are alone, and differ from the first as blocks do |
//! | `combo_worth` | the files of `analyze combos` against hand calculation, `exact`, and games |
//! | `dice_worth` | the files of `analyze dice` against every throw counted, sums by hand, and duels fought in games |
//! | `tournament` | whether cells are what comparisons say, games go where the order is open, and what is refused |
//! | `studio` | whether the studio that came with the program is found, written and served, and what is refused |
//! | `sweep` | whether every combination of a sweep is the run that it is alone, and differs from the first as its blocks do |
//! | `tune` | whether the rungs and the test of `analyze tune` are comparisons on draws of their own, how often noise is claimed to be better, and what is refused |
//! | `claims` | whether sentences about the best of many say more than the data show: equals, equal cells, races too short |
//! | `stated` | whether sentences that were false of decks, ties, seats, equals and cut-off sweeps are true now |
//! | `tune_game` | whether designs have the numbers of their runs, and which targets are refused |
//! | `first_format` | whether records of the older format are reported, repeated and gone on with as their program did |
//! | `experiments` | whether experiment files and records are played as the commands that they stand for |
//! | `example` | whether the run in `reports/example` is made again byte for byte by the command on its page |
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
//! Not tests but what they share: `program` (commands run in a folder of their own), `registry` (the games the program
//! knows), and from `tests/games` a chooser of random numbers.

#![cfg(test)]

mod program;
mod registry;
mod regret;

mod advise;
mod architecture;
mod battle;
mod cards;
mod cards_of_files;
mod cards_sweep;
mod champion;
mod chance;
#[path = "../games/choice.rs"]
mod choice;
mod claims;
mod cli;
mod cli_bad_input;
mod cli_files;
mod combo_worth;
mod compare;
mod compare_claims;
mod compare_sweep;
mod default_folders;
mod dice_worth;
mod exact_pairs;
mod example;
mod experiments;
mod feel;
mod first_format;
mod hostile;
mod luck;
mod manual;
mod matrix;
mod newcomers;
mod optimal;
mod own_games;
mod packages;
mod page;
mod person;
mod pig;
mod pot;
mod printed;
mod received;
mod received_records;
mod regressions;
mod reopened;
mod replaced;
mod resume;
mod review;
mod rulebooks;
mod shards;
mod shell;
mod stated;
mod strategy_files;
mod studio;
mod sweep;
mod told;
mod tournament;
mod tune;
mod tune_game;
mod uncancelled;
mod verdicts;
mod without_luck;
mod workbook;
