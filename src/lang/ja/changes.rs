//! What has changed between two reports.

use super::Table;

pub(super) const TEXTS: Table = &[
    ("Comparison of two reports", "2つの報告書の比較"),
    ("{comparison} as {scope}", "{comparison}：{scope}"),
    ("Compared with the baseline", "基準との比較"),
    ("against the baseline: {verdict}", "基準との比較：{verdict}"),
    ("Nothing has changed.", "変化はない。"),
    ("Worse", "悪化"),
    ("Better", "改善"),
    ("Changed", "変化"),
    ("To be kept in mind", "留意点"),
    ("old", "旧"),
    ("new", "新"),
    (
        "Cut to {most} bytes: {number} changes left out. The other formats have everything.",
        "{most}バイトに収めるため、変化{number}件を省いた。他の形式にはすべてある。",
    ),
    ("{shown} and {number} more", "{shown}、ほか{number}件"),
    // What it comes to.
    ("worse: {told}", "悪化：{told}"),
    (
        "{clauses} broken that was not, or worse than it was",
        "新たな違反または違反の悪化が{clauses}",
    ),
    (
        "{clauses} broken that were not, or worse than they were",
        "新たな違反または違反の悪化が{clauses}",
    ),
    (
        "{scenarios} not judged any longer",
        "判定しなくなったものが{scenarios}",
    ),
    ("nothing has changed", "変化なし"),
    ("nothing got worse", "悪化なし"),
    (
        "could not be judged: {reason}",
        "判定できなかった：{reason}",
    ),
    (
        "the newer run was ended early",
        "新しい実行が途中で終わった",
    ),
    (
        "{scenarios} in both reports",
        "両方の報告書にあるのは{scenarios}",
    ),
    (
        "{extent}; {number} only in the older one ({ids})",
        "{extent}、古い方だけにあるもの{number}（{ids}）",
    ),
    (
        "{extent}; {number} only in the newer one ({ids})",
        "{extent}、新しい方だけにあるもの{number}（{ids}）",
    ),
    // What makes reports less comparable.
    (
        "Made by kentei {old} and {new}: what is examined, and how, may have changed besides the engine.",
        "kentei {old}と{new}による報告書である。エンジンだけでなく、検査の対象や方法も変わった可能性がある。",
    ),
    (
        "The limits were multiplied by {old} and by {new}.",
        "制限時間の倍率は、旧が{old}、新が{new}である。",
    ),
    (
        "Latencies are not compared, as the machines differ: {old}; {new}.",
        "実行環境が異なるため、応答時間は比べない：旧は{old}、新は{new}。",
    ),
    (
        "{machine}, {cores} cores, {jobs} at once",
        "{machine}、{cores}コア、同時に{jobs}",
    ),
    (
        "The older run: {old}. The newer run: {new}.",
        "古い実行：{old}。新しい実行：{new}。",
    ),
    ("ended early", "途中で終わった"),
    // Clauses.
    ("{clause} ({title}) {what}", "{clause}（{title}）：{what}"),
    ("{clause} {what}", "{clause}：{what}"),
    (
        "is newly broken, as a warning",
        "新たに違反となった（警告）",
    ),
    ("is newly broken", "新たに違反となった"),
    ("is fixed; it was a warning", "解消した（以前は警告）"),
    ("is fixed", "解消した"),
    (
        "was a warning and is a failure now",
        "警告から不合格になった",
    ),
    (
        "was a failure and is only a warning now",
        "不合格から警告だけになった",
    ),
    (
        "is broken in more places than before",
        "以前より多くの箇所で違反している",
    ),
    (
        "is broken in fewer places than before",
        "違反する箇所が以前より減った",
    ),
    (
        "is broken; before, what shows it was not judged",
        "違反している。以前は、これを示すものを判定していない",
    ),
    (
        "is not seen broken any more, but what showed it was not judged",
        "違反が見られなくなったが、これを示していたものを判定していない",
    ),
    ("{sentence}: {reason}", "{sentence}：{reason}"),
    (
        "{sentence}. Before: {message}",
        "{sentence}。以前：{message}",
    ),
    (
        "{sentence}. A known failure: {reason}",
        "{sentence}。既知の不合格：{reason}",
    ),
    (
        "{clause} is not examined any longer",
        "{clause}を検査しなくなった",
    ),
    (
        "{number} clauses are not examined any longer: {clauses}",
        "{number}条項を検査しなくなった：{clauses}",
    ),
    (
        "{clause} is examined now, and not before",
        "{clause}を新たに検査するようになった",
    ),
    (
        "{number} clauses are examined now, and not before: {clauses}",
        "{number}条項を新たに検査するようになった：{clauses}",
    ),
    // Scenarios.
    (
        "{scenarios} is judged now; before, it was {before}",
        "{scenarios}を判定するようになった。以前は{before}",
    ),
    (
        "{scenarios} are judged now; before, they were {before}",
        "{scenarios}を判定するようになった。以前はいずれも{before}",
    ),
    (
        "{scenarios} is {now} that was {before}",
        "{scenarios}が{before}から{now}に変わった",
    ),
    (
        "{scenarios} are {now} that were {before}",
        "{scenarios}がいずれも{before}から{now}に変わった",
    ),
    ("judged", "判定済み"),
    ("judged (and failed)", "判定済み（不合格）"),
    ("skipped", "対象外"),
    (
        "stopped by an error of the harness",
        "検査側の障害による中断",
    ),
    // The engine.
    (
        "The engine calls itself {new}; before: {old}",
        "エンジンの名前は{new}（以前：{old}）",
    ),
    (
        "The engine gives as its author {new}; before: {old}",
        "エンジンの作者名は{new}（以前：{old}）",
    ),
    (
        "The option {option} is new ({declaration})",
        "オプション{option}が加わった（{declaration}）",
    ),
    (
        "The option {option} is gone",
        "オプション{option}がなくなった",
    ),
    (
        "The option {option} {changes}",
        "オプション{option}：{changes}",
    ),
    (
        "The options stand in another order.",
        "オプションの並び順が変わった。",
    ),
    ("default {value}", "既定値{value}"),
    ("from {min} to {max}", "{min}から{max}まで"),
    ("from {min}", "{min}以上"),
    ("to {max}", "{max}以下"),
    ("without a range", "なし"),
    ("1 choice", "選択肢1個"),
    ("{number} choices", "選択肢{number}個"),
    ("{one}, and {more}", "{one}、{more}"),
    ("is called {name} now", "名前が{name}になった"),
    (
        "has the type {new} instead of {old}",
        "型が{old}から{new}に変わった",
    ),
    (
        "has the default {new} instead of {old}",
        "既定値が{new}になった（以前：{old}）",
    ),
    (
        "goes {new} instead of {old}",
        "範囲が変わった（{new}、以前：{old}）",
    ),
    ("also offers {choices}", "選択肢{choices}が加わった"),
    (
        "does not offer {choices} any more",
        "選択肢{choices}がなくなった",
    ),
    (
        "{shown} and {number} more choices",
        "{shown}、ほか{number}個",
    ),
    (
        "has its choices in another order",
        "選択肢の並び順が変わった",
    ),
    (
        "The engine writes lines that are no message of the protocol",
        "プロトコルのメッセージでない行を出力するようになった",
    ),
    (
        "The engine writes no lines any more that are no message of the protocol",
        "プロトコルのメッセージでない行を出力しなくなった",
    ),
    (
        "The engine writes empty lines",
        "空行を出力するようになった",
    ),
    (
        "The engine writes no empty lines any more",
        "空行を出力しなくなった",
    ),
    ("The engine sends {kind} now", "{kind}を送るようになった"),
    (
        "The engine does not send {kind} any more",
        "{kind}を送らなくなった",
    ),
    (
        "{kind} lines have {word} now",
        "{kind}の行に{word}が入るようになった",
    ),
    (
        "{kind} lines do not have {word} any more",
        "{kind}の行に{word}が入らなくなった",
    ),
    (
        "{sentence} (in {seen} of {scenarios})",
        "{sentence}（{scenarios}のうち{seen}）",
    ),
    (
        "{sentence} (before, in {seen} of {scenarios})",
        "{sentence}（以前は{scenarios}のうち{seen}）",
    ),
    (
        "From {from} to {to} it is slower: {now} ms, before {before} ms (medians of {new} and {old} samples; Mann–Whitney z {z}, slower in {pairs} of 100 pairs)",
        "{from}から{to}までが遅くなった：{now} ms、以前は{before} ms（それぞれ{new}個と{old}個の標本の中央値。マン・ホイットニー検定のzは{z}、100対のうち{pairs}対で遅い）",
    ),
    (
        "From {from} to {to} it is quicker: {now} ms, before {before} ms (medians of {new} and {old} samples; Mann–Whitney z {z}, quicker in {pairs} of 100 pairs)",
        "{from}から{to}までが速くなった：{now} ms、以前は{before} ms（それぞれ{new}個と{old}個の標本の中央値。マン・ホイットニー検定のzは{z}、100対のうち{pairs}対で速い）",
    ),
];
