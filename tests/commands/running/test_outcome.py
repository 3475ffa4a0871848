"""What ``helm-creativity run`` says at its end, and its exit status."""

import re
from pathlib import Path

import pytest

from helm_creativity.commands.running.launch import Launch
from helm_creativity.commands.running.outcome import COMPLETE, NO_SCORE, RunStatus

MODEL = "local/m"


def run(name, state=COMPLETE, model=MODEL, **values):
    return RunStatus(run=name, suite="mine", benchmark=f"creativity_{name}", model=model, state=state, **values)


def launch(**values):
    return Launch(names=["rat"], models=[MODEL], suite="mine", **values)


@pytest.mark.parametrize(
    ("found", "status"),
    [
        ([run("rat"), run("dat")], 0),
        ([run("rat"), run("dat", NO_SCORE)], 0),
        ([run("rat"), run("dat", NO_SCORE, "local/other")], 1),
        ([run("rat", NO_SCORE), run("dat", NO_SCORE)], 1),
        ([run("rat"), run("dat", NO_SCORE, "creativity/random-nouns")], 0),
        ([run("rat"), run("other", NO_SCORE)], 0),
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
    became, _ = launch().outcome(found, {"rat", "dat"})
    assert became["status"] == status


@pytest.mark.parametrize(
    ("found", "pattern"),
    [
        (
            [run("rat", NO_SCORE), run("dat", NO_SCORE)],
            "no response has a score in creativity_rat of local/m, creativity_dat of local/m: ",
        ),
        ([run("rat", responses=10, cached=10, cache_days="D")], "10 of 10 .* cache of D; http://b/v1 was not asked"),
        ([run("rat", responses=10, cached=8, cache_days="D")], "8 of 10 responses from the cache of D$"),
        ([run("rat", failures={"failed": 2})], "2 requests failed"),
        (
            [
                run("rat", missing_because={"failed": 1000}),
                run("dat", missing_because={"not_asked": 3}),
            ],
            "1,003 ratings of judges failed",
        ),
        (
            [run("rat", failures={"empty": 2}), run("dat", missing_because={"empty": 3})],
            "2 responses, judges' replies for 3 ratings; .* forget mine --reason empty --output-path 'a b' ",
        ),
    ],
)
def test_what_became_of_the_runs_is_one_line_for_each_kind(found, pattern):
    """With what to do; runs of other commands in the same suite are not among them."""
    other = run("other", failures={"empty": 7, "failed": 5}, missing_because={"failed": 5})
    asked = launch(base_url="http://b/v1", output_path=Path("a b"), local_path=Path("c"))
    (line,) = asked.outcome([*found, other], {"rat", "dat"})[1]
    assert re.search(pattern, line)
