//! Where the documents leave a question open, and what is therefore no fault of an engine.

use crate::lang::Text;

/// What a grey area of [`Clause::grey_areas`](super::Clause::grey_areas) leaves to the engine, as a sentence without a
/// full stop; `None` for an unknown id.
#[must_use]
pub fn grey_area(id: &str) -> Option<Text> {
    Some(match id {
        "G-AUTHOR-SPELLING" => say!("a misspelt keyword or an empty author is a warning at most"),
        "G-BADPOS" => say!(
            "no document says what follows an impossible position: engines refuse it, ignore it or end"
        ),
        "G-BADVALUE" => say!(
            "an engine may limit, ignore or refuse a value that is out of range; only a crash is reported"
        ),
        "G-BANNER" => say!("free text before the first command is a warning at most"),
        "G-BESTMOVE-NONE" => say!(
            "a word in the place of a move is a warning only where no GUI plays the move: after a stopped ponder search"
        ),
        "G-BLANK" => say!("blank lines of the engine are ignored"),
        "G-BOOK-INFO" => say!("no info line is required before a move out of a book"),
        "G-BUSY" => say!(
            "a GUI stops the search before it sends this command: what engines do with it is only noted"
        ),
        "G-BUSY-READY" => {
            say!(
                "many engines answer isready only after the search, and few GUIs send it during one"
            )
        }
        "G-BYE" => say!("the unified text lets the GUI send bye, the other text the engine"),
        "G-CHECKMATE-NONE" => {
            say!("no document has checkmate none, but many engines send it: a warning")
        }
        "G-CRLF" => say!("the end of a line may depend on the platform; kentei sends LF"),
        "G-EMPTY-DEFAULT" => say!(
            "many engines leave the default of a string blank, and GUIs read that as an empty string"
        ),
        "G-EMPTY-SET" => say!(
            "no document says how a GUI empties a string option; both forms in use are tried, with a warning at most"
        ),
        "G-ENCODING" => say!("letters beyond ASCII in free text are a warning at most"),
        "G-EOF" => say!("an engine that stays after the end of its input gets a warning"),
        "G-EXIT" => say!("the exit status after quit is free, and a signal then is a warning"),
        "G-GAMEOVER-BESTMOVE" => {
            say!("gameover during a search may be followed by one bestmove before the next isready")
        }
        "G-GAMEOVER-PONDER" => say!(
            "gameover during ponder may end the search or not; the next isready and go must be answered"
        ),
        "G-GAMEOVER-WORD" => {
            say!("the documents can be read so that gameover needs no result; a crash is a warning")
        }
        "G-GO-MATE" => say!(
            "many engines have no search for a mate; kentei only asks for one where there is a mate"
        ),
        "G-IDLE-STOP" => {
            say!("stop without a search may be answered by one nobestmove or by nothing")
        }
        "G-INC" => {
            say!("the documents differ on whether the clock includes the coming increment")
        }
        "G-INFO-EXT" => say!("an info word that no document has is a warning at most"),
        "G-INT64" => say!("numbers of up to 64 bits are right"),
        "G-KEEPALIVE" => {
            say!("blank lines and info string before readyok are allowed, and prolong its limit")
        }
        "G-LATE-NOBESTMOVE" => say!(
            "a stop that reaches the engine just after its bestmove may be answered by one nobestmove"
        ),
        "G-LEADING-JUNK" => say!(
            "hardly any engine skips an unknown first word and reads on; the line must only be survived"
        ),
        "G-LONG" => say!(
            "no document limits the length of a line; longer games than GUIs play are a warning at most"
        ),
        "G-MARGIN" => say!(
            "an early reply is never wrong; a late one counts beyond the slack, and if it is late again each time"
        ),
        "G-MATE-EARLY" => say!(
            "an engine may have limits of its own: checkmate timeout long before the time is a warning"
        ),
        "G-MATE-FOUND" => say!("UCCI 3.0 lets a search without limits end when a mate is found"),
        "G-MATE-LINE" => {
            say!("the defence in a line of checkmate need not be the longest one")
        }
        "G-MATE-ZERO" => say!("score mate 0 at a position that is mate is a warning at most"),
        "G-MOVES-WORD" => {
            say!("some tools send the word moves with no move after it; only a crash is wrong")
        }
        "G-MS-DEFAULT" => say!(
            "the documents differ on the default of usemillisec; kentei sets it whenever it is declared"
        ),
        "G-MULTIPV" => {
            say!("several lines are judged only if the engine offers them and was asked for them")
        }
        "G-NO-DEFAULT" => say!(
            "every example has a default, but no document requires one; UCCI also has range and choices in brackets: a warning at most"
        ),
        "G-NO-MOVE" => say!(
            "a position without a legal move must be answered; what the reply says is a warning at most"
        ),
        "G-NOISE" => {
            say!("text that is no message of the protocol is a warning, given once with a count")
        }
        "G-NYUGYOKU" => say!(
            "an engine need not declare a win; rules of other tournaments than that of the document are in use"
        ),
        "G-ONE-CLOCK" => {
            say!("one tool sends go with the clock of one side; a bestmove after stop is enough")
        }
        "G-ONEKING" => {
            say!("mate problems with one king are in no document; only a crash is wrong")
        }
        "G-OPTION-NAME" => {
            say!("UCCI 3.0 leaves out the word name in option lines; kentei reads both forms")
        }
        "G-PONDER-ATTACH" => say!("bestmove may name a ponder move although USI_Ponder is false"),
        "G-PONDER-CLOCK" => say!(
            "an immediate reply to ponderhit is right; a clock is judged as if it ran from ponderhit"
        ),
        "G-PONDER-NULL" => say!("a word for no move after ponder is a warning"),
        "G-PONDERSTOP-MOVE" => {
            say!("no GUI plays the move that ends a stopped ponder search; one must come")
        }
        "G-PROBE" => say!("hardly any engine has the command probe"),
        "G-PV-WORDS" => say!("a pv is judged up to the first word that is no move"),
        "G-QUIT-OUTPUT" => say!("what the engine writes after quit is ignored"),
        "G-READY-TIME" => {
            say!(
                "no document limits the time for readyok; the limit is a setting, and output prolongs it"
            )
        }
        "G-SCORE-FORM" => {
            say!("the unified text has score cp and score mate, UCCI 3.0 a number only")
        }
        "G-SEARCHMOVES" => say!(
            "many engines ignore searchmoves, and some read the words after its moves as moves"
        ),
        "G-SECOND-UCI" | "G-SECOND-USI" => {
            say!("a second handshake may be answered again or not at all")
        }
        "G-SELFPONDER" => {
            say!(
                "a line of the search just after bestmove is late; only what goes on is thinking unasked"
            )
        }
        "G-SHORT-TIME" => {
            say!("a clock of less than about a second is exceeded with a warning at most")
        }
        "G-SOLVER" => say!("an engine that only solves mate problems answers go with resign"),
        "G-STARTPOS" => {
            say!("UCCI 3.0 has startpos and the unified text does not; GUIs send fen")
        }
        "G-STOP-MATE" => {
            say!("stop during go mate is answered by checkmate; bestmove instead is a warning")
        }
        "G-TIMEOUT" => {
            say!("documents and GUIs differ on the time for the handshake; the limit is a setting")
        }
        "G-UNDECLARED" => {
            say!("USI_Hash and USI_Ponder need not be declared, and may be set all the same")
        }
        "G-UNSUPPORTED-GO" => {
            say!("the document of Shogidokoro does not support this form of go")
        }
        "G-UCI-PREFIX" | "G-USI-PREFIX" => {
            say!("private options with the reserved prefix are in use, and only noted")
        }
        "G-VALUE-SPACE" => say!("a value with blanks, as in a file name, is a warning at most"),
        "G-VAR-SPACE" => {
            say!("several words after var may be one choice with blanks: a warning at most")
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{Lang, with_lang};
    use crate::protocol::DIALECTS;

    #[test]
    fn every_grey_area_of_every_clause_has_a_text() {
        for dialect in DIALECTS {
            for clause in &dialect.catalogue().clauses {
                for id in &clause.grey_areas {
                    let shown = |lang| with_lang(lang, || grey_area(id).map(|it| it.to_string()));
                    let (english, japanese) = (shown(Lang::En), shown(Lang::Ja));
                    assert!(english.is_some(), "{}: {id}", clause.id);
                    assert_ne!(english, japanese, "{}: {id}", clause.id);
                }
            }
        }
        assert!(grey_area("G-NONE").is_none());
    }
}
