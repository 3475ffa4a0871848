"""The report in a real browser, opened as a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.findings import BASELINES, MODELS, big, hostile, small
from support.judged import judge_reply
from support.readable import report_page, written

from helm_creativity.reports.report.figures import draw_figures
from helm_creativity.reports.report.page import render_report

pytestmark = pytest.mark.browser

WIDTHS = "return [document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth]"
COLUMN = """const table = document.getElementById(arguments[0]);
return [...table.tBodies[0].rows].map(row => row.cells[arguments[1]].dataset.value ?? null)"""
NAMES = """const table = document.getElementById(arguments[0]);
return [...table.tBodies[0].rows].map(row => row.cells[0].innerText.split(' baseline')[0])"""
SORTED = "return document.getElementById(arguments[0]).tHead.rows[0].cells[arguments[1]].getAttribute('aria-sort')"
# Names of the models whose rows can be seen.
VISIBLE = """return [...document.querySelectorAll(arguments[0])].filter(row => row.checkVisibility())
  .map(row => row.querySelector('bdi').textContent)"""
# What is requested beside the page itself, as the browser counts it.
REQUESTS = "return performance.getEntriesByType('resource').map(one => one.name)"
# Where the digits of ranks end in the first table.
ENDS = """return [...document.querySelectorAll('#overall-table td.rank')].map(cell => {
  const range = document.createRange(), text = cell.firstChild;
  range.setStart(text, 0);
  range.setEnd(text, text.data.trim().length);
  return range.getBoundingClientRect().right;
})"""
SMALLEST = """return Math.min(...[...document.querySelectorAll('svg.plot text')].map(one =>
  parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a))"""
# Elements that reach beyond the page, unless something scrolls around them.
SPILT = """return [...document.querySelectorAll('main *, header *, nav *')].filter(one =>
  !one.closest('.box, .figure-box, .vh, svg') && one.getBoundingClientRect().right > innerWidth + 1
).map(one => one.outerHTML.slice(0, 90))"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Addresses of the pages by what they are about."""
    folder, found = tmp_path_factory.mktemp("report"), {}
    for make in (small, hostile, big):
        file = folder / f"{make.__name__}.html"
        findings = make()
        file.write_text(render_report(findings, draw_figures(findings)), "utf-8")
        found[make.__name__] = file.as_uri()
    return found


def opened(driver, address, width, dark=False, script=True):
    """Opens the page in a window of that width."""
    from selenium.webdriver.support.ui import WebDriverWait

    features = [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
        {"name": "prefers-reduced-motion", "value": "reduce"},
    ]
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not script})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    driver.get("about:blank")
    driver.get(address)
    if script:  # on a busy machine ``get`` may return while the page is still being read
        WebDriverWait(driver, 30).until(
            lambda page: page.execute_script("return [document.readyState, location.href]") == ["complete", address]
        )


def button(driver, table, place):
    """The head of a column."""
    return driver.find_elements("css selector", f"#{table} thead th")[place].find_element("tag name", "button")


def column(driver, table, place):
    """What the rows are sorted by, from above."""
    return [None if cell is None else float(cell) for cell in driver.execute_script(COLUMN, table, place)]


@pytest.mark.parametrize("width", [390, 1400])
@pytest.mark.parametrize("kind", ["small", "hostile", "big"])
def test_the_page_never_scrolls_sideways(driver, pages, kind, width):
    """Its tables do; the browser has nothing to complain of, and sends no request."""
    opened(driver, pages[kind], width)
    whole, body, window = driver.execute_script(WIDTHS)
    assert max(whole, body) <= window
    assert driver.execute_script(SPILT) == []
    box = "const one = document.getElementById('overall-table').parentNode; return one.scrollWidth - one.clientWidth"
    assert driver.execute_script(box) > 0 or width > 390
    assert driver.get_log("browser") == []
    assert driver.execute_script(REQUESTS) == []
    if folder := os.environ.get("HELM_CREATIVITY_SCREENSHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        driver.save_screenshot(str(Path(folder) / f"report-{kind}-{width}.png"))


def test_the_first_column_stays_when_a_table_scrolls(driver, pages):
    """So that a number has its model."""
    opened(driver, pages["small"], 390)
    place = "return document.querySelector('#overall-table tbody th').getBoundingClientRect().left"
    before = driver.execute_script(place)
    driver.execute_script("document.getElementById('overall-table').parentNode.scrollLeft = 200")
    moved = "return document.querySelector('#overall-table tbody td').getBoundingClientRect().left"
    assert driver.execute_script(place) == pytest.approx(before, abs=1)
    assert driver.execute_script(moved) < before


def test_a_click_sorts_and_another_turns_the_order(driver, pages):
    """By numbers, with what is missing below in both directions; one head at a time says so."""
    opened(driver, pages["small"], 1400)
    table, place = "heatmap-table", 4
    assert driver.execute_script(SORTED, table, 1) is None  # baselines stand below
    button(driver, table, place).click()
    down = column(driver, table, place)
    known = [value for value in down if value is not None]
    assert down == [*sorted(known, reverse=True), None]
    assert driver.execute_script(SORTED, table, place) == "descending"
    assert driver.execute_script(SORTED, table, 1) is None
    button(driver, table, place).click()
    assert column(driver, table, place) == [*sorted(known), None]
    assert driver.execute_script(SORTED, table, place) == "ascending"
    announced = driver.find_element("id", "sorted").get_attribute("textContent")
    assert announced.startswith("z-scores of models by benchmarks: sorted by Remote")
    assert announced.endswith("ascending")


def test_the_keyboard_sorts(driver, pages):
    """By Enter and by the space bar, on a button that shows that it has the focus."""
    from selenium.webdriver.common.keys import Keys

    opened(driver, pages["small"], 1400)
    model = button(driver, "heatmap-table", 0)
    model.send_keys(Keys.ENTER)
    names = driver.execute_script(NAMES, "heatmap-table")
    assert names == sorted(names, key=str.casefold)
    assert driver.switch_to.active_element == model
    model.send_keys(Keys.SPACE)
    assert driver.execute_script(NAMES, "heatmap-table") == names[::-1]
    outline = "return getComputedStyle(arguments[0]).outlineStyle"
    assert driver.execute_script(outline, model) == "solid"


def test_some_models_can_be_looked_at(driver, pages):
    """In all tables at once, by parts of their names; baselines and people stay beside them."""
    opened(driver, pages["small"], 1400)
    filter_ = driver.find_element("id", "filter")
    filter_.send_keys("GPT, llama")
    shown = [name for name in MODELS if "gpt" in name or "llama" in name]
    for table in ("#heatmap-table tbody tr", "#overall-table tbody tr"):
        names = driver.execute_script(VISIBLE, table)
        assert sorted(names) == sorted([*shown, *BASELINES])
    profiles = driver.execute_script(VISIBLE, ".radars li")
    assert set(shown) <= set(profiles) <= {*shown, *BASELINES}
    assert driver.find_element("id", "filtered").text == f"{len(shown)} of {len(MODELS)} models"
    filter_.clear()
    filter_.send_keys(" ")
    assert len(driver.execute_script(VISIBLE, "#overall-table tbody tr")) == len(MODELS) + 2


def test_a_link_opens_the_table_of_a_benchmark(driver, pages):
    """Which is folded until then; so is the only one of a page that has one."""
    opened(driver, pages["small"], 1400)
    folds = "return [...document.querySelectorAll('details.leaderboard')].map(fold => fold.open)"
    assert driver.execute_script(folds) == [False] * 5
    driver.execute_script("document.querySelector('#overview-table tbody a').click()")
    driver.execute_script("return new Promise(done => setTimeout(done))")
    assert driver.execute_script(folds) == [True, *[False] * 4]
    assert driver.execute_script("return document.getElementById('benchmark-1-table').checkVisibility()")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("kind", ["small", "hostile"])
def test_everybody_can_read_the_page(driver, pages, kind, dark):
    """As far as axe finds out: names of what can be used, order of headings, contrast of all words."""
    axe = pytest.importorskip("axe_playwright_python", reason="axe is not installed: make test-browser does it")
    opened(driver, pages[kind], 1400, dark=dark)
    driver.execute_script("for (const fold of document.querySelectorAll('details')) fold.open = true")
    driver.execute_script((Path(axe.__path__[0]) / "axe.min.js").read_text("utf-8"))
    driver.set_script_timeout(180)
    found = driver.execute_async_script("const done = arguments[0]; axe.run().then(done)")
    assert len(found["passes"]) > 20
    problems = {rule["id"]: [node["html"][:160] for node in rule["nodes"][:3]] for rule in found["violations"]}
    assert problems == {}


def test_equal_rows_keep_their_order(driver, pages):
    """So that one can sort by one column within another."""
    opened(driver, pages["small"], 1400)
    button(driver, "trade-1-table", 0).click()
    by_name = driver.execute_script(NAMES, "trade-1-table")
    button(driver, "trade-1-table", 3).click()
    values = column(driver, "trade-1-table", 3)
    assert values == sorted(values, reverse=True)
    names = driver.execute_script(NAMES, "trade-1-table")
    for value in (0.0, 1.0):
        inside = [name for name, own in zip(names, values, strict=True) if own == value]
        assert inside == [name for name in by_name if name in inside]
        assert len(inside) > 1


def test_ranks_and_p_values_begin_with_the_least(driver, pages):
    """Which is what one looks for; numbers within names are numbers."""
    opened(driver, f"{pages['big']}#benchmark-1", 1400)
    button(driver, "benchmark-1-table", 1).click()
    ranks = column(driver, "benchmark-1-table", 1)
    assert ranks[:3] == [1.0, 2.0, 3.0]
    button(driver, "benchmark-1-table", 0).click()
    names = driver.execute_script(NAMES, "benchmark-1-table")
    assert names[0].startswith("maker-0/model-0-")
    assert names[1].startswith("maker-0/model-17-")
    assert names.index(next(name for name in names if name.startswith("maker-2/"))) < names.index(
        next(name for name in names if name.startswith("maker-10/"))
    )


def test_a_big_table_is_sorted_at_once(driver, pages):
    """Two hundred rows among four thousand."""
    opened(driver, pages["big"], 1400)
    took = driver.execute_script(
        "const head = document.querySelector('#heatmap-table thead th:nth-child(5) button');"
        "const begin = performance.now(); head.click(); document.body.offsetHeight; return performance.now() - begin"
    )
    assert took < 1000


def test_without_a_script_there_are_tables_and_no_buttons(driver, pages):
    """In the order in which they were written."""
    opened(driver, pages["small"], 1400, script=False)
    try:
        assert driver.find_elements("css selector", "thead button") == []
        assert len(driver.find_elements("css selector", "#overall-table tbody tr")) == len(MODELS) + 2
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_names_run_no_script(driver, pages):
    """Whatever they say."""
    opened(driver, pages["hostile"], 1400)
    assert driver.execute_script("return document.querySelectorAll('script').length") == 1
    assert "<script>alert('x')</script>" in driver.find_element("id", "overall").text


def test_the_page_is_dark_where_the_reader_wants_it_dark(driver, pages):
    """Plots too, whose colour is that of the page."""
    shades = {}
    for dark in (False, True):
        opened(driver, pages["small"], 1400, dark=dark)
        ground = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
        text = driver.execute_script("return getComputedStyle(document.querySelector('.plot text')).fill")
        shades[dark] = [sum(map(int, colour[4:-1].split(","))) for colour in (ground, text)]
    assert shades[False][0] > 600 > 150 > shades[True][0]
    assert shades[False][1] < 150 < 600 < shades[True][1]


def test_what_is_folded_is_printed(driver, pages):
    """And folded again afterwards."""
    opened(driver, pages["big"], 1400)
    folded = "return document.querySelectorAll('details:not([open])').length"
    assert (before := driver.execute_script(folded)) >= 1
    driver.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert driver.execute_script(folded) == 0
    driver.execute_script("dispatchEvent(new Event('afterprint'))")
    assert driver.execute_script(folded) == before


@pytest.mark.parametrize(("width", "media"), [(1400, "screen"), (390, "screen"), (1000, "print")])
def test_ranks_stand_below_one_another(driver, pages, width, media):
    """Whether small numbers, none or a dash follow; on paper and on a telephone, too."""
    opened(driver, pages["small"], width)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media})
    ends = driver.execute_script(ENDS)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert len(ends) > 5
    assert max(ends) - min(ends) < 0.5


def test_words_of_plots_can_be_read_on_a_telephone(driver, pages):
    """At eight pixels or more; what is wider than the page scrolls, by the keyboard too."""
    opened(driver, pages["small"], 390)
    assert driver.execute_script(SMALLEST) >= 8
    assert driver.execute_script(
        "return [...document.querySelectorAll('.figure-box')].every(one => one.tabIndex === 0)"
    )


@pytest.mark.parametrize("width", [390, 1400])
def test_a_model_in_a_table_leads_to_its_responses_which_open(driver, tmp_path, width):
    """No text or name, however long, makes the page wider; printing leaves the others folded."""
    long = "W" * 500
    reply = judge_reply(f"j/{long}", rubric=long, originality=7)
    for model in ("a/x", f"b/{long[:100]}"):
        texts = {"i1": f"{long} <img src=http://x.example>", "i2": "a net " * 500}
        written(tmp_path / "runs" / "s", model, texts, {"i1": 1.0, "i2": 2.0}, reply)
    page = tmp_path / "page.html"
    page.write_text(report_page(tmp_path), "utf-8")
    opened(driver, page.as_uri(), width)
    folds = "return [...document.querySelectorAll('.responses > details')].map(one => one.open)"
    assert driver.execute_script(folds) == [False, False]
    driver.execute_script("document.querySelector('#benchmark-1-table tbody th a').click()")
    assert driver.execute_script(f"{folds.replace('one.open', 'one.id')}.indexOf(location.hash.slice(1))") == 0
    assert driver.execute_script(folds) == [True, False]
    driver.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert driver.execute_script(folds) == [True, False]
    driver.execute_script("for (const one of document.querySelectorAll('details')) one.open = true")
    whole, body, window = driver.execute_script(WIDTHS)
    assert max(whole, body) <= window
    assert driver.execute_script(SPILT) == []
    assert driver.execute_script(REQUESTS) == []
    assert driver.get_log("browser") == []
