//! What is chosen to be played, and what ends a run early.

use super::Table;

pub(super) const TEXTS: Table = &[
    (
        "{number} scenarios would be played as {dialect} ({profile}), in this order:",
        "{dialect}（{profile}）として、次の順に{number}個のシナリオを実行する：",
    ),
    ("left out:", "実行しないもの："),
    ("after {ids}", "{ids}の後"),
    ("if the engine offers {names}", "{names}があるエンジンのみ"),
    ("left out by --filter", "--filterで除外"),
    ("not in the quick set", "クイックセットの対象外"),
    ("in another shard", "別のシャードで実行"),
    ("it passed when it was last played, or was not played", "前回の実行で合格、または未実行"),
    (
        "{number} of {all} not judged, because the run was ended early",
        "検査を途中で終えたため{all}個中{number}個は判定していない",
    ),
    ("only the quick set was played", "クイックセットのみの結果"),
    (
        "the run was ended before it could be judged: {number} failed",
        "不合格が{number}個に達して検査を終えたため、判定していない",
    ),
];
