"""Anchors: the texts, tables of ratings, and suites that they link."""

import re
from collections import Counter

import numpy as np
import pytest

from helm_creativity.benchmark.registry import find_entry
from helm_creativity.judges.evaluation.anchors import (
    FILE,
    AnchorRating,
    list_anchored,
    load_anchors,
    read_anchor_ratings,
    write_anchor_ratings,
)
from helm_creativity.parsing.judge_address import addresses_judge

JUDGE = "creativity/lexical-judge"


@pytest.mark.parametrize("name", list_anchored())
def test_anchors_are_fit_to_link_panels(name):
    """Of at most three items, at all levels of each dimension alike, which are their own; none addresses a judge."""
    found = load_anchors(name, JUDGE)
    assert found.rubric.scale is not None
    assert 24 <= len(found.anchors) <= 40
    items, texts = ({getattr(anchor, name) for anchor in found.anchors} for name in ("item", "text"))
    assert len(items) <= 3
    assert len({anchor.id for anchor in found.anchors}) == len({text.lower() for text in texts}) == len(found.anchors)
    for dimension in found.rubric.dimensions:
        levels = Counter(anchor.levels[dimension] for anchor in found.anchors)
        assert set(levels) == {1, 2, 3, 4, 5}
        assert max(levels.values()) - min(levels.values()) <= 2
        for item in items:
            assert len({anchor.levels[dimension] for anchor in found.anchors if anchor.item == item}) >= 4
    pairs = np.array([list(anchor.levels.values()) for anchor in found.anchors])
    assert pairs.shape[1] == 1 or (abs(np.corrcoef(pairs.T) - np.eye(pairs.shape[1])) < 0.5).all()
    for anchor in found.anchors:
        assert anchor.question.rated == (anchor.text,)
        assert anchor.text in anchor.question.user
        assert not addresses_judge(anchor.text), anchor.id
        assert anchor.id.startswith(anchor.item.replace(" ", "-"))


def test_every_file_is_marked_as_test_data():
    """By a line of its own, by which a training corpus that holds it is recognised."""
    texts = [find_entry(name).file(FILE).read_text("utf-8") for name in list_anchored()]
    marks = [re.findall(r"Canary: (helm-creativity-anchors-\S+-[0-9a-f]{12})$", text, re.MULTILINE) for text in texts]
    assert [len(found) for found in marks] == [1] * len(marks)
    assert len({found[0] for found in marks}) == len(marks) >= 7


def test_a_rating_beyond_the_scale_costs_itself(tmp_path):
    """One 400 would widen the bands that ratings are put into until all others share one."""
    path, problems = tmp_path / "anchors.csv", []
    of = ("x/ann", "creativity", "creativity")
    rows = [
        AnchorRating("metaphor", f"a{place}", "i", 1, *of, rating, "", "", "judge_temp:0|rubric:q|card:4")
        for place, rating in enumerate((10.0, 50.0, 400.0, 1e300, 9.0, -20.0))
    ]
    write_anchor_ratings(rows, path)
    assert [row.rating for row in read_anchor_ratings(path, problems)] == [10, 50]
    lines = [f"line {line}: expected a rating from 10 to 50, got" for line in range(4, 8)]
    assert [problem.partition(", ")[2] for problem in problems] == [
        f"{line} {rating}" for line, rating in zip(lines, ("400", "1e+300", "9", "-20"), strict=True)
    ]
    for row in (rows[2]._replace(benchmark="a_strangers"), rows[2]._replace(rubric="another")):
        write_anchor_ratings([row], path)
        assert read_anchor_ratings(path, []) == [row]
