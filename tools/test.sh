#!/bin/sh
# Every check; one that fails does not keep the others from running. The tests run in two halves side by side, since most
# of the time each of them waits: those in a browser have a process of their own anyway, because Playwright's synchronous
# interface keeps an event loop that would break asynchronous tests after it. What the browser half says is printed
# after the other one, so that nothing is mixed; the last lines are pytest's.
# Nothing is left out in silence: without a browser this fails.
set -u
cd "$(dirname "$0")/.."
PY=${VENV:-.venv}/bin/python
summary=''
failed=0
half=$(mktemp -d)
browser_tests=''
trap 'rm -rf "$half"' EXIT
trap '[ -z "$browser_tests" ] || kill "$browser_tests" 2>/dev/null; exit 130' INT TERM

check() { # check NAME COMMAND...
    name=$1
    shift
    printf '\n== %s\n' "$name"
    begin=$(date +%s)
    if "$@"; then result=ok; else result=FAILED; failed=1; fi
    summary="$summary$(printf '   %-7s %s (%s s)' "$result" "$name" "$(($(date +%s) - begin))")
"
}

printf '\n== a browser for the tests\n'
if KIBITZ_BROWSER=$(PY=$PY sh tools/browser.sh); then
    echo "using ${KIBITZ_BROWSER:-the browser that Playwright brings}"
    export KIBITZ_BROWSER
    "$PY" -m pytest tests/browser --durations=5 >"$half/browser" 2>&1 &
    browser_tests=$!
fi

check 'style (ruff)' "$PY" -m ruff check .
check 'types (mypy)' "$PY" -m mypy
check 'tests without a browser (pytest)' "$PY" -m pytest --ignore=tests/browser --durations=5

if [ -n "$browser_tests" ]; then
    printf '\n== so far\n%s' "$summary"
    printf '\n== tests in a browser (pytest), begun beside the others\n'
    wait "$browser_tests" || failed=1
    browser_tests=''
    cat "$half/browser"
else
    printf '\n== so far\n%s   FAILED  tests in a browser: there is no browser\n' "$summary"
    failed=1
fi
exit $failed
