"""Figures as files and as SVG in a page."""

from __future__ import annotations

import re
import struct
from functools import cache
from xml.etree import ElementTree

import matplotlib as mpl
import pytest
from support.drawn import curve
from support.process import python

from helm_creativity.reports import plots
from helm_creativity.reports.plots.style import VARIABLES

STRANGE = ["$x_1$ & <b>", "模型/千问", "🙂", "עברית", "a\x00b\nc", "\ud800", "x" * 120, "x" * 121]
N = len(STRANGE)
PLOTS = {
    "leaderboard": (STRANGE, [1, None, 3, 4, 5, 6, 7, 8], [0] * N, [9] * N, [True, *[False] * 7], "$"),
    "severity": (STRANGE, range(N), [0.1] * N, STRANGE),
    "radar": (STRANGE, {name: [1.0, None, *[2.0] * 6] for name in STRANGE[:5]}),
    "heatmap": (STRANGE, STRANGE, [[1.0, None, *[-2.0] * 6]] * N),
    "pareto": (range(N), range(N, 0, -1), STRANGE, [True] * 7 + [False], "$", "<"),
    "frontier": (0.5, [(name, 0.1, 0.1) for name in STRANGE]),
    "scree": ([2, 1], [1, 0.9], [1.1, 1]),
    "rank_stability": ({name: curve((2, 4), (0.5, 1.0), 4) for name in STRANGE},),
    "failures": (STRANGE, {name: [0.1, None, *[0.001] * 6] for name in STRANGE[:3]}),
}
EMPTY = {
    "leaderboard": ([], [], [], [], [], ""),
    "severity": ([], [], [], []),
    "radar": ([], {}),
    "heatmap": ([], [], []),
    "pareto": ([], [], [], [], "", ""),
    "frontier": (0, []),
    "scree": ([1], [1], [1]),
    "rank_stability": ({},),
    "failures": ([], {}),
}


def figure(name, values=None):
    fig, ax = plots.new(5.2, 4, polar=name == "radar")
    getattr(plots, name)(ax, *(values or PLOTS[name]))
    return fig


def drawn(name, prefix="p", values=None):
    return plots.inline_svg(figure(name, values), "A <title>", "It says & more.", prefix)


svg = cache(drawn)
"""Of the values in PLOTS, once for all tests."""


@pytest.mark.parametrize("values", [PLOTS, EMPTY], ids=["strange names", "nothing"])
@pytest.mark.parametrize("name", PLOTS)
def test_every_plot_becomes_svg_whatever_it_is_given(name, values):
    """Without a warning, and as XML that names the plot; every word stays a word."""
    root = ElementTree.fromstring(drawn(name, values=values[name]).encode())
    assert root.get("role") == "img"
    spoken = {node.get("id"): node.text for node in root.iter() if node.get("id")}
    assert spoken[root.get("aria-labelledby")] == "A <title>"
    assert spoken[root.get("aria-describedby")] == "It says & more."
    words = [node.text for node in root.iter() if node.tag.endswith("text")]
    assert len(words) > N if values is PLOTS and name != "scree" else all(words)
    if values is PLOTS and name in ("leaderboard", "heatmap", "radar", "severity"):
        assert {"$x_1$ & <b>", "模型/千问", "a\ufffdb c"} <= {word.partition(" (no")[0] for word in words}


def test_the_same_values_give_the_same_bytes():
    """Nothing of the moment enters."""
    assert drawn("pareto") == svg("pareto")
    assert drawn("heatmap") == svg("heatmap")


def test_the_users_style_changes_nothing():
    """A plot depends on its values alone, and leaves the user's style as it was."""
    plain = svg("leaderboard")
    theirs = {"font.size": 30, "axes.facecolor": "red", "savefig.bbox": "tight", "svg.fonttype": "path"}
    with mpl.rc_context({**theirs, "axes.grid": True, "axes.unicode_minus": False}):
        assert drawn("leaderboard") == plain
        assert mpl.rcParams["font.size"] == 30


@pytest.mark.parametrize("name", PLOTS)
def test_ids_are_unique_and_used(name):
    """Two plots in a page do not meet, and every reference leads somewhere inside."""
    text = svg(name) + drawn(name, "second")
    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"(p|second)-(title|desc|\d+)", id_) for id_ in ids)
    assert set(re.findall(r'href="#([^"]*)"', text)) | set(re.findall(r"url\(#([^)]*)\)", text)) <= set(ids)


@pytest.mark.parametrize("name", PLOTS)
def test_a_plot_takes_the_colours_of_the_page(name):
    """Only hues, each of which the page may set, and colour, which is the colour of its text; no ground."""
    text = svg(name)
    assert "currentColor" in text
    free = re.sub(
        r"var\((--[\w-]+),(#\w+)\)", lambda found: found[1] if VARIABLES[found[2]] == found[1] else "#bad", text
    )
    assert re.findall(r"#[0-9a-f]{3,6}\b", re.sub(r"(href=\"|url\()#", "", free)) == []
    assert "DejaVu" not in text


@pytest.mark.parametrize("name", PLOTS)
def test_nothing_is_fetched_and_nothing_is_of_the_moment(name):
    """No address but the name of the format, no date, no program."""
    assert set(re.findall(r"https?://[^\"' ]*", svg(name))) == {"http://www.w3.org/2000/svg"}
    assert "atplotlib" not in svg(name)
    assert "metadata" not in svg(name)
    assert not re.search(r"\b20\d\d-\d\d-\d\d", svg(name))


def test_marks_say_their_names_when_pointed_at():
    """In a title of their own group."""
    root = ElementTree.fromstring(svg("pareto").encode())
    titles = [node.text for node in root.iter() if node.tag.endswith("title")]
    assert {"$x_1$ & <b>", "模型/千问", "x" * 121} <= set(titles)


def test_svg_scales_with_the_page():
    """It has the shape of its figure, fills narrow pages and stops growing on wide ones."""
    text = svg("scree")
    assert 'viewBox="0 0 374.4 288"' in text
    assert "width:100%;max-width:636px;height:auto" in text
    assert ' width="' not in text.partition(">")[0]


def test_svg_is_small():
    """A leaderboard of 200 models stays under 500 bytes a model."""
    n = 200
    fig, ax = plots.new(*plots.sizes.leaderboard(n))
    plots.leaderboard(ax, [f"maker/model-{i}" for i in range(n)], range(n), range(n), range(n), [False] * n, "s")
    assert len(plots.inline_svg(fig, "t", "d", "p")) < 500 * n


@pytest.mark.parametrize("prefix", ["", "1a", "a b", 'a"b', "a.b"])
def test_prefixes_that_begin_no_id_are_refused(prefix):
    """The error shows it."""
    with pytest.raises(ValueError, match="got prefix"):
        plots.inline_svg(figure("scree"), "t", "d", prefix)


def test_png_is_white_and_200_dots_an_inch(tmp_path):
    """5.2 by 4 inches are 1040 by 800 dots."""
    plots.save(figure("pareto"), tmp_path / "a.PNG")
    data = (tmp_path / "a.PNG").read_bytes()
    assert struct.unpack(">II", data[16:24]) == (1040, 800)
    from matplotlib.image import imread

    assert imread(tmp_path / "a.PNG", format="png")[0, 0].tolist() == [1, 1, 1, 1]
    assert b"Software" not in data


@pytest.mark.parametrize("ending", ["png", "pdf", "svg"])
def test_files_are_the_same_each_time(ending, tmp_path):
    """Nothing of the moment or of the machine enters them."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        plots.save(figure("leaderboard"), str(tmp_path / name / f"plot.{ending}"))
    first, second = ((tmp_path / name / f"plot.{ending}").read_bytes() for name in ("a", "b"))
    assert first == second
    assert b"CreationDate" not in first


def test_an_svg_file_has_a_ground_and_ink_of_its_own(tmp_path):
    """It reads well outside a page."""
    plots.save(figure("scree"), tmp_path / "my plot.svg")
    root = ElementTree.parse(tmp_path / "my plot.svg").getroot()
    assert root.get("color") == "#1b1b1b"
    assert root[0].text == "my plot"
    assert (root[1].tag.rpartition("}")[2], root[1].get("fill")) == ("rect", "#fff")
    assert root.get("aria-describedby") is None


def test_other_formats_are_refused(tmp_path):
    """The error says which there are."""
    with pytest.raises(ValueError, match=r"one of \.pdf, \.png, \.svg, got 'a\.jpg'"):
        plots.save(figure("scree"), tmp_path / "a.jpg")


def test_no_window_is_opened_and_nothing_is_loaded_before_it_is_used():
    """Matplotlib comes with the first figure, its windows never."""
    code = """
import json, sys
from helm_creativity.reports import plots
before = "matplotlib" in sys.modules
fig, ax = plots.new(3, 2)
plots.scree(ax, [2, 1], [1, 1], [1, 1])
plots.inline_svg(fig, "t", "d", "p")
print(json.dumps([before, "matplotlib.pyplot" in sys.modules]))
"""
    assert python(code) == [False, False]
