"""Scores of corrected ratings: planted severity and length go, and scores on the raw ratings stay as they were."""

import json
import math
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from scipy.stats import spearmanr, zscore
from support import folders
from support.judged import judge_reply, state
from support.judged import write_run as write_judged
from support.simulated import simulated_suite

import helm_creativity as hc
from helm_creativity.cli import main
from helm_creativity.core.benchmark import parse_settings
from helm_creativity.core.follow_ups import Trial
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.types import Response, Sample
from helm_creativity.defaults import CALIBRATED, LENGTH_FREE, RAW
from helm_creativity.judges.drivers import AskingDriver
from helm_creativity.judges.scoring import score_trials
from helm_creativity.reports.overview import overview
from helm_creativity.results.leaderboard import raw_composite
from helm_creativity.results.rescoring import RAW_SCORE, corrected_ratings, with_corrected_scores
from helm_creativity.results.run_stats import run_stats
from helm_creativity.results.runs import read_suite
from helm_creativity.results.samples import all_scores, item_scores, saved_samples
from helm_creativity.results.study import ScoreColumn, ScoreMatrix

JUDGES = ("a/lenient", "b/middling", "c/strict")
SETTINGS = {"protocol": "agc2026", "prompts": "own", "judges": "+".join(JUDGES)}
ITEMS = tuple(f"item {place}" for place in range(30))


class RatingPanel:
    """Rates a response as it is told."""

    def __init__(self):
        self.ratings = {}

    def left_out(self, model):
        return ()

    def ask_about(self, rubric, question, model, unit, about=""):
        (dimension,) = rubric.dimensions
        values = self.ratings if rubric.scale is not None else {}
        return [judge_reply(judge, rubric.name, **{dimension: value}) for judge, value in values.items()]


def write_model(folder, model, responses, name="metaphor", settings=SETTINGS):
    """A run of responses, each an item, its text and the ratings by judge; with the stats that HELM's metric writes."""
    benchmark = get_benchmark(name)
    parsed = parse_settings(benchmark, settings, require=False)
    panel = RatingPanel()
    driver = AskingDriver(benchmark, parsed, panel)
    states = []
    for place, (item, text, ratings) in enumerate(responses):
        panel.ratings = ratings
        fields = {"number": place}
        asked = Trial(Sample(Response(text, "stop"), fields), "?", item, 0)
        found = state(item, annotation=driver.annotation(asked, None))
        found["result"]["completions"][0] |= {"text": text, "finish_reason": {"reason": "stop"}}
        found["instance"]["extra_data"] = fields
        states.append(found)
    group = benchmark.card.group
    where = write_judged(folder, model, states, group=group, benchmark=name, comparable=f"{name}|x", **settings)
    run = next(run for run in read_suite(folder)[0] if run.model == model)
    trials = [sample.as_trial for sample in saved_samples(run)]
    scored = score_trials(benchmark, parsed, trials, benchmark.scorer(parsed))
    stats = run_stats(scored.scores, [trial.item for trial in trials], scored.of_run)
    entries = [folders.entry(trial.item, score=score.score) for trial, score in zip(trials, scored.scores, strict=True)]
    (where / "per_instance_stats.json").write_text(json.dumps(entries))
    (where / "stats.json").write_text(
        json.dumps(
            [
                {"name": {"name": stat, "split": "test"}, "count": 1, "mean": value}
                for stat, value in stats.items()
                if value is not None
            ]
        )
    )


def rounded(value):
    """A rating on the scale from 10 to 50."""
    return float(np.clip(round(value), 10, 50))


TEXT = "The fog is a letter that nobody signed"


def words(count):
    return " ".join((TEXT.split() * math.ceil(count / 8))[:count])


@pytest.fixture(scope="module")
def lengthy(tmp_path_factory):
    """Two models of equal worth; the second writes twice as much, and each doubling adds three points of 40."""
    folder = tmp_path_factory.mktemp("lengthy") / "runs" / "s"
    rng = np.random.default_rng(3)
    for model, longer in (("a/brief", 0), ("b/wordy", 1)):
        responses = []
        for item in ITEMS:
            doublings = 4 + longer + rng.integers(0, 3)
            quality = 25 + rng.normal(0, 1)
            ratings = {judge: rounded(quality + 3 * (doublings - 5)) for judge in JUDGES}
            responses.append((item, words(2**doublings), ratings))
        write_model(folder, model, responses)
    return folder


@pytest.fixture(scope="module")
def severe(tmp_path_factory):
    """Four models in two pairs of equal worth; of each pair one met lenient judges alone and one strict ones alone.

    The judge in the middle rates all of them, so that they are linked.
    """
    folder = tmp_path_factory.mktemp("severe") / "runs" / "s"
    rng = np.random.default_rng(4)
    severity = dict(zip(JUDGES, (-6, 0, 6), strict=True))
    for model, worth, panel in (
        ("a/good-lenient", 34, JUDGES[:2]),
        ("b/good-strict", 34, JUDGES[1:]),
        ("c/poor-lenient", 26, JUDGES[:2]),
        ("d/poor-strict", 26, JUDGES[1:]),
    ):
        responses = []
        for item in ITEMS:
            quality = worth + rng.normal(0, 4)
            ratings = {judge: rounded(quality - severity[judge] + rng.normal(0, 1.5)) for judge in panel}
            responses.append((item, TEXT, ratings))
        write_model(folder, model, responses)
    return folder


def scores(folder, how):
    problems = []
    found = with_corrected_scores(read_suite(folder)[0], how, problems)
    assert problems == []
    return {run.model: run for run in found}


def test_planted_length_goes(lengthy):
    """The longer model leads by three points of raw scores and by nothing of those without length."""
    raw, free = scores(lengthy, RAW), scores(lengthy, LENGTH_FREE)
    assert raw["b/wordy"].stats["score"] - raw["a/brief"].stats["score"] > 2
    assert free["b/wordy"].stats["score"] == pytest.approx(free["a/brief"].stats["score"], abs=0.6)
    for model in raw:
        assert free[model].stats[RAW_SCORE] == raw[model].stats["score"]
        assert free[model].stats["score_se"] < raw[model].stats["score_se"]
        assert free[model].comparable == raw[model].comparable + "|scores:length_free"


def test_planted_severity_goes(severe):
    """Models of equal worth are equal, whoever rated them; those of unlike worth stay apart."""
    raw, fair = scores(severe, RAW), scores(severe, CALIBRATED)
    for kind in ("good", "poor"):
        lenient, strict = (next(name for name in raw if f"{kind}-{panel}" in name) for panel in ("lenient", "strict"))
        assert raw[lenient].stats["score"] - raw[strict].stats["score"] > 4
        assert fair[lenient].stats["score"] == pytest.approx(fair[strict].stats["score"], abs=2.0)
    assert fair["b/good-strict"].stats["score"] - fair["c/poor-lenient"].stats["score"] > 4


@pytest.mark.parametrize("how", [CALIBRATED, LENGTH_FREE])
def test_responses_have_the_scores_of_which_the_mean_is_the_score(how, severe, lengthy):
    """So intervals and ranks are of corrected scores, too."""
    for run in scores(severe if how == CALIBRATED else lengthy, how).values():
        found = item_scores(run, "score", "test")
        tidy = all_scores(run).filter(pl.col("stat") == "score")
        assert tidy["value"].to_list() == found.values.tolist()
        assert tidy["item"].to_list() == list(found.items)
        assert found.values.mean() == pytest.approx(run.stats["score"])
        assert (len(found.items), set(found.trials.tolist())) == (len(ITEMS), {0})


def test_without_a_correction_runs_are_as_they_are(lengthy):
    runs = read_suite(lengthy)[0]
    assert with_corrected_scores(runs, RAW, []) == tuple(runs)


def test_scoring_raw_ratings_again_changes_nothing(lengthy, monkeypatch):
    """A correction by nothing gives every stat that the run had."""
    from helm_creativity.results import rescoring

    monkeypatch.setattr(rescoring.CorrectedRating, "correct", lambda self, rating: rating)
    raw, same = scores(lengthy, RAW), scores(lengthy, LENGTH_FREE)
    for model in raw:
        assert {name: value for name, value in same[model].stats.items() if name != RAW_SCORE} == raw[model].stats


def test_corrected_ratings_are_the_reference_judges(severe):
    """One rating of a response, which rises with θ; the reference judge's own category."""
    runs = read_suite(severe)[0]
    corrections = corrected_ratings(runs, CALIBRATED, [])
    (ratings,) = corrections.cells.values()
    assert len(ratings) == 4 * len(ITEMS)
    ordered = sorted(ratings.values(), key=lambda rating: rating.theta)
    assert [rating.value for rating in ordered] == sorted(rating.value for rating in ordered)
    assert {rating.value for rating in ordered} <= set(range(10, 51))
    assert ordered[0].correct(50) == ordered[0].value


def test_corrected_ratings_as_a_table(severe, lengthy, tmp_path, capsys):
    """A row for each response: its text, the mean rating, and what corrections make of it."""
    for folder, lacking in ((severe, "length_free"), (lengthy, None)):
        out = tmp_path / "rated.jsonl"
        assert main(["export", "ratings", str(folder), "--corrected", "--out", str(out)]) == 0
        rows = [json.loads(line) for line in out.read_text().splitlines()]
        raw = {run.model: run.stats["score"] for run in read_suite(folder)[0]}
        for model, score in raw.items():
            own = [row for row in rows if row["model"] == model]
            assert len(own) == len(ITEMS)
            assert np.mean([row["rating"] for row in own]) == pytest.approx(score)
            assert {row["length_free"] is None for row in own} == {lacking == "length_free"}
            assert all(row["theta_se"] > 0 and 10 <= row["calibrated"] <= 50 for row in own)
            assert all(row["text"].startswith(TEXT[:10]) for row in own)
    assert "no length-free ratings of creativity: all lengths are equal" in capsys.readouterr().err


@pytest.mark.parametrize("how", [CALIBRATED, LENGTH_FREE])
def test_the_leaderboard_has_raw_scores_beside_corrected_ones(how, severe, lengthy, tmp_path):
    """And says how they were made, and how models' order agrees with the raw one."""
    out = tmp_path / "table.json"
    folder = severe if how == CALIBRATED else lengthy
    assert main(["leaderboard", str(folder), "--scores", how, "--out", str(out)]) == 0
    (table,) = json.loads(out.read_text())
    found = scores(folder, how)
    for row in table["rows"]:
        stats = found[row["model"]].stats
        assert (row["score"], row["raw_score"]) == pytest.approx((stats["score"], stats[RAW_SCORE]))
    assert "Spearman's ρ with raw scores" in table["notes"][0]
    assert ("Reference judge: b/middling." in table["notes"][0]) == (how == CALIBRATED)


def test_pages_of_calibrated_scores_name_the_reference_judge(severe, tmp_path):
    """The report, Markdown and the table of all benchmarks."""
    report, page = tmp_path / "report.html", tmp_path / "table.md"
    assert main(["report", str(severe), "--scores", CALIBRATED, "--out", str(report)]) == 0
    assert main(["leaderboard", str(severe), "--scores", CALIBRATED, "--out", str(page)]) == 0
    for path in (report, page):
        assert "Reference judge: b/middling" in path.read_text("utf-8")
    (table,) = overview(scores(severe, CALIBRATED).values(), 200, print)
    assert [note for note in table.notes if "Reference judge: b/middling" in note]
    assert [note for note in table.notes if "Spearman's ρ with raw scores" in note]


def test_other_scores_are_refused(severe):
    with pytest.raises(hc.BadArguments, match="got 'calibrate'; did you mean 'calibrated'"):
        hc.load_suite(severe.parents[1], "s", scores="calibrate")
    found = hc.load_suite(severe.parents[1], "s", scores=CALIBRATED)
    assert repr(found) == "LoadedSuite(s: 4 models, 1 column, 4 runs)"
    assert found.collected.runs[0].corrected


@pytest.mark.parametrize(
    ("how", "panel", "text", "problem"),
    [
        (
            CALIBRATED,
            JUDGES[:1],
            TEXT,
            "creativity_metaphor: no calibrated score of a/m, b/n: creativity: a/lenient alone gave ratings; with one "
            "judge, severity cannot be separated from response quality",
        ),
        (
            LENGTH_FREE,
            JUDGES,
            TEXT,
            "creativity_metaphor: no length-free score of a/m, b/n: creativity: all lengths are equal within items and "
            "models",
        ),
    ],
)
def test_runs_that_cannot_be_corrected_are_left_out_with_the_reason(how, panel, text, problem, tmp_path):
    """They would share a table with corrected ones."""
    folder = tmp_path / "runs" / "s"
    for model in ("a/m", "b/n"):
        write_model(folder, model, [(item, text, dict.fromkeys(panel, 20.0 + len(model))) for item in ITEMS[:3]])
    problems = []
    assert with_corrected_scores(read_suite(folder)[0], how, problems) == ()
    assert problems == [problem]


def test_ratings_of_other_questions_are_no_missing_ratings(tmp_path):
    """A run whose saved questions are not those that are asked now is left out, not shown as one without ratings."""
    simulated_suite(tmp_path / "runs" / "s", benchmarks=("metaphor",), n_models=4, n_items=4, baselines=False)
    problems = []
    assert with_corrected_scores(read_suite(tmp_path / "runs" / "s")[0], CALIBRATED, problems) == ()
    (problem,) = problems
    assert problem.startswith("creativity_metaphor: no calibrated score of acorn/model-001, ")
    assert problem.endswith(": its judges were asked other questions than this version of the benchmark asks them")


def test_composites_are_compared_with_raw_ones(severe):
    """On two benchmarks of the same scores the composites have the order of each."""
    runs = list(scores(severe, CALIBRATED).values())
    rho = spearmanr([run.stats[RAW_SCORE] for run in runs], [run.stats["score"] for run in runs]).statistic
    copies = [replace(run, group="creativity_design_problems") for run in runs]
    (table,) = overview([*runs, *copies], 200, print)
    assert table.notes[-1] == f"Spearman's ρ with raw overall z: {f'{rho:.3f}'.removeprefix('0')} over 4 models"
    score, raw = np.array([[run.stats["score"], run.stats[RAW_SCORE]] for run in runs]).T
    columns = tuple(ScoreColumn(key, key, key, "d", key, 30) for key in "ab")
    table = np.column_stack([score, score])
    study = ScoreMatrix(tuple(run.model for run in runs), columns, table, 0 * table, {RAW_SCORE: table})
    assert raw_composite(study) == pytest.approx(dict(zip(study.models, zscore(score, ddof=1), strict=True)))
    study = replace(study, stats={RAW_SCORE: np.column_stack([raw, raw])})
    assert raw_composite(study) == pytest.approx(dict(zip(study.models, zscore(raw, ddof=1), strict=True)))
