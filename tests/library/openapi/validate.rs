//! The part of JSON Schema that the description uses.

use serde_json::Value;

/// Keywords that do not restrict values.
const ANNOTATIONS: [&str; 5] = ["description", "title", "default", "format", "$defs"];

/// What is wrong with a value by a schema, with the place of each mistake. References start at `root`.
///
/// # Panics
/// For a keyword that is not known here.
pub fn mistakes(root: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(root, schema, value, "", &mut found);
    found
}

fn check(root: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    let keywords = match schema {
        Value::Bool(true) => return,
        Value::Bool(false) => return found.push(format!("{at}: nothing is allowed here")),
        _ => schema.as_object().unwrap(),
    };
    let fits = |schema: &Value| {
        let mut wrong = Vec::new();
        check(root, schema, value, at, &mut wrong);
        wrong.is_empty()
    };
    for (keyword, rule) in keywords {
        let right = match keyword.as_str() {
            known if ANNOTATIONS.contains(&known) => true,
            "$ref" => {
                let pointer = rule.as_str().unwrap().trim_start_matches('#');
                check(root, root.pointer(pointer).unwrap_or_else(|| panic!("{pointer}")), value, at, found);
                true
            }
            "type" => match rule {
                Value::Array(types) => types.iter().any(|name| is(value, name)),
                name => is(value, name),
            },
            "const" => value == rule,
            "enum" => rule.as_array().unwrap().contains(value),
            "anyOf" => rule.as_array().unwrap().iter().any(fits),
            "oneOf" => rule.as_array().unwrap().iter().filter(|schema| fits(schema)).count() == 1,
            "minimum" => value.as_f64().is_none_or(|number| number >= rule.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= rule.as_f64().unwrap()),
            "minItems" => value.as_array().is_none_or(|items| items.len() as u64 >= rule.as_u64().unwrap()),
            "maxItems" => value.as_array().is_none_or(|items| items.len() as u64 <= rule.as_u64().unwrap()),
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, rule, item, &format!("{at}/{number}"), found);
                }
                true
            }
            "required" => {
                let names = rule.as_array().unwrap();
                value.as_object().is_none_or(|fields| names.iter().all(|name| fields.contains_key(name.as_str().unwrap())))
            }
            "properties" => {
                for (name, field) in value.as_object().into_iter().flatten() {
                    if let Some(rule) = rule.get(name) {
                        check(root, rule, field, &format!("{at}/{name}"), found);
                    }
                }
                true
            }
            "additionalProperties" => {
                for (name, field) in value.as_object().into_iter().flatten() {
                    if keywords.get("properties").is_none_or(|known| known.get(name).is_none()) {
                        check(root, rule, field, &format!("{at}/{name}"), found);
                    }
                }
                true
            }
            other => panic!("the keyword '{other}' is not known to tests/library/openapi/validate.rs"),
        };
        if !right {
            found.push(format!("{at}: {value} is not {keyword} {rule}"));
        }
    }
}

/// `true` if the value has the type with this name.
fn is(value: &Value, name: &Value) -> bool {
    match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type is called '{other}'"),
    }
}

#[test]
fn mistakes_are_found_and_placed() {
    let schema = serde_json::json!({ "type": "object", "required": ["a"], "additionalProperties": false, "properties": {
        "a": { "type": "array", "items": { "$ref": "#/small" }, "minItems": 1, "maxItems": 2 },
        "b": { "type": ["string", "null"] }, "c": { "oneOf": [{ "const": 1 }, { "enum": [2, 3] }] } } });
    let root = serde_json::json!({ "small": { "type": "integer", "minimum": 0, "maximum": 9 } });
    let count = |text: &str| mistakes(&root, &schema, &serde_json::from_str(text).unwrap()).len();
    for right in [r#"{"a": [0, 9]}"#, r#"{"a": [1], "b": null, "c": 3}"#, r#"{"a": [1], "b": "x", "c": 1}"#] {
        assert_eq!(count(right), 0, "{right}");
    }
    for wrong in
        ["3", "{}", r#"{"a": []}"#, r#"{"a": [1,2,3]}"#, r#"{"a": [10]}"#, r#"{"a": [1.5]}"#, r#"{"a": [1], "d": 1}"#]
    {
        assert_eq!(count(wrong), 1, "{wrong}");
    }
    assert_eq!(mistakes(&root, &schema, &serde_json::json!({ "a": [1, -1] })), ["/a/1: -1 is not minimum 0"]);
}
