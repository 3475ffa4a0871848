"""The browser that pages are opened in as files."""

from __future__ import annotations

import shutil

import pytest
from support.browser import chromium


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    chromedriver = shutil.which("chromedriver")
    if chromedriver is None:
        pytest.skip("no chromedriver on this machine")
    one = chromium(chromedriver, tmp_path_factory.mktemp("profile"))
    yield one
    one.quit()
