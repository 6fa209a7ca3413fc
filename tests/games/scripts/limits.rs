//! Every limit of a script, reached.

use super::{load, play, problems, thrown_in_reroll, with_commit};

#[test]
fn every_limit_of_a_call() {
    let full = |body: &str| format!("let a = []; for i in 0..1000 {{ a.push(i); }} {body} 1");
    let variables: String = (0..70).map(|n| format!("let v{n} = {n}; ")).collect();
    for (body, told) in [
        ("loop {}", "more than 50000 operations"),
        ("while true {}", "more than 50000 operations"),
        ("for i in 0..1000000000000 {}", "more than 50000 operations"),
        ("do { 1; } while true; 1", "more than 50000 operations"),
        ("let a = 1; for i in 0..20000 { a += i; a -= i; } a", "more than 50000 operations"),
        // What operations go through and copy counts: few operations, many elements.
        (&*full("for i in 0..60 { a.contains(-1); }"), "more than 50000 operations"),
        (&*full("for i in 0..60 { a.sum(); }"), "more than 50000 operations"),
        (&*full("for i in 0..900 { let b = a; }"), "more than 50000 operations"),
        (&*full("for i in 0..900 { switch a { 1 => 2 } }"), "more than 50000 operations"),
        (&*full("let b = [0]; b[0] = a; for i in 0..900 { b; }"), "more than 50000 operations"),
        ("for i in 0..1000 { [LONG, LONG, LONG]; }", "more than 50000 operations"),
        ("let a = []; for i in 0..60 { a = [a]; } for i in 0..1700 { a; }", "more than 50000 operations"),
        ("for i in 0..900 { TEXT.contains(\"b\"); }", "more than 50000 operations"),
        ("fn_deep(1)", "call each other too deeply"),
        (&*variables, "Too many variables"),
        ("let a = \"x\"; for i in 0..11 { a += a; } 1", "beyond the limit"),
        ("let a = []; for i in 0..2000 { a.push(i); } 1", "beyond the limit"),
        ("let a = []; for i in 0..2000 { a += i; } 1", "beyond the limit"),
        ("let a = [1]; for i in 0..11 { a = a + a; } 1", "an array of 2048 elements; at most 1024"),
        ("let a = [1]; for i in 0..11 { a = [a, a]; } 1", "beyond the limit"),
        ("let a = []; loop { a = [a]; }", "more than 50000 operations"),
        ("let a = #{}; for i in 0..100 { a[`k${i}`] = i; } let b = a; b.len()", "beyond the limit"),
        ("let a = #{}; loop { a = #{ a: a, b: a }; }", "beyond the limit"),
        ("let a = [\"\"]; for i in 0..200 { a.push(\"0123456789\"); } 1", "beyond the limit"),
        ("let a = \"x\"; loop { a = `${a}${a}`; }", "beyond the limit"),
        ("for i in 0..1001 { p_invalid(1); } 1", "asked too often in one call"),
        ("p_invalid(17); 1", "p_invalid of 17 dice; it knows 1 to 16 dice"),
        ("p_reach(0, 3); 1", "p_reach of 0 dice; it knows 1 to 16 dice"),
        ("best_score(-1); 1", "best_score of -1 dice; it knows 1 to 16 dice"),
        ("coin(0)", "a coin of 0 sides"),
        ("view.pools[0]", "there is no seat 0; they are numbered from 1 to 2"),
        ("view.pools[3]", "there is no seat 3; they are numbered from 1 to 2"),
        ("[1][5]", "out of bounds"),
        ("1 / 0", "Division by zero: 1 / 0"),
        ("9223372036854775807 + 1", "Addition overflow"),
        ("to_int(1e300)", "to_int of 1"),
        ("#{ a: 1 }.b", "b"),
        ("throw \"no idea\"", "no idea"),
    ] {
        let text = with_commit(body) + "\nfn fn_deep(x) { fn_deep(x) }\nfn unused() { #{ b: 1 } }";
        let text = format!("{text}\nconst LONG = [{}];\nconst TEXT = \"{}\";", "0, ".repeat(300), "a".repeat(1000));
        let returned = play(&text).expect_err(body).returned;
        assert!(returned.contains(told), "{body}: {returned}");
        assert!(returned.starts_with("no answer: tried.rhai:"), "the place: {returned}");
    }
}

#[test]
fn limits_of_a_script() {
    let functions: String = (0..70).map(|n| format!("fn f{n}() {{ {n} }}\n")).collect();
    assert!(problems(&(with_commit("1") + &*functions)).contains("functions"));
    assert!(
        problems(&format!("const A = f();\nfn f() {{ loop {{}} }}{}", with_commit("1"))).contains("50000 operations")
    );
}

/// Questions of the exact engine cost less than plans of it.
#[test]
fn plans_of_the_exact_engine_in_one_call() {
    let body = |times: u32| format!("for i in 0..{times} {{ roll.max_score(); }} throw \"enough\"");
    assert!(thrown_in_reroll(&body(20), "pair-bomb", &[1, 1], 2).ends_with("enough"));
    assert!(thrown_in_reroll(&body(21), "pair-bomb", &[1, 1], 2).contains("or 20 plans"));
    let many = [0; 25];
    assert!(thrown_in_reroll("roll.max_score()", "pair-bomb", &many, 2).contains("max_score of 25 dice"));
    assert!(thrown_in_reroll("roll.reach(3)", "pair-bomb", &many, 2).contains("reach of 25 dice"));
    assert!(thrown_in_reroll("if coin() { [] } else { [] }", "pair-bomb", &[1], 2).contains("coin is for decisions"));
}

/// The deepest calls that the limits allow, of the deepest expressions, on a small stack.
#[test]
fn the_stack_holds() {
    let deep = ["1+".repeat(55), "(".repeat(20), "if true {".repeat(15), "!".repeat(50), "[".repeat(15)];
    let closed = [String::new(), ")".repeat(20), "}".repeat(15), String::new(), "]".repeat(15)];
    for (open, close) in deep.into_iter().zip(closed) {
        let text = with_commit("deep(1)") + format!("\nfn deep(x) {{ let y = {open}deep(x){close}; y }}").as_str();
        assert!(load(&text).is_ok(), "{:?}", load(&text).err());
        let played =
            std::thread::Builder::new().stack_size(1 << 20).spawn(move || play(&text)).unwrap().join().unwrap();
        assert!(played.unwrap_err().returned.contains("call each other too deeply"));
    }
}
