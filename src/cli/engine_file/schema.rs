//! The JSON Schema of engine files for editors, generated from the table of keys.

use serde_json::{Value, json};

use super::keys::{self, Key, Shape};
use crate::yaml;

/// The JSON Schema (draft 2020-12) of an engine file.
pub(in crate::cli) fn schema() -> Value {
    let head = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "kentei engine file",
        "description": "Engines by name: how each is started and examined, and its known failures.",
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
    yaml::schema::object(keys, shape)
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
        Shape::One(keys) => object(keys),
        Shape::List(keys) => json!({ "type": "array", "items": object(keys) }),
    }
}
