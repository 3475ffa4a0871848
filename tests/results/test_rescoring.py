"""Scores of corrected ratings: planted severity and length go, and scores on the raw ratings stay as they were."""

import json

import numpy as np
import polars as pl
import pytest
from support import folders
from support.answered import answered
from support.judged import judge_reply
from support.judged import write_run as write_judged
from support.simulated import simulated_suite
from support.studies import study

import helm_creativity as hc
from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.commands import main
from helm_creativity.defaults import CALIBRATED, LENGTH_FREE, RAW
from helm_creativity.errors import FileProblem
from helm_creativity.judges.scoring import score_trials
from helm_creativity.results.leaderboard import overview
from helm_creativity.results.loading import read_suite
from helm_creativity.results.run_stats import run_stats
from helm_creativity.results.runs import find_suites, read_suites
from helm_creativity.results.samples import all_scores, item_scores, saved_samples

JUDGES = ("a/lenient", "b/middling", "c/strict")
SETTINGS = {"protocol": "agc2026", "prompts": "own", "judges": "+".join(JUDGES)}
ITEMS = tuple(f"item {place}" for place in range(30))
TEXT = "The fog is a letter that nobody signed"


def write_model(folder, model, responses):
    """A run of responses, each an item, its text and the ratings by judge; with the stats that HELM's metric writes."""
    benchmark, states = get_benchmark("metaphor"), []
    parsed = parse_settings(benchmark, SETTINGS, require=False)
    for place, (item, text, ratings) in enumerate(responses):
        on_scale = {judge: float(np.clip(round(value), 10, 50)) for judge, value in ratings.items()}
        replies = [judge_reply(judge, "", creativity=value) for judge, value in on_scale.items()]
        states.append(answered("metaphor", SETTINGS, item, text, *replies, number=place))
    about = {"group": benchmark.card.group, "benchmark": "metaphor", "comparable": "metaphor|x", **SETTINGS}
    where = write_judged(folder / "runs" / "s", model, states, stats={"score": 0.0}, **about)
    run = next(run for run in runs_in(folder) if run.model == model)
    trials = [sample.as_trial for sample in saved_samples(run)]
    scored = score_trials(benchmark, parsed, trials, benchmark.scorer(parsed))
    stats = run_stats(scored.scores, [trial.item for trial in trials], scored.of_run)
    entries = [folders.entry(trial.item, score=score.score) for trial, score in zip(trials, scored.scores, strict=True)]
    (where / "per_instance_stats.json").write_text(json.dumps(entries))
    known = [folders.stat(name, value) for name, value in stats.items() if value is not None]
    (where / "stats.json").write_text(json.dumps(known))


def runs_in(folder):
    return read_suites(find_suites(["s"], folder)).runs


@pytest.fixture(scope="module")
def lengthy(tmp_path_factory):
    """Two models of equal worth; the second writes twice as much, and each doubling adds three points of 40."""
    folder, rng = tmp_path_factory.mktemp("lengthy"), np.random.default_rng(3)
    for model, longer in (("a/brief", 0), ("b/wordy", 1)):
        responses = []
        for item in ITEMS:
            doublings = 4 + longer + rng.integers(0, 3)
            ratings = dict.fromkeys(JUDGES, 25 + rng.normal(0, 1) + 3 * (doublings - 5))
            responses.append((item, " ".join((TEXT.split() * 16)[: 2**doublings]), ratings))
        write_model(folder, model, responses)
    return folder


@pytest.fixture(scope="module")
def severe(tmp_path_factory):
    """Two pairs of models of equal worth: of each, one met lenient judges and one strict ones."""
    folder, rng = tmp_path_factory.mktemp("severe"), np.random.default_rng(4)
    severity = dict(zip(JUDGES, (-6, 0, 6), strict=True))
    for model, worth in (("a/good-lenient", 34), ("b/good-strict", 34), ("c/poor-lenient", 26), ("d/poor-strict", 26)):
        panel, responses = JUDGES[1:] if model.endswith("strict") else JUDGES[:2], []
        for item in ITEMS:
            quality = worth + rng.normal(0, 4)
            ratings = {judge: quality - severity[judge] + rng.normal(0, 1.5) for judge in panel}
            responses.append((item, TEXT, ratings))
        write_model(folder, model, responses)
    return folder


def corrected(folder, how):
    suite = read_suite(["s"], folder, scores=how)
    assert suite.problems == ()
    return suite, {run.model: run for run in suite.runs}


def test_planted_length_goes(lengthy):
    """The longer model leads by three points of raw scores and by nothing of those without length."""
    (_, raw), (_, free) = corrected(lengthy, RAW), corrected(lengthy, LENGTH_FREE)
    assert raw["b/wordy"].stats["score"] - raw["a/brief"].stats["score"] > 2
    assert free["b/wordy"].stats["score"] == pytest.approx(free["a/brief"].stats["score"], abs=0.6)
    for model, run in free.items():
        assert run.stats["raw_score"] == raw[model].stats["score"]
        assert run.stats["score_se"] < raw[model].stats["score_se"]
        assert run.comparable == raw[model].comparable + "|scores:length_free"


def test_planted_severity_goes(severe):
    """Models of equal worth are equal, whoever rated them; those of unlike worth stay apart."""
    raw, fair = (
        {model[2:]: run.stats["score"] for model, run in corrected(severe, how)[1].items()} for how in HOWS[:2]
    )
    for kind in ("good", "poor"):
        assert raw[f"{kind}-lenient"] - raw[f"{kind}-strict"] > 4
        assert fair[f"{kind}-lenient"] == pytest.approx(fair[f"{kind}-strict"], abs=2.0)
    assert fair["good-strict"] - fair["poor-lenient"] > 4


HOWS = (RAW, CALIBRATED, LENGTH_FREE)


@pytest.mark.parametrize("how", HOWS[1:])
def test_corrected_scores_stand_beside_raw_ones_and_say_how_they_were_made(how, severe, lengthy):
    """A score is the mean of those of its responses, so that intervals and ranks are of corrected scores, too."""
    suite, runs = corrected(severe if how == CALIBRATED else lengthy, how)
    for run in runs.values():
        found = item_scores(run, "score", "test")
        tidy = all_scores(run).filter(pl.col("stat") == "score")
        assert (tidy["value"].to_list(), tidy["item"].to_list()) == (found.values.tolist(), list(found.items))
        assert found.values.mean() == pytest.approx(run.stats["score"])
        assert (len(found.items), set(found.trials.tolist())) == (len(ITEMS), {0})
    (table,) = suite.leaderboards()
    for row in table.rows:
        stats = runs[row["model"]].stats
        assert (row["score"], row["raw_score"]) == (stats["score"], stats["raw_score"])
    for notes in (table.notes, overview(suite).notes):
        text = "\n".join(notes)
        assert "Spearman's ρ with raw scores" in text
        assert ("Reference judge: b/middling" in text) == (how == CALIBRATED)


def test_corrected_ratings_as_a_table(severe, lengthy, tmp_path, capsys):
    """A row for each response: its text, the mean rating, and what corrections make of it, which rises with θ."""
    for folder, lacking in ((severe, True), (lengthy, False)):
        wanted = ["--table", "rated_texts", "--format", "jsonl"]
        assert main(["export", "s", "--output-path", str(folder), "--out", str(tmp_path), *wanted]) == 0
        rows = [json.loads(line) for line in (tmp_path / "rated_texts.jsonl").read_text().splitlines()]
        for run in runs_in(folder):
            own = sorted((row for row in rows if row["model"] == run.model), key=lambda row: row["theta"])
            assert len(own) == len(ITEMS)
            assert np.mean([row["rating"] for row in own]) == pytest.approx(run.stats["score"])
            assert {row["length_free"] is None for row in own} == {lacking}
            assert all(row["theta_se"] > 0 and row["text"].startswith(TEXT[:10]) for row in own)
            calibrated = [row["calibrated"] for row in own]
            assert calibrated == sorted(calibrated)
            assert set(calibrated) <= set(range(10, 51))
    assert "no length-free ratings of creativity: all lengths are equal" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("how", "panel", "problem"),
    [
        (CALIBRATED, JUDGES[:1], "no calibrated score of a/m, b/n: creativity: a/lenient alone gave ratings"),
        (LENGTH_FREE, JUDGES, "no length-free score of a/m, b/n: creativity: all lengths are equal within"),
    ],
)
def test_runs_that_cannot_be_corrected_are_left_out_with_the_reason(how, panel, problem, tmp_path):
    for model in ("a/m", "b/n"):
        write_model(tmp_path, model, [(item, TEXT, dict.fromkeys(panel, 20.0)) for item in ITEMS[:3]])
    with pytest.raises(FileProblem, match=problem):
        read_suite(["s"], tmp_path, scores=how)


def test_other_scores_are_refused(tmp_path):
    """As is a run whose saved questions are not those that are asked now: it is not one without ratings."""
    simulated_suite(tmp_path / "runs" / "s", benchmarks=("metaphor",), n_models=4, n_items=4, baselines=False)
    with pytest.raises(FileProblem, match=r"no calibrated score of acorn/model-001, .*: its judges were asked"):
        read_suite(["s"], tmp_path, scores=CALIBRATED)
    with pytest.raises(hc.BadArguments, match="got 'calibrate'; did you mean 'calibrated'"):
        hc.load_suite("s", output_path=tmp_path, scores="calibrate")


def test_composites_are_compared_with_raw_ones():
    """On two benchmarks of the same scores the composites have the order of each; ρ is 1 - 6 · 2 / (4 · 15)."""
    score, raw = np.array([1.0, 2.0, 3.0, 5.0]), np.array([2.0, 1.0, 3.0, 9.0])
    suite = study(np.column_stack([score, score]), stats={"raw_score": np.column_stack([raw, raw])})
    notes = suite.analyse("composite").notes
    assert "Spearman's ρ with raw composites: .800 over 4 models" in notes
