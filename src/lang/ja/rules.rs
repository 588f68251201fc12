//! What the rules find.

use super::Table;

pub(super) const TEXTS: Table = &[
    (
        "the reply to stop took {took} ms",
        "stopへの応答に{took} msかかった",
    ),
    (
        "bestmove within {limit} ms of stop",
        "stopから{limit} ms以内のbestmove",
    ),
    ("the clock", "時計"),
    (
        "the reply took {took} ms where {name} gave {allowed} ms: {over} ms too long",
        "応答に{took} msかかった。{name}の持ち時間は{allowed} msで、{over} ms超過している",
    ),
    (
        "a reply within {allowed} ms and the slack",
        "{allowed} msと余裕以内の応答",
    ),
    ("exit with status {code}", "終了コード{code}で終了"),
    ("death by signal {signal}", "シグナル{signal}で異常終了"),
    ("{got} after quit", "quitの後に{got}"),
    ("status 0", "終了コード0"),
    (
        "{got}, although quit had not been sent (last command: {command})",
        "quitを送っていないのに{got}（最後のコマンド：{command}）",
    ),
    ("{got}, before anything was sent", "何も送らないうちに{got}"),
    (
        "the process alive until quit",
        "quitまでプロセスが動いていること",
    ),
    ("the handshake", "ハンドシェイク"),
    ("new game", "新しい対局の開始"),
    ("a blank line", "空行"),
    (
        "a line of the handshake came before {hello} was sent",
        "{hello}を送る前にハンドシェイクの行が来た",
    ),
    ("nothing before {hello}", "{hello}の前には何も出力しない"),
    (
        "\"{word}\" is no command, and was answered with a handshake",
        "コマンドではない\"{word}\"にハンドシェイクで応答した",
    ),
    ("no answer", "応答なし"),
    ("id name has nothing after it", "id nameの後に何もない"),
    ("a name", "名前"),
    (
        "id name came after an option line",
        "option行の後にid nameが来た",
    ),
    ("id lines first", "先にid行"),
    ("id author has nothing after it", "id authorの後に何もない"),
    ("an author", "作者名"),
    ("id {what} came a second time", "id {what}が2回来た"),
    ("one id {what}", "id {what}は1回"),
    (
        "{end} came, and no id name before it",
        "id nameのないまま{end}が来た",
    ),
    ("no id name", "id nameなし"),
    (
        "{end} came, and no id author before it",
        "id authorのないまま{end}が来た",
    ),
    ("no id author", "id authorなし"),
    ("{end} took {took} ms", "{end}まで{took} msかかった"),
    ("{end} within {patience} ms", "{patience} ms以内の{end}"),
    (
        "{end} came a second time for one {hello}",
        "1回の{hello}に{end}が2回来た",
    ),
    (
        "the second handshake gives another name than the first",
        "2回目のハンドシェイクの名前が1回目と違う",
    ),
    (
        "the second handshake gives another author than the first",
        "2回目のハンドシェイクの作者が1回目と違う",
    ),
    (
        "option {name} is declared otherwise than in the first handshake",
        "オプション{name}の宣言が1回目のハンドシェイクと違う",
    ),
    (
        "option {name} was not declared in the first handshake",
        "オプション{name}は1回目のハンドシェイクで宣言されていない",
    ),
    (
        "option {name} is missing from the second handshake",
        "2回目のハンドシェイクにオプション{name}がない",
    ),
    (
        "the handshake as it was before, or none",
        "前と同じハンドシェイク、または無応答",
    ),
    (
        "an option line came after {end}",
        "{end}の後にoption行が来た",
    ),
    ("an id line came after {end}", "{end}の後にid行が来た"),
    (
        "nothing of the handshake after {end}",
        "{end}の後にはハンドシェイクの行を出力しない",
    ),
    (
        "figures of a search came with no search open",
        "探索中でないのに探索の数値が来た",
    ),
    (
        "info between go and the reply, or info string",
        "infoはgoと応答の間だけ。それ以外はinfo string",
    ),
    (
        "search info of the last game came after readyok for the next one",
        "次の対局のreadyokの後に前の対局の探索情報が来た",
    ),
    ("the search ended by gameover", "gameoverで探索を終えること"),
    (
        "search info came in answer to an unknown command",
        "未知のコマンドに応えて探索情報が来た",
    ),
    (
        "search info came although no go had been sent",
        "goを送っていないのに探索情報が来た",
    ),
    ("no search without go", "goなしには探索しない"),
    (
        "search info came {ms} ms after the reply",
        "応答の{ms} ms後に探索情報が来た",
    ),
    (
        "thinking goes on {ms} ms after the reply, with pondering off",
        "先読みをしない設定なのに、応答の{ms} ms後も思考が続いている",
    ),
    (
        "thinking goes on {ms} ms after the reply",
        "応答の{ms} ms後も思考が続いている",
    ),
    (
        "no search info without a search",
        "探索していないときに探索情報を出力しない",
    ),
    (
        "currline came although {line} is not true",
        "{line}がtrueでないのにcurrlineが来た",
    ),
    ("no currline", "currlineなし"),
    (
        "refutation came although {refutation} is not true",
        "{refutation}がtrueでないのにrefutationが来た",
    ),
    ("no refutation", "refutationなし"),
    (
        "currmove {text} is illegal: {detail}",
        "currmove {text}は非合法手である：{detail}",
    ),
    ("a legal move of the root", "開始局面の合法手"),
    (
        "move {number} of the pv ({text}) is illegal: {detail}",
        "読み筋の{number}手目（{text}）は非合法手である：{detail}",
    ),
    ("a line that can be played", "実際に指せる読み筋"),
    (
        "score mate {distance}, where the side to move has no legal move",
        "手番側に合法手がないのにscore mate {distance}",
    ),
    (
        "score mate {distance}, where the side to move has been mated",
        "手番側が詰まされているのにscore mate {distance}",
    ),
    (
        "score mate {distance}: the side to move mates in an odd number of plies",
        "score mate {distance}：手番側が詰ます手数は奇数である",
    ),
    (
        "score mate {distance}: the side to move is mated in an even number of plies",
        "score mate {distance}：手番側が詰まされる手数は偶数である",
    ),
    (
        "score mate {distance}, and the pv mates in {plies} plies",
        "score mate {distance}だが、読み筋は{plies}手で詰んでいる",
    ),
    (
        "score mate {distance}, and the pv mates in {plies} plies, which is {true_distance}",
        "score mate {distance}だが、読み筋は{plies} plyで詰んでおり、正しくは{true_distance}である",
    ),
    (
        "the distance in plies, with its sign",
        "符号の付いた詰みまでの手数（ply単位）",
    ),
    (
        "the distance in moves, with its sign",
        "符号の付いた詰みまでの手数（2 plyで1手）",
    ),
    (
        "time {time} came {ms} ms after go",
        "goの{ms} ms後にtime {time}が来た",
    ),
    (
        "the time since go in milliseconds",
        "goからの経過時間（ms単位）",
    ),
    (
        "{what} went from {before} to {now} within one search",
        "1回の探索の中で{what}が{before}から{now}に減った",
    ),
    ("a figure that does not run backwards", "減らない数値"),
    (
        "{lines} info lines came within {spent} ms",
        "{spent} msの間にinfo行が{lines}行来た",
    ),
    ("no more than 1000 lines a second", "毎秒1000行以下"),
    (
        "the info lines of the search came on standard error alone",
        "探索のinfo行が標準エラー出力だけに来た",
    ),
    ("them on standard output", "標準出力への出力"),
    ("nothing on standard output", "標準出力にはなし"),
    (
        "bestmove came without an info line that has a score or a pv",
        "scoreやpvのあるinfo行がないままbestmoveが来た",
    ),
    ("a last info with the statistics", "統計を含む最後のinfo行"),
    (
        "nomate, where {mating} mates at once",
        "{mating}で1手詰めなのにnomateと応答した",
    ),
    (
        "checkmate {mating}, or timeout",
        "checkmate {mating}、またはtimeout",
    ),
    (
        "score mate 1, where no move mates",
        "詰ます手がないのにscore mate 1",
    ),
    (
        "the score of what the search found",
        "探索結果どおりの評価値",
    ),
    (
        "the line is no mate: {what}",
        "手順が詰みになっていない：{what}",
    ),
    (
        "legal moves, each attacker's a check, the last one mate",
        "すべて合法手で、攻方の手はすべて王手、最後の手で詰むこと",
    ),
    (
        "move {number} ({text}) is illegal: {detail}",
        "{number}手目（{text}）は非合法手である：{detail}",
    ),
    (
        "move {number} ({text}) gives no check",
        "{number}手目（{text}）は王手ではない",
    ),
    (
        "{moves} moves, so that the defender has the last word",
        "手順が{moves}手で、玉方の手で終わっている",
    ),
    (
        "the defender still has a move after {last}: {answer}",
        "{last}の後に玉方の応手{answer}がある",
    ),
];
