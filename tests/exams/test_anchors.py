"""Anchors: the texts, tables of ratings, and suites that they link."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter

import numpy as np
import pytest
from support import command, helm

import helm_creativity as hc
from helm_creativity.core.registry import find_entry
from helm_creativity.exams.anchors import (
    FILE,
    AnchorRating,
    list_anchored,
    load_anchors,
    read_anchor_ratings,
    write_anchor_ratings,
)
from helm_creativity.judges.drivers import WEIGHTED
from helm_creativity.results.linked_panels import RatedPanel, link_rated_panels
from helm_creativity.results.ratings import RatingRow
from helm_creativity.text.judge_address import addresses_judge

JUDGE = "creativity/lexical-judge"


def test_benchmarks_whose_responses_are_rated_on_scales_have_anchors():
    assert {
        "aut", "design_problems", "live_idea_bench", "metaphor", "novelty", "scientific_thinking", "story",
    } <= set(list_anchored())  # fmt: skip


@pytest.mark.parametrize("name", list_anchored())
def test_anchors_are_fit_to_link_panels(name):
    """Of at most three of the benchmark's items, at all levels of each dimension alike; none addresses a judge."""
    found = load_anchors(name, JUDGE)
    assert found.rubric.scale is not None
    assert 24 <= len(found.anchors) <= 40
    assert len({anchor.item for anchor in found.anchors}) <= 3
    assert len({anchor.id for anchor in found.anchors}) == len(found.anchors)
    assert len({" ".join(anchor.text.lower().split()) for anchor in found.anchors}) == len(found.anchors)
    for dimension in found.rubric.dimensions:
        levels = Counter(anchor.levels[dimension] for anchor in found.anchors)
        assert set(levels) == {1, 2, 3, 4, 5}
        assert max(levels.values()) - min(levels.values()) <= 2
        for item in {anchor.item for anchor in found.anchors}:
            assert len({anchor.levels[dimension] for anchor in found.anchors if anchor.item == item}) >= 4
    for anchor in found.anchors:
        assert anchor.question.rated == (anchor.text,)
        assert anchor.text in anchor.question.user
        assert not addresses_judge(anchor.text), anchor.id
        assert anchor.id.startswith(anchor.item.replace(" ", "-"))


def test_the_levels_of_dimensions_are_their_own():
    """An idea that nobody has had may be one that nobody can carry out."""
    found = load_anchors("live_idea_bench", JUDGE)
    assert found.rubric.dimensions == ("originality", "feasibility")
    pairs = np.array([list(anchor.levels.values()) for anchor in found.anchors])
    assert abs(np.corrcoef(pairs.T)[0, 1]) < 0.5
    assert all(len(anchor.text.split()) <= 100 for anchor in found.anchors)


def test_every_file_is_marked_as_test_data():
    """By a line of its own, by which a training corpus that holds it is recognised."""
    texts = [find_entry(name).file(FILE).read_text("utf-8") for name in list_anchored()]
    marks = [re.findall(r"Canary: (helm-creativity-anchors-\S+-[0-9a-f]{12})$", text, re.MULTILINE) for text in texts]
    assert all(len(found) == 1 for found in marks)
    assert len({found[0] for found in marks}) == len(marks)


def test_a_rating_beyond_the_scale_costs_itself(tmp_path):
    """One 400 would widen the bands that ratings are put into until all others share one."""
    path = tmp_path / "anchors.csv"
    ratings = (10.0, 50.0, 400.0, 1e300, 9.0, -20.0)
    write_anchor_ratings([anchor_row(f"a{place}", 1, rating) for place, rating in enumerate(ratings)], path)
    problems = []
    assert [row.rating for row in read_anchor_ratings(path, problems)] == [10, 50]
    assert [problem.partition(", ")[2] for problem in problems] == [
        f"line {line}: expected a rating from 10 to 50, got {rating}"
        for line, rating in enumerate(("400", "1e+300", "9", "-20"), start=4)
    ]
    unknown = anchor_row("a", 1, 400.0)
    for row in (unknown._replace(benchmark="a_strangers"), unknown._replace(rubric="another")):
        write_anchor_ratings([row], path)
        assert read_anchor_ratings(path, []) == [row]


def anchor_row(anchor, level, rating, judge="x/ann", judging="judge_temp:0|rubric:q|card:4"):
    return AnchorRating("metaphor", anchor, "i", level, judge, "creativity", "creativity", rating, "", "", judging)


def rated_panel(name, judges, shift, seed, judging="judge_temp:0|rubric:q|card:4", n_anchors=24):
    """A panel whose ratings 1 to 5 are lower by a shift, with models of equal worth."""
    rng = np.random.default_rng(seed)

    def rate(theta, judge):
        return float(np.clip(round(3 + shift + 0.9 * theta + 0.2 * judge + rng.normal(0, 0.5)), 1, 5))

    rows = [
        RatingRow(f"run of {model}", model, "creativity_metaphor", f"i{item}", str(trial), judge, "creativity",
                  rate(theta, number), "", "creativity", judging)
        for model in (f"{name}/x", f"{name}/y")
        for item in range(20)
        for trial, theta in enumerate(rng.normal(0, 1, 4))
        for number, judge in enumerate(judges)
    ]  # fmt: skip
    anchors = [
        anchor_row(f"anchor-{place}", 1, rate(theta, number), judge)
        for place, theta in enumerate(np.linspace(-2, 2, n_anchors))
        for number, judge in enumerate(judges)
    ]
    return RatedPanel(name, rows, anchors)


def test_panels_of_suites_are_linked_by_dimension():
    """The severe panel's models are as good as the other's; missing anchors are counted."""
    june, july = rated_panel("june", ("a/1", "a/2"), 0, 1), rated_panel("july", ("b/1", "b/2"), -1, 2)
    july.anchors[:2] = [row._replace(rating=None) for row in july.anchors[:2]]
    problems = []
    (found,) = link_rated_panels([june, july], problems)
    assert problems == []
    assert found.missing == {("july", "b/1"): 1, ("july", "b/2"): 1}
    assert found.linked.links[0].anchors == 23
    raw = {panel: np.mean([m.raw for m in found.linked.models if m.panel == panel]) for panel in ("june", "july")}
    linked = {panel: np.mean([m.rating.value for m in found.linked.models if m.panel == panel]) for panel in raw}
    assert raw["june"] - raw["july"] > 0.7
    assert abs(linked["june"] - linked["july"]) < 0.35


def test_panels_that_were_asked_other_questions_are_not_linked():
    """Nor a suite whose anchors were; each has its reason."""
    june, other = rated_panel("june", ("a/1", "a/2"), 0, 1), "judge_temp:0|rubric:other|card:4"
    july = rated_panel("july", ("b/1", "b/2"), 0, 2, other)
    problems = []
    assert link_rated_panels([june, july], problems) == []
    assert "asked about anchors in another way than in the suite" in problems[0]
    own = [row._replace(judging=other) for row in july.anchors]
    assert link_rated_panels([june, july._replace(anchors=own)], problems) == []
    assert "judges were asked different questions: june rubric:q|card:4; july rubric:other|card:4" in problems[1]
    assert link_rated_panels([june, july._replace(ratings=[])], problems) == []
    assert problems[2].endswith("not linked: there are no ratings in july")


def test_weighted_and_unweighted_suites_are_not_linked_and_the_message_says_so():
    """Whether it is the suite's own ratings that are weighted, or those of its anchors alone."""
    june, july = rated_panel("june", ("a/1", "a/2"), 0, 1), rated_panel("july", ("b/1", "b/2"), 0, 2)
    weighted = [row._replace(rubric=row.rubric + WEIGHTED) for row in july.ratings]
    problems = []
    assert link_rated_panels([june, july._replace(ratings=weighted)], problems) == []
    assert problems == [
        "creativity_metaphor, creativity: not linked: they were not rated by one rubric: june has creativity; july has "
        "creativity (weighted); weighted ratings are on another scale than unweighted ones, so use the same weighted= "
        "in all suites"
    ]
    anchors = [row._replace(rubric=row.rubric + WEIGHTED) for row in july.anchors]
    assert link_rated_panels([june, july._replace(anchors=anchors)], problems) == []
    assert "rated an anchor of this question; there are ratings of: metaphor, creativity, creat" in problems[1]


def test_two_suites_are_linked_by_the_command_and_in_python(tmp_path):
    """Of one judge each, who is the same: what is printed is what the function returns, and warnings are shown."""
    entry = f"creativity_metaphor:prompts=own,judges={JUDGE},max_eval_instances=6,anchors=true"
    helm.run(tmp_path, [entry], models=["creativity/greedy", "creativity/random-nouns"], suite="june")
    shutil.copytree(tmp_path / "runs" / "june", tmp_path / "runs" / "july")
    done = command.run("judges", "link", "june", "july", "--output-path", tmp_path, "--format", "json")
    tables = {table["name"]: table["rows"] for table in json.loads(done.text)}
    assert set(tables) == {"linked models", "links", "linked judges", "drift"}
    assert tables["links"][0]["anchors"] == 24
    assert "one judge alone rated june, july" in " ".join(done.stderr)
    records = hc.link_suites([hc.load_suite(tmp_path, name) for name in ("june", "july")]).records()
    assert [record["linked"] for record in records] == [row["linked"] for row in tables["linked models"]]
    assert len(records) == 4
