#!/bin/sh
# Engines that never finish something which all else rests on. The first argument says which and how:
#   usi-…    what answers `usi`      (each line before `usiok` is sound)
#   ready-…  what answers `isready`
#   go-…     what answers `go`
# Whatever the mode does not name is answered as a sound engine would.

mode=$1
goes=0

# One line, or what stands for one.
say() { printf '%s\n' "$1"; }
# Byte for byte with a zero after each, as a console program that writes UTF-16 does.
wide() { printf '%s\n' "$1" | sed 's/./&\n/g' | tr '\n' '\000' ; printf '\n\000'; }
# One byte at a time, and never to the end.
drip() { while :; do printf '%s' "$1"; sleep 0.05; done; }
# Waits for the end of input, saying nothing.
deaf() { while read -r _; do :; done; exit 0; }
# The same line again and again, with a little time for the reader.
forever() { while :; do say "$1"; sleep 0.02; done; }

# What comes instead of the line $2 in the way $1.
instead() {
    case $1 in
        never) ;;
        drip) drip "$(printf '%.1s' "$2")" ;;
        drip-line) printf '%s' "${2%?}"; sleep 1000 ;;
        wide) wide "$2" ;;
        wide-be) printf '\376\377'; printf '%s\n' "$2" | sed 's/./\n&/g' | tr '\n' '\000' ;;
        endless) while :; do printf '%4096s' ''; sleep 0.01; done | tr ' ' x ;;
        no-newline) printf '%s' "$2" ;;
        carriage-return) printf '%s\r' "$2" ;;
        stderr) say "$2" >&2 ;;
        shouts) say "$2" | tr a-z A-Z ;;
        quotes) say "\"$2\"" ;;
        prompt) say "> $2" ;;
        dotted) say "$2." ;;
        joined) say "$(printf '%s' "$2" | tr -d ' ')x" ;;
        with-zero) printf '%s\000%s\n' "$(printf '%.2s' "$2")" "${2#??}" ;;
        in-a-name) say "id name $2" ;;
        in-a-string) say "info string $2" ;;
        other-protocol) say uciok ;;
        names-forever) forever 'id name x' ;;
        options-forever) forever 'option name x type check default true' ;;
        infos-forever) forever 'info string still at it' ;;
        blanks-forever) forever '' ;;
        blanks-slowly) sleep 0.2; say ''; sleep 0.2; say ''; sleep 1000 ;;
        noise-forever) forever 'loading ...' ;;
        closes-output) exec >&-; deaf ;;
        closes-input) exec <&-; sleep 1000 ;;
        ends) exit 0 ;;
        ends-badly) exit 3 ;;
        crashes) kill -SEGV $$ ;;
        stops-itself) kill -STOP $$ ;;
        hangs) exec sleep 1000 ;;
        hangs-twice) sleep 1000 & wait ;;
        at-the-end) held=$2 ;;
        resigns) say 'bestmove resign' ;;
        another-reply) say "$3" ;;
        *) echo "no such way: $1" >&2; exit 9 ;;
    esac
}

while read -r line; do
    case $line in
        usi)
            say 'id name unfinished'
            say 'id author kentei'
            case $mode in
                usi-*) instead "${mode#usi-}" usiok readyok ;;
                *) say usiok ;;
            esac
            ;;
        isready)
            case $mode in
                ready-*) instead "${mode#ready-}" readyok usiok ;;
                *) say readyok ;;
            esac
            ;;
        go\ mate*) [ "$mode" = go-resigns ] || say 'checkmate notimplemented' ;;
        go*)
            case $mode in
                go-*) instead "${mode#go-}" 'bestmove 7g7f' 'checkmate nomate' ;;
                *) say 'bestmove 7g7f' ;;
            esac
            ;;
        quit) break ;;
    esac
done
[ -z "$held" ] || say "$held"
