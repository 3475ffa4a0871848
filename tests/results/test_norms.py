"""Norms of people, and baselines that are shipped, which may stand beside models."""

import math
from dataclasses import replace
from pathlib import Path

import pytest
from support.tools import tool

from helm_creativity.benchmark.card import Norm
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.results import norms
from helm_creativity.results.norms import (
    RANDOM_NOUNS,
    below_random_nouns,
    norm_text,
    norm_with_quantiles,
    norms_for,
    shipped_baselines,
)

GREEDY, ITEMS = "creativity/greedy", 12


def test_a_norm_says_what_it_is_of():
    norm = Norm("students", 8572, 0.8, 0.25, "a table", {})
    assert norm_text(norm) == "People: mean 0.8, SD 0.25, n = 8,572. Sample: students."
    assert norm_text(replace(norm, stat="fluency")).startswith("People, fluency: mean 0.8")
    rough = norm_text(replace(norm, unit="items", differs="they had 15 seconds"))
    assert rough.endswith("n = 8,572 items. Sample: students. Comparable only roughly: they had 15 seconds.")


def test_norms_hold_under_their_settings():
    own = norms_for("creativity_rat", "rat|items:bowden2003/144@sha256:0")
    assert own[0] == find_entry("rat").card.norms[0]
    assert norms_for("creativity_rat", "rat|items:own/120@sha256:0") == norms_for("other", "rat") == ()
    key = "letter_string|protocol:lewis2025|items:all"
    norm = norm_with_quantiles("creativity_letter_string", key)
    assert norm == find_entry("letter_string").card.norms[0]
    assert norm_with_quantiles("creativity_letter_string", key, "other") is None
    assert norm_with_quantiles("creativity_letter_string", f"{key}/9") is None


@pytest.mark.usefixtures("shipped")
def test_shipped_baselines_are_those_of_the_same_settings_and_items():
    """The best first, those that do not count last; none that the suite itself has."""
    greedy, nouns = shipped_baselines("creativity_dat", "dat|a", ITEMS, ())
    assert (greedy.baseline, greedy.score, greedy.low) == (GREEDY, 90, None)
    assert (nouns.low, nouns.high, nouns.stats["score_se"], nouns.stats["num_instances"]) == (4, 6.1, 0.5, ITEMS)
    assert "gate_p_value" not in nouns.stats
    assert shipped_baselines("creativity_dat", "dat|a", ITEMS, {GREEDY}) == (nouns,)
    first, second = shipped_baselines("creativity_cdat", "cdat|b", ITEMS, ())
    assert (first.baseline, first.uncounted) == (GREEDY, "")
    assert second.uncounted.startswith("gate not passed: adjusted p 0.7")
    for key, items in (("dat|a", ITEMS - 1), ("dat|a", None), ("dat|other", ITEMS)):
        assert shipped_baselines("creativity_dat", key, items, ()) == ()


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(
    ("score", "lower", "expected"),
    [(4.9, False, True), (5, False, False), (5 - 1e-9, False, False), (5.1, True, True), (4.9, True, False)],
)
def test_below_is_meant_in_the_direction_of_the_benchmark(score, lower, expected):
    """And of random nouns that count: of the suite itself, where it has them, although some are shipped."""
    assert below_random_nouns("creativity_dat", "dat|a", ITEMS, {}, lower_is_better=lower)(score) is expected
    assert below_random_nouns("creativity_dat", "dat|a", ITEMS, {RANDOM_NOUNS: 7.0})(6.9)
    assert not below_random_nouns("creativity_dat", "dat|a", ITEMS, {RANDOM_NOUNS: None})(-99)
    assert not below_random_nouns("creativity_cdat", "cdat|b", ITEMS, {})(-99)
    assert not below_random_nouns("creativity_dat", "dat|other", ITEMS, {})(-99)


@pytest.mark.commands
def test_shipped_scores_are_those_of_today(tmp_path):
    """Of every run entry that needs no download and no judge, as ``helm-run`` scores it."""
    program = tool("baseline_scores")
    found = program.computed_scores(tmp_path / "output", program.run_entries())
    program.write(found, tmp_path / "computed.csv")
    computed, kept = (
        {row[:4]: row for row in norms.read_shipped(path)}
        for path in (tmp_path / "computed.csv", Path(norms.__file__).with_name("baseline_scores.csv"))
    )
    stale = [settings for settings, row in computed.items() if not same(row, kept.get(settings))]
    assert not stale, f"baseline_scores.csv is stale; run: python tools/baseline_scores.py\n{stale}"
    assert {row.baseline for row in computed.values()} == {GREEDY, RANDOM_NOUNS}


def same(row, other):
    """Whether two rows have the same numbers, but for the last digits of another machine."""
    if other is None or set(row.stats) != set(other.stats):
        return False
    pairs = [(row.stats[name], other.stats[name]) for name in row.stats]
    pairs += [(row.low, other.low), (row.high, other.high)]
    return all(
        first == second if first is None or second is None else math.isclose(first, second, rel_tol=1e-5, abs_tol=1e-9)
        for first, second in pairs
    )
