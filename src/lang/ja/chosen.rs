//! What is chosen to be played, what ends a run early, and what mends a fault.

use super::Table;

pub(super) const TEXTS: Table = &[
    (
        "{number} scenarios would be played as {dialect} ({profile}), in this order:",
        "{dialect}（{profile}）として、次の順に{number}個のシナリオを実行する：",
    ),
    (
        "the engine answers {dialect}, and also {others}: it is examined as {dialect}; with `--dialect all` in each",
        "このエンジンは{dialect}のほか{others}にも応答する：{dialect}として検査する（`--dialect all`ですべてを検査）",
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
    (
        "to mend it: `print(…, flush=True)` for each line, or start it with `python3 -u`",
        "直し方：各行を`print(…, flush=True)`で書くか、`python3 -u`で起動する",
    ),
    (
        "to mend it, flush after each line: `std::endl` in C++, `setvbuf(stdout, NULL, _IONBF, 0)` at the start in C, \
         `std::io::stdout().flush()` in Rust, `print(…, flush=True)` in Python",
        "直し方：1行ごとにフラッシュする。C++は`std::endl`、Cは最初に`setvbuf(stdout, NULL, _IONBF, 0)`、\
         Rustは`std::io::stdout().flush()`、Pythonは`print(…, flush=True)`",
    ),
    (
        "if it only needs longer to start: `{hint}`",
        "起動に時間がかかるだけなら、`{hint}`で待つ時間を延ばせる",
    ),
    ("only the quick set was played", "クイックセットのみの結果"),
    (
        "the run was ended before it could be judged: {number} failed",
        "不合格が{number}個に達して検査を終えたため、判定していない",
    ),
];
