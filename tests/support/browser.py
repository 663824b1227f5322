"""A real Chromium without a display, as a phone has one: small, touched, and with nothing of the user's.

It comes with the system's packages; ``scripts/test-browser --install`` adds it where that can be done.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

# Taken when this is imported: the fixtures give every test an environment of its own.
_PATH = os.environ.get("PATH")
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_QUIET = (
    "--headless=new",
    "--no-first-run",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
)
_PHONE = {"deviceMetrics": {"width": 390, "height": 844, "pixelRatio": 2.0, "touch": True, "mobile": True}}


@contextmanager
def phone(home: Path) -> Iterator[Chrome]:
    """A browser with an empty profile in ``home``. Skips the test where the machine has none."""
    browser = next((found for name in _NAMES if (found := shutil.which(name, path=_PATH))), None)
    driver = shutil.which("chromedriver", path=_PATH)
    if browser is None or driver is None:
        if os.environ.get("CLAUDEOPS_TEST_CLI") == "install":  # a run that is to leave nothing out
            pytest.fail("Chromium is missing: run `scripts/test-browser --install`.")
        pytest.skip("there is no Chromium with its driver; `scripts/test-browser --install` adds it")
    options = ChromeOptions()
    options.binary_location = browser
    for argument in (*_QUIET, f"--user-data-dir={home / 'chromium'}"):
        options.add_argument(argument)
    if os.geteuid() == 0:  # its sandbox refuses to start for root
        options.add_argument("--no-sandbox")
    options.add_experimental_option("mobileEmulation", _PHONE)
    found = Chrome(options=options, service=Service(driver, env={**os.environ, "HOME": str(home)}))
    try:
        yield found
    finally:
        found.quit()
