"""Models by field."""

import pytest
from support.folders import write_run

from helm_creativity.errors import NothingToSay
from helm_creativity.results.loading import read_suite


def analysed(folder):
    return read_suite([str(folder)], folder).analyse("field_heatmap")


def test_models_stand_in_the_order_of_their_scores_by_field(tmp_path):
    """Baselines last; a field that nobody has is left out, and what a model lacks is empty."""
    folder = tmp_path / "runs" / "s"
    scores = {
        "creativity/greedy": {"score": 9.0, "setting_home": 9.0, "setting_travel": 9.0},
        "a/low": {"score": 1.0, "setting_home": 0.5, "setting_home_se": 0.1, "setting_travel": 1.5, "words": 7.0},
        "b/high": {"score": 2.0, "setting_travel": 2.0},
        "c/none": {"score": 3.0},
    }
    for model, stats in scores.items():
        write_run(folder, "creativity_macgyver", model, stats, comparable="macgyver|x")
    (table,) = analysed(folder)
    assert [column.key for column in table.columns] == ["model", "setting_home", "setting_travel"]
    assert [column.title for column in table.columns] == ["model", "Home", "Travel"]
    rows = [(row["model"], row["setting_home"], row["setting_travel"]) for row in table.records()]
    assert rows == [("b/high", None, 2.0), ("a/low", 0.5, 1.5), ("creativity/greedy", 9.0, 9.0)]
    assert table.plot.kind == "heatmap"
    assert table.facts == {"comparable_settings": "macgyver|x"}


@pytest.mark.parametrize("stats", [{}, {"setting_home": 1.0}])
def test_a_suite_without_two_fields_of_a_benchmark_says_so(tmp_path, stats):
    """One field alone is no comparison; a benchmark without a card has none."""
    write_run(tmp_path / "s", "creativity_macgyver", "a/x", {"score": 1.0, **stats}, comparable="macgyver|x")
    write_run(tmp_path / "s", "foreign", "a/x", {"setting_home": 1.0, "setting_office": 1.0, "score": 2.0})
    with pytest.raises(NothingToSay, match="scores of two fields or more"):
        analysed(tmp_path / "s")
