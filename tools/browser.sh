#!/bin/sh
# Prints the program to run browser tests with; an empty line means the browser that Playwright downloads.
# Order: KIBITZ_BROWSER, one that is installed, Debian's package (as root), Playwright's own download.
# Ends with status 1 and says what is missing when there is none. Everything but the answer goes to standard error.
set -u
PY=${PY:-.venv/bin/python}

works() { "$1" --version >/dev/null 2>&1; }
installed() {
    for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable chrome \
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' \
        '/Applications/Chromium.app/Contents/MacOS/Chromium'; do
        path=$(command -v "$name") && works "$path" && echo "$path" && return 0
    done
    return 1
}
playwright_has_one() {
    "$PY" - <<'EOF' 2>/dev/null
from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    playwright.chromium.launch().close()
EOF
}
may_install() { command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; }
apt_install() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -y -q --no-install-recommends "$@" >&2 || { apt-get update -q >&2 && apt-get install -y -q --no-install-recommends "$@" >&2; }
}
fonts() { # without a font for Japanese and Korean text pictures show boxes and lines break elsewhere
    command -v fc-list >/dev/null && [ -n "$(fc-list :lang=ja 2>/dev/null)" ] && return 0
    if may_install; then apt_install fontconfig fonts-noto-cjk || true; fi
    return 0
}

if [ -n "${KIBITZ_BROWSER:-}" ]; then
    works "$KIBITZ_BROWSER" && { fonts; echo "$KIBITZ_BROWSER"; exit 0; }
    echo "KIBITZ_BROWSER=$KIBITZ_BROWSER does not start." >&2
    exit 1
fi
installed_path=$(installed) && { fonts; echo "$installed_path"; exit 0; }
playwright_has_one && { fonts; echo; exit 0; }
if may_install && apt_install chromium-headless-shell fontconfig fonts-noto-cjk && installed_path=$(installed); then
    echo "$installed_path"
    exit 0
fi
"$PY" -m playwright install chromium-headless-shell >&2 && playwright_has_one && { fonts; echo; exit 0; }
cat >&2 <<'EOF'
The browser tests need Chromium, and none could be found or installed. Any one of these helps:
  Debian:  apt install chromium-headless-shell fonts-noto-cjk      (as root)
  others:  install Chromium or Google Chrome
  or       KIBITZ_BROWSER=/path/to/chrome make test
EOF
exit 1
