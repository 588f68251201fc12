#!/bin/sh
# The built-in engine (KENTEI), which is killed at its first searches, up to number LAST. SEARCHES is a file that
# counts them, over all processes.
while read -r line; do
    case $line in
    "go "*)
        echo >>"$SEARCHES"
        if [ "$(wc -l <"$SEARCHES")" -le "$LAST" ]; then
            kill -KILL $$
        fi
        ;;
    esac
    echo "$line"
done | "$KENTEI" engine --dialect usi
