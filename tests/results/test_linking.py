"""Suites of different judges are linked by anchors, or there is the reason why not."""

import shutil

import numpy as np
import pytest
from support import helm

from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.judges.drivers import WEIGHTED
from helm_creativity.judges.evaluation.anchors import AnchorRating
from helm_creativity.results.linking import RatedPanel, link_rated_panels, link_suites
from helm_creativity.results.loading import read_suite
from helm_creativity.results.ratings import RatingRow

JUDGE = "creativity/lexical-judge"
WAY = "judge_temp:0|rubric:q|card:4"


def rated_panel(name, judges, shift=0, seed=1, judging=WAY):
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
        AnchorRating("metaphor", f"anchor-{place}", "i", 1, judge, "creativity", "creativity", rate(theta, number), "",
                     "", WAY)
        for place, theta in enumerate(np.linspace(-2, 2, 24))
        for number, judge in enumerate(judges)
    ]  # fmt: skip
    return RatedPanel(name, rows, anchors)


JUNE, JULY = rated_panel("june", ("a/1", "a/2")), rated_panel("july", ("b/1", "b/2"), -1, 2)


def test_a_severe_panels_models_are_as_good_as_the_others():
    """Anchors that a judge did not rate are counted, and one that rated nothing else is left out."""
    missing = [row._replace(rating=None) for row in JULY.anchors[:2]]
    extra = JULY.anchors[2]._replace(judge="c/new")
    tables = link_rated_panels([JUNE, JULY._replace(anchors=[*missing, *JULY.anchors[2:], extra])], ["a line"])
    assert [table.name for table in tables] == ["linked models", "links", "linked judges"]
    assert tables["links"].rows[0]["anchors"] == 23
    assert [row["missing_anchors"] for row in tables["linked judges"].rows] == [0, 0, 1, 1]
    means = {
        (panel, key): np.mean([row[key] for row in tables["linked models"].rows if row["panel"] == panel])
        for panel in ("june", "july")
        for key in ("raw", "rating")
    }
    assert means["june", "raw"] - means["july", "raw"] > 0.7
    assert abs(means["june", "rating"] - means["july", "rating"]) < 0.35
    assert tables["links"].rows[0]["shift"] == pytest.approx(-1, abs=0.3)
    for table in tables:
        assert table.facts == {
            "benchmark": "creativity_metaphor",
            "dimension": "creativity",
            "rubric": "creativity",
            "reference": "june",
        }
        for row in table.records():
            for name in (key.removesuffix("_low") for key in row if key.endswith("_low")):
                assert row[f"{name}_low"] <= row[name] <= row[f"{name}_high"]
    assert tables.notes[0] == "a line"
    more = [row._replace(dimension="wit") for row in JUNE.ratings]
    tables = link_rated_panels([JUNE._replace(ratings=[*more, *JUNE.ratings]), JULY])
    assert tables.notes[0].startswith("creativity_metaphor, wit: not linked: there are no ratings by the rubric")


def test_a_judge_of_two_panels_may_have_changed():
    july = rated_panel("july", ("a/1", "a/2"), -1, 3)
    tables = link_rated_panels([JUNE, july])
    drifts = tables["drift"].rows
    assert [(row["judge"], row["before"], row["after"]) for row in drifts] == [
        ("a/1", "june", "july"),
        ("a/2", "june", "july"),
    ]
    assert all(row["mean_rating"] == pytest.approx(-1, abs=0.3) and row["severity"] > 0 for row in drifts)
    assert not any("fewer than 10" in note for note in tables.notes)
    few = link_rated_panels([JUNE, july._replace(anchors=[row for row in july.anchors if row.anchor[-1] in "16"])])
    assert any("share 5 anchors, fewer than 10" in note for note in few.notes)


OTHER = "judge_temp:0|rubric:other|card:4"


def changed(rows, **changes):
    return [row._replace(**changes) for row in rows]


@pytest.mark.parametrize(
    ("ratings", "anchors", "why"),
    [
        (changed(JULY.ratings, judging=OTHER), JULY.anchors, "asked about anchors in another way than in the suite"),
        (
            changed(JULY.ratings, judging=OTHER),
            changed(JULY.anchors, judging=OTHER),
            r"different questions: june rubric:q\|card:4; july rubric:other\|card:4",
        ),
        (
            [],
            JULY.anchors,
            "creativity_metaphor, creativity: not linked: there are no ratings by the rubric .* in july",
        ),
        (
            [*JULY.ratings, *changed(JULY.ratings, judging=OTHER)],
            JULY.anchors,
            "the judges of july were asked in 2 ways",
        ),
        (JULY.ratings, [], "no judge of july rated an anchor of this question$"),
        (
            changed(JULY.ratings, rubric="creativity" + WEIGHTED),
            JULY.anchors,
            r"no ratings by the rubric creativity in july; .* by the rubric creativity \(weighted\) in june",
        ),
        (JULY.ratings, changed(JULY.anchors, rubric="creativity" + WEIGHTED), "no judge of july rated an anchor"),
    ],
)
def test_what_cannot_be_linked_has_its_reason(ratings, anchors, why):
    with pytest.raises(NothingToSay, match=why):
        link_rated_panels([JUNE, JULY._replace(ratings=ratings, anchors=anchors)])


def test_suites_of_helm_are_linked(tmp_path):
    """Of one judge each, who is the same; the analysis and the function say the same."""
    entry = f"creativity_metaphor:prompts=own,judges={JUDGE},max_eval_instances=6,anchors=true"
    helm.run(tmp_path, [entry], models=["creativity/greedy", "creativity/random-nouns"], suite="june")
    shutil.copytree(tmp_path / "runs" / "june", tmp_path / "runs" / "july")
    june, july = (read_suite([name], tmp_path) for name in ("june", "july"))
    tables = june.analyse("linking", beside="july")
    assert {table.name for table in tables} == {"linked models", "links", "linked judges", "drift"}
    assert tables["links"].rows[0]["anchors"] == 24
    assert any("one judge alone rated june, july" in note for note in tables.notes)
    assert [table.records() for table in link_suites([june, july])] == [table.records() for table in tables]
    assert len(tables.records()) == 4
    for suites in ([june], [june, june], []):
        with pytest.raises(BadArguments, match="expected two different suites or more"):
            link_suites(suites)
