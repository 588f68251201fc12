//! The reports as text: for terminals, for job summaries and for CI systems.

use super::Table;

pub(super) const TEXTS: Table = &[
    ("the built-in engine", "内蔵エンジン"),
    (
        "not settled, and not held against the engine",
        "確定しておらず、エンジンの責任としないもの",
    ),
    ("({times} times)", "（{times}回）"),
    (
        "{events} events of transcripts are not kept: all of them together have no room",
        "記録の{events}イベントは容量を超えるため保存していない",
    ),
    (
        "{options} options and choices of the engine are not kept: all of them together have no room",
        "エンジンのオプションと選択肢のうち{options}個は容量を超えるため保存していない",
    ),
    ("{number} {word}", "{word} {number}"),
    (
        "{scenarios} in {elapsed}, seed {seed}: {counts}",
        "{scenarios}、{elapsed}、シード{seed}：{counts}",
    ),
    (
        "{dialect}, profile {profile}",
        "{dialect}、プロファイル{profile}",
    ),
    (
        "conformant: no clause that counts is broken; {clauses} with warnings ({scope})",
        "適合：判定に関わる条項の違反はない。警告は{clauses}（{scope}）",
    ),
    (
        "conformant: but for {known} ({scope})",
        "適合：{known}を除く（{scope}）",
    ),
    (
        "conformant: no clause was found broken ({scope})",
        "適合：条項の違反は見つからなかった（{scope}）",
    ),
    (
        "not conformant: {reason} ({scope})",
        "不適合：{reason}（{scope}）",
    ),
    (
        "not conformant: {clauses} is broken ({scope})",
        "不適合：違反は{clauses}（{scope}）",
    ),
    (
        "not conformant: {clauses} are broken ({scope})",
        "不適合：違反は{clauses}（{scope}）",
    ),
    ("inconclusive: {reason}", "判定不能：{reason}"),
    (
        "{number} of {all} not offered: {names}",
        "{all}個中{number}個はエンジンにない機能：{names}",
    ),
    (
        "{number} of {all} skipped for other reasons",
        "{all}個中{number}個はほかの理由で対象外",
    ),
    (
        "{number} of {all} not judged, which leaves the verdict to the rest",
        "{all}個中{number}個は判定できなかったが、全体の判定には影響しない",
    ),
    ("{more} more", "ほか{more}種"),
    ("{text}; {more}", "{text}。{more}"),
    (
        "{text}; this is what was known by then",
        "{text}。これは中断までに分かったことである",
    ),
    (
        "this does not look like a {dialect} engine: {what}",
        "これは{dialect}エンジンではないようである：{what}",
    ),
    ("it {exit} without a word", "何も出力せずに{exit}"),
    ("it does not write anything", "何も出力しない"),
    (
        "it only repeats what it is sent",
        "送られたものを繰り返すだけである",
    ),
    (
        "the first that it writes is \"{first}\" (if it speaks another protocol, --dialect names it)",
        "最初の出力は\"{first}\"（別のプロトコルなら--dialectで指定する）",
    ),
    (
        "standard input closed by kentei",
        "kenteiが標準入力を閉じた",
    ),
    ("(no newline)", "（改行なし）"),
    ("also in", "他に"),
    ("replay", "再現"),
    ("demand", "定め"),
    ("document", "文書"),
    ("in GUIs", "GUIでは"),
    ("(rule {rule})", "（規則{rule}）"),
    ("(line {line} of the script)", "（スクリプトの{line}行目）"),
    ("(the script)", "（スクリプト）"),
    ("position", "局面"),
    ("+{number} more", "ほか{number}個"),
    (
        "The jitter of this machine was not measured.",
        "このマシンの揺らぎは測定していない。",
    ),
    (
        "Before the engine was examined, {lines} to a program that only answers took {median} there and back in the middle, {p95} at the 95th percentile and {max} at most; so far after limit and slack a late reply is inconclusive.",
        "エンジンの検査に先立ち、応答するだけのプログラムに{lines}を送ると、往復は中央値{median}、95パーセンタイル{p95}、最大{max}だった。制限と余裕をこの最大値までしか超えない遅れは判定不能とする。",
    ),
    ("the machine", "マシン"),
    (
        "seen {what}: {reason} ({times}, {place})",
        "既知どおり {what}：{reason}（{times}、{place}）",
    ),
    (
        "stale {what}: it fails no longer, so take it out of {place} ({reason})",
        "解消済み {what}：もう不合格にならないので、{place}から取り除くこと（{reason}）",
    ),
    (
        "unknown {what}: nothing that could show it was judged ({reason}, {place})",
        "不明 {what}：それを示すはずのものを判定していない（{reason}、{place}）",
    ),
    ("known failures", "既知の不合格"),
    (
        "noted, never held against the engine",
        "参考。エンジンの責任とはしない",
    ),
    ("latencies, in milliseconds", "応答時間（ミリ秒）"),
    ("n", "回数"),
    ("min", "最小"),
    ("p95", "p95"),
    ("max", "最大"),
    (
        "{name}: median and p95 of the first {kept}",
        "{name}：中央値とp95は最初の{kept}回による",
    ),
    ("{from} to {to}", "{from}から{to}まで"),
    ("… and {number} lines more", "… ほか{number}行"),
    (
        "{repeats} played whole, of {planned} planned",
        "{repeats}を完了（予定は{planned}回）",
    ),
    (
        "{scenarios} ended in the same way each time",
        "{scenarios}は毎回同じ結果だった",
    ),
    (
        "the other {scenarios} ended in the same way each time",
        "残りの{scenarios}は毎回同じ結果だった",
    ),
    ("{id}: {counts}", "{id}：{counts}"),
    (
        "{id}: {counts}; failed in {rate}",
        "{id}：{counts}。不合格は{rate}",
    ),
    (
        "{clause}: seen in {seen} of {of}, never settled",
        "{clause}：{of}回中{seen}回見られたが、一度も確定していない",
    ),
    ("{clause}: broken in {rate}", "{clause}：違反は{rate}"),
    (
        "{clause}: broken in {rate}; in {more} more not settled",
        "{clause}：違反は{rate}。ほかに{more}回は確定していない",
    ),
    ("the harness failed here", "ここで検査側に障害があった"),
    ("{name} took {took}", "{name}は{took}"),
    (
        "{starts} ({scenarios} shared a process)",
        "{starts}（{scenarios}はプロセスを共有）",
    ),
    ("{one}, then {next}", "{one}、次に{next}"),
    (
        "The scenarios waited {all} in all: {windows} for windows of silence and pauses, {replies} for replies, {starting} for {starts}; besides, {leaving} for the engine to leave and {queued} for other engines that were busy. The longest chain of waits is {longest} ({chain}); the run took {more} more, with {scenarios} at once.",
        "シナリオの待ち時間は合計{all}。内訳は静穏区間と休止が{windows}、応答待ちが{replies}、{starts}が{starting}。ほかに、エンジンの終了待ちが{leaving}、動作中の別のエンジンを待った時間が{queued}。待ちの最長の連なりは{longest}（{chain}）。検査全体はそれより{more}長く、同時に{scenarios}を実行した。",
    ),
    ("where the time went", "時間の内訳"),
    ("known failure: {reason}", "既知の不合格：{reason}"),
    ("(and {number} more)", "（ほか{number}件）"),
    (
        "{command} as {dialect} ({profile})",
        "{command}（{dialect}、{profile}）",
    ),
    (
        "{head}: {name}, by {author}",
        "{head}：{name}、作者{author}",
    ),
    ("{head}: {name}", "{head}：{name}"),
    ("No scenario was played.", "シナリオは実行されなかった。"),
    (
        "{scenarios} in {elapsed}, seed {seed}, kentei {version}",
        "{scenarios}、{elapsed}、シード{seed}、kentei {version}",
    ),
    ("Also in {scenarios}", "他に{scenarios}"),
    (
        "Also in {scenarios} and {number} more",
        "他に{scenarios}、ほか{number}個",
    ),
    ("scenarios", "シナリオ"),
    ("verdict", "判定"),
    ("reason", "理由"),
    ("for other reasons", "その他の理由"),
    ("not judged", "判定しなかったもの"),
    ("1 clause without its evidence", "1条項の証拠"),
    (
        "{number} clauses without their evidence",
        "{number}条項の証拠",
    ),
    (
        "1 list of what is not held against the engine",
        "エンジンの責任としないものの一覧1つ",
    ),
    (
        "{number} lists of what is not held against the engine",
        "エンジンの責任としないものの一覧{number}つ",
    ),
    (
        "Cut to {most} bytes: {what} left out. The other formats have everything.",
        "{most}バイトに収めるため、{what}を省いた。他の形式にはすべてある。",
    ),
    ("Document: {sources}", "文書：{sources}"),
    ("In GUIs: {text}", "GUIでは：{text}"),
    (
        "More: kentei explain {clause}",
        "詳しくは：kentei explain {clause}",
    ),
    (
        "{dialect}, profile {profile}, shard {shard}",
        "{dialect}、プロファイル{profile}、分割{shard}",
    ),
    (
        "{done}/{planned} in {time}",
        "{done}/{planned}（{time}経過）",
    ),
    ("{head}, about {left} left", "{head}、残り約{left}"),
    ("{failed} failed · ", "不合格{failed} · "),
    (
        "nothing in \"{folder}\" waits for review",
        "\"{folder}\"に確認待ちのものはない",
    ),
    ("accepted", "採用"),
    ("rejected", "却下"),
    (
        "{waiting} for review: `kentei snapshot accept` or `kentei snapshot reject`, with an ID for some",
        "確認待ちのスナップショット：{waiting}。`kentei snapshot accept`で採用、`kentei snapshot reject`で却下（一部だけならIDを付ける）",
    ),
    ("it is damaged: {why}", "壊れている：{why}"),
    (
        "{number} of {count}: (a)ccept, (r)eject, (s)kip, (q)uit?",
        "{count}件中{number}件目：採用(a)、却下(r)、後で(s)、終了(q)？",
    ),
    ("new|snapshot", "新規"),
    ("changed", "変更"),
    ("not compared", "比較せず"),
    ("cannot be compared", "比較できず"),
    (
        "of scenarios that are gone, left as they are: {shown}",
        "なくなったシナリオのもの（そのまま残す）：{shown}",
    ),
    (
        "{line} (its script is another one, too)",
        "{line}（スクリプトも変わっている）",
    ),
    (
        "@@ line {old} now {new} @@",
        "@@ 旧{old}行目、新{new}行目 @@",
    ),
];
