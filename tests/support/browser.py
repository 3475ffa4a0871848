"""A headless browser that waits for words on a page."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--window-size=1400,1000",
]


def chromium(chromedriver: str, profile: Path) -> Any:
    """A headless browser that keeps what pages log."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(chromedriver))


class Browser:
    """Use as a context."""

    def __init__(self, chromedriver: str, profile: Path, shots: str | None) -> None:
        self._driver = chromium(chromedriver, profile)
        self._shots = Path(shots) if shots else None

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self._driver.quit()

    def text_of(self, server: str, page: str, until: str) -> str:
        """The text of one of HELM's pages once ``until`` stands on it."""
        self._driver.get("about:blank")
        self._driver.get(f"{server}#/{page}")
        text = ""
        for _ in range(150):
            text = self._driver.find_element("tag name", "body").text
            if until in text:
                break
            time.sleep(0.1)
        if self._shots:
            self._shots.mkdir(parents=True, exist_ok=True)
            self._driver.save_screenshot(str(self._shots / f"{re.sub('[^a-z_]', '-', page)[:80]}.png"))
        assert until in text, f"{until!r} is not on {page}:\n{text[:3000]}"
        return text
