//! Regular inflection of English: the roots that a word could have.

use super::Part;

/// The kind of an inflected form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The plural of a noun.
    Plural,
    /// The form of a verb for he, she or it.
    ThirdPerson,
    /// Another form of a verb in the present.
    Present,
    /// The past tense or the past participle of a verb.
    Past,
    /// The present participle of a verb.
    PresentParticiple,
    /// The comparative of an adjective or adverb.
    Comparative,
    /// The superlative of an adjective or adverb.
    Superlative,
}

impl Relation {
    /// The words before the root: `plural of`.
    pub const fn text(self) -> &'static str {
        match self {
            Relation::Plural => "plural of",
            Relation::ThirdPerson => "third person of",
            Relation::Present => "present form of",
            Relation::Past => "past form of",
            Relation::PresentParticiple => "present participle of",
            Relation::Comparative => "comparative of",
            Relation::Superlative => "superlative of",
        }
    }

    /// The name in JSON: `plural`, `third_person`, `present`, `past`, `present_participle`, `comparative`, `superlative`.
    pub const fn name(self) -> &'static str {
        match self {
            Relation::Plural => "plural",
            Relation::ThirdPerson => "third_person",
            Relation::Present => "present",
            Relation::Past => "past",
            Relation::PresentParticiple => "present_participle",
            Relation::Comparative => "comparative",
            Relation::Superlative => "superlative",
        }
    }

    /// The kind of an irregular form, by its part of speech and its ending.
    pub(super) fn of_irregular(form: &str, part: Part) -> Relation {
        match part {
            Part::Verb if form.ends_with("ing") => Relation::PresentParticiple,
            Part::Verb if form.ends_with('s') => Relation::ThirdPerson,
            Part::Verb if PRESENT.contains(&form) => Relation::Present,
            Part::Verb => Relation::Past,
            Part::Adjective | Part::Adverb if form.ends_with("st") => Relation::Superlative,
            Part::Adjective | Part::Adverb => Relation::Comparative,
            Part::Noun | Part::Other => Relation::Plural,
        }
    }
}

/// Irregular forms in the present that do not end in -s.
const PRESENT: [&str; 2] = ["am", "are"];

/// Verbs in -e whose regular past form would be another word: BED, SEED.
const IRREGULAR: [&str; 2] = ["be", "see"];

/// A root of fewer letters has no regular forms.
const SHORTEST: usize = 2;

fn is_vowel(letter: u8) -> bool {
    b"aeiou".contains(&letter)
}

/// `true` if -s would be written -es, or -y would become -ies.
fn takes_es(root: &str) -> bool {
    let sibilant = ["s", "x", "z", "ch", "sh"].iter().any(|end| root.ends_with(end));
    sibilant || matches!(root.as_bytes(), [.., before, b'y'] if !is_vowel(*before))
}

/// Calls `each` with the roots that a word in lower case could have as a regular form: the kind of form, the part of
/// speech and the root. `defined` tells that the word has glosses of its own. Then it is no comparative: OFFER has
/// nothing to do with OFF.
pub(super) fn roots(word: &str, defined: bool, mut each: impl FnMut(Relation, Part, &str)) {
    if !word.is_ascii() {
        return;
    }
    let mut try_root = |relation, part, root: &str| {
        if root.len() >= SHORTEST {
            each(relation, part, root);
        }
    };
    let third = [(Relation::Plural, Part::Noun), (Relation::ThirdPerson, Part::Verb)];
    if let Some(root) = word.strip_suffix('s') {
        let with_y = root.strip_suffix("ie").map(|stem| format!("{stem}y")).filter(|root| takes_es(root));
        let with_es = root.strip_suffix('e').filter(|stem| takes_es(stem) && !stem.ends_with('y') || stem.ends_with('o'));
        for (relation, part) in third {
            if !takes_es(root) {
                try_root(relation, part, root);
            }
            with_y.iter().for_each(|root| try_root(relation, part, root));
            with_es.iter().for_each(|root| try_root(relation, part, root));
        }
    }
    if let Some(stem) = word.strip_suffix("men") {
        try_root(Relation::Plural, Part::Noun, &format!("{stem}man"));
    }
    let endings = [
        ("ed", Relation::Past, Part::Verb),
        ("ing", Relation::PresentParticiple, Part::Verb),
        ("er", Relation::Comparative, Part::Adjective),
        ("est", Relation::Superlative, Part::Adjective),
    ];
    for (ending, relation, part) in endings {
        let Some(stem) = word.strip_suffix(ending) else { continue };
        if part == Part::Adjective && defined {
            continue;
        }
        if !stem.ends_with('e') || relation == Relation::PresentParticiple {
            try_root(relation, part, stem);
        }
        let with_e = format!("{stem}e");
        let lost = match relation {
            Relation::Past => !IRREGULAR.contains(&with_e.as_str()),
            // The form is DYEING; DYING is one of DIE.
            Relation::PresentParticiple => with_e != "dye",
            _ => true,
        };
        if lost {
            try_root(relation, part, &with_e);
        }
        if relation != Relation::PresentParticiple
            && let Some(stem) = stem.strip_suffix('i')
        {
            try_root(relation, part, &format!("{stem}y"));
        }
        // PLANNED: the consonant is doubled after a single vowel.
        if let [.., vowel, single, double] = stem.as_bytes()
            && single == double
            && !is_vowel(*single)
            && is_vowel(*vowel)
        {
            try_root(relation, part, &stem[..stem.len() - 1]);
        }
    }
}
