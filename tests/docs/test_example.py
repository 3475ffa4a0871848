"""The example of two real models: its responses give the scores of its leaderboard, and these are on its page."""

import csv
import json
import re
import subprocess
from collections import defaultdict
from pathlib import Path
from statistics import fmean

import pytest
from helm.common.object_spec import parse_object_spec
from support.simulated import simulated_suite
from support.tools import tool

import helm_creativity as hc
from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.follow_ups import Trial
from helm_creativity.benchmark.item_responses import trial_fields
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.judges.scoring import score_trials
from helm_creativity.results.norms import shipped_baselines

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "example"
RUNS = defaultdict(list)
for line in (EXAMPLE / "responses.jsonl").read_text("utf-8").splitlines():
    record = json.loads(line)
    RUNS[record["entry"], record["model"]].append(record)
LINES = (EXAMPLE / "leaderboard.csv").read_text("utf-8").splitlines()
ROWS = [row for row in csv.DictReader(LINES) if row["table"] == "leaderboard"]


def mean_score(entry, records):
    """The score of a run: the benchmark's own, else the mean over responses that have one; None without any."""
    benchmark, arguments = hc.get_benchmark(entry.partition(":")[0]), parse_object_spec(entry).args
    settings = parse_settings(benchmark, {name: arguments[name] for name in arguments if name in benchmark.options})
    items = {item.id: item for item in benchmark.items(settings)}
    trials = []
    for record in records:
        item, number = items[record["item"]], record["trial"]
        response = Response(record["response"], record["finish_reason"])
        trials.append(Trial(Sample(response, trial_fields(item, number)), item.prompt.text, item.id, number))
    run = score_trials(benchmark, settings, trials, benchmark.scorer(settings))
    known = [score.score for score in run.scores if score.score is not None]
    return run.of_run.get("score", fmean(known) if known else None)


@pytest.mark.parametrize("run", RUNS, ids=lambda run: f"{run[0].partition(':')[0]} {run[1]}")
def test_the_responses_give_the_scores(run):
    entry, model = run
    (row,) = (row for row in ROWS if row["model"] == model and row["run"].startswith(entry))
    score = mean_score(entry, RUNS[run])
    assert len(RUNS[run]) == int(row["num_answers"])
    assert row["score"] == "" if score is None else score == pytest.approx(float(row["score"]), rel=1e-9)


def printed(page):
    """The leaderboard on a page: a list of cells for each benchmark, below their heads."""
    text = (DOCS / page).read_text("utf-8")
    (block,) = re.findall(r"^```text\n(benchmark +local/.*?)^```", text, re.MULTILINE | re.DOTALL)
    head, _, *lines = (re.split(" {2,}", line) for line in block.splitlines())
    return head, [line for line in lines if len(line) == len(head)]


@pytest.mark.parametrize("page", ["example.md", "../README.md"])
def test_the_printed_leaderboard_is_that_of_the_responses_and_the_shipped_baselines(page):
    """Marked where a score does not count, or has a caution."""
    (_, *models), lines = printed(page)
    assert len(lines) == len({row["benchmark"] for row in ROWS}) == 10
    rows = {(row["benchmark"], row["model"]): row for row in ROWS}
    titles = {entry.card.short_title: entry.card.group for entry in list_entries()}
    for title, *cells in lines:
        known = [rows.get((titles[title], model)) for model in models[:2]]
        for row, cell in zip(known, cells[:2], strict=True):
            number, _, mark = cell.partition(" ")
            score = row["score_all_items"] or row["score"]
            assert number == (f"{float(score):.{len(number.partition('.')[2])}f}" if score else "-")
            lacks = row["all_items_low"] or not score
            assert mark == ("(*)" if row["uncounted"] else "(!)" if row["caution"] or lacks else "")
        comparable, items = known[0]["comparable_settings"], int(known[0]["num_instances"])
        beside = shipped_baselines(titles[title], comparable, items, ())
        assert [f"{baseline.baseline.partition('/')[2]} (shipped)" for baseline in beside] == models[2:]
        for baseline, cell in zip(beside, cells[2:], strict=True):
            number = cell.partition(" ")[0]
            assert number == f"{baseline.score:.{len(number.partition('.')[2])}f}"
            assert cell.endswith("(*)") == bool(baseline.uncounted)


def test_counts_in_the_prose_are_those_of_the_leaderboard():
    rows = {(row["benchmark"], row["model"][-4:]): row for row in ROWS}
    dat, aut = rows["creativity_dat", "0.5b"], rows["creativity_aut", "1.5b"]
    valid = float(dat["valid_rate"]) * 10
    cut = int(re.search(r"truncated (\d+)%", aut["unscored"])[1]) / 100 * int(aut["num_answers"])
    named = {"Two": 2, "Three": 3, "Thirteen": 13}
    text = (DOCS / "example.md").read_text("utf-8")
    assert named[re.search(r"(\w+) of its ten responses had seven valid words", text)[1]] == pytest.approx(valid)
    assert named[re.search(rf"(\w+) of {aut['num_answers']} responses never ended", text)[1]] == pytest.approx(cut)


def test_a_page_without_marks_is_refused(tmp_path, monkeypatch):
    """Nothing is written behind its end."""
    example, page = tool("example_suite"), tmp_path / "example.md"
    simulated_suite(tmp_path / "runs" / "s", n_models=1, n_items=4, benchmarks=("dat",))
    printed = subprocess.CompletedProcess((), 0, "the table\n")
    monkeypatch.setattr(example.subprocess, "run", lambda *arguments, **options: printed)
    page.write_text("# Example\n")
    with pytest.raises(hc.FileProblem, match="expected the marks"):
        example.main(tmp_path, "s", tmp_path / "example")
    assert page.read_text() == "# Example\n"
    page.write_text(f"# Example\n{example.BEGIN}\nold\n{example.END}\nEnd.\n")
    example.main(tmp_path, "s", tmp_path / "example")
    assert page.read_text() == f"# Example\n{example.BEGIN}\n```text\nthe table\n```\n{example.END}\nEnd.\n"
