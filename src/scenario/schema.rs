//! The JSON Schema of scenario files for editors, generated from the table of keys.

use serde_json::{Value, json};

use super::lower::{PREDICATE_FORMS, PREDICATE_WORDS};
use super::table::{self, Key, Shape, Verb};
use crate::yaml;

/// The JSON Schema (draft 2020-12) of a scenario file.
#[must_use]
pub fn schema() -> Value {
    let mut schema = object(table::FILE);
    let head = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "kentei scenario",
        "description": "One script of expected exchanges with a game engine.",
    });
    if let (Value::Object(schema), Value::Object(head)) = (&mut schema, head) {
        for (key, value) in head {
            schema.insert(key, value);
        }
        schema.insert("$defs".to_owned(), definitions());
    }
    schema
}

fn definitions() -> Value {
    let steps: Vec<Value> = std::iter::once(bare()).chain(table::VERBS.iter().map(step)).collect();
    json!({
        "text": { "type": ["string", "number", "boolean"] },
        "time": {
            "type": "string",
            "description": "1500ms, 1.5s, a named limit, clock, or a sum such as hold + 300ms.",
            "pattern": "^\\S+( *\\+ *\\S+)*$",
            "examples": ["1500ms", "2s", "stop", "clock", "hold + 300ms"],
        },
        "offset": {
            "type": "string",
            "description": "5ms, 0.05ms, -20ms, 1s, or same-write.",
            "pattern": "^(same-write|[+-]?[0-9.]+m?s|.*\\$\\{.+\\}.*)$",
            "examples": ["-20ms", "0ms", "0.05ms", "same-write"],
        },
        "clause": {
            "type": "string",
            "description": "A clause of the catalogue; `kentei list clauses` lists them.",
            "pattern": "^([A-Z]+-[A-Z]+-[0-9]+|.*\\$\\{.+\\}.*)$",
        },
        "need": {
            "type": "string",
            "description": "A capability of the dialect, or `option NAME`.",
            "examples": ["ponder", "option USI_Hash"],
        },
        "pattern": {
            "anyOf": [
                { "type": "string", "description": "A kind of message of the dialect, exit, or eof." },
                object(table::LINE),
            ],
        },
        "predicate": predicate(),
        "where": {
            "type": "object",
            "additionalProperties": { "$ref": "#/$defs/predicate" },
        },
        "steps": {
            "type": "array",
            "minItems": 1,
            "items": { "$ref": "#/$defs/step" },
        },
        "step": { "anyOf": steps },
    })
}

/// A step that is a bare word.
fn bare() -> Value {
    json!({
        "type": "string",
        "description": "A fragment's name (boot, fence), or close-input.",
        "examples": ["boot", "fence", "close-input"],
    })
}

fn step(verb: &Verb) -> Value {
    let keys: Vec<Key> = std::iter::once(verb.key).chain(verb.siblings.iter().copied()).collect();
    let mut step = object(&keys);
    if let Value::Object(step) = &mut step {
        step.insert("title".to_owned(), json!(verb.key.name));
        step.insert("description".to_owned(), json!(verb.key.doc));
    }
    step
}

fn predicate() -> Value {
    let words: Vec<&str> = PREDICATE_WORDS.iter().map(|(word, _)| *word).collect();
    let forms = PREDICATE_FORMS.iter().map(|(name, doc)| {
        let value = match *name {
            "one-of" => json!({ "type": "array", "minItems": 1, "items": text() }),
            "range" => json!({
                "type": "array",
                "minItems": 2,
                "maxItems": 2,
                "items": { "type": ["integer", "null"] },
            }),
            _ => text(),
        };
        json!({
            "type": "object",
            "description": doc,
            "properties": { *name: value },
            "required": [name],
            "additionalProperties": false,
        })
    });
    let mut shapes = vec![
        json!({ "enum": words }),
        json!({
            "type": ["string", "number", "boolean"],
            "description": "Exactly this text, or a flag of the field such as legal.",
        }),
    ];
    shapes.extend(forms);
    json!({ "anyOf": shapes })
}

/// A mapping with these keys.
fn object(keys: &[Key]) -> Value {
    yaml::schema::object(keys, shape)
}

fn text() -> Value {
    json!({ "$ref": "#/$defs/text" })
}

fn shape(shape: Shape) -> Value {
    let reference = |name: &str| json!({ "$ref": format!("#/$defs/{name}") });
    let list = |items: Value| json!({ "type": "array", "minItems": 1, "items": items });
    match shape {
        Shape::Text => text(),
        Shape::Texts => json!({ "anyOf": [text(), list(text())] }),
        Shape::Words => json!({ "type": "array", "items": { "type": "string" } }),
        Shape::Choice(words) => json!({ "enum": words }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Count => json!({ "type": "integer", "minimum": 1 }),
        Shape::Time => reference("time"),
        Shape::Offset => reference("offset"),
        Shape::Clause => json!({ "anyOf": [reference("clause"), list(reference("clause"))] }),
        Shape::Need => reference("need"),
        Shape::Pattern => reference("pattern"),
        Shape::Kinds => json!({
            "anyOf": [{ "type": "string" }, list(json!({ "type": "string" }))],
        }),
        Shape::Where => reference("where"),
        Shape::Capture => json!({
            "type": "object",
            "additionalProperties": { "type": "string" },
        }),
        Shape::Steps => reference("steps"),
        Shape::Map(keys) => object(keys),
        Shape::List(items) => list(self::shape(*items)),
        Shape::Any(shapes) => {
            let shapes: Vec<Value> = shapes.iter().map(|one| self::shape(*one)).collect();
            json!({ "anyOf": shapes })
        }
        Shape::Params => json!({
            "type": "object",
            "minProperties": 1,
            "additionalProperties": {
                "type": "object",
                "additionalProperties": text(),
            },
        }),
        Shape::Nothing => json!({ "type": "null" }),
    }
}
