"""Tables drawn: what stands where, what is said in words, and what enters files and pages."""

from __future__ import annotations

import math
import re
import struct
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgba

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.reports import plots
from helm_creativity.reports.plots import BLUE, DEEPEST, HUES, ORANGE, caption, draw, save, save_all, svg
from helm_creativity.results.numbers import between, fixed, signed
from helm_creativity.results.table import Cell, Column, Plot, Table, Undefined

ONE = fixed(1)
STRANGE = ["$x_1$ & <b>", "模型/千问", "🙂", "עברית", "a\x00b\nc\u202ed", "\ud800", "\ufffe", "--> ]]>", "_low"]
IN_TAGS = ["v (1.50) url(#y)", ' id="x" #1b1b1b', "&gt; <b> < >"]  # look like what is slimmed in tags
STRANGE += ["x" * 120, "x" * 121, *IN_TAGS]
VISIBLE = {"$x_1$ & <b>", "🙂", "עברית", r"a\u0000b\nc\u202ed", r"\ud800", "\ufffd", "--> ]]>", "_low", *IN_TAGS}


def made(kind, shown, rows, form=ONE, ends=("low", "high"), **plot):
    """A table of rows of values by the keys of ``shown`` and ``ends``, and ``more`` keys in a dict."""
    first, *keys = shown.split()
    columns = [Column(first, first, left=True), *(Column(key, key, form) for key in keys)]
    columns += [Column("interval", "95 % interval", between(ONE), of=("low", "high"))]
    rows = [dict(zip((first, *keys, *ends, "more"), row, strict=False)) for row in rows]
    rows = [{**row, **row.pop("more", {})} for row in rows]
    return Table(kind, columns, rows, f"A <{kind}>", plot=Plot(kind, first, **plot))


def board(*rows, form=ONE, **plot):
    return made("interval", "model DAT", rows, form, x="DAT", low="low", high="high", **plot)


def points(*rows, series="front", **plot):
    return made("scatter", "model novelty use", rows, fixed(2), (series,), x="novelty", y="use", series=series, **plot)


def cells(rows, heads, values):
    columns = [Column("model", "model", left=True), *(Column(f"c{j}", head, ONE) for j, head in enumerate(heads))]
    lines = [(name, *line) for name, line in zip(rows, values, strict=True)]
    return Table("heatmap", columns, lines, "A <heatmap>", plot=Plot("heatmap", "model"))


def curves(lines, **plot):
    rows = [(name, *point) for name, line in lines.items() for point in line]
    chosen = {"series": "name", "x": "items", "y": "rho", "low": "low", "high": "high", **plot}
    return made("curve", "name items rho", rows, lambda x: f"{x:g}", **chosen)


BOARD = board(
    ("c/high", 80.0, 79.0, 81.0),
    ("creativity/greedy", 79.5, 78.0, 81.0),
    ("a/low", 60.0, 58.0, 62.0, {"uncounted": True}),
    ("b/none", Undefined("no run"), None, math.nan),
)
FRONT = points(("o/left", 1, 3, True), ("o/right", 3, 1, True), ("o/mid", 2, 2, True), ("o/in", 1.5, 1, False))
HEAT = cells(["a", "b"], ["c", "d"], [[1.26, -0.5], [None, 0.75]])
LINES = {"DAT": [(2, 0.6), (5, 0.9), (10, 0.97), (20, 1.0)], "RAT": [(2, 0.3), (20, 1.0)]}
CURVES = curves(LINES, levels=(("", 0.95),))
SCREE = curves({"": [(1, 3.0, 1.2, 1.4), (2, 1.0, 1.0, 1.1), (3, 0.9, 0.7, 0.8)]}, series="")
STRANGE_TABLES = [
    board(*((name, i, 0, 9) for i, name in enumerate(STRANGE)), y="model", x_title="$", levels=[("$<", 1)]),
    points(*((name, i, -i, i > 3) for i, name in enumerate(STRANGE)), x_title="$\x1b", bound=[(0, 0), (9, -9)]),
    cells(STRANGE, STRANGE, [[1.0, None, *[-2.0] * (len(STRANGE) - 2)]] * len(STRANGE)),
    curves({name: [(2, i), (5, i)] for i, name in enumerate(STRANGE)}, caption="<\x1b"),
]
EMPTY = [board(), board(("a", None, None, None)), points(), cells([], [], []), cells("a", "b", [[None]]), curves({})]


def axes(table):
    return draw(table).axes[0]


def rows(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


def texts(ax):
    legends = [text for legend in ax.figure.legends for text in legend.get_texts()]
    every = (*ax.texts, *ax.get_xticklabels(), *ax.get_yticklabels(), *legends)
    return [text.get_text() for text in every if text.get_text()]


def marks(ax, marker):
    found = [line for line in ax.lines if line.get_marker() == marker and line.get_linestyle() == "None"]
    return [(float(x), float(y)) for line in found for x, y in zip(*line.get_data(), strict=True) if math.isfinite(x)]


def at(ax, text):
    return next(found.xy for found in ax.texts if found.get_text() == text)


def test_intervals_stand_in_the_order_of_the_rows_with_their_numbers():
    """Models are dots and baselines diamonds; what does not count says so, what is undefined is a dash."""
    ax = axes(BOARD)
    assert rows(ax) == ["c/high", "creativity/greedy", "a/low (does not count)", "b/none"]
    assert (marks(ax, "o"), marks(ax, "D")) == ([(80, 0), (60, 2)], [(79.5, 1)])
    lines = [segment.tolist() for segment in ax.collections[0].get_segments() if len(segment)]
    spans = [[[79, 0], [81, 0]], [[78, 1], [81, 1]], [[58, 2], [62, 2]]]
    assert [line for line in lines if math.isfinite(line[0][0])] == spans
    assert [at(ax, text)[1] for text in ("80.0", "79.5", "60.0", "–")] == [0, 1, 2, 3]
    assert "lines: 95 % interval · ◇ baseline" in texts(ax)
    assert ax.get_xlim()[0] < 58 < 81 < ax.get_xlim()[1]
    assert ax.figure.get_size_inches().tolist() == pytest.approx([5.2, (4 * 15 + 58) / 72])
    assert marks(axes(board(("m", 1.0, None, None, {"baseline": True}))), "D") == [(1, 0)]
    ax = axes(board((Cell("m", note="2 runs"), Cell(0.5, format=lambda x: f"{x:.0%}"))))
    assert (rows(ax), at(ax, "50%")) == (["m (2 runs)"], (1, 0))
    assert not [text for text in texts(ax) if "lines" in text or "baseline" in text]
    ax = axes(board(("creativity/far", 40.0, 39.0, 41.0), ("a", 7.0), ("creativity/low", -9.0), cap=5.0))
    assert (marks(ax, ">"), marks(ax, "<"), marks(ax, "o")) == ([(5, 0)], [(-5, 2)], [(7, 1)])
    assert ax.get_xlim()[1] < 10
    assert {"40.0", "−9.0", "lines: 95 % interval · ◇ baseline · ▶ baseline beyond ±5"} <= set(texts(ax))


def test_levels_and_zero_are_lines_in_view():
    """Zero where values are written with signs or stand in panels, which have bold heads."""
    ax = axes(board(("a", 70.0), levels=[("people", 78.2)]))
    assert [line.get_xdata()[0] for line in ax.lines if line.is_dashed()] == [78.2]
    assert 0 < ax.get_xlim()[0] < 78.2 < ax.get_xlim()[1]
    assert "dashed: people 78.2" in texts(ax)
    low, high = axes(board(("a", 0.3), form=signed(2))).get_xlim()
    assert low <= 0 < 0.3 < high
    low, high = axes(board(("a", 0.3 + 1e-14), ("b", 0.3))).get_xlim()
    assert high - low > 0.01  # values that differ by rounding are one value
    rated = (("j", 0.2, "novelty"), ("k", 0.5, "use"), ("k", 0.1, "novelty"))
    ax = axes(board(*((judge, x, None, None, {"of": of}) for judge, x, of in rated), y="of"))
    weights = [label.get_fontweight() for label in ax.get_yticklabels()]
    heads = [("novelty", "bold"), ("j", "normal"), ("k", "normal"), ("use", "bold"), ("k", "normal")]
    assert list(zip(rows(ax), weights, strict=True)) == heads
    assert marks(ax, "o") == [(0.2, 1), (0.1, 2), (0.5, 4)]


def test_long_tables_have_a_scale_above_and_shortened_names_stay_different():
    """The middle of a name is left out: (28 - 1) * 2 // 5 = 10 characters of the end stay."""
    assert axes(board(*((f"m{i}", i) for i in range(26)))).xaxis.get_tick_params()["labeltop"]
    names = ["abcdefghijklmnopqrstuvwxyz0123456789", "maker/model-alpha-" + "x" * 30, "maker/model-bravo-" + "x" * 30]
    found = rows(axes(board(*((name, 1.0) for name in (*names, "y" * 50, "y" * 60)))))
    assert len(set(found)) == 5
    assert [name.endswith(("#1", "#2")) for name in found] == [False, False, False, True, True]
    assert rows(axes(board((names[0], 1.0)))) == ["abcdefghijklmnopq…0123456789"]


def test_the_front_is_a_stair_from_edge_to_edge():
    """Level until the next model, then down to it: no corner promises what no model reaches."""
    ax = axes(FRONT)
    assert set(marks(ax, "o")) == {(1, 3), (3, 1), (2, 2), (1.5, 1)}
    hollow = [line.get_markerfacecolor() == "none" for line in ax.lines if line.get_marker() == "o"]
    assert hollow == [False, False, False, True]
    (stair,) = [line for line in ax.lines if line.get_color() == BLUE and len(line.get_xdata()) > 1]
    corners = list(zip(*stair.get_data(), strict=True))
    assert corners == [(ax.get_xlim()[0], 3), (1, 3), (1, 2), (2, 2), (2, 1), (3, 1), (3, ax.get_ylim()[0])]
    assert {"left", "right", "mid", "in", "novelty →", "↑ use"} <= set(texts(ax))  # without their one maker
    assert {"o/a", "p/a"} <= set(texts(axes(points(("o/a", 1, 2, True), ("p/a", 2, 1, True)))))
    ax = axes(points(("DAT", 0.4, 0.3, None), series="", bound=[(-1, -1), (1, 1), (1, 0), (-1, -1)]))
    assert ax.lines[0].get_xdata().tolist() == [-1, 1, 1, -1]
    assert ax.get_xlim()[0] < -1
    assert "DAT" in texts(ax)  # where there is no front all are named


def test_no_name_covers_another():
    """Those without room are counted; of many points the front alone is named."""
    crowd = [(f"a/rather-long-name-{i}", 0.5 + i % 3 / 50, 0.5, True) for i in range(40)]
    ax = axes(points(*crowd, *((f"b/{i}", i / 30, i / 30, False) for i in range(5))))
    ax.figure.draw_without_rendering()
    named = [text for text in ax.texts if text.get_text().startswith("rather")]
    boxes = [mpl.text.Text.get_window_extent(text) for text in named]
    assert not any(a.x0 < b.x1 and b.x0 < a.x1 and a.y0 < b.y1 and b.y0 < a.y1 for a, b in combinations(boxes, 2))
    assert f"{40 - len(named)} more on the front have no room for their names" in texts(ax)
    assert len(named) >= 5
    assert not {"0", "1"} & {text.get_text() for text in ax.texts}


def test_cells_are_blue_above_the_middle_and_orange_below_and_deeper_the_farther():
    """The 0.95 quantile of 1.26, 0.75, 0.5 is 0.75 + 0.9 * 0.51 = 1.209; missing cells have no shade.

    Far from zero the median is the middle, or 60, 70 and 80 were one shade; one outlier does not pale the rest.
    """
    ax = axes(HEAT)
    assert [at(ax, text) for text in ("1.3", "−0.5", "–", "0.8")] == [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["c", "d"]
    (shaded,) = ax.collections
    assert [tuple(path.vertices.min(axis=0) + 0.5) for path in shaded.get_paths()] == [(0, 0), (1, 0), (1, 1)]
    shades = [(BLUE, DEEPEST), (ORANGE, DEEPEST * 0.5 / 1.209), (BLUE, DEEPEST * 0.75 / 1.209)]
    assert shaded.get_facecolors() == pytest.approx(np.array([to_rgba(*shade) for shade in shades]))
    ax = axes(cells(["a"], ["x", "y", "z"], [[60.0, 70.0, 80.0]]))
    assert [to_hex(colour[:3]) for colour in ax.collections[0].get_facecolors()] == [ORANGE, BLUE]
    assert "blue above the median, 70.0, orange below" in texts(ax)
    many = axes(cells(["a"], [str(i) for i in range(40)], [[*[-1.0] * 39, 100.0]])).collections[0].get_facecolors()
    assert {colour[3] for colour in many} == {DEEPEST}


def test_lines_are_named_in_the_order_in_which_they_begin():
    """With a dot and a number where they reach the level before their end; no two look alike; few have bands."""
    ax = axes(CURVES)
    assert [text.get_text() for text in ax.figure.legends[0].get_texts()] == ["DAT: 10", "RAT"]
    assert marks(ax, "o") == [(10, 0.97)]
    lines = {line.get_gid(): line.get_ydata().tolist() for line in ax.lines if line.get_gid()}
    assert lines["tip:RAT"] == [0.3, 1.0]
    assert ax.get_xscale() == "log"
    assert [label.get_text() for label in ax.get_xticklabels()] == ["2", "5", "10", "20"]
    many = axes(curves({str(i): [(1, i), (2, i)] for i in range(20)}))
    assert len({(line.get_color(), line.get_marker()) for line in many.lines if line.get_gid()}) == 20
    ax = axes(SCREE)  # eigenvalues have random data behind them, and whole numbers below them
    four = axes(curves({str(i): [(1, 1, 0, 2), (2, 1, 0, 2)] for i in range(4)}))
    assert [len(panel.collections) for panel in (ax, four)] == [1, 0]
    assert not ax.figure.legends
    assert (ax.get_xscale(), "shaded: 95 % interval" in texts(ax)) == ("linear", True)
    assert all(tick % 1 == 0 for tick in ax.get_xticks())


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (BOARD, "2 models and 1 baseline; first is c/high with 80.0, last a/low (does not count) with 60.0."
         " No other interval overlaps that of the first. No value: b/none."),
        (board(("a", 3.0, 2.0, 4.0), ("b", 2.0, 1.0, 2.5), levels=[("people", 1.5)]), "2 models; first is a with 3.0,"
         " last b with 2.0. 1 other interval overlaps that of the first. Dashed: people 1.5."),
        (board(("a", 0.3, 0.1, 0.5), ("b", 0.1, -0.1, 0.3), form=signed(1), caption="d_z"), "d_z. 2 models; first is"
         " a with +0.3, last b with +0.1. 1 of 2 intervals exclude 0."),
        (board(("j", 0.2, None, None, {"of": "x"}), ("k", 0.5, None, None, {"of": "x"}), y="of"),
         "x: highest k with 0.5, lowest j with 0.2."),
        (FRONT, "4 models. On the front, from the best on use to the best on novelty: o/left, o/mid, o/right."),
        (points(("a", 1, 2, None), ("creativity/b", 2, 1, None), series=""),
         "1 model and 1 baseline. Highest on novelty: creativity/b; on use: a."),
        (HEAT, "Highest: a on c with 1.3. Lowest: a on d with −0.5. 1 cell without a value."),
        (CURVES, "Where 0.95 is reached (items): 10 in DAT. Only at the end: RAT."),
        (curves({"a": [(1, 1), (2, 3)], "b": [(1, 2), (2, 1)]}), "2 lines; at the end the highest is a, the lowest b."),
        (SCREE, "Above what is shaded: 1 of 3 points, from the first on."),
        *((table, "There is no value.") for table in EMPTY),
    ],
)  # fmt: skip
def test_captions_say_what_is_drawn(table, said):
    """By hand from the values; no number with decimals that does not stand on the plot."""
    assert caption(table) == said
    shown = " ".join(texts(axes(table)))
    assert [number for number in re.findall(r"[−+]?\d+\.\d+", caption(table)) if number not in shown] == []
    assert plots.drawable(table) is (said != "There is no value.")


@pytest.mark.parametrize("table", [*STRANGE_TABLES, *EMPTY])
@pytest.mark.filterwarnings("error")
def test_whatever_texts_hold_a_page_gets_one_sound_element(table):
    """XML that names itself, words as they are, ids of its own, only hues that a page may set, nothing fetched."""
    text = svg(table, "a key\"<'") + svg(table)
    first = ElementTree.fromstring(svg(table).encode())
    assert first.get("role") == "img"
    spoken = {node.get("id"): node.text for node in first.iter() if node.get("id")}
    assert spoken[first.get("aria-labelledby")] == table.title
    assert spoken[first.get("aria-describedby")] == caption(table)
    words = [node.text for node in first.iter() if node.tag.endswith("}text")]
    if table in STRANGE_TABLES:
        assert {word.strip() for word in words} >= {word.strip() for word in VISIBLE}
        titles = {node.text for node in first.iter() if node.tag.endswith("title")}
        assert "x" * 121 in titles or "x" * 121 in words  # in full when pointed at
    text = " ".join(re.findall("<[^>]*>", text))
    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"plot-[\w-]+", name) for name in ids)
    assert set(re.findall(r'(?:href="#|url\(#)([^")]*)', text)) <= set(ids)
    free = re.sub(r"var\(--plot-(\w+),(#\w+)\)", lambda found: "" if HUES[found[1]] == found[2] else found[0], text)
    assert re.findall(r"#[0-9a-f]{6}\b", free) == []
    assert set(re.findall(r"https?://[^\"' ]*", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"DejaVu|metadata|atplotlib|\b20\d\d-\d\d", text)


def test_svg_depends_on_its_table_alone_and_is_small():
    """Not on the user's style, which stays; it scales with the page, and 200 models are below 800 bytes each."""
    plain = svg(BOARD)
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "savefig.bbox": "tight", "svg.fonttype": "path"}):
        assert svg(BOARD) == plain
        assert mpl.rcParams["font.size"] == 30
    assert "width:100%;max-width:636px;height:auto" in plain
    assert ' width="' not in plain.partition(">")[0]
    assert len(svg(board(*((f"maker/model-{i}", i, i - 1, i + 1) for i in range(200))))) < 800 * 200


def test_files_are_the_same_each_time(tmp_path):
    """PNG is white and has 200 dots an inch; an SVG file has a ground and colours of its own."""
    for suffix in ("PNG", "pdf", "svg"):
        for name in ("a", "b"):
            save(FRONT, tmp_path / name / f"plot.{suffix}")
        first, second = ((tmp_path / name / f"plot.{suffix}").read_bytes() for name in ("a", "b"))
        assert first == second
        assert not re.search(rb"CreationDate|Software|atplotlib", first.replace(b"Matplotlib pdf backend", b""))
    picture = tmp_path / "a" / "plot.PNG"
    assert struct.unpack(">II", picture.read_bytes()[16:24]) == (1040, 840)
    assert mpl.image.imread(picture, format="png")[0, 0].tolist() == [1, 1, 1, 1]
    # All plots of tables by their names; those without a plot or a value are left out.
    tables = [BOARD, BOARD, replace(FRONT, name="a/../b"), EMPTY[0], replace(HEAT, plot=None)]
    assert save_all(tables, tmp_path / "new") == 3
    names = {f"{name}.{suffix}" for name in ("interval", "interval-2", "a----b") for suffix in ("png", "pdf")}
    assert {path.name for path in (tmp_path / "new").iterdir()} == names
    root = ElementTree.parse(tmp_path / "a" / "plot.svg").getroot()
    assert root.get("color") == plots.DARK
    assert (root[2].tag.rpartition("}")[2], root[2].get("fill")) == ("rect", "#fff")


def test_what_cannot_be_drawn_or_written_is_said(tmp_path):
    with pytest.raises(BadArguments, match=r"\.pdf, \.png, \.svg, got 'a\.jpg'"):
        save(BOARD, tmp_path / "a.jpg")
    (tmp_path / "file").write_text("")
    with pytest.raises(FileProblem, match="cannot write the plot"):
        save_all([BOARD], tmp_path / "file")
    with pytest.raises(BadArguments, match="'interval' has no plot"):
        draw(replace(BOARD, plot=None))
    with pytest.raises(BadArguments, match="interval, scatter, heatmap, curve, got 'radar'"):
        svg(replace(BOARD, plot=Plot("radar", "model")))
