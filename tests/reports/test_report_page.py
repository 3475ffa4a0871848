"""The report in a real browser, opened as a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support import reported
from support.reported import BASELINES, MODELS

from helm_creativity.reports.page import render_report

pytestmark = pytest.mark.browser

WIDTHS = "return [document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth]"
COLUMN = """const table = document.getElementById(arguments[0]);
return [...table.tBodies[0].rows].map(row => row.cells[arguments[1]].dataset.value ?? null)"""
NAMES = """return [...document.getElementById(arguments[0]).tBodies[0].rows]
  .map(row => row.cells[0].querySelector('bdi').textContent)"""
SORTED = "return document.getElementById(arguments[0]).tHead.rows[0].cells[arguments[1]].getAttribute('aria-sort')"
# Names of the models whose rows can be seen.
VISIBLE = """return [...document.querySelectorAll(arguments[0])].filter(row => row.checkVisibility())
  .map(row => row.querySelector('bdi').textContent)"""
# What is requested beside the page itself, as the browser counts it.
REQUESTS = "return performance.getEntriesByType('resource').map(each => each.name)"
UNFOLD = "for (const fold of document.querySelectorAll('details')) fold.open = true"
FOLDED = "return document.querySelectorAll('details:not([open])').length"
# Elements that reach beyond the page, unless something scrolls around them.
SPILT = """return [...document.querySelectorAll('main *, header *, nav *')].filter(each =>
  !each.closest('.box, .figure-box, .aligned, .vh, svg') && each.getBoundingClientRect().right > innerWidth + 1
).map(each => each.outerHTML.slice(0, 90))"""
SMALLEST = """return Math.min(...[...document.querySelectorAll('svg.plot text')].map(each =>
  parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a))"""
HEATMAP = "composite-heatmap"


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    suites = {kind: getattr(reported, kind)() for kind in ("small", "hostile", "big")}
    long = {"i1": f"{'W' * 500} <img src=http://x.example>", "i2": "a net " * 500, "i3": "short", "i4": "words"}
    suites["read"] = reported.read(folder, judge=f"j/{'W' * 200}", texts=long, models=("a/x", f"b/{'W' * 100}"))
    for kind, suite in suites.items():
        (folder / f"{kind}.html").write_text(render_report(suite), "utf-8")
    (folder / "folded.html").write_text(render_report(suites["read"], responses="3"), "utf-8")
    return {kind: (folder / f"{kind}.html").as_uri() for kind in (*suites, "folded")}


def opened(driver, address, width=1400, dark=False, script=True):
    from selenium.webdriver.support.ui import WebDriverWait

    features = [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
        {"name": "prefers-reduced-motion", "value": "reduce"},
    ]
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


def button(driver, table, place):
    return driver.find_elements("css selector", f"#{table} thead th")[place].find_element("tag name", "button")


def column(driver, table, place):
    return [None if cell is None else float(cell) for cell in driver.execute_script(COLUMN, table, place)]


@pytest.mark.parametrize("width", [500, 1400])
@pytest.mark.parametrize("kind", ["small", "hostile", "big", "read", "folded"])
def test_the_page_never_scrolls_sideways_and_asks_for_nothing(driver, pages, kind, width):
    """Its tables scroll, whatever is unfolded; the browser has nothing to complain of."""
    opened(driver, pages[kind], width)
    driver.execute_script(UNFOLD)
    whole, body, window = driver.execute_script(WIDTHS)
    assert max(whole, body) <= window
    assert driver.execute_script(SPILT) == []
    assert driver.get_log("browser") == []
    assert driver.execute_script(REQUESTS) == []
    assert driver.execute_script("return document.querySelectorAll('script').length") == 1
    if folder := os.environ.get("HELM_CREATIVITY_SCREENSHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        driver.save_screenshot(str(Path(folder) / f"report-{kind}-{width}.png"))


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


def test_a_click_sorts_and_another_turns_the_order(driver, pages):
    """By numbers, with what is missing below in both directions; one head at a time says so."""
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
    button(driver, HEATMAP, 0).click()
    assert driver.execute_script(SORTED, HEATMAP, place) is None
    opened(driver, f"{pages['big']}#benchmark-1")  # ranks begin with the least; numbers within names are numbers
    button(driver, "benchmark-1-leaderboard", 0).click()
    names = driver.execute_script(NAMES, "benchmark-1-leaderboard")
    assert names.index("maker-2/model-2") < names.index("maker-10/model-10")
    button(driver, "benchmark-1-leaderboard", 1).click()
    assert column(driver, "benchmark-1-leaderboard", 1)[:3] == [1.0, 2.0, 3.0]


def test_the_keyboard_sorts(driver, pages):
    """By Enter and by the space bar, on a button that shows that it has the focus."""
    from selenium.webdriver.common.keys import Keys

    opened(driver, pages["small"])
    model = button(driver, HEATMAP, 0)
    model.send_keys(Keys.ENTER)
    names = driver.execute_script(NAMES, HEATMAP)
    assert names == sorted(names, key=str.casefold)
    model.send_keys(Keys.SPACE)
    assert driver.execute_script(NAMES, HEATMAP) == names[::-1]
    assert driver.execute_script("return getComputedStyle(arguments[0]).outlineStyle", model) == "solid"


def test_some_models_can_be_looked_at(driver, pages):
    """In all tables at once, by parts of their names; baselines stay beside them."""
    opened(driver, pages["small"])
    filter_ = driver.find_element("id", "filter")
    filter_.send_keys("GPT, llama")
    shown = [name for name in MODELS if "gpt" in name or "llama" in name]
    for table in (HEATMAP, "composite-composite"):
        assert sorted(driver.execute_script(VISIBLE, f"#{table} tbody tr")) == sorted([*shown, *BASELINES])
    assert driver.find_element("id", "filtered").text == f"{len(shown)} of {len(MODELS)} models"
    filter_.clear()
    filter_.send_keys(" ")
    assert len(driver.execute_script(VISIBLE, f"#{HEATMAP} tbody tr")) == len(MODELS) + 2


def test_a_link_opens_what_is_folded(driver, pages):
    """A benchmark in the contents, and a model's responses by its name in a table; printing leaves responses folded."""
    opened(driver, pages["small"])
    folds = "return [...document.querySelectorAll('details.leaderboard')].map(fold => fold.open)"
    assert driver.execute_script(folds) == [False] * 4
    driver.execute_script("document.querySelector('nav a[href=\"#benchmark-2\"]').click()")
    driver.execute_script("return new Promise(done => setTimeout(done))")
    assert driver.execute_script(folds) == [False, True, False, False]
    before = driver.execute_script(FOLDED)
    driver.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert driver.execute_script(FOLDED) == 0
    driver.execute_script("dispatchEvent(new Event('afterprint'))")
    assert driver.execute_script(FOLDED) == before
    opened(driver, pages["folded"])
    responses = "return [...document.querySelectorAll('.responses > details')].map(fold => fold.open)"
    driver.execute_script("document.querySelector('#benchmark-1-leaderboard tbody th a').click()")
    driver.execute_script("return new Promise(done => setTimeout(done))")
    assert driver.execute_script(responses) == [True, False]
    driver.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert driver.execute_script(responses) == [True, False]


def test_without_a_script_there_are_tables_and_no_buttons(driver, pages):
    opened(driver, pages["small"], script=False)
    try:
        assert driver.find_elements("css selector", "thead button") == []
        assert len(driver.find_elements("css selector", f"#{HEATMAP} tbody tr")) == len(MODELS) + 2
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_the_page_is_dark_where_the_reader_wants_it_dark_plots_too(driver, pages):
    shades = {}
    for dark in (False, True):
        opened(driver, pages["small"], dark=dark)
        driver.execute_script(UNFOLD)
        ground = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
        text = driver.execute_script("return getComputedStyle(document.querySelector('.plot text')).fill")
        shades[dark] = [sum(map(int, colour[4:-1].split(","))) for colour in (ground, text)]
    assert shades[False][0] > 600 > 150 > shades[True][0]
    assert shades[False][1] < 150 < 600 < shades[True][1]
    opened(driver, pages["small"], 500)
    driver.execute_script(UNFOLD)
    assert driver.execute_script(SMALLEST) >= 8
