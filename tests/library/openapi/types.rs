//! The types of questions and answers for TypeScript, made from the description in OpenAPI.

use std::fmt::Write as _;

use lexigraph::api::{QUESTIONS, Question};
use serde_json::Value;

const HEAD: &str = "\
// Made from src/lexigraph/api/openapi.json by the test `openapi`; not edited by hand.

";

/// The declarations: an interface or type for each schema, and the questions by name.
fn declarations() -> String {
    let all = super::description();
    let mut text = HEAD.to_owned();
    for (name, schema) in all["components"]["schemas"].as_object().unwrap() {
        comment(&mut text, "", schema);
        let body = type_of(schema, "");
        let body = if body.starts_with('{') { format!("interface {name} {body}") } else { format!("type {name} = {body};") };
        writeln!(text, "export {body}\n").unwrap();
    }
    text += "/** The questions by name. */\nexport interface Questions {\n";
    for question in QUESTIONS {
        let Question { name, purpose, progress, .. } = question;
        let post = &all["paths"][format!("/api/{name}")]["post"];
        let of = |part: &Value| type_of(&part["content"]["application/json"]["schema"], "");
        let (request, answer) = (of(&post["requestBody"]), of(&post["responses"]["200"]));
        writeln!(text, "  /** {purpose} */").unwrap();
        writeln!(text, "  '{name}': {{ request: {request}; answer: {answer}; watched: {progress} }};").unwrap();
    }
    text + "}\n"
}

/// The description of a schema as a comment.
fn comment(text: &mut String, indent: &str, schema: &Value) {
    let Some(description) = schema["description"].as_str() else { return };
    let (start, end) = (format!("{indent}/** "), " */");
    if start.len() + description.len() + end.len() <= 118 && !description.contains('\n') {
        writeln!(text, "{start}{description}{end}").unwrap();
        return;
    }
    writeln!(text, "{indent}/**").unwrap();
    for paragraph in description.lines() {
        let mut line = format!("{indent} *");
        for word in paragraph.split(' ') {
            if line.len() + word.len() >= 118 {
                writeln!(text, "{line}").unwrap();
                line = format!("{indent} *");
            }
            write!(line, " {word}").unwrap();
        }
        writeln!(text, "{line}").unwrap();
    }
    writeln!(text, "{indent} */").unwrap();
}

/// A schema as a type. Panics at a keyword that it does not know, so that no type is silently too wide.
fn type_of(schema: &Value, indent: &str) -> String {
    const KNOWN: &str = "$ref additionalProperties anyOf const default description format items maxItems maximum minItems \
        minimum oneOf properties required title type";
    let keys = schema.as_object().unwrap_or_else(|| panic!("no schema: {schema}"));
    for key in keys.keys() {
        assert!(
            KNOWN.split_whitespace().any(|known| known == key),
            "the generator of types does not know '{key}': {schema}"
        );
    }
    if let Some(name) = schema["$ref"].as_str() {
        return name.rsplit('/').next().unwrap().to_owned();
    }
    if let Some(value) = keys.get("const") {
        return value.to_string().replace('"', "'");
    }
    if let Some(choices) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
        return choices.iter().map(|choice| type_of(choice, indent)).collect::<Vec<_>>().join(" | ");
    }
    match &schema["type"] {
        Value::Array(types) => {
            let one = |kind: &Value| {
                let mut schema = schema.clone();
                schema["type"] = kind.clone();
                type_of(&schema, indent)
            };
            types.iter().map(one).collect::<Vec<_>>().join(" | ")
        }
        Value::String(kind) => match kind.as_str() {
            "integer" | "number" => "number".to_owned(),
            "array" => list(schema, indent),
            "object" => object(schema, indent),
            _ => kind.clone(),
        },
        // Any JSON.
        _ => "unknown".to_owned(),
    }
}

/// A list, or a tuple if its length is fixed.
fn list(schema: &Value, indent: &str) -> String {
    let item = type_of(&schema["items"], indent);
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most && most < 5 => format!("[{}]", vec![item; most as usize].join(", ")),
        _ if item.contains(' ') => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

fn object(schema: &Value, indent: &str) -> String {
    let Some(properties) = schema["properties"].as_object().filter(|properties| !properties.is_empty()) else {
        return match &schema["additionalProperties"] {
            Value::Object(_) => format!("Record<string, {}>", type_of(&schema["additionalProperties"], indent)),
            _ => "Record<string, never>".to_owned(),
        };
    };
    let inner = format!("{indent}  ");
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().map(|name| name.as_str().unwrap()).collect();
    let mut text = "{\n".to_owned();
    for (name, property) in properties {
        comment(&mut text, &inner, property);
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        writeln!(text, "{inner}{name}{mark}: {};", type_of(property, &inner)).unwrap();
    }
    text + indent + "}"
}

#[test]
fn the_types_for_typescript_are_those_of_the_description() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/wasm/npm/questions.d.ts");
    let made = declarations();
    if std::env::var_os("LEXIGRAPH_WRITE_OPENAPI").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let there = std::fs::read_to_string(path).unwrap();
    assert!(there == made, "src/wasm/npm/questions.d.ts is stale: run this test with LEXIGRAPH_WRITE_OPENAPI=1");
}

#[test]
fn the_npm_package_has_the_version_of_the_crates() {
    let manifest: Value = serde_json::from_str(include_str!("../../../src/wasm/npm/package.json")).unwrap();
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
}
