"""Pages in a real browser: the report and the paths of one response, opened as files, and HELM's own pages."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from support import paths, reported
from support.reported import BASELINES, MODELS

from helm_creativity.reports.page import render_report
from helm_creativity.scenarios.create.page import page_html

pytestmark = pytest.mark.browser

WIDTHS = "return [document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth]"
COLUMN = """const table = document.getElementById(arguments[0]);
return [...table.tBodies[0].rows].map(row => row.cells[arguments[1]].dataset.value ?? null)"""
NAMES = """return [...document.getElementById(arguments[0]).tBodies[0].rows]
  .map(row => row.cells[0].querySelector('bdi').textContent)"""
SORTED = "return document.getElementById(arguments[0]).tHead.rows[0].cells[arguments[1]].getAttribute('aria-sort')"
VISIBLE = """return [...document.querySelectorAll(arguments[0])].filter(row => row.checkVisibility())
  .map(row => row.querySelector('bdi').textContent)"""
REQUESTS = "return performance.getEntriesByType('resource').map(each => each.name)"
UNFOLD = "for (const fold of document.querySelectorAll('details')) fold.open = true"
OPEN = "return [...document.querySelectorAll(arguments[0])].map(fold => fold.open)"
# Elements that reach beyond the page, unless something scrolls around them.
BEYOND = """return [...document.querySelectorAll('main *, header *, nav *')].filter(each =>
  !each.closest('.box, .figure-box, .aligned, .vh, svg') && each.getBoundingClientRect().right > innerWidth + 1
).map(each => each.outerHTML.slice(0, 90))"""
SMALLEST = """return Math.min(...[...document.querySelectorAll('svg.plot text')].map(each =>
  parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a))"""
# Of the drawing of paths: names beyond their boxes, pairs of texts that overlap, and parts that lie outside.
SPILT = """return [...document.querySelectorAll('.canvas svg g > rect')].flatMap(rect => {
  const box = rect.getBoundingClientRect();
  return [...rect.parentNode.querySelectorAll('text')].filter(text => {
    const letters = text.getBoundingClientRect();
    return letters.left < box.left - 1 || letters.right > box.right + 1;
  }).map(text => text.textContent);
})"""
OVERLAPS = """const all = [...document.querySelectorAll('.canvas text')].map(one => one.getBoundingClientRect());
return all.flatMap((a, i) => all.slice(i + 1).filter(b =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4
)).length"""
OUTSIDE = """const edge = document.querySelector('.canvas svg').getBoundingClientRect();
return [...document.querySelectorAll('.canvas svg text, .canvas svg path, .canvas svg rect')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.left < edge.left || box.right > edge.right || box.top < edge.top || box.bottom > edge.bottom;
}).length"""
HEATMAP, BOARD = "composite-heatmap", "benchmark-1-leaderboard"
STOPS = ["MMMMMM WWWWWW", "Ill-lit mill", "Großbritannien und Nordirland", "漢字" * 6, "x" * 90, "<script>1</script>"]


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Reports, and pages of paths of no to nine triples with names that are hard to set."""
    folder = tmp_path_factory.mktemp("pages")
    suites = {kind: getattr(reported, kind)() for kind in ("small", "hostile", "big")}
    long = {"i1": f"{'W' * 500} <img src=http://x.example>", "i2": "a net " * 500, "i3": "short", "i4": "words"}
    suites["read"] = reported.read(folder, judge=f"j/{'W' * 200}", texts=long, models=("a/x", f"b/{'W' * 100}"))
    texts = {kind: render_report(suite) for kind, suite in suites.items()}
    texts["folded"] = render_report(suites["read"], responses="3")
    drawn = [paths.path(i, *(STOPS * 2)[i : i + i % 9], strength=1 + i % 5) for i in range(1, 12)]
    origin = (("Run", "creativity_create:judges=" + "a" * 200), ("Signature", "s" * 300))
    texts["paths"] = page_html(paths.page(*drawn, context="m" * 120, facts=(("Model", "m" * 120, ""),), origin=origin))
    texts["empty"] = page_html(paths.page())
    for kind, text in texts.items():
        (folder / f"{kind}.html").write_text(text, "utf-8")
    return {kind: (folder / f"{kind}.html").as_uri() for kind in texts}


def opened(driver, address, width=1400, dark=False, script=True):
    from selenium.webdriver.support.ui import WebDriverWait

    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    features = [scheme, {"name": "prefers-reduced-motion", "value": "reduce"}]
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not script})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width <= 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    driver.get("about:blank")
    driver.get(address)
    if script:  # on a busy machine ``get`` may return while the page is still being read
        WebDriverWait(driver, 30).until(
            lambda page: page.execute_script("return [document.readyState, location.href]") == ["complete", address]
        )


def kept(driver, name):
    """A screenshot, where HELM_CREATIVITY_SCREENSHOTS names a folder."""
    if folder := os.environ.get("HELM_CREATIVITY_SCREENSHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        driver.save_screenshot(str(Path(folder) / f"{re.sub('[^a-z0-9_]', '-', name)[:80]}.png"))


def button(driver, table, place):
    return driver.find_elements("css selector", f"#{table} thead th")[place].find_element("tag name", "button")


def column(driver, table, place):
    return [None if cell is None else float(cell) for cell in driver.execute_script(COLUMN, table, place)]


@pytest.mark.parametrize("width", [390, 1400])
@pytest.mark.parametrize("kind", ["small", "hostile", "big", "read", "folded", "paths"])
def test_a_page_never_scrolls_sideways_and_asks_for_nothing(driver, pages, kind, width):
    """Its tables and graphs scroll, whatever is unfolded; the browser has nothing to complain of."""
    opened(driver, pages[kind], width)
    driver.execute_script(UNFOLD)
    whole, body, window = driver.execute_script(WIDTHS)
    assert max(whole, body) <= window
    assert kind == "paths" or driver.execute_script(BEYOND) == []
    assert driver.get_log("browser") == []
    assert driver.execute_script(REQUESTS) == []
    assert driver.execute_script("return document.querySelectorAll('script').length") == (kind != "paths")
    wide = driver.execute_script("return document.querySelector('.canvas')?.scrollWidth ?? null")
    assert wide is None if kind != "paths" else wide > window
    kept(driver, f"report-{kind}-{width}")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("kind", ["small", "hostile", "read", "folded"])
def test_everybody_can_read_the_page(driver, pages, kind, dark):
    """As far as axe finds out: names of what can be used, order of headings, contrast of all words."""
    axe = pytest.importorskip("axe_playwright_python", reason="axe is not installed: make test-browser does it")
    opened(driver, pages[kind], dark=dark)
    driver.execute_script(UNFOLD)
    driver.execute_script((Path(axe.__path__[0]) / "axe.min.js").read_text("utf-8"))
    driver.set_script_timeout(180)
    found = driver.execute_async_script("const done = arguments[0]; axe.run().then(done)")
    assert len(found["passes"]) > 20
    assert {rule["id"]: [node["html"][:160] for node in rule["nodes"][:3]] for rule in found["violations"]} == {}


def test_a_click_or_a_key_sorts_and_another_turns_the_order(driver, pages):
    """By numbers, with what is missing below in both directions; one head at a time says so, and shows its focus."""
    from selenium.webdriver.common.keys import Keys

    opened(driver, pages["small"])
    button(driver, HEATMAP, place := 5).click()
    down = column(driver, HEATMAP, place)
    known = [value for value in down if value is not None]
    assert down == [*sorted(known, reverse=True), None]
    assert driver.execute_script(SORTED, HEATMAP, place) == "descending"
    button(driver, HEATMAP, place).click()
    assert column(driver, HEATMAP, place) == [*sorted(known), None]
    assert driver.execute_script(SORTED, HEATMAP, place) == "ascending"
    announced = driver.find_element("id", "sorted").get_attribute("textContent")
    assert announced.endswith("sorted by STORY, ascending")
    model = button(driver, HEATMAP, 0)
    model.send_keys(Keys.ENTER)
    assert driver.execute_script(SORTED, HEATMAP, place) is None
    names = driver.execute_script(NAMES, HEATMAP)
    assert names == sorted(names, key=str.casefold)
    model.send_keys(Keys.SPACE)
    assert driver.execute_script(NAMES, HEATMAP) == names[::-1]
    assert driver.execute_script("return getComputedStyle(arguments[0]).outlineStyle", model) == "solid"
    opened(driver, f"{pages['big']}#benchmark-1")  # ranks begin with the least; numbers within names are numbers
    button(driver, BOARD, 0).click()
    names = driver.execute_script(NAMES, BOARD)
    assert names.index("maker-2/model-2") < names.index("maker-10/model-10")
    button(driver, BOARD, 1).click()
    assert column(driver, BOARD, 1)[:3] == [1.0, 2.0, 3.0]


def test_some_models_can_be_looked_at(driver, pages):
    """In all tables at once, by parts of their names; baselines stay beside them."""
    opened(driver, pages["small"])
    filter_ = driver.find_element("id", "filter")
    filter_.send_keys("GPT, llama")
    shown = [name for name in MODELS if "gpt" in name or "llama" in name]
    found = [driver.execute_script(VISIBLE, f"#{table} tbody tr") for table in (HEATMAP, "composite-composite")]
    assert list(map(sorted, found)) == [sorted([*shown, *BASELINES])] * 2
    assert driver.find_element("id", "filtered").text == f"{len(shown)} of {len(MODELS)} models"
    filter_.clear()
    filter_.send_keys(" ")
    assert len(driver.execute_script(VISIBLE, f"#{HEATMAP} tbody tr")) == len(MODELS) + 2


@pytest.mark.parametrize(
    ("kind", "link", "folds", "place", "printed"),
    [
        ("small", 'nav a[href="#benchmark-2"]', "details.leaderboard", 1, True),
        ("folded", f"#{BOARD} tbody th a", ".responses > details", 0, False),
    ],
)
def test_a_link_opens_what_is_folded(driver, pages, kind, link, folds, place, printed):
    """A benchmark, or a model's responses by its name in a table; printing unfolds all but responses for a while."""
    opened(driver, pages[kind])
    closed = driver.execute_script(OPEN, folds)
    assert not any(closed)
    driver.execute_script("document.querySelector(arguments[0]).click()", link)
    driver.execute_script("return new Promise(done => setTimeout(done))")
    expected = [at == place for at in range(len(closed))]
    assert driver.execute_script(OPEN, folds) == expected
    before = driver.execute_script(OPEN, "details")
    driver.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert driver.execute_script(OPEN, folds) == ([True] * len(closed) if printed else expected)
    assert all(driver.execute_script(OPEN, "details")) is printed
    driver.execute_script("dispatchEvent(new Event('afterprint'))")
    assert driver.execute_script(OPEN, "details") == before


def test_without_a_script_there_are_tables_and_no_buttons(driver, pages):
    opened(driver, pages["small"], script=False)
    try:
        assert driver.find_elements("css selector", "thead button") == []
        assert len(driver.find_elements("css selector", f"#{HEATMAP} tbody tr")) == len(MODELS) + 2
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_the_page_is_dark_where_the_reader_wants_it_dark_plots_too(driver, pages):
    shades = []
    for dark in (False, True):
        opened(driver, pages["small"], 500, dark=dark)
        driver.execute_script(UNFOLD)
        ground = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
        text = driver.execute_script("return getComputedStyle(document.querySelector('.plot text')).fill")
        shades.append([sum(map(int, colour[4:-1].split(","))) for colour in (ground, text)])
    assert shades[0][0] > 600 > 150 > shades[1][0]
    assert shades[0][1] < 150 < 600 < shades[1][1]
    assert driver.execute_script(SMALLEST) >= 8


@pytest.mark.parametrize("kind", ["paths", "empty"])
def test_names_of_a_drawing_stand_within_their_boxes_and_overlap_nothing(driver, pages, kind):
    opened(driver, pages[kind])
    assert driver.execute_script("return document.querySelectorAll('.canvas text').length") > 4
    assert [driver.execute_script(script) for script in (SPILT, OVERLAPS, OUTSIDE)] == [[], 0, 0]
    driver.execute_script("document.querySelectorAll('text').forEach(one => one.style.fontFamily = 'DejaVu Sans')")
    assert driver.execute_script(SPILT) == []


@pytest.fixture(scope="module")
def server(suite):
    """``helm-server`` on the suite in which every model misbehaves; yields its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    code = ["-c", "from helm.benchmark.server import main\nmain()", "--suite", "s"]
    command = [sys.executable, *code, "--output-path", str(suite.folder), "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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


def text_of(driver, server, page, until):
    """The text of one of HELM's pages once ``until`` stands on it."""
    from selenium.webdriver.support.ui import WebDriverWait

    driver.get("about:blank")
    driver.get(f"{server}#/{page}")
    WebDriverWait(driver, 30).until(lambda one: until in one.find_element("tag name", "body").text, f"no {until}")
    kept(driver, page)
    return driver.find_element("tag name", "body").text


def test_the_leaderboard_shows_both_baselines_their_scores_and_our_titles(driver, server, suite):
    text = text_of(driver, server, "leaderboard", "Greedy search")
    assert "DAT - Score" in text
    titles = {"greedy": "Greedy search, builtin (baseline)", "random-nouns": "Random nouns (baseline)"}
    shown = [float(re.search(rf"{re.escape(title)}\n([\d.]+)", text)[1]) for title in titles.values()]
    assert shown == pytest.approx([suite.stats(f"creativity/{name}")["score"] for name in titles], abs=5e-4)
    assert text.index(titles["greedy"]) < text.index(titles["random-nouns"])
    assert re.search(r"fake/refuses\n-", text)  # undefined is not 0
    lines = text_of(driver, server, "groups/creativity_dat", "Repeated words").splitlines()
    heads = ["Score", "± SE", "Scored", "Percentile", "Valid words", "Unknown words", "Repeated words"]
    assert lines[lines.index("Model") + 1 :][: len(heads)] == heads


@pytest.mark.parametrize("model", ["creativity_greedy", "fake_null", "fake_nochoice", "fake_half"])
def test_a_run_opens_with_its_predictions(driver, server, suite, model):
    (folder,) = (suite.folder / "runs" / "s").glob(f"*model={model}")
    text = text_of(driver, server, f"runs/{folder.name}", "Please enter 10 words")
    assert "Divergent Association Task" in text
