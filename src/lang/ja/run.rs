//! What a run finds, and why something was not judged.

use super::Table;

pub(super) const TEXTS: Table = &[
    ("{clause}: {message}", "{clause}：{message}"),
    (
        "lines sent: {before} before, {after} now; candidates played: {played}; it shows in {shown} of {plays} plays",
        "送信行数：{before}行から{after}行に短縮。試した候補：{played}件。{plays}回中{shown}回で再現",
    ),
    (
        "the time was over: more may be left out (--max-time)",
        "時間切れ：さらに短くできる可能性がある（--max-time）",
    ),
    (
        "no script in Python: without the rules of the protocol this cannot be seen",
        "Pythonのスクリプトは作れない：プロトコルの規則なしにはこの違反を見分けられない",
    ),
    (
        "the shortest script did not show the violation again",
        "最短にしたスクリプトで違反が再現しなかった",
    ),
    ("the run proves nothing", "この検査では何も確かめられなかった"),
    (
        "the machine was busy with other work: the engine had to wait {starved} of {of} ms for a processor",
        "マシンが他の処理で混んでいた：{of} msのうち{starved} ms、エンジンはCPUを待っていた",
    ),
    (
        "the machine cannot tell: the reply came {over} ms after limit and slack, where a line alone takes up to {jitter} ms there and back",
        "このマシンでは判断できない：応答は制限と余裕を{over} ms超えたが、1行の往復だけで最大{jitter} msかかる",
    ),
    (
        "of 1 search on {clock} in this run, {over} took longer than it gave: in the median the reply came {median}, the latest one {latest}",
        "この検査で{clock}の探索は1回、時間超過は{over}回。応答は中央値で{median}、最も遅いもので{latest}",
    ),
    (
        "of {searches} searches on {clock} in this run, {over} took longer than it gave: in the median the reply came {median}, the latest one {latest}",
        "この検査で{clock}の探索は{searches}回、時間超過は{over}回。応答は中央値で{median}、最も遅いもので{latest}",
    ),
    (
        "attempts here: {attempts}; {others} other scenarios have confirmed the same violation in isolation",
        "ここでの試行は{attempts}回。同じ違反は他の{others}件のシナリオで単独実行により確認済み",
    ),
    (
        "in the repeats it came {least} to {most} ms after limit and slack",
        "繰り返しの中で、制限と余裕を{least}〜{most} ms超えて届いた",
    ),
    (
        "in {missing} of {attempts} attempts the reply did not come at all while it was waited for",
        "{attempts}回の試行のうち{missing}回では、待っている間に応答が届かなかった",
    ),
    (
        "in {attempts} attempts it came {least} to {most} ms after limit and slack",
        "{attempts}回の試行で、制限と余裕を{least}〜{most} ms超えて届いた",
    ),
    ("the engine does not offer {name}", "エンジンは{name}に対応していない"),
    ("the engine does not declare the option {name}", "エンジンはオプション{name}を宣言していない"),
    ("the end of the process", "プロセスの終了"),
    (
        "the end of all its processes within {limit} ms",
        "{limit}ミリ秒以内のすべての子プロセスの終了",
    ),
    ("a process that was still there", "残っていたプロセス"),
    (
        "a process that the engine had started outlived it",
        "エンジンが起動したプロセスが、エンジンの終了後も残っていた",
    ),
    ("one of the other answers", "他のいずれかの応答"),
    (
        "after `{command}` {came} came instead of {wanted}",
        "`{command}`の後、{wanted}ではなく{came}が来た",
    ),
    ("the start", "起動"),
    ("{kind} has no {field}", "{kind}に{field}がない"),
    (
        "{kind} must have no {field} here, and has {shown}",
        "この{kind}に{field}があってはならないが、{shown}がある",
    ),
    (
        "{field} must be {wanted} here, and is {shown}",
        "ここでは{field}は{wanted}でなければならないが、{shown}である",
    ),
    ("{field} must not be {value} here", "ここでは{field}は{value}であってはならない"),
    ("the score must not be positive here", "評価値の符号が逆（ここでは正であってはならない）"),
    ("the score must not be negative here", "評価値の符号が逆（ここでは負であってはならない）"),
    (
        "{field} must be one of {values} here, and is {shown}",
        "ここでは{field}は{values}のいずれかでなければならないが、{shown}である",
    ),
    (
        "{field} must be at least {least} here, and is {shown}",
        "ここでは{field}は{least}以上でなければならないが、{shown}である",
    ),
    (
        "{field} must be at most {most} here, and is {shown}",
        "ここでは{field}は{most}以下でなければならないが、{shown}である",
    ),
    (
        "{field} must be from {least} to {most} here, and is {shown}",
        "ここでは{field}は{least}から{most}まででなければならないが、{shown}である",
    ),
    (
        "{field} must have the form /{pattern}/ here, and is {shown}",
        "ここでは{field}は/{pattern}/の形でなければならないが、{shown}である",
    ),
    (
        "the move must be legal here, and is {shown}",
        "ここでは合法手でなければならないが、{shown}である",
    ),
    (
        "the move must be one of those that searchmoves names, and is {shown}",
        "searchmovesで指定した指し手でなければならないが、{shown}である",
    ),
    (
        "{field} must be {flag} here, and is {shown}",
        "ここでは{field}は{flag}でなければならないが、{shown}である",
    ),
    (
        "{field} must not be {flag} here, and is {shown}",
        "ここでは{field}は{flag}であってはならないが、{shown}である",
    ),
    (
        "its memory grew from {first} to {last} MiB between game {from} and game {to}",
        "対局{from}から対局{to}までの間に、メモリが{first} MiBから{last} MiBに増えた",
    ),
    ("memory that is held once", "増え続けないメモリ"),
    ("{last} MiB", "{last} MiB"),
    (
        "the engine exited after `{command}` instead of sending {wanted}",
        "`{command}`の後、{wanted}を返さずにエンジンが終了した",
    ),
    (
        "the engine exited after `{command}`; it should stay silent and alive",
        "`{command}`の後にエンジンが終了した（何も出力せず、動き続けるべきである）",
    ),
    ("{kind} did not come within {limit} ms", "{limit} ms以内に{kind}が来なかった"),
    ("seen {count} times in this scenario", "このシナリオで{count}回見られた"),
    ("the run was ended by the user", "利用者が検査を中断した"),
    (
        "the time of the run was over before it could be judged",
        "判定できる前に検査の制限時間が過ぎた",
    ),
    (
        "the same was missing in other scenarios, so it was waited for {ms} ms only",
        "ほかのシナリオでも来なかったため、{ms}ミリ秒だけ待った",
    ),
    (
        "{failed} of {attempts} attempts broke a time limit",
        "{attempts}回のうち{failed}回、時間制限を超えた",
    ),
    ("{clause} in {scenario}", "{scenario}の{clause}"),
    ("everything", "すべて"),
    (
        "{what} is a known failure no longer ({place}): `--update-known` takes it out",
        "{what}はもう既知の不合格ではない（{place}）。`--update-known`で取り除ける",
    ),
    ("after {earlier} in the same process: {message}", "同じプロセスで{earlier}の後に：{message}"),
    (
        "{seen} of {attempts} times in this company: {message} ({clause})",
        "この並びでは{attempts}回のうち{seen}回：{message}（{clause}）",
    ),
    (
        "never in {fresh} fresh processes: something of the game before is left in the one after it",
        "新しいプロセスでは{fresh}回とも起きない：前の対局の何かが次の対局に残っている",
    ),
    (
        "shown in {seen} of {attempts} attempts after {earlier} in the same process",
        "同じプロセスで{earlier}の後では{attempts}回のうち{seen}回起きた",
    ),
    ("{number} scenarios, the last of them {last}", "{number}個のシナリオ（最後は{last}）"),
    (
        "broke a time limit in {broke} of {of} repeats",
        "{of}回の繰り返しのうち{broke}回、時間制限を超えた",
    ),
    ("in {rate} repeats", "繰り返しのうち{rate}"),
    (
        "no option of type {kinds} may be tried; if nothing is lost by it: --harmless {name}",
        "{kinds}型のオプションは試さない。試して失うものがなければ：--harmless {name}",
    ),
    (
        "the user sets the option {name}, so that no scenario changes it",
        "オプション{name}は利用者が設定しているため、シナリオは変更しない",
    ),
    (
        "the engine declares {name} from {min} to {max}, so that {number} is not sent",
        "エンジンの宣言では{name}は{min}から{max}までなので、{number}は送らない",
    ),
    ("no option of type {kinds} can be set so", "そのように設定できる{kinds}型のオプションがない"),
    ("{field} present", "{field}があること"),
    ("{field} other than {value}", "{value}以外の{field}"),
    ("{field} one of {values}", "{values}のいずれかの{field}"),
    ("any", "任意"),
    ("{field} from {least} to {most}", "{least}から{most}までの{field}"),
    ("{field} matching /{pattern}/", "/{pattern}/に合う{field}"),
    ("{field} {shown}", "{field} {shown}"),
    ("a {field} that is {flag}", "{flag}である{field}"),
    ("a {field} that is not {flag}", "{flag}でない{field}"),
    ("the run was ended before its turn", "順番が来る前に検査が中断された"),
    ("only in profile {profiles}", "プロファイル{profiles}だけの対象"),
    ("{id} was skipped", "{id}が対象外だった"),
    ("{id} could not be judged", "{id}を判定できなかった"),
    ("{id} did not run to its end", "{id}が最後まで進まなかった"),
    ("{id}, which must come first, is not known", "先に行うべき{id}が見つからない"),
    ("{sent} against {event}", "{sent}と{event}の競合"),
    ("{raced}: none of {played} rounds failed", "{raced}：{played}回すべて合格"),
    (
        "{raced}: none of {played} rounds failed, of {planned} planned",
        "{raced}：{played}回すべて合格（予定は{planned}回）",
    ),
    ("{raced}: {failed} of {played} rounds failed", "{raced}：{played}回のうち{failed}回不合格"),
    (
        "{raced}: {failed} of {played} rounds failed, of {planned} planned",
        "{raced}：{played}回のうち{failed}回不合格（予定は{planned}回）",
    ),
    (
        "{rounds} ({rate} %; {low} to {high} % with 95 % confidence), {places}",
        "{rounds}（{rate}%、95%信頼区間{low}～{high}%）、{places}",
    ),
    ("{rounds}, at {places}", "{rounds}、ずれ{places}"),
    ("here and there from {places}", "ずれ{places}のところどころ"),
    ("{one}, {more}", "{one}、{more}"),
    ("at {places}", "ずれ{places}"),
    ("{first} to {last}", "{first}～{last}"),
    (
        "{hits} of {of} ({rate} %; {low} to {high} % with 95 % confidence)",
        "{of}回中{hits}回（{rate}%、95%信頼区間{low}～{high}%）",
    ),
    ("{ms} ms after its end", "時間切れの{ms} ms後"),
    ("{ms} ms before its end", "時間切れの{ms} ms前"),
    ("its prerequisites are not known", "前提のシナリオが見つからない"),
    (
        "what was to be played before it did not come to its end",
        "先に行うシナリオが最後まで進まなかった",
    ),
    (
        "after `{command}` {came} came at {ms} ms, where nothing may come",
        "`{command}`の{ms} ms後、何も来てはならないときに{came}が来た",
    ),
    (
        "after `{command}` {came} came at {ms} ms, where no {none} may come",
        "`{command}`の{ms} ms後、{none}が来てはならないときに{came}が来た",
    ),
    ("silence", "静穏"),
    ("no {kind}", "{kind}がないこと"),
    (
        "{blocked} of {all} scenarios were blocked, and no failure that counts explains it: {reason}",
        "{all}個のシナリオのうち{blocked}個が前提不成立で、その原因となる有効な不合格がない：{reason}",
    ),
    ("no scenario could be judged", "判定できたシナリオがない"),
    (
        "the engine ended before its first line of the protocol",
        "エンジンがプロトコルの行を一つも出力せずに終了した",
    ),
    ("{number} scenarios could not be judged", "{number}個のシナリオを判定できなかった"),
    ("{summary}, seed {seed}", "{summary}、シード{seed}"),
    ("a line matching /{pattern}/", "/{pattern}/に合う行"),
    ("{one} or {other}", "{one}または{other}"),
    ("nothing was played", "何も実行されなかった"),
    ("shard {shard}: {reason}", "分割{shard}：{reason}"),
];
