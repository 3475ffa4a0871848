"""The plots of a report."""

from dataclasses import replace

import numpy as np
import pytest
from support.findings import absent, hostile, small

from helm_creativity.errors import FileProblem
from helm_creativity.reports.report.figures import (
    FORMATS,
    MOST_FRONTIERS,
    MOST_MODELS,
    draw_figures,
    list_plots,
    save_figures,
)
from helm_creativity.results.options import Absent

SMALL = small()
KEYS = ["profiles", "trade-1", "scree", "stability", "frontier-1", "severity", "failures"]


def test_every_statistic_has_its_plot():
    """In the page those that no table draws; as files all of them."""
    every = list(list_plots(SMALL))
    assert [plot.key for plot in every if plot.inline] == KEYS
    leaderboards = [f"benchmark-{place}" for place in range(1, 6)]
    assert [plot.key for plot in every if not plot.inline] == ["leaderboard", "heatmap", *leaderboards]


def test_absent_statistics_have_none():
    """And nothing is drawn."""
    assert draw_figures(absent()) == {}


def test_plots_say_in_words_what_they_show_and_begin_with_ids_of_their_own():
    """Also of names that say what a browser must not do."""
    figures = draw_figures(hostile())
    assert sorted(figures) == sorted(KEYS)
    for key, figure in figures.items():
        assert figure.svg.startswith("<svg ")
        assert f'id="plot-{key}-title"' in figure.svg
        assert figure.title
        assert figure.caption
        assert "<script>" not in figure.svg
        figure.svg.encode("utf-8")


def test_a_lens_holds_the_predictors_that_share_outcome_capability_and_models():
    """One with other models or another R has a frontier of its own, after those that hold more."""
    for other in ({"n": 9}, {"capability": 0.5}, {"outcome": "MMLU"}):
        changed = (SMALL.validity[0]._replace(**other), *SMALL.validity[1:])
        frontiers = [plot for plot in list_plots(replace(SMALL, validity=changed)) if "frontier" in plot.key]
        assert [plot.key for plot in frontiers] == ["frontier-1", "frontier-2"]
        assert "Of 4 tests" in frontiers[0].caption.text
    apart = tuple(row._replace(n=10 + place) for place, row in enumerate(SMALL.validity * 3))
    shown = [plot.inline for plot in list_plots(replace(SMALL, validity=apart)) if "frontier" in plot.key]
    assert shown == [True] * MOST_FRONTIERS + [False] * (15 - MOST_FRONTIERS)


def test_without_a_capability_there_is_no_lens():
    """Nor without specificity."""
    without = tuple(row._replace(specificity=Absent("x")) for row in SMALL.validity)
    assert not [plot for plot in list_plots(replace(SMALL, validity=without)) if "frontier" in plot.key]


def test_benchmarks_without_a_score_have_no_leaderboard():
    """There is nothing to draw."""
    placed = tuple(row._replace(score=None, low=None, high=None, rank=None) for row in SMALL.leaderboards[0].rows)
    leaderboards = (
        SMALL.leaderboards[0].__class__(SMALL.leaderboards[0].column, placed, "none"),
        *SMALL.leaderboards[1:],
    )
    keys = [plot.key for plot in list_plots(replace(SMALL, leaderboards=leaderboards))]
    assert "benchmark-1" not in keys
    assert "benchmark-2" in keys


def test_no_failure_is_no_plot():
    """Nor are failures that are all 0."""
    none = {reason: np.zeros_like(values) for reason, values in SMALL.failures.items()}
    assert "failures" not in [plot.key for plot in list_plots(replace(SMALL, failures=none))]


def test_plots_are_saved_in_both_formats(tmp_path):
    """In a folder that is made."""
    few = replace(
        SMALL, leaderboards=(), composite=Absent("x"), trade_offs=(), validity=Absent("x"), failures={}, reliability=()
    )
    folder = tmp_path / "a" / "b"
    assert save_figures(few, folder) == 2
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        f"{key}{ending}" for key in ("scree", "severity") for ending in FORMATS
    )
    assert (folder / "scree.png").read_bytes().startswith(b"\x89PNG")
    assert (folder / "scree.pdf").read_bytes().startswith(b"%PDF")


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    """As an error for people."""
    (tmp_path / "file").write_text("")
    with pytest.raises(FileProblem, match="cannot write the plots into"):
        save_figures(SMALL, tmp_path / "file")


def test_a_plot_that_leaves_models_out_says_so():
    """Of failures, the most are shown."""
    (whole,) = [plot for plot in list_plots(SMALL) if plot.key == "failures"]
    assert whole.caption.text.startswith("Most failures:")
    n = MOST_MODELS + 3
    study = replace(SMALL.study, models=tuple(f"m{row}" for row in range(n)))
    failures = {"refusal": np.linspace(0.9, 0.1, n)[:, None]}
    every = list_plots(
        replace(SMALL, study=study, failures=failures, leaderboards=(), composite=Absent("x"), trade_offs=())
    )
    (cut,) = [plot for plot in every if plot.key == "failures"]
    assert cut.caption.text.startswith("The 40 of 43 models with the most failures. Most failures: m0.")
