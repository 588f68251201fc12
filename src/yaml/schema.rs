//! The JSON Schema of a mapping with known keys, for editors.

use serde_json::{Map, Value, json};

use super::read::Key;

/// The schema of a mapping with these keys; `shape` makes the schema of a value.
pub(crate) fn object<S: Copy>(keys: &[Key<S>], shape: impl Fn(S) -> Value) -> Value {
    let mut properties = Map::new();
    for key in keys {
        let mut value = shape(key.shape);
        if let Value::Object(value) = &mut value {
            value.insert("description".to_owned(), json!(key.doc));
        }
        properties.insert(key.name.to_owned(), value);
    }
    let required: Vec<&str> = keys.iter().filter(|key| key.required).map(|key| key.name).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}
