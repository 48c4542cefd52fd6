#!/bin/sh
# find-browser.sh PYTHON: prints the path of a Chromium for the browser tests ("" = Playwright's own), and gets one where
# there is none. The same order is looked through by tests/support/browser.py.
set -eu
python=$1
find_one() {
    if [ -n "${BROWSER_PATH:-}" ]; then
        [ -x "$BROWSER_PATH" ] || { echo "BROWSER_PATH names no program: $BROWSER_PATH" >&2; exit 1; }
        echo "$BROWSER_PATH"
        return
    fi
    for name in chromium chromium-browser google-chrome google-chrome-stable microsoft-edge; do
        command -v "$name" 2>/dev/null && return
    done
    mac="/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    [ -x "$mac" ] && { echo "$mac"; return; }
    return 1
}
own() { "$python" -c 'import os, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as p: sys.exit(not os.path.exists(p.chromium.executable_path))' 2>/dev/null; }

if find_one; then exit 0; fi
if own; then exit 0; fi
sudo=""
[ "$(id -u)" = 0 ] || sudo="sudo -n"
if command -v apt-get >/dev/null 2>&1 && { [ -z "$sudo" ] || sudo -n true 2>/dev/null; }; then
    echo "No browser for the tests: installing Debian's chromium." >&2
    if $sudo apt-get update -qq >&2 && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends chromium >&2; then
        find_one && exit 0
    fi
fi
echo "No browser for the tests: asking Playwright for its own." >&2
if "$python" -m playwright install chromium >&2 && own; then exit 0; fi
cat >&2 <<'END'
The browser tests need Chromium, Chrome or Edge, and none was found or could be installed.
Install one (Debian: apt-get install chromium), or name one: BROWSER_PATH=/path/to/chrome make test
END
exit 1
