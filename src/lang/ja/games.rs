//! Why a move is illegal.

use super::Table;

pub(super) const TEXTS: Table = &[
    ("no piece on {from}", "{from}に駒がない"),
    (
        "the {what} on {from} is the opponent's",
        "{from}の{what}は相手の駒である",
    ),
    ("the own {own} stands on {to}", "{to}には自分の{own}がある"),
    (
        "the {what} on {from} cannot go to {to}",
        "{from}の{what}は{to}へ動けない",
    ),
    (
        "{detail}: the {other} on {between} is in the way",
        "{detail}：{between}の{other}が間にある",
    ),
    ("the king is not safe", "玉の安全が保たれない"),
    (
        "the king on {king} stays in check from the {what} on {from}",
        "{king}の玉が{from}の{what}の王手を放置している",
    ),
    (
        "the king on {king} could be taken by the {what} on {from}",
        "{king}の玉が{from}の{what}に取られる",
    ),
    (
        "the pawn dropped on {square} mates",
        "{square}の歩打ちは打ち歩詰めである",
    ),
    (
        "a king is never taken, also not on {to}",
        "玉は取れない（{to}）",
    ),
    (
        "the {what} on {from} has promoted already",
        "{from}の{what}はすでに成っている",
    ),
    ("a {what} does not promote", "{what}は成れない"),
    (
        "no promotion of the {what}: neither {from} nor {to} is in the camp",
        "{what}は成れない：{from}も{to}も敵陣ではない",
    ),
    (
        "a {what} must promote on {to}",
        "{to}では{what}は成らなければならない",
    ),
    ("the king", "玉"),
    ("no {what} in hand", "持ち駒に{what}がない"),
    ("{square} is occupied", "{square}には駒がある"),
    (
        "a {what} dropped on {square} could never move",
        "{square}に打った{what}は行き所がない",
    ),
    ("two pawns on file {file}", "{file}筋の二歩"),
    ("pawn", "歩"),
    ("lance", "香"),
    ("knight", "桂"),
    ("silver", "銀"),
    ("gold", "金"),
    ("bishop", "角"),
    ("rook", "飛"),
    ("king", "玉"),
    ("promoted pawn", "と"),
    ("promoted lance", "成香"),
    ("promoted knight", "成桂"),
    ("promoted silver", "成銀"),
    ("promoted bishop", "馬"),
    ("promoted rook", "竜"),
    (
        "not a move: want 7g7f, 8h2b+ or P*5e",
        "指し手の形ではない（7g7f、8h2b+、P*5eのように書く）",
    ),
    (
        "the pawn must promote on {to}: a letter is missing",
        "{to}のポーンは昇格しなければならない：駒の文字がない",
    ),
    (
        "the {what} does not promote on {to}",
        "{what}は{to}では昇格しない",
    ),
    (
        "castling is written as the king's move, {king}{home}, not as king takes rook: {king}{to}",
        "キャスリングはキングの動き{king}{home}で書く（キングがルークを取る形{king}{to}ではない）",
    ),
    (
        "no right to castle towards {to}",
        "{to}へのキャスリングの権利がない",
    ),
    ("the king does not promote", "キングは昇格しない"),
    (
        "no castling through the {piece} on {between}",
        "{between}の{piece}を越えてキャスリングできない",
    ),
    ("castling is not possible", "キャスリングできない"),
    (
        "no castling out of check from the {piece} on {checker}",
        "{checker}の{piece}のチェック中にはキャスリングできない",
    ),
    (
        "no castling over {square}, which the {piece} on {attacker} attacks",
        "{attacker}の{piece}が利いている{square}を通ってキャスリングできない",
    ),
    (
        "{detail}: nothing is there to take, and no pawn has just passed",
        "{detail}：取る駒がなく、アンパッサンもできない",
    ),
    (
        "{detail}: nothing is there to take",
        "{detail}：取る駒がない",
    ),
    (
        "the king on {king} stays in check from the {what} on {from}|chess",
        "{king}のキングが{from}の{what}のチェックを受けたままである",
    ),
    (
        "the king on {king} could be taken by the {what} on {from}|chess",
        "{king}のキングが{from}の{what}に取られる",
    ),
    ("pawn|chess", "ポーン"),
    ("knight|chess", "ナイト"),
    ("bishop|chess", "ビショップ"),
    ("rook|chess", "ルーク"),
    ("queen|chess", "クイーン"),
    ("king|chess", "キング"),
    ("the null move cannot be played", "ヌルムーブは指せない"),
    (
        "not a move: want e2e4 or e7e8q",
        "指し手の形ではない（e2e4、e7e8qのように書く）",
    ),
];
