//! The parts of texts in reports, so that a reader of a report can show the texts in another language than English.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Lang, Made, Text};

/// A text: plain if it is the same in every language, otherwise a template with its values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum TextV1 {
    /// A text that is the same in every language, such as a line of the engine or a word of the protocol.
    Plain(String),
    /// An English template with its values.
    Made(MadeV1),
}

/// An English template with its values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MadeV1 {
    /// The template, with names in braces. A word after `|` distinguishes it from another text with the same English.
    pub template: String,
    /// The value for each name; left out if there are no names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub with: BTreeMap<String, TextV1>,
}

/// Why something has no verdict of its own: the JSON form of an `Option<Text>`, flattened into its parent.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Reason {
    /// Why the run or scenario could not be judged, or why the scenario was skipped or blocked; left out otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The template and values of `reason`; left out if it is the same in every language. In the form `json:findings`
    /// also left out if an earlier scenario has the same reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason_said: Option<TextV1>,
}

impl Reason {
    pub(crate) fn serialize<S: Serializer>(text: &Option<Text>, to: S) -> Result<S::Ok, S::Error> {
        let text = text.as_ref();
        let reason = text.map(|text| text.in_lang(Lang::En));
        Serialize::serialize(&Self { reason, reason_said: text.and_then(TextV1::of) }, to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Text>, D::Error> {
        let read = <Self as Deserialize>::deserialize(from)?;
        Ok(read.reason.map(|reason| back(reason, read.reason_said)))
    }
}

impl TextV1 {
    /// The parts of a text; `None` for a plain text.
    pub(crate) fn of(text: &Text) -> Option<Self> {
        match text.made_of() {
            Made::Plain(_) => None,
            Made::Template(..) => Some(Self::from(text)),
        }
    }

    /// The text of these parts; `None` if this kentei does not have one of the templates.
    fn text(self) -> Option<Text> {
        match self {
            Self::Plain(text) => Some(Text::plain(text)),
            Self::Made(made) => {
                let with = made.with.into_iter();
                let with: Option<Vec<_>> =
                    with.map(|(name, value)| Some((name, value.text()?))).collect();
                Text::again(&made.template, with?)
            }
        }
    }
}

impl From<&Text> for TextV1 {
    fn from(text: &Text) -> Self {
        match text.made_of() {
            Made::Plain(text) => Self::Plain(text.to_owned()),
            Made::Template(template, with) => Self::Made(MadeV1 {
                template: template.to_owned(),
                with: with
                    .iter()
                    .map(|(name, value)| ((*name).to_owned(), Self::from(value)))
                    .collect(),
            }),
        }
    }
}

/// A text of a report: with its template if that gives the reported English text, else a plain text.
pub(crate) fn back(reported: String, said: Option<TextV1>) -> Text {
    let made = said.and_then(TextV1::text);
    match made.filter(|text| text.in_lang(Lang::En) == reported) {
        Some(text) => text,
        None => Text::plain(reported),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> TextV1 {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_text_comes_back_in_every_language() {
        let text = say!("{one} or {other}", one = "usiok", other = say!("nothing"));
        let said = TextV1::of(&text).unwrap();
        let json = serde_json::to_string(&said).unwrap();
        let again = back(text.to_string(), Some(read(&json)));
        assert_eq!(again, "usiok or nothing");
        assert_eq!(again.in_lang(Lang::Ja), text.in_lang(Lang::Ja));
        assert_ne!(again.in_lang(Lang::Ja), "usiok or nothing");
        assert_eq!(TextV1::of(&Text::plain("usiok")), None);
    }

    #[test]
    fn what_is_not_known_or_says_something_else_stays_as_it_was_written() {
        let stays = |json: &str, reported: &str| {
            let text = back(reported.to_owned(), Some(read(json)));
            assert_eq!(text.in_lang(Lang::Ja), reported, "{json}");
        };
        stays(r#"{"template": "nothing"}"#, "something");
        stays(r#"{"template": "no such template"}"#, "no such template");
        let or = r#"{"template": "{one} or {other}", "with": {"one": "a"}}"#;
        stays(or, "a or ");
        let or = r#"{"template": "{one} or {other}", "with": {"one": "a", "two": "b"}}"#;
        stays(or, "a or ");
        stays(r#""nothing""#, "nothing");
    }
}
