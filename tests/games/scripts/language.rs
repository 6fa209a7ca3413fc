//! What is not in the language, and the words that are.

use super::{load, play, problems, thrown, with_commit, with_reroll};
use analyze::games::gang::Gang;
use analyze::input::Source;
use proptest::prelude::*;

/// Each of these would read or change something else than a script's arguments, or differ between machines.
const FORBIDDEN: [&str; 56] = [
    "eval(\"1\")",
    "import \"x\" as y; 1",
    "export let x = 1; 1",
    "global::NAME.len()",
    "print(\"x\"); 1",
    "debug(\"x\"); 1",
    "sleep(1); 1",
    "timestamp(); 1",
    "let t = timestamp().elapsed; 1",
    "rand()",
    "random()",
    "Fn(\"reroll\"); 1",
    "let f = |x| x; 1",
    "let f = || 1; f.call()",
    "call(1)",
    "curry(1)",
    "reroll.call(1, 2)",
    "to_int(2.0 ** 0.5)",
    "2 ** 2",
    "let x = 2; x **= 2; x",
    "to_int(sin(1.0))",
    "to_int(cos(1.0))",
    "to_int(tan(1.0))",
    "to_int(exp(1.0))",
    "to_int(ln(2.0))",
    "to_int(log(2.0))",
    "to_int(sqrt(4.0))",
    "to_int(pow(2.0, 2.0))",
    "open(\"f\")",
    "read(\"f\")",
    "open_file(\"f\")",
    "exec(\"ls\")",
    "env(\"HOME\")",
    "parse_json(\"1\")",
    "type_of(view).len()",
    "is_def_var(\"view\"); 1",
    "is_def_fn(\"commit\", 1); 1",
    "is_shared(view); 1",
    "try { 1 } catch { 2 }",
    "try { 1 } catch (e) { 2 }",
    "exit(1)",
    "take(view); 1",
    "view.tag",
    "view.pool = 3; 1",
    "view[0]",
    "view.best.total = 9; 1",
    "NAME = \"other\"; 1",
    "this.x",
    "hash(view)",
    "view == view; 1",
    "view.pools == view.pools; 1",
    "view.to_string().len()",
    "view.card.deck",
    "spawn(1)",
    "go 1",
    "blob(10).len()",
];

#[test]
fn what_is_forbidden_is_not_there() {
    for snippet in FORBIDDEN {
        // What cannot be seen when the script is read shows when it is called, on the first turn of the first game.
        let text = with_commit(&format!("view.card;\n{snippet}"));
        let refused = load(&text).is_err() || play(&text).is_err();
        // A view is compared with nothing: `==` of a view has no answer, so it must not be `true` or `false` either.
        assert!(refused, "{snippet}");
    }
}

#[test]
fn a_view_in_a_text_says_nothing_of_it() {
    assert!(thrown(&with_commit("throw `<${view} ${view.pools}>`")).ends_with("<view list>"));
}

/// Nothing that a call does is there for the next.
#[test]
fn constants_stay_what_they_are() {
    let body =
        "if LIST.len() != 1 || MAP.a != 1 { throw \"changed\"; }\nlet own = LIST; own.push(2); let m = MAP; m.a = 5; 1";
    let constants = "const LIST = [1]; const MAP = #{ a: 1 };\n";
    assert_eq!(play(&format!("{constants}{}", with_commit(body))), Ok(()));
    for change in ["LIST.push(2); 1", "LIST[0] = 2; 1", "MAP.a = 2; 1", "MAP.b = 2; 1", "LIST += 1; 1", "LIST = []; 1"]
    {
        let text = format!(
            "{constants}{}",
            with_commit(&format!(
                "if LIST.len() != 1 || LIST[0] != 1 || MAP.len() != 1 || MAP.a != 1 {{ return 0; }}\n{change}"
            ))
        );
        // Either the change is refused, or it is made to a copy that nobody sees.
        let refused = load(&text).is_err() || play(&text).is_err_and(|fault| !fault.returned.contains("0 dice"));
        assert!(refused || play(&text).is_ok(), "{change}");
    }
}

#[test]
fn words_of_the_language() {
    let text = |expression: &str| {
        let told = thrown(&with_commit(&format!("throw `<${{{expression}}}>`")));
        told[told.find('<').unwrap_or_else(|| panic!("{expression}: {told}"))..].to_owned()
    };
    for (expression, value) in [
        ("7 / 2", "3"),
        ("7 % 4", "3"),
        ("-7 / 2", "-3"),
        ("7.0 / 2", "3.5"),
        ("1 + 0.5", "1.5"),
        ("abs(-3)", "3"),
        ("abs(-1.5)", "1.5"),
        ("min(2, 1)", "1"),
        ("max(2, 1)", "2"),
        ("min(2, 1.5)", "1.5"),
        ("max(1.5, 2)", "2"),
        ("clamp(9, 1, 5)", "5"),
        ("clamp(-9, 1, 5)", "1"),
        ("floor(1.7)", "1"),
        ("ceiling(1.2)", "2"),
        ("round(2.5)", "3"),
        ("to_int(-1.9)", "-1"),
        ("to_float(2) / 4", "0.5"),
        ("to_int(\" 12\")", "12"),
        ("\"sum>=7\".after(\">=\")", "7"),
        ("\"sum>=7\".before(\">=\")", "sum"),
        ("\"sum\".len()", "3"),
        ("\"sum\".starts_with(\"su\")", "true"),
        ("\"sum\".ends_with(\"su\")", "false"),
        ("\"sum\".contains(\"u\")", "true"),
        ("!true", "false"),
        ("[1, 2].len()", "2"),
        ("[1, 2].contains(2)", "true"),
        ("3 in [1, 2]", "false"),
        ("[1, 2] + [3]", "[1, 2, 3]"),
        ("[1, 2].sum()", "3"),
        ("#{ b: 1, a: 2 }.keys()", "[\"a\", \"b\"]"),
        ("\"a\" in #{ a: 1 }", "true"),
        ("#{ a: 1 }.len()", "1"),
        ("1 == 1.0", "true"),
        ("\"1\" == 1", "false"),
        ("switch 3 { 1..=3 => \"low\", _ => \"high\" }", "low"),
    ] {
        assert_eq!(text(expression), format!("<{value}>"), "{expression}");
    }
    let loops =
        "let s = 0; for i in 0..4 { s += i; } for i in 1..=2 { s += i; } for x in [5, 6] { s += x; } throw `<${s}>`";
    assert!(thrown(&with_commit(loops)).ends_with("<20>"));
}

/// What is wrong is told with its place, all at once.
#[test]
fn problems_have_their_places() {
    let text = "const NAME = \"My Idea\";\nconst ABOUT = 3;\nlet state = 0;\nfn commit(view) { 1 }\nfn reroll(plan, roll) { [] }";
    assert_eq!(
        problems(text),
        "tried.rhai:3:1: a script keeps nothing between calls: outside its functions it has constants only (write const \
         instead of let)"
    );
    let text = text.replace("let state = 0;\n", "").replace("{ 1 }", "{ view.poool + lenght([1]) }");
    let told = problems(&text.replace("reroll(plan, roll)", "reroll(plan)"));
    for line in [
        "tried.rhai:1:7: 'My Idea' cannot be a strategy's name: small letters, digits and '-', a letter first",
        "tried.rhai:2:7: ABOUT is 3, but must be a line of text",
        "tried.rhai:3:24: nothing has the property 'poool' (did you mean 'pool'?)",
        "tried.rhai:3:32: there is no function 'lenght'",
        "tried.rhai:4:4: reroll has 1 parameters, but must have 2: fn reroll(plan, roll)",
    ] {
        assert!(told.contains(line), "{line}\nin\n{told}");
    }
    assert_eq!(told.lines().count(), 5, "{told}");
}

#[test]
fn other_problems() {
    for (text, told) in [
        ("const NAME = \"a\"; const ABOUT = \"b\";", "there is no fn commit(view)"),
        ("fn commit(view) { 1 }", "the constant NAME is missing"),
        (&*with_commit("1 +"), "tried.rhai:4:1: "),
        (&*with_commit("poool"), "tried.rhai:3:1: Undefined variable: poool"),
        (&*with_commit("p_reach(1)"), "tried.rhai:3:1: p_reach is given 1 arguments, but takes 2"),
        (&*with_commit("view.allowed_up_to()"), "tried.rhai:3:6: allowed_up_to is given 0 arguments, but takes 1"),
        (&*with_commit("lenn(1)"), "there is no function 'lenn' (did you mean 'len'?)"),
        (&format!("const A = 1 / 0;{}", with_commit("1")), "tried.rhai:1:13: Division by zero: 1 / 0"),
        (
            &format!("const A = 1; const A = 2;{}", with_commit("1")),
            "tried.rhai:1:20: the constant 'A' is declared twice",
        ),
        (&format!("const A = coin();{}", with_commit("1")), "coin is for functions, not for constants"),
        (&format!("const A = p_invalid(2);{}", with_commit("1")), "p_invalid is for functions, not for constants"),
    ] {
        assert!(problems(text).contains(told), "{told}\nin\n{}", problems(text));
    }
}

#[test]
fn parameters_are_in_the_order_of_the_script() {
    let script = |parameters: &str| format!("const PARAMETERS = #{{ {parameters} }};\n{}", with_commit("1"));
    let good =
        "zeal: #{ value: 2, least: 0, most: 9, about: \"z\" }, edge: #{ value: 0.5, least: 0, most: 1, about: \"e\" }";
    let loaded = load(&script(good)).unwrap();
    let described: Vec<String> = loaded.parameters.iter().map(analyze::strategies::Parameter::describe).collect();
    assert_eq!(
        described,
        ["zeal=2  z (a whole number from 0 to 9)", "edge=0.5  e (a number from 0 to 1)"],
        "the first is set by name:value"
    );
    for (wrong, told) in [
        ("a: 3", "tried.rhai:1:23: a is 3, but must be a map"),
        ("a: #{ value: 5, least: 0, most: 4, about: \"\" }", "least <= value <= most"),
        ("a: #{ value: -1, least: -1, most: 4, about: \"\" }", "whole numbers from 0"),
        ("a: #{ value: 1, least: 0, most: 4 }", "a has no 'about'"),
        ("a: #{ valu: 1, least: 0, most: 4, about: \"\" }", "a has the unknown key 'valu' (did you mean 'value'?)"),
        ("a: #{ default: 1, least: 0, most: 4, about: \"\" }", "what a parameter is unless given is called 'value'"),
        ("A: #{ value: 1, least: 0, most: 4, about: \"\" }", "'A' cannot be a parameter"),
        ("\"a b\": #{ value: 1, least: 0, most: 4, about: \"\" }", "'a b' cannot be a parameter"),
    ] {
        assert!(problems(&script(wrong)).contains(told), "{told}\nin\n{}", problems(&script(wrong)));
    }
    assert!(problems(&format!("const PARAMETERS = 3;{}", with_commit("1"))).contains("PARAMETERS is 3"));
}

/// A valid script, of which edits are made.
const VALID: &str = include_str!("../../../strategies/gang/patient.rhai");

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn random_bytes_are_refused_in_words(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&bytes);
        prop_assert!(!problems(&text).is_empty());
    }

    #[test]
    fn random_words_are_read_or_refused(words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..60)) {
        let text = words.join(" ");
        let _ = load(&text);
        let _ = load(&with_commit(&text));
    }

    /// Deletions, insertions, repetitions and swaps of pieces; what is still a script plays or faults, but never hangs.
    #[test]
    fn random_edits_are_read_or_refused(edits in prop::collection::vec((any::<u16>(), any::<u16>(), any::<u8>(), "\\PC{0,3}"), 1..6)) {
        let mut letters: Vec<char> = VALID.chars().collect();
        for (from, length, kind, text) in edits {
            let from = usize::from(from) % (letters.len() + 1);
            let to = (from + usize::from(length) % 12).min(letters.len());
            match kind % 3 {
                0 => drop(letters.drain(from..to)),
                1 => drop(letters.splice(from..to, text.chars())),
                _ => {
                    let piece = letters[from..to].to_vec();
                    drop(letters.splice(from..from, piece));
                }
            }
        }
        let text: String = letters.into_iter().collect();
        if load(&text).is_ok() {
            let _ = play(&text);
        }
    }
}

const WORDS: [&str; 40] = [
    "fn", "let", "const", "if", "else", "for", "in", "while", "loop", "return", "throw", "switch", "{", "}", "(", ")",
    "[", "]", "#{", ",", ";", ":", ".", "..", "..=", "=>", "=", "==", "+", "-", "!", "`${", "view", "roll", "plan",
    "1", "2.5", "\"a\"", "commit", "_",
];

#[test]
fn nesting_is_refused_before_it_hurts() {
    for (open, close) in [
        ("(", ")"),
        ("{", "}"),
        ("[", "]"),
        ("-", ""),
        ("!", ""),
        ("`${", "}`"),
        ("#{a:", "}"),
        ("1+", ""),
        ("if ", "{1}"),
        ("f(", ")"),
        ("/*", "*/"),
    ] {
        for times in [60, 5_000] {
            let deep = format!("{}1{}", open.repeat(times), close.repeat(times));
            for text in [with_commit(&deep), with_reroll(&deep), deep.clone(), format!("const A = {deep};")] {
                let _ = load(&text);
            }
        }
    }
    assert!(problems(&with_commit(&"(".repeat(100))).contains("nested more than 64 levels deep"));
    let long = format!("//{}\n{}", "x".repeat(1 << 16), with_commit("1"));
    assert!(problems(&long).contains("at most 65536 are read"));
    assert!(analyze::strategies::read::<Gang>(&Source::new("a.rhai", "")).is_err());
}
