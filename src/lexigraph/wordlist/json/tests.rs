use super::*;

fn words(text: &str) -> Result<Vec<(u64, String)>, String> {
    let mut all = vec![];
    let result: Result<(), Stop<()>> = each(text, |line, item| {
        match item {
            Item::Word(word, "") => all.push((line, word.to_owned())),
            Item::Word(word, more) => all.push((line, format!("{word}={more}"))),
            Item::Name => all.push((line, "(name)".into())),
            Item::NotText(what) => all.push((line, format!("({what})"))),
            Item::Doubt(_) => all.push((line, "(doubt)".into())),
        }
        Ok(())
    });
    match result {
        Ok(()) => Ok(all),
        Err(Stop::Broken(error)) => Err(error.to_string()),
        Err(Stop::Caller(())) => unreachable!(),
    }
}

fn flat(text: &str) -> String {
    words(text).unwrap().into_iter().map(|(line, word)| format!("{line}:{word}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn words_are_found_with_their_lines() {
    assert_eq!(flat("[\"aa\",\n\"a\\u0062\", 3]"), "1:aa 2:ab 2:(3)");
    assert_eq!(flat("{\n \"aa\": 1,\n \"ab\": \"muscle\",\n \"ad\": null}"), "2:aa=1 3:ab=muscle 4:ad");
    assert_eq!(flat("{\"version\": 1,\n\"N\": [\n\"aa\"], \"V\": {\"x\": true}}").replace("3:x", "x"), "1:(name) 3:aa x");
    assert_eq!(flat("[{\"word\": \"aa\", \"n\": 1},\n {\"n\": 2}]"), "1:aa 2:(an object without the key \"word\")");
    assert_eq!(flat("[\"a\\ud800\"]"), "1:(a string with half a character)");
}

#[test]
fn keys_are_words_where_they_lead_to_records() {
    for (text, expected) in [
        (r#"{"CAT":{"MEANINGS":{"1":["Noun"]},"SYNONYMS":["Felis"]},"DOG":{"MEANINGS":{},"SYNONYMS":["x"]}}"#, "CAT DOG"),
        (r#"{"cat":{"pos":"n","freq":3},"dog":{"pos":"n","freq":5}}"#, "cat dog"),
        (r#"{"cat":1,"dog":{"x":2}}"#, "(doubt) cat=1 dog"),
        (r#"{"id":7,"events":[{"pos":"n"},{"pos":"v"}]}"#, "(doubt) id=7 events"),
        (r#"{"cat":["noun","feline"],"dog":["noun","canine"]}"#, "cat dog"),
        (r#"{"cat":["a small feline"],"dog":["a canine"]}"#, "cat dog"),
        (r#"{"cat":["feline"],"dog":["canine"]}"#, "(doubt) cat dog"),
        (r#"{"cat":[{"pos":"n"}],"dog":[{"pos":"n"}]}"#, "cat dog"),
        (r#"{"word":"a unit of language","cat":"a feline"}"#, "word=a unit of language cat=a feline"),
    ] {
        let text = flat(text);
        let said: Vec<&str> = text.split("1:").map(str::trim).filter(|part| !part.is_empty()).collect();
        assert_eq!(said.join(" "), expected);
    }
}

#[test]
fn keys_are_names_where_they_lead_to_words() {
    for (text, expected) in [
        (r#"{"description":"pets we know","pets":["cat","dog"]}"#, "(name) cat dog"),
        (r#"{"description":"pets","pets":["cat","lap dog"]}"#, "(name) cat lap dog"),
        (r#"{"title":"pairs","comments":["x"],"pairs":[["cat","bat"],["dog","hog"]]}"#, "(name) (name) cat bat dog hog"),
        (r#"{"title":"x","Source":"y","big":["lion"],"small":["cat"]}"#, "(name) (name) lion cat"),
        (r#"{"description":"x","pets":[{"pet":"cat"}]}"#, "(name) (an object without the key \"word\")"),
        (r#"{"count":2,"words":["cat","dog"],"tags":["x"]}"#, "(name) cat dog (name)"),
        (r#"{"words":[{"word":"CAT","points":1,"path":[1,2]}],"score":1,"count":1}"#, "CAT (name) (name)"),
        (r#"{"data":{"words":{"cat":{"a":1},"dog":{"a":2}}}}"#, "cat dog"),
        (r#"{"c":{"cat":1,"cow":1},"d":{"dog":1}}"#, "cat=1 cow=1 dog=1"),
        (r#"{"3":["cat","dog"],"4":["lion"]}"#, "cat dog lion"),
        (r#"{"nouns":["cat","dog"],"verbs":["run"]}"#, "cat dog run"),
        (r#"{"word":"CAT","length":3,"points":5}"#, "CAT"),
    ] {
        let text = flat(text);
        let said: Vec<&str> = text.split("1:").map(str::trim).filter(|part| !part.is_empty()).collect();
        assert_eq!(said.join(" "), expected);
    }
}

#[test]
fn records_give_their_word_and_nothing_else() {
    assert_eq!(flat(r#"[{"word":"cat","synonyms":["felis"],"forms":{"plural":"cats"}}]"#), "1:cat");
    assert_eq!(flat(r#"[{"lemma":"cat","senses":[{"gloss":"x"}]}]"#), "1:(doubt) 1:cat");
    assert_eq!(flat(r#"[{"id":4,"senses":["felis"]}]"#), "1:(an object without the key \"word\")");
    assert_eq!(flat(r#"[{"letter":"c","words":["cat","cow"]}]"#), "1:cat 1:cow");
    assert_eq!(flat(r#"[{"word":"a cat","words":["a","cat"]}]"#), "1:a 1:cat");
}

#[test]
fn an_object_a_line_is_read_as_an_array() {
    assert_eq!(flat("{\"word\":\"CAT\",\"length\":3}\n{\"word\":\"DOG\",\"length\":3}\n"), "1:CAT 2:DOG");
    assert_eq!(flat("{\"word\":\"CAT\",\"valid\":true}\n{\"word\":\"XX\",\"valid\":false}\n"), "1:CAT 2:(name)");
    let broken = flat("{\"word\":\"CAT\"}\n\n{\"word\":\n{\"word\":\"DOG\"}\n{x\n{\"word\":\"EMU\"}");
    assert!(broken.starts_with("1:CAT 3:(broken JSON: ") && broken.contains("4:DOG 5:(broken"), "{broken}");
    assert!(broken.ends_with("6:EMU"), "{broken}");
}

#[test]
fn broken_documents_are_told() {
    assert!(words("[\"aa\",\n").unwrap_err().contains("line 2"));
    assert!(words("[\"aa\"] x").is_err());
    assert!(words(&"[".repeat(100_000)).is_err());
    assert!(words(&("[".repeat(5000) + &"]".repeat(5000))).is_err());
}
