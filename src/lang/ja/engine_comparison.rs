//! Several engines side by side, and snapshots.

use super::Table;

pub(super) const TEXTS: Table = &[
    ("1 engine", "1エンジン"),
    ("{number} engines", "{number}エンジン"),
    ("1 snapshot", "スナップショット1件"),
    ("{number} snapshots", "スナップショット{number}件"),
    ("broken, and known to be", "破られているが、既知である"),
    (
        "something was found that could not be settled; it is not held against the engine",
        "見つかったが確定できなかったものがある。エンジンの責めにはしない",
    ),
    (
        "something was noted that is never held against an engine",
        "参考として記したものがある。エンジンの責めになることはない",
    ),
    (
        "examined, and nothing was found",
        "調べて、何も見つからなかった",
    ),
    (
        "the engine does not offer what the clause is about",
        "条項が扱う機能をエンジンが備えていない",
    ),
    (
        "neither a scenario nor a finding of the run is about it",
        "これを扱うシナリオも指摘もこの実行にはない",
    ),
    (
        "1 kept by every engine that was judged at it",
        "判定したすべてのエンジンが守っているもの1件",
    ),
    (
        "{number} kept by every engine that was judged at them",
        "判定したすべてのエンジンが守っているもの{number}件",
    ),
    (
        "{number} with nothing but notes",
        "参考だけのもの{number}件",
    ),
    (
        "{number} at which no engine was judged",
        "どのエンジンも判定しなかったもの{number}件",
    ),
    ("Clauses not shown: {told}", "表にない条項：{told}"),
    ("Clauses: {told}", "条項：{told}"),
    (
        "No clause is broken, warned of or left open.",
        "破られた条項、警告のある条項、確定できない条項はない。",
    ),
    ("conformant: {counts}", "適合：{counts}"),
    ("not conformant: {counts}", "不適合：{counts}"),
    ("inconclusive: {counts}", "判定不能：{counts}"),
    (
        "{text}; the run was ended by the user, and this is what was known by then",
        "{text}。実行は利用者が終わらせた。これはその時点で分かっていたことである",
    ),
    ("{number} conformant", "適合{number}"),
    ("{number} not conformant", "不適合{number}"),
    ("{number} could not be judged", "判定不能{number}"),
    ("of {engines} {parts}", "{engines}のうち{parts}"),
    (
        "engine {place} of {all}: {name}",
        "エンジン{place}/{all}：{name}",
    ),
    (
        "not begun: the run was ended before its turn",
        "始まらなかった。順番が来る前に実行が終わった",
    ),
    ("Engines side by side", "エンジンの比較表"),
    ("Skip to the table", "表へ進む"),
    ("Engines", "エンジン"),
    ("Engine", "エンジン"),
    ("Verdict", "判定"),
    ("differs", "相違あり"),
    ("1 clause with nothing wrong", "問題のない条項1件"),
    (
        "{number} clauses with nothing wrong",
        "問題のない条項{number}件",
    ),
    ("Snapshots", "スナップショット"),
    ("Shard", "分割"),
    ("1 snapshot changed", "スナップショット1件が変わった"),
    (
        "1 snapshot cannot be compared",
        "スナップショット1件が比較できない",
    ),
    (
        "{lost} snapshots cannot be compared",
        "スナップショット{lost}件が比較できない",
    ),
    (
        "{changed} snapshots changed",
        "スナップショット{changed}件が変わった",
    ),
    ("… and {lines} more", "…ほか{lines}"),
    (
        "{number} written for the first time",
        "初めて書かれたもの{number}",
    ),
    ("{number} changed", "変更{number}"),
    ("{number} new", "新規{number}"),
    ("{number} unchanged", "変更なし{number}"),
    ("{number} not compared", "比較せず{number}"),
    ("{number} cannot be compared", "比較できず{number}"),
    (
        "snapshots in \"{folder}\": {parts}",
        "「{folder}」のスナップショット：{parts}",
    ),
    (
        "review: kentei snapshot review --snapshots {folder}",
        "確認：kentei snapshot review --snapshots {folder}",
    ),
    (
        "{scenarios} in {elapsed}, seed {seed}",
        "{scenarios}、{elapsed}、シード{seed}",
    ),
];
