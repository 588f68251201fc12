//! What scenarios find where one of several answers came: the `message` of an outcome.

use super::Table;

pub(super) const TEXTS: Table = &[
    (
        "answered notimplemented after it had solved another problem",
        "別の問題を解いた後にnotimplementedと応答した",
    ),
    ("answered nomate where there is a mate", "詰みがあるのにnomateと応答した"),
    (
        "the last score has the sign of the other side, in three positions of three",
        "評価値の符号が逆（3局面すべて）",
    ),
    ("bestmove is not the first move of the last pv", "bestmoveが最後のpvの初手と異なる"),
    ("bestmove is not possible in this position", "この局面では指せない手をbestmoveとした"),
    ("answered with a line of moves where there is no mate", "詰みがないのに手順を答えた"),
    ("answered stop in go mate with bestmove", "go mate中のstopにbestmoveで応答した"),
    ("resigned a game that had hardly begun", "始まったばかりの対局で投了した"),
    (
        "answered notimplemented although it solves other problems",
        "ほかの問題は解くのにnotimplementedと応答した",
    ),
    ("answered nomate where there is a mate in one", "1手詰みがあるのにnomateと応答した"),
    (
        "resigned in the starting position, and solves no problem either",
        "初期局面で投了し、詰み問題も解かない",
    ),
    ("resigned in the starting position", "初期局面で投了した"),
    ("complained of a value with blanks", "空白を含む値に苦情を述べた"),
    ("a banned move was played, or an illegal one", "禁じられた指し手か、違法な指し手を指した"),
    (
        "a dead position was answered with a move or a word for none",
        "終わった局面に、指し手か「指し手なし」を表す語で答えた",
    ),
    (
        "the answer is not nobestmove although every move was banned",
        "すべての指し手が禁じられているのに、応答がnobestmoveではない",
    ),
    ("a move was left, and none was given", "指せる手が残っているのに返さなかった"),
    (
        "a search with legal moves was answered without a move",
        "合法手のある探索に指し手なしで答えた",
    ),
    ("go depth 0 was answered with a move", "go depth 0に指し手で答えた"),
    (
        "resign came where both texts have nobestmove",
        "どちらの文書もnobestmoveとする所でresignを返した",
    ),
    ("the ban outlived the next position", "禁止が次のpositionの後も残っている"),
    ("the only legal move was not played", "唯一の合法手を指さなかった"),
    ("the side that is a rook up sees itself behind", "車得の側の評価値が不利になっている"),
];
