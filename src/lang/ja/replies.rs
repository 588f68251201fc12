//! What the rules find in replies, and in their absence.

use super::Table;

pub(super) const TEXTS: Table = &[
    ("{message} within {limit} ms", "{limit} ms以内に{message}"),
    ("{kind} within {limit} ms", "{limit} ms以内の{kind}"),
    (
        "the engine's output was not released",
        "エンジンの出力が閉じられなかった",
    ),
    ("{kind} did not come", "{kind}が来なかった"),
    (
        "the end of input did not end the engine",
        "入力が閉じられてもエンジンが終了しなかった",
    ),
    (
        "quit did not end the engine while it was searching",
        "探索中のquitでエンジンが終了しなかった",
    ),
    (
        "quit did not end the engine before it was ready",
        "準備が整う前のquitでエンジンが終了しなかった",
    ),
    (
        "quit after the handshake did not end the engine",
        "ハンドシェイク直後のquitでエンジンが終了しなかった",
    ),
    (
        "quit did not end the engine",
        "quitでエンジンが終了しなかった",
    ),
    (
        "readyok did not come during the search",
        "探索中にreadyokが来なかった",
    ),
    ("readyok did not come", "readyokが来なかった"),
    (
        "no reply to stop in go mate came",
        "go mate中のstopに応答が来なかった",
    ),
    ("no checkmate came", "checkmateが来なかった"),
    (
        "no reply came where the side to move has no legal move",
        "手番側に合法手のない局面で応答が来なかった",
    ),
    (
        "no bestmove came after ponderhit",
        "ponderhitの後にbestmoveが来なかった",
    ),
    (
        "no bestmove came after stop in ponder",
        "先読み中のstopの後にbestmoveが来なかった",
    ),
    (
        "the search went on aloud, as if stop had not been read: no bestmove came",
        "stopを読まなかったかのように探索情報の出力が続き、bestmoveが来なかった",
    ),
    (
        "no bestmove came to a bare go, not even after stop",
        "引数のないgoに、stopの後もbestmoveが来なかった",
    ),
    (
        "no bestmove came after stop",
        "stopの後にbestmoveが来なかった",
    ),
    ("no bestmove came", "bestmoveが来なかった"),
    (
        "{kind} came only when the engine was told to leave: it sat in a buffer",
        "終了を指示されて初めて{kind}が来た。バッファーに溜まっていた",
    ),
    ("each line sent at once", "1行ごとの即時出力"),
    ("{kind} took {took} ms", "{kind}まで{took} msかかった"),
    ("{took} ms", "{took} ms"),
    (
        "lines {other} and {number} of one depth both begin with {first}",
        "同じ深さの候補{other}と候補{number}がどちらも{first}で始まる",
    ),
    ("another first move for each line", "候補ごとに異なる初手"),
    (
        "text that is no protocol came {place}",
        "プロトコルにない文字列が{place}出力された",
    ),
    (
        "info string in front of free text",
        "自由文の前にはinfo string",
    ),
    ("before {hello}", "{hello}の前に"),
    (
        "between {hello} and {hello_end}",
        "{hello}と{hello_end}の間に",
    ),
    ("between isready and readyok", "isreadyとreadyokの間に"),
    ("while the engine was idle", "待機中に"),
    ("in answer to an unknown option", "未知のオプションに応えて"),
    (
        "in answer to setoption with a name of several words",
        "複数の語からなる名前のsetoptionに応えて",
    ),
    ("in answer to setoption", "setoptionに応えて"),
    ("in answer to an unknown command", "未知のコマンドに応えて"),
    ("in answer to a blank line", "空行に応えて"),
    ("in answer to {new_game}", "{new_game}に応えて"),
    ("in answer to position", "positionに応えて"),
    (
        "in answer to a stop with no search",
        "探索中でないときのstopに応えて",
    ),
    (
        "in answer to a ponderhit with nothing to hit",
        "先読み中でないときのponderhitに応えて",
    ),
    ("in answer to gameover", "gameoverに応えて"),
    ("in answer to debug", "debugに応えて"),
    ("during a search", "探索中に"),
    (
        "option {name} is declared twice",
        "オプション{name}が2回宣言された",
    ),
    ("each name once", "名前はそれぞれ1回だけ"),
    (
        "option {name} differs from another one in letter case only",
        "オプション{name}は別のオプションと大文字・小文字しか違わない",
    ),
    ("{hash} is not declared", "{hash}が宣言されていない"),
    ("not declared", "宣言なし"),
    (
        "{first} and {second} belong together, and one of them is missing",
        "{first}と{second}は対であり、片方だけが宣言されている",
    ),
    ("both or neither", "両方とも宣言するか、両方とも宣言しない"),
    ("one of them", "片方だけ"),
    (
        "a line was shown in ponder that is not of the pondered position",
        "先読み中に、先読みしている局面のものではない読み筋を出力した",
    ),
    (
        "lines of the position after the guess, or none",
        "予想手の後の局面の読み筋。なければ出力しない",
    ),
    (
        "one readyok more than there were isready",
        "isreadyよりreadyokが1つ多い",
    ),
    (
        "readyok came although isready had not been sent",
        "isreadyを送っていないのにreadyokが来た",
    ),
    ("one readyok for one isready", "1回のisreadyに1回のreadyok"),
    ("this came before {end}", "これが{end}より前に来た"),
    ("it after {end}", "{end}の後"),
    (
        "the state is none of checking, ok and error",
        "状態がchecking、ok、errorのどれでもない",
    ),
    ("checking, ok or error", "checking、ok、errorのいずれか"),
    (
        "an outcome came, and checking before it did not",
        "checkingのないまま結果が来た",
    ),
    ("checking first", "先にchecking"),
    (
        "\"{best}\" stands for no move; the reply is thrown away here",
        "\"{best}\"は指し手ではない（この応答はここでは捨てられる）",
    ),
    ("a move or resign", "指し手かresign"),
    (
        "\"{best}\" came where legal moves exist",
        "合法手があるのに\"{best}\"が来た",
    ),
    ("a legal move", "合法手"),
    ("bestmove {words}", "bestmove {words}"),
    (
        "the side to move has no legal move, and the answer was \"{best}\"",
        "手番側に合法手がない局面で\"{best}\"と応答した",
    ),
    (
        "bestmove {best} is illegal: {detail}",
        "bestmove {best}は非合法手である：{detail}",
    ),
    (
        "ponder move {ponder} is illegal after {best}: {detail}",
        "{best}の後の予想手{ponder}は非合法手である：{detail}",
    ),
    (
        "ponder move {ponder} stands after {best}, which ends the game",
        "対局が終わる{best}の後に予想手{ponder}がある",
    ),
    ("a legal ponder move, or none", "合法な予想手。なければ省く"),
    (
        "a win was declared that the 27-point rule does not grant: {got}",
        "27点法を満たさないのに入玉宣言をした：{got}",
    ),
    (
        "king and ten pieces in camp, 28 points (Black) or 27 (White), no check",
        "敵陣に玉と駒10枚以上、先手28点・後手27点以上、王手がかかっていないこと",
    ),
    (
        "{points} points, {needed} needed",
        "{points}点（{needed}点必要）",
    ),
    ("{points} points", "{points}点"),
    (
        "{pieces} pieces in camp, {needed} needed",
        "敵陣の駒{pieces}枚（{needed}枚必要）",
    ),
    ("{pieces} pieces in camp", "敵陣の駒{pieces}枚"),
    ("king in camp", "玉は敵陣にある"),
    ("king outside camp", "玉は敵陣にない"),
    (
        "king in camp; king in check",
        "玉は敵陣にある、王手がかかっている",
    ),
    (
        "king outside camp; king in check",
        "玉は敵陣にない、王手がかかっている",
    ),
    ("{points}; {pieces}; {king}", "{points}、{pieces}、{king}"),
    (
        "\"{word}\" came without checkmate in front of it",
        "checkmateが前に付かない\"{word}\"が来た",
    ),
    (
        "an ordinary go was answered with checkmate",
        "通常のgoにcheckmateで応答した",
    ),
    (
        "go mate was answered with bestmove",
        "go mateにbestmoveで応答した",
    ),
    (
        "checkmate <moves>, nomate, timeout or notimplemented",
        "checkmateに続けて指し手の列、nomate、timeout、notimplementedのいずれか",
    ),
    (
        "a mate search without limit said that its time was over",
        "時間制限のない詰み探索が時間切れと応答した",
    ),
    ("an answer, or to go on", "答えを出すか、探索を続けること"),
    (
        "timeout came after {spent} ms of {limit} ms",
        "{limit} msのうち{spent} msでtimeoutが来た",
    ),
    ("the time to be used", "与えられた時間を使うこと"),
    (
        "isready ended a search that had run for {held} ms",
        "{held} ms続いていた探索がisreadyで終わった",
    ),
    ("the search to go on until stop", "stopまで探索を続けること"),
    (
        "an unknown command ended a search that had run for {held} ms",
        "{held} ms続いていた探索が未知のコマンドで終わった",
    ),
    (
        "a blank line ended a search that had run for {held} ms",
        "{held} ms続いていた探索が空行で終わった",
    ),
    (
        "the search went to depth {deepest} where depth {asked} was asked for",
        "depth {asked}の指定に対して深さ{deepest}まで探索した",
    ),
    (
        "no iteration deeper than {asked}",
        "{asked}より深い探索がないこと",
    ),
    (
        "the search went to {counted} nodes where {asked} were asked for",
        "nodes {asked}の指定に対して{counted}ノードまで探索した",
    ),
    (
        "no more than twice as many and {slack}",
        "指定の2倍に{slack}を加えた数以下",
    ),
    (
        "debug ended a search that had run for {held} ms",
        "{held} ms続いていた探索がdebugで終わった",
    ),
    (
        "the reply came {held} ms after go ponder, with neither stop nor ponderhit",
        "stopもponderhitもないのに、go ponderの{held} ms後に応答が来た",
    ),
    (
        "no reply before stop or ponderhit",
        "stopかponderhitの前には応答しない",
    ),
    (
        "the reply came {held} ms after go infinite, with no stop",
        "stopがないのに、go infiniteの{held} ms後に応答が来た",
    ),
    ("no reply before stop", "stopの前には応答しない"),
    (
        "the reply of a search that gameover had ended came after isready",
        "gameoverで終わった探索の応答がisreadyの後に来た",
    ),
    (
        "it before isready, or not at all",
        "isreadyの前に応答するか、応答しない",
    ),
    (
        "the reply of a search of the last game came after readyok",
        "前の対局の探索の応答がreadyokの後に来た",
    ),
    ("no reply without a go", "goなしには応答しない"),
    (
        "a reply came before anything was sent",
        "何も送らないうちに応答が来た",
    ),
    (
        "no reply, since no go is open",
        "未応答のgoはないので、応答しない",
    ),
    ("a mate search", "詰み探索"),
    ("one go and two stops", "1回のgoと2回のstop"),
    ("one go ponder and ponderhit", "1回のgo ponderとponderhit"),
    ("one go", "1回のgo"),
    (
        "a second reply came to {what}, {after} ms after the first",
        "{what}に2つ目の応答が来た（1つ目の{after} ms後）",
    ),
    (
        "ponderhit and a stop that crossed the reply",
        "ponderhitと、応答と行き違いになったstop",
    ),
    (
        "a stop that crossed the reply",
        "応答と行き違いになったstop",
    ),
    ("a stop with no search", "探索中でないときのstop"),
    ("a second ponderhit", "2回目のponderhit"),
    (
        "a ponderhit with nothing to hit",
        "先読み中でないときのponderhit",
    ),
    ("position, without a go", "goのないposition"),
    ("the start of a new game", "新しい対局の開始"),
    ("an unknown command", "未知のコマンド"),
    ("a command that starts no search", "探索を始めないコマンド"),
    (
        "a reply came in answer to {what}",
        "{what}に対して応答が来た",
    ),
    (
        "{what} {text} is none of the moves that searchmoves names",
        "{what} {text}はsearchmovesで指定した指し手ではない",
    ),
    ("one of {listed}", "{listed}のいずれか"),
    ("the pv's first move", "読み筋の初手"),
    (
        "the engine does not read its input: {reason}",
        "エンジンが入力を読まない：{reason}",
    ),
    ("input to be read at all times", "常に入力を読むこと"),
    (
        "a line stays without its end, so that a GUI never sees it",
        "行末の改行がなく、GUIに届かない",
    ),
    ("a newline after the line", "行末の改行"),
    (
        "{head} came on standard error alone",
        "{head}が標準エラー出力だけに来た",
    ),
    ("it on standard output", "標準出力への出力"),
];
