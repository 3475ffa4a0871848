"""HELM's pages in a real browser."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
from support.browser import Browser

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def server(suite):
    """``helm-server`` on the suite in which every model misbehaves; yields its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    code = "from helm.benchmark.server import main\nmain()"
    arguments = ["--suite", "s", "--output-path", str(suite.folder), "--port", str(port)]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    address = f"http://127.0.0.1:{port}/"
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(address, timeout=5).close()
                break
            except OSError:
                assert process.poll() is None
                time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """Headless Chromium; screenshots go to HELM_CREATIVITY_SCREENSHOTS where that is set."""
    driver = shutil.which("chromedriver")
    if driver is None:
        pytest.skip("no chromedriver on this machine")
    shots = os.environ.get("HELM_CREATIVITY_SCREENSHOTS")
    with Browser(driver, tmp_path_factory.mktemp("profile"), shots) as one:
        yield one


def test_the_leaderboard_shows_both_baselines_their_scores_and_our_titles(browser, server, suite):
    text = browser.text_of(server, "leaderboard", "Greedy search")
    assert "DAT - Score" in text
    for model, title in (
        ("creativity/greedy", "Greedy search, builtin (baseline)"),
        ("creativity/random-nouns", "Random nouns (baseline)"),
    ):
        shown = re.search(rf"{re.escape(title)}\n([\d.]+)", text)
        assert shown, text
        assert float(shown.group(1)) == pytest.approx(suite.stats(model)["score"], abs=5e-4)
    assert text.index("Greedy search, builtin (baseline)") < text.index("Random nouns (baseline)")
    assert re.search(r"fake/refuses\n-", text)  # undefined is not 0


def test_the_benchmarks_table_has_our_columns(browser, server):
    """Score first, then how sure it is and of how many responses, then a few submetrics."""
    lines = browser.text_of(server, "groups/creativity_dat", "Repeated words").splitlines()
    start = lines.index("Model")
    assert lines[start + 1 : start + 8] == [
        *("Score", "± SE", "Scored", "Percentile"),
        *("Valid words", "Unknown words", "Repeated words"),
    ]


@pytest.mark.parametrize("model", ["creativity_greedy", "fake_null", "fake_nochoice", "fake_half"])
def test_a_run_opens_with_its_predictions(browser, server, suite, model):
    (folder,) = (suite.folder / "runs" / "s").glob(f"*model={model}")
    text = browser.text_of(server, f"runs/{folder.name}", "Please enter 10 words")
    assert "Divergent Association Task" in text
