//! The schema agrees with the table, and accepts what the lowering accepts.

use regex_lite::Regex;
use serde_json::Value;

use super::golden::EVERYTHING;
use super::{around, read};
use crate::scenario::{schema, table};

/// Whether a value satisfies a schema, for the keywords that our schema uses.
fn fits(schema: &Value, root: &Value, value: &Value) -> bool {
    let Value::Object(rules) = schema else {
        return schema == &Value::Bool(true);
    };
    rules.iter().all(|(rule, wanted)| match rule.as_str() {
        "$ref" => {
            let path = wanted.as_str().unwrap().trim_start_matches('#');
            fits(root.pointer(path).unwrap(), root, value)
        }
        "anyOf" => {
            let mut shapes = wanted.as_array().unwrap().iter();
            shapes.any(|shape| fits(shape, root, value))
        }
        "enum" => wanted.as_array().unwrap().contains(value),
        "type" => {
            let types = wanted.as_array().map_or(std::slice::from_ref(wanted), Vec::as_slice);
            types.iter().any(|name| is(name.as_str().unwrap(), value))
        }
        "required" => value.as_object().is_none_or(|object| {
            let mut names = wanted.as_array().unwrap().iter();
            names.all(|name| object.contains_key(name.as_str().unwrap()))
        }),
        "properties" => value.as_object().is_none_or(|object| {
            object
                .iter()
                .all(|(key, inner)| wanted.get(key).is_none_or(|schema| fits(schema, root, inner)))
        }),
        "additionalProperties" => value.as_object().is_none_or(|object| {
            let known = rules.get("properties");
            object.iter().all(|(key, inner)| {
                known.is_some_and(|known| known.get(key).is_some()) || fits(wanted, root, inner)
            })
        }),
        "items" => {
            value.as_array().is_none_or(|items| items.iter().all(|item| fits(wanted, root, item)))
        }
        "minItems" => {
            value.as_array().is_none_or(|items| items.len() as u64 >= wanted.as_u64().unwrap())
        }
        "maxItems" => {
            value.as_array().is_none_or(|items| items.len() as u64 <= wanted.as_u64().unwrap())
        }
        "minProperties" => {
            value.as_object().is_none_or(|object| object.len() as u64 >= wanted.as_u64().unwrap())
        }
        "minimum" => value.as_i64().is_none_or(|number| number >= wanted.as_i64().unwrap()),
        "pattern" => value
            .as_str()
            .is_none_or(|text| Regex::new(wanted.as_str().unwrap()).unwrap().is_match(text)),
        "$schema" | "$defs" | "title" | "description" | "examples" => true,
        other => panic!("the schema uses {other}, which this test does not know"),
    })
}

fn is(name: &str, value: &Value) -> bool {
    match name {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("unknown type {other}"),
    }
}

pub(super) fn valid(yaml: &str) -> bool {
    let value: Value = serde_yaml::from_str(yaml).unwrap();
    let schema = schema();
    fits(&schema, &schema, &value)
}

#[test]
fn the_verbs_of_the_schema_are_those_of_the_table() {
    let schema = schema();
    let steps = schema.pointer("/$defs/step/anyOf").unwrap();
    let verbs: Vec<&str> =
        steps.as_array().unwrap().iter().filter_map(|step| step.get("title")?.as_str()).collect();
    let table: Vec<&str> = table::VERBS.iter().map(|verb| verb.key.name).collect();
    assert_eq!(verbs, table);
}

#[test]
fn what_the_language_takes_the_schema_takes() {
    assert!(valid(EVERYTHING));
}

#[test]
fn what_the_schema_refuses_the_language_refuses() {
    let check = |steps: &str| {
        let yaml = around(steps);
        assert!(!valid(&yaml), "the schema takes {steps}");
        let (scenarios, _) = read("toy/case", &yaml, None);
        assert!(scenarios.is_empty(), "the language takes {steps}");
    };
    check("  - sned: hi\n  - expect: ack\n");
    check("  - send: hi\n    within: stop\n  - expect: ack\n");
    check("  - send: hi\n  - expect: ack\n    at-most: bad\n");
    check("  - send: hi\n  - expect: ack\n    within: 1500\n");
    check("  - send: hi\n  - expect: ack\n    where: { a: { nto: b } }\n");
    check("  - send: hi\n  - silence: { of: ack }\n");
    check("  - send: hi\n  - expect: ack\n    clause: nothing\n");
    check("  - send: hi\n  - expect: ack\n  - set-options: { types: [save], to: default }\n");
    check("  - send: hi\n  - expect: ack\n  - repeat: { times: 0, steps: [ { send: hi } ] }\n");
    check("  []\n");
}

/// The table has its words twice: in the shapes and in the lists with their meanings.
#[test]
fn choices_are_the_words_of_their_lists() {
    let text = schema().to_string();
    let words = |names: Vec<&str>| serde_json::to_string(&names).unwrap();
    let lists = [
        words(table::ENDINGS.iter().map(|(name, _)| *name).collect()),
        words(table::SEVERITIES.iter().map(|(name, _)| *name).collect()),
        words(table::OPTION_VALUES.iter().map(|(name, _)| *name).collect()),
        words(table::OPTION_TYPES.to_vec()),
    ];
    for list in lists {
        assert!(text.contains(&list), "{list}");
    }
}
