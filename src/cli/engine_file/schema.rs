//! The JSON Schema of engine files, made from the table of keys, for editors.

use serde_json::{Map, Value, json};

use super::keys::{self, Key, Shape};

/// The JSON Schema (draft 2020-12) of an engine file.
pub(in crate::cli) fn schema() -> Value {
    let head = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "kentei engine file",
        "description": "Engines by name: how each is started and examined, and what is known to fail.",
    });
    match (head, object(keys::FILE)) {
        (Value::Object(mut schema), Value::Object(body)) => {
            schema.extend(body);
            Value::Object(schema)
        }
        (_, body) => body,
    }
}

fn object(keys: &[Key]) -> Value {
    let properties: Map<String, Value> = keys
        .iter()
        .map(|key| {
            let mut value = shape(key.shape);
            if let Value::Object(value) = &mut value {
                value.insert("description".to_owned(), json!(key.doc));
            }
            (key.name.to_owned(), value)
        })
        .collect();
    let required: Vec<&str> = keys
        .iter()
        .filter(|key| key.required)
        .map(|key| key.name)
        .collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn shape(shape: Shape) -> Value {
    let text = || json!({ "type": ["string", "number", "boolean"] });
    match shape {
        Shape::Text => text(),
        Shape::Texts => json!({ "type": "array", "items": text() }),
        Shape::Pairs => json!({ "type": "object", "additionalProperties": text() }),
        Shape::Times => json!({
            "type": "object",
            "additionalProperties": { "type": "string", "pattern": "^[0-9.]+ *m?s$" },
        }),
        Shape::Named(keys) => json!({
            "type": "object",
            "minProperties": 1,
            "additionalProperties": object(keys),
        }),
        Shape::List(keys) => json!({ "type": "array", "items": object(keys) }),
    }
}
