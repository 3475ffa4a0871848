"""What ``helm-creativity run`` says at its end, and its exit status."""

from pathlib import Path

import pytest

from helm_creativity.commands.run_status import RunState, RunStatus
from helm_creativity.commands.running.launch import Launch
from helm_creativity.commands.running.outcome import outcome

MODEL = "local/m"


def run(name, state=RunState.COMPLETE, model=MODEL, **values):
    return RunStatus(run=name, suite="mine", benchmark=f"creativity_{name}", model=model, state=state, **values)


def launch(**values):
    return Launch(names=["rat"], models=[MODEL], suite="mine", **values)


@pytest.mark.parametrize(
    ("found", "status"),
    [
        ([run("rat"), run("dat")], 0),
        ([run("rat"), run("dat", RunState.NO_SCORE)], 0),
        ([run("rat"), run("dat", RunState.NO_SCORE, "local/other")], 1),
        ([run("rat", RunState.NO_SCORE), run("dat", RunState.NO_SCORE)], 1),
        ([run("rat"), run("dat", RunState.NO_SCORE, "creativity/random-nouns")], 0),
        ([run("rat"), run("other", RunState.NO_SCORE)], 0),
        ([run("rat", failures={"failed": 1}), run("dat")], 1),
        ([run("rat"), run("other", failures={"failed": 1})], 0),
        ([run("rat", failures={"empty": 5}), run("dat")], 0),
        ([run("rat", missing_because={"failed": 1}), run("dat")], 1),
        ([run("rat", anchors_missing_because={"not_asked": 1}), run("dat")], 1),
        ([run("rat"), run("other", missing_because={"failed": 1})], 0),
        ([run("rat", missing_because={"unparsable": 9, "empty": 9}), run("dat")], 0),
    ],
)
def test_failed_requests_and_a_model_without_any_score_are_failures(found, status):
    """Of models and judges. A benchmark that is too hard is none, nor is a baseline's run, nor another command's."""
    assert outcome(launch(), found, {"rat", "dat"}).status == status


def test_runs_without_a_score_are_named():
    found = [run("rat", RunState.NO_SCORE), run("dat", RunState.NO_SCORE)]
    (line,) = outcome(launch(), found, {"rat", "dat"}).lines
    assert line.startswith("no response has a score in creativity_rat of local/m, creativity_dat of local/m: ")


@pytest.mark.parametrize(("cached", "asked"), [(10, "; http://b/v1 was not asked for them"), (8, "")])
def test_responses_from_the_cache_have_a_day(cached, asked):
    """Without one a user takes them for those of the server that the command names."""
    found = [run("rat", responses=10, cached=cached, cache_days="2026-06-03"), run("dat", responses=10, cached=0)]
    (line,) = outcome(launch(base_url="http://b/v1"), found, {"rat", "dat"}).lines
    assert line == f"creativity_rat of local/m: {cached} of 10 responses from the cache of 2026-06-03{asked}"


def test_ratings_that_failed_are_counted_beside_requests():
    """A judge that is dead, and one that was given up, of responses and of anchors."""
    found = [
        run("rat", failures={"failed": 2}, missing_because={"failed": 1000, "unparsable": 7}),
        run("dat", missing_because={"not_asked": 3}, anchors_missing_because={"failed": 1}),
        run("other", missing_because={"failed": 5}),
    ]
    became = outcome(launch(), found, {"rat", "dat"})
    assert (became.failed_requests, became.failed_ratings, became.status) == (2, 1004, 1)
    assert became.lines == [
        "2 requests failed; the same command asks only for these",
        "1,004 ratings of judges failed; the same command asks only for these",
    ]


def test_empty_replies_are_counted_and_the_command_is_whole():
    """Of responses, of judges about them, and of judges about anchors; those of other runs of the suite are not."""
    found = [
        run("rat", failures={"empty": 2, "refused": 1}),
        run("dat", missing_because={"empty": 3, "refused": 1}, anchors_missing_because={"empty": 1}),
        run("other", failures={"empty": 7}),
    ]
    (line,) = outcome(launch(), found, {"rat", "dat"}).lines
    assert line == (
        "empty and kept in HELM's cache: 2 responses, judges' replies for 4 ratings; to ask for them anew: "
        "helm-creativity forget mine --reason empty --yes"
    )
    elsewhere = launch(output_path=Path("a b"), local_path=Path("c"))
    (line,) = outcome(elsewhere, found, {"rat"}).lines
    assert line.endswith(
        "2 responses; to ask for them anew: "
        "helm-creativity forget mine --reason empty --output-path 'a b' --local-path c --yes"
    )
    assert outcome(launch(), found, {"nothing"}).lines == []
