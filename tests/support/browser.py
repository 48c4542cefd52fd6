"""Which Chromium the browser tests and the screenshots drive, in the order of scripts/find-browser.sh."""

import os
import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
ARGS = ("--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage")


def launch(playwright: Playwright) -> Browser:
    """A headless browser: the one that BROWSER_PATH names, one of the system, or Playwright's own."""
    found = next(filter(None, map(shutil.which, NAMES)), None) or (MAC if os.path.exists(MAC) else None)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    args = [*ARGS, *(["--no-sandbox"] if root else [])]
    return playwright.chromium.launch(executable_path=os.environ.get("BROWSER_PATH") or found, args=args)
