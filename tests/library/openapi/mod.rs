//! The description of the questions in OpenAPI, held against the types, and requests and answers held against it.

mod types;
mod validate;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use lexigraph::api::{ApiError, OPENAPI, QUESTIONS, Question};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::api::{api, samples};
use validate::mistakes;

/// What does not follow from the types: the head, the errors, the tags.
const FRAME: &str = include_str!("frame.json");
/// Where the schemas are.
const SCHEMAS: &str = "/components/schemas";
/// The problems that any question may answer with.
const PROBLEMS: [&str; 10] = ["400", "401", "403", "404", "408", "409", "413", "415", "422", "503"];

/// The description, made anew from the types and the table of questions.
fn description() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = SCHEMAS.into();
        settings.meta_schema = None;
    });
    let mut requests = settings.clone().for_deserialize().into_generator();
    let mut answers = settings.for_serialize().into_generator();
    let mut all: Value = serde_json::from_str(FRAME).unwrap();
    all["info"]["version"] = env!("CARGO_PKG_VERSION").into();
    for response in all["components"]["responses"].as_object_mut().unwrap().values_mut() {
        response["content"] = json!({ "application/problem+json": { "schema": { "$ref": format!("#{SCHEMAS}/Problem") } } });
    }
    for question in QUESTIONS {
        let path = path(question, &mut requests, &mut answers);
        all["paths"][format!("/api/{}", question.name)] = json!({ "post": path });
    }
    answers.subschema_for::<ApiError>();
    let mut schemas = BTreeMap::new();
    for (name, schema) in requests.take_definitions(true).into_iter().chain(answers.take_definitions(true)) {
        if let Some(other) = schemas.insert(name.clone(), schema.clone()) {
            assert_eq!(other, schema, "{name} differs as a request and as an answer");
        }
    }
    // Its fields are those of the problem.
    schemas.remove("ApiError");
    let problem = all["components"]["schemas"]["Problem"].take();
    schemas.insert("Problem".to_owned(), problem);
    all["components"]["schemas"] = schemas.into_iter().collect::<Map<String, Value>>().into();
    readable(&mut all["components"]["schemas"]);
    all
}

/// A question as an operation.
fn path(question: &Question, requests: &mut SchemaGenerator, answers: &mut SchemaGenerator) -> Value {
    let [request, answer] = question.schemas(requests, answers);
    let known = requests.definitions();
    let name = request.get("$ref").and_then(Value::as_str).unwrap().rsplit('/').next().unwrap();
    let needs = known[name].get("required").is_some();
    let group = question.name.split('/').next().unwrap();
    let mut content = json!({ "application/json": { "schema": answer } });
    if question.progress {
        content["text/event-stream"] = json!({ "schema": {
            "type": "string",
            "description": "Events `progress`, whose data has the type of the answer, as far as it is known; then one \
                event `answer`, whose data is the answer, or one event `error`, whose data is a problem.",
        } });
    }
    let mut responses = json!({ "200": { "description": "The answer.", "content": content } });
    for status in PROBLEMS {
        responses[status] = json!({ "$ref": format!("#/components/responses/{status}") });
    }
    json!({
        "operationId": question.name.replace('/', "_"),
        "tags": [group],
        "summary": question.purpose,
        "requestBody": { "required": needs, "content": { "application/json": { "schema": request } } },
        "responses": responses,
    })
}

/// Makes schemas easy to read for other programs: no number formats but those that OpenAPI names, and no links of Rust.
fn readable(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if map.get("format").and_then(Value::as_str).is_some_and(|format| !["int32", "double"].contains(&format)) {
                map.shift_remove("format");
            }
            // What may be left out says in its description what that means.
            if map.get("default").is_some_and(|default| default.is_null() || default.is_object()) {
                map.shift_remove("default");
            }
            if let Some(Value::String(text)) = map.get_mut("description") {
                *text = without_links(text).replace("\n\n", "\u{1}").replace('\n', " ").replace('\u{1}', "\n\n");
            }
            map.values_mut().for_each(readable);
        }
        Value::Array(items) => items.iter_mut().for_each(readable),
        _ => {}
    }
}

/// ``[`Name`](path)`` and `[name](path)` without their path and brackets.
fn without_links(text: &str) -> String {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('[') {
        let link = after.split_once(']').and_then(|(name, tail)| {
            let target = tail.strip_prefix('(').and_then(|tail| tail.split_once(')'));
            let code = name.len() > 2 && name.starts_with('`') && name.ends_with('`');
            target.map(|(_, tail)| (name, tail)).or(code.then_some((name, tail)))
        });
        plain.push_str(before);
        rest = match link {
            Some((name, tail)) => {
                plain.push_str(name);
                tail
            }
            None => {
                plain.push('[');
                after
            }
        };
    }
    plain + rest
}

#[test]
fn the_description_follows_from_the_types() {
    let made = serde_json::to_string_pretty(&description()).unwrap() + "\n";
    if std::env::var_os("LEXIGRAPH_WRITE_OPENAPI").is_some() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("api/openapi.json");
        std::fs::write(file, &made).unwrap();
        return;
    }
    let first = made.lines().zip(OPENAPI.lines()).position(|(made, stored)| made != stored);
    assert!(
        made == OPENAPI,
        "src/lexigraph/api/openapi.json is not what the types say, from line {} on — write it anew with: \
         LEXIGRAPH_WRITE_OPENAPI=1 cargo test -p lexigraph --test library openapi",
        first.map_or(0, |line| line + 1)
    );
}

/// The schema under which a body stands in the description.
fn schema<'d>(description: &'d Value, question: &str, place: &str) -> &'d Value {
    let path = format!("/paths/~1api~1{}/post/{place}/content/application~1json/schema", question.replace('/', "~1"));
    description.pointer(&path).unwrap_or_else(|| panic!("{path}"))
}

#[test]
fn requests_and_answers_are_as_described() {
    let (api, description): (_, Value) = (api(), serde_json::from_str(OPENAPI).unwrap());
    for (question, body) in samples() {
        let wrong = mistakes(&description, schema(&description, question, "requestBody"), &body);
        assert!(wrong.is_empty(), "{question}: {wrong:?}");
        let answers = schema(&description, question, "responses/200");
        let mut told = Vec::new();
        let answer = api.answer_watched(question, &body.to_string(), &mut |progress| {
            told.push(progress);
            ControlFlow::Continue(())
        });
        told.push(answer.unwrap_or_else(|error| panic!("{question}: {error}")));
        for answer in &told {
            let wrong = mistakes(&description, answers, answer);
            assert!(wrong.is_empty(), "{question}: {wrong:?}");
        }
    }
}

#[test]
fn what_is_refused_is_not_described() {
    let (api, description): (_, Value) = (api(), serde_json::from_str(OPENAPI).unwrap());
    for (question, mut body) in samples() {
        body["none"] = 1.into();
        assert!(!mistakes(&description, schema(&description, question, "requestBody"), &body).is_empty(), "{question}");
        let error = api.answer(question, &body.to_string()).unwrap_err();
        let error = serde_json::to_value(error).unwrap();
        // An error of the library has the fields of a problem, with the message as its detail.
        let kinds = &description["components"]["schemas"]["ApiErrorKind"];
        assert!(mistakes(&description, kinds, &error["kind"]).is_empty());
    }
}

#[test]
fn links_are_taken_out_of_descriptions() {
    assert_eq!(without_links("a [`B`](c::D) of [`E`], [`] and [abc] [f](g)"), "a `B` of `E`, [`] and [abc] f");
}
