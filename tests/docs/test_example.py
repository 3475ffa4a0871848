"""The example of two real models: its responses give the scores of its leaderboard, and these are on its page."""

import csv
import json
from collections import defaultdict
from pathlib import Path
from statistics import fmean

import pytest
from helm.common.object_spec import parse_object_spec

import helm_creativity as hc
from helm_creativity.core.benchmark import parse_settings
from helm_creativity.core.follow_ups import Trial
from helm_creativity.core.item_responses import trial_fields
from helm_creativity.core.types import Response, Sample
from helm_creativity.judges.scoring import score_trials

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "example"
RUNS = defaultdict(list)
for line in (EXAMPLE / "responses.jsonl").read_text("utf-8").splitlines():
    record = json.loads(line)
    RUNS[record["entry"], record["model"]].append(record)
ROWS = list(csv.DictReader((EXAMPLE / "leaderboard.csv").read_text("utf-8").splitlines()))


def settings_of(benchmark, entry):
    """The settings of a run entry, without those that HELM keeps."""
    arguments = parse_object_spec(entry).args
    return parse_settings(benchmark, {name: arguments[name] for name in arguments if name in benchmark.options})


def mean_score(records):
    """The score of a run: the benchmark's own, else the mean over responses that have one; None without any."""
    entry = records[0]["entry"]
    benchmark = hc.get_benchmark(entry.partition(":")[0])
    settings = settings_of(benchmark, entry)
    items = {item.id: item for item in benchmark.items(settings)}
    trials = [
        Trial(
            Sample(
                Response(record["response"], record["finish_reason"]),
                trial_fields(items[record["item"]], record["trial"]),
            ),
            items[record["item"]].prompt.text,
            record["item"],
            record["trial"],
        )
        for record in records
    ]
    run = score_trials(benchmark, settings, trials, benchmark.scorer(settings))
    known = [score.score for score in run.scores if score.score is not None]
    return run.of_run.get("score", fmean(known) if known else None)


@pytest.mark.parametrize("run", RUNS, ids=lambda run: f"{run[0].partition(':')[0]} {run[1]}")
def test_the_responses_give_the_scores(run):
    entry, model = run
    (row,) = (row for row in ROWS if row["model"] == model and row["run"].startswith(entry))
    score = mean_score(RUNS[run])
    assert len(RUNS[run]) == int(row["num_answers"])
    assert row["score"] == "" if score is None else score == pytest.approx(float(row["score"]), rel=1e-9)
