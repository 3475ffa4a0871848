"""The page about the paths of one response in a real browser, opened as a file."""

from __future__ import annotations

import pytest
from support.paths import page, path

from helm_creativity.scenarios.create.page import page_html

pytestmark = pytest.mark.browser

# Whether the letters of a name stand within its box; the browser knows how wide they are.
SPILT = """return [...document.querySelectorAll('.canvas svg g > rect')].flatMap(rect => {
  const box = rect.getBoundingClientRect();
  return [...rect.parentNode.querySelectorAll('text')].filter(text => {
    const letters = text.getBoundingClientRect();
    return letters.left < box.left - 1 || letters.right > box.right + 1;
  }).map(text => text.textContent);
})"""
WIDTHS = (
    "return [document.documentElement.scrollWidth, document.body.scrollWidth, document.documentElement.clientWidth]"
)
STOPS = [
    "MMMMMM WWWWWW",
    "Ill-lit mill",
    "Großbritannien und Nordirland",
    "漢字漢字漢字漢字漢字漢字",
    "x" * 90,
    "<script>alert(1)</script>",
]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A page of paths of one to nine triples with names that are hard to set."""
    paths = [path(i, *(STOPS * 2)[i : i + i % 9], strength=1 + i % 5) for i in range(1, 12)]
    origin = (("Run", "creativity_create:judges=" + "a" * 200), ("Signature", "s" * 300))
    shown = page(*paths, context="m" * 120, facts=(("Model", "m" * 120, ""),), origin=origin)
    file = tmp_path_factory.mktemp("page") / "page.html"
    file.write_text(page_html(shown), "utf-8")
    return file.as_uri()


# Pairs of texts in the drawing whose letters overlap.
OVERLAPS = """const all = [...document.querySelectorAll('.canvas text')].map(one => one.getBoundingClientRect());
return all.flatMap((a, i) => all.slice(i + 1).filter(b =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4
)).length"""
# Of the drawing's own parts those that lie outside it.
OUTSIDE = """const edge = document.querySelector('.canvas svg').getBoundingClientRect();
return [...document.querySelectorAll('.canvas svg text, .canvas svg path, .canvas svg rect')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.left < edge.left || box.right > edge.right || box.top < edge.top || box.bottom > edge.bottom;
}).length"""
REQUESTS = "return performance.getEntriesByType('resource').map(one => one.name)"


def opened(driver, address, width):
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    driver.get("about:blank")
    driver.get(address)


@pytest.mark.parametrize("width", [390, 1400])
def test_the_page_is_as_wide_as_the_window(driver, address, width):
    """Only the graph scrolls sideways, and the browser has nothing to complain of."""
    opened(driver, address, width)
    whole, body, window = driver.execute_script(WIDTHS)
    assert max(whole, body) <= window
    assert driver.execute_script("const one = document.querySelector('.canvas'); return one.scrollWidth") > window
    assert driver.get_log("browser") == []
    assert driver.execute_script(REQUESTS) == []


def test_names_stand_within_their_boxes(driver, address):
    opened(driver, address, 1400)
    assert driver.execute_script(SPILT) == []
    driver.execute_script("document.querySelectorAll('text').forEach(one => one.style.fontFamily = 'DejaVu Sans')")
    assert driver.execute_script(SPILT) == []


def test_no_text_overlaps_another_or_is_cut_off(driver, address, tmp_path):
    (tmp_path / "empty.html").write_text(page_html(page()), "utf-8")
    for shown in (address, (tmp_path / "empty.html").as_uri()):
        opened(driver, shown, 1400)
        assert driver.execute_script("return document.querySelectorAll('.canvas text').length") > 4
        assert driver.execute_script(OVERLAPS) == 0
        assert driver.execute_script(OUTSIDE) == 0
