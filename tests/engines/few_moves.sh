#!/bin/sh
# A USI engine without options that knows a move for two positions and resigns otherwise.
#
#   unreadable   no reply can be read
#   games FILE   from the second game of a process on its moves are illegal; one `readyok` that nothing asked for
#                comes in such a game, if FILE does not exist yet
games=0
position=
searching=

best() {
    if [ "$mode" = unreadable ]; then
        echo "bestmove 77-76"
    elif [ "$mode" = games ] && [ "$games" -gt 1 ]; then
        echo "bestmove 9i9a"
    else
        case $position in
            "position startpos") echo "bestmove 7g7f" ;;
            "position startpos moves 7g7f") echo "bestmove 3c3d" ;;
            *) echo "bestmove resign" ;;
        esac
    fi
}

mode=$1
once=$2
while read -r line; do
    case $line in
        usi) printf 'id name few moves\nid author kentei\nusiok\n' ;;
        isready) echo readyok ;;
        usinewgame) games=$((games + 1)) ;;
        position*) position=$line ;;
        "go mate"*) if [ "$mode" = unreadable ]; then echo "checkmate G-52"; else echo "checkmate notimplemented"; fi ;;
        go*infinite* | go*ponder*) searching=yes ;;
        go*)
            if [ "$mode" = games ] && [ "$games" -gt 1 ] && [ ! -e "$once" ]; then
                : > "$once"
                echo readyok
            fi
            best
            ;;
        stop | ponderhit)
            [ -z "$searching" ] || best
            searching=
            ;;
        quit) exit 0 ;;
    esac
done
