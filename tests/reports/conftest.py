"""The browser that pages are opened in."""

import shutil

import pytest

FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync --disable-dev-shm-usage --window-size=1400,1000"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    """Headless Chromium that keeps what pages log."""
    chromedriver = shutil.which("chromedriver")
    if chromedriver is None:
        pytest.skip("no chromedriver on this machine")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    for flag in (*FLAGS.split(), f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    one = webdriver.Chrome(options=options, service=webdriver.ChromeService(chromedriver))
    yield one
    one.quit()
