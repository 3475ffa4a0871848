"""The page about one answer in a real browser, opened as a file."""

from __future__ import annotations

import pytest
from support.create import TARGET, via

from helm_creativity.scenarios.create.page import html
from helm_creativity.scenarios.create.page_data import PageData, PagePath

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
FADED = "return [...document.querySelectorAll('.canvas .t')].filter(one => getComputedStyle(one).opacity < 0.5).length"
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
    paths = [via(*(STOPS * 2)[i : i + i % 9]) for i in range(1, 12)]
    judged = [
        PagePath(path, rank, (), 1 + rank % 5, 1.0, (True,) * len(path), rank, 0.5, 1.0, 2.0)
        for rank, path in enumerate(paths, start=1)
    ]
    long = "creativity_create:" + "judges=" + "a" * 200
    data = PageData("?", TARGET, "id0", 0, (0,), "m" * 120, long, "s" * 300, 2.0, "", 0.9, 2, 0, tuple(judged))
    file = tmp_path_factory.mktemp("page") / "page.html"
    file.write_text(html(data), "utf-8")
    return file.as_uri()


def opened(driver, address, width, dark=False):
    """Opens the page in a window of that width."""
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
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


def test_names_stand_within_their_boxes(driver, address):
    """Also in another face than the page asks for."""
    opened(driver, address, 1400)
    assert driver.execute_script(SPILT) == []
    driver.execute_script("document.querySelectorAll('text').forEach(one => one.style.fontFamily = 'DejaVu Sans')")
    assert driver.execute_script(SPILT) == []


def test_a_paths_number_shows_it_alone(driver, address):
    """Without a script; the link behind the legend shows all again."""
    opened(driver, address, 1400)
    assert driver.execute_script(FADED) == 0
    opened(driver, f"{address}#path-9", 1400)
    driver.execute_script("document.getAnimations().forEach(one => one.finish())")
    assert driver.execute_script(FADED) > 10
    assert driver.find_element("css selector", "a.all").is_displayed()


def test_the_page_is_dark_where_the_reader_wants_it_dark(driver, address):
    """And light where not."""
    colour = "return getComputedStyle(document.body).backgroundColor"
    opened(driver, address, 1400)
    light = driver.execute_script(colour)
    opened(driver, address, 1400, dark=True)
    dark = driver.execute_script(colour)
    assert sum(map(int, light[4:-1].split(","))) > 600 > 150 > sum(map(int, dark[4:-1].split(",")))
