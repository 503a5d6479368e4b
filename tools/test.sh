#!/bin/sh
# Every check in turn; one that fails does not keep the others from running. The browser tests come last and in a process
# of their own: Playwright's synchronous interface keeps an event loop that would break asynchronous tests after it.
# Nothing is left out in silence: without a browser this fails. The last lines are pytest's.
set -u
cd "$(dirname "$0")/.."
PY=${VENV:-.venv}/bin/python
summary=''
failed=0

check() { # check NAME COMMAND...
    name=$1
    shift
    printf '\n== %s\n' "$name"
    begin=$(date +%s)
    if "$@"; then result=ok; else result=FAILED; failed=1; fi
    summary="$summary$(printf '   %-7s %s (%s s)' "$result" "$name" "$(($(date +%s) - begin))")
"
}

check 'style (ruff)' "$PY" -m ruff check .
check 'types (mypy)' "$PY" -m mypy
check 'tests without a browser (pytest)' "$PY" -m pytest --ignore=tests/browser --durations=5

printf '\n== a browser for the tests\n'
if KIBITZ_BROWSER=$(PY=$PY sh tools/browser.sh); then
    echo "using ${KIBITZ_BROWSER:-the browser that Playwright brings}"
    export KIBITZ_BROWSER
    printf '\n== so far\n%s' "$summary"
    printf '\n== tests in a browser (pytest)\n'
    "$PY" -m pytest tests/browser --durations=5 || failed=1
else
    printf '\n== so far\n%s   FAILED  tests in a browser: there is no browser\n' "$summary"
    failed=1
fi
exit $failed
