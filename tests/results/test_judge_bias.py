"""What judges favour in a suite, and scores of ratings that are corrected for it."""

import json
import math

import numpy as np
import polars as pl
import pytest
from support import folders
from support.answered import answered
from support.judged import judge_reply, state
from support.judged import write_run as write_judged
from support.simulated import simulated_suite

import helm_creativity as hc
from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import JudgeReply, ParsedRating, place_name
from helm_creativity.commands import main
from helm_creativity.defaults import CALIBRATED, LENGTH_FREE, RAW
from helm_creativity.errors import BadArguments, FileProblem, NothingToSay
from helm_creativity.judges.scoring import score_trials
from helm_creativity.results.calibration import cells_of_suite
from helm_creativity.results.families import find_family, is_same_name
from helm_creativity.results.judge_bias import ALL_JUDGES, DRIFT, FAMILY, LENGTH, LENGTH_BEYOND, ORDER, PANEL
from helm_creativity.results.leaderboard import overview
from helm_creativity.results.loading import read_suite
from helm_creativity.results.rated_texts import count_words, rated_texts
from helm_creativity.results.run_stats import run_stats
from helm_creativity.results.runs import find_suites, read_run, read_suites
from helm_creativity.results.samples import all_scores, item_scores, saved_samples
from helm_creativity.results.table import Undefined

JUDGES = ("openai/gpt-4o", "google/gemini-2.0-flash", "xai/grok-4")
MODELS = ("a/m", "openai/gpt-4.1", "together/grok-4", "google/gemma-2-9b")
IDEA = "A kite that follows the fog and writes down what {} of it says to those who wait below for rain"


def text_of(n):
    """An idea of so many words, 20 or more."""
    return IDEA.format(" ".join(f"thing{place}" for place in range(n - 20)))


def write(output_path, model, *ideas):
    """A run of ideas: item, words, words of reasoning, and ratings by judge."""
    settings, states = {"protocol": "ruan2024"}, []
    for item, n, more, ratings in ideas:
        replies = [judge_reply(judge, originality=float(rating)) for judge, rating in ratings.items()]
        about = {"keyword": item, "thoughts": "so " * more}
        states.append(answered("live_idea_bench", settings, item, text_of(n), *replies, **about))
    folder = output_path / "runs" / "judged"
    write_judged(folder, model, states, stats={"judge_coverage": 1.0, "score": 5.0}, benchmark="live_idea_bench")


def analysed(output_path, metrics=None, **options):
    return read_suite(["judged"], output_path, metrics=metrics).analyse("judge_bias", **options)


def effect(tables, kind, judge):
    """The row of one effect on one judge, of those that some judge has and of those that none has."""
    hidden = [row for lacking in tables["unmeasured"].rows for row in lacking["_rows"]]
    rows = [*tables["effects"].rows, *hidden]
    return next(row for row in rows if (row["effect"], row["judge"]) == (kind, judge))


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """Of three judges the first adds 1.5 points a doubling and 2 to its own family, the second a point to the panel."""
    folder, rng = tmp_path_factory.mktemp("planted"), np.random.default_rng(8)
    for model in MODELS:
        ideas = []
        for item in range(24):
            n, worth = int(rng.integers(20, 80)), rng.normal(5, 0.5)
            said = worth + rng.normal(0, 0.3, 3)
            said[0] += 1.5 * math.log2(n / 32) + 2 * (model == "openai/gpt-4.1")
            said[1] += model == "together/grok-4"
            ideas.append((f"i{item}", n, round(10 * 2 ** (worth - 4)), dict(zip(JUDGES, said, strict=True))))
        write(folder, model, *ideas)
    return folder


def test_what_was_planted_is_found_and_nothing_else(planted):
    tables = analysed(planted)
    first, second, third = (effect(tables, LENGTH, judge) for judge in JUDGES)
    assert first["low"] < 1.5 < first["high"]
    assert first["items"] == 24
    assert second["p"] > 0.01 < third["p"]
    assert effect(tables, LENGTH_BEYOND, JUDGES[0])["low"] > 0.3
    assert effect(tables, FAMILY, JUDGES[0])["low"] > 0.5
    assert effect(tables, FAMILY, JUDGES[2])["value"] is not None
    assert effect(tables, PANEL, JUDGES[1])["low"] > 0.3
    assert effect(tables, PANEL, JUDGES[2])["value"].reason == "no response is by another judge of the panel"
    assert all(effect(tables, DRIFT, judge)["p"] > 0.01 for judge in JUDGES)
    assert effect(tables, LENGTH, ALL_JUDGES)["p_holm"] is None
    for row in tables["effects"].rows:
        assert row["judge"] == ALL_JUDGES or isinstance(row["p"], Undefined) or row["p"] <= row["p_holm"] <= 1
    lacking = tables["unmeasured"].rows[0]
    assert (lacking["effect"], lacking["reason"]) == (ORDER, "each question was about one text")


def test_means_at_equal_length_by_hand(tmp_path):
    """Ratings rise by 2 a doubling. The second model writes one more doubling, then two, and is rated 3 higher.

    The models are 0.5, then 1 doubling from the item's mean: ± 0.75 · 2 points go, and both are worth the same.
    """
    for model, lengths in (("a/short", (20, 20)), ("b/long", (40, 80))):
        ideas = [(f"i{item}", n, 0, {"x/j": 1 + 2 * math.log2(n / 20)}) for item, n in enumerate(lengths)]
        write(tmp_path, model, *ideas)
    tables = analysed(tmp_path)
    assert effect(tables, LENGTH, "x/j")["value"] == pytest.approx(2)
    found = [(row["model"], row["raw"], row["adjusted"]) for row in tables["models"].rows]
    assert found == [
        ("b/long", pytest.approx(4), pytest.approx(2.5)),
        ("a/short", pytest.approx(1), pytest.approx(2.5)),
    ]
    assert tables["models"].rows[1]["words"] == pytest.approx(20)


@pytest.mark.parametrize(
    ("judges", "models", "lengths", "expected"),
    [
        (["x/j"], MODELS, (20, 80), dict.fromkeys((LENGTH_BEYOND, PANEL, DRIFT), "no other judge rated the same")),
        (["x/j", "x/k"], MODELS, (30, 31), {LENGTH: "all lengths are equal within items and models"}),
        (["local/a", "local/b"], MODELS, (20, 80), {FAMILY: "no item has responses by its family and by others"}),
        (["x/a", "x/b"], ["x/m", "x/n"], (20, 80), {FAMILY: "no item has responses by its family and by others"}),
    ],
)
def test_what_cannot_be_measured_is_said(tmp_path, judges, models, lengths, expected):
    rng = np.random.default_rng(3)
    for model in models:
        ideas = [
            (f"i{item}", int(rng.integers(*lengths)), 0, {judge: rng.integers(1, 8) for judge in judges})
            for item in range(9)
        ]
        write(tmp_path, model, *ideas)
    tables = analysed(tmp_path)
    for kind, reason in expected.items():
        assert effect(tables, kind, judges[0])["value"].reason.startswith(reason)


def test_families_may_be_named(planted, tmp_path):
    """Those of others follow from their names; a name that nobody has is noted."""
    families = tmp_path / "families.csv"
    families.write_text("model,group\na/m,google\nopenai/gpt-4.1,another\nno/one,x\n")
    tables = analysed(planted, families=str(families))
    assert effect(tables, FAMILY, JUDGES[0])["value"].reason.startswith("no item has responses by its family")
    assert any("no run is of or was rated by: 'no/one'" in note for note in tables["effects"].notes)
    families.write_text("model\na/m\n")
    with pytest.raises(BadArguments, match="expected a column 'group'"):
        analysed(planted, families=str(families))


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("together/llama-3.1-8b-instruct-turbo", "meta"),
        ("openai/o3-mini", "openai"),
        ("deepseek-ai/deepseek-r1-distill-llama-70b", "deepseek"),
        ("local/my-model", ""),
        ("creativity/lexical-judge", ""),
        ("x/philosopher", "x"),
    ],
)
def test_families_follow_from_names(name, family):
    assert find_family(name) == family
    assert is_same_name(name, f"other/{name.partition('/')[2]}".upper())
    assert not is_same_name(name, f"{name}-mini")


def test_words_are_what_stands_between_spaces():
    found = [count_words(text) for text in ("two words", "创意测试", "a  b\nc", " \n", "")]
    np.testing.assert_array_equal(found, [2, 5, 3, math.nan, math.nan])


def test_several_texts_of_a_question_are_measured_one_by_one(tmp_path):
    """Uses of one answer: each has its own length and place; counts of groups are no ratings."""
    settings = {"protocol": "wenger2025", "embedding": "builtin"}
    ratings = [{"originality": ParsedRating(3.0 * n)} for n in (1, 2)]
    replies = [JudgeReply("x/one", "uses", place_name(n), one, place=n) for n, one in enumerate(ratings, start=1)]
    text = "1. doorstop\n2. a seat for a small garden gnome"
    states = [answered("aut", settings, item, text, *replies, object=item) for item in ("brick", "rope")]
    more = {"group": "creativity_aut", "benchmark": "aut", "stats": {"judge_coverage": 1.0, "score": 1.0}}
    write_judged(tmp_path / "runs" / "judged", "a/m", states, **more, **settings)
    suite, problems = read_suite(["judged"], tmp_path), []
    facts = rated_texts(suite.runs, cells_of_suite(suite)[0], problems)
    assert problems == []
    found = {unit[1:]: (fact.words, fact.place) for unit, fact in facts.items()}
    assert (found["brick", "0#1"], found["brick", "0#2"]) == ((1, 1), (7, 2))
    # Both items differ by 3, which is the whole spread of the judge's ratings: 3 / 1.5 = 2 less the degree of freedom.
    order = effect(suite.analyse("judge_bias"), ORDER, "x/one")["value"]
    assert order == pytest.approx(3 / np.std([3, 6, 3, 6], ddof=1))


def test_what_no_benchmark_here_knows_has_no_lengths(tmp_path):
    """What is known without them is still said. One response of one judge, or a suite without judges, says nothing."""
    gone = {"group": "creativity_gone", "stats": {"judge_coverage": 1.0, "score": 1.0}}
    for place, model in enumerate(("a/m", "b/n", "x/o")):
        rated = ({"x/one": (2 * n + place) % 5, "y/two": (3 * n + place) % 5} for n in range(6))
        states = [
            state(f"i{n}", *(judge_reply(judge, originality=float(value)) for judge, value in own.items()))
            for n, own in enumerate(rated)
        ]
        write_judged(tmp_path / "runs" / "judged", model, states, **gone)
    tables = analysed(tmp_path, metrics={"creativity_gone": "score"})
    assert effect(tables, LENGTH, "x/one")["value"].reason == "the lengths of the rated texts are unknown"
    assert effect(tables, FAMILY, "x/one")["ratings"] == 18
    assert sum("there is no benchmark 'creativity_gone' here" in note for note in tables["effects"].notes) == 3
    assert "models" not in {table.name for table in tables}
    write(tmp_path / "one", "a/m", ("fog", 20, 0, {"x/j": 3}))
    folders.write_run(tmp_path / "none/runs/judged", stats={"score": 1.0}, signature="dat|x")
    for place, why in (("one", "length: no item has two rated responses; .*no other judge"), ("none", "no judge gave")):
        with pytest.raises(NothingToSay, match=why):
            analysed(tmp_path / place)


RATERS = ("a/lenient", "b/middling", "c/strict")
SETTINGS = {"protocol": "agc2026", "prompts": "own", "judges": "+".join(RATERS)}
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
    trials = [sample.as_trial for sample in saved_samples(read_run(where))]
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
            ratings = dict.fromkeys(RATERS, 25 + rng.normal(0, 1) + 3 * (doublings - 5))
            responses.append((item, " ".join((TEXT.split() * 16)[: 2**doublings]), ratings))
        write_model(folder, model, responses)
    return folder


@pytest.fixture(scope="module")
def severe(tmp_path_factory):
    """Two pairs of models of equal worth: of each, one met lenient judges and one strict ones."""
    folder, rng = tmp_path_factory.mktemp("severe"), np.random.default_rng(4)
    severity = dict(zip(RATERS, (-6, 0, 6), strict=True))
    for model, worth in (("a/good-lenient", 34), ("b/good-strict", 34), ("c/poor-lenient", 26), ("d/poor-strict", 26)):
        panel, responses = RATERS[1:] if model.endswith("strict") else RATERS[:2], []
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
    found = {row["model"]: (row["score"], row["raw_score"]) for row in table.rows}
    assert found == {model: (run.stats["score"], run.stats["raw_score"]) for model, run in runs.items()}
    for notes in (table.notes, overview(suite).notes):
        assert ("Reference judge: b/middling" in "\n".join(notes)) == (how == CALIBRATED)


def test_corrected_ratings_as_a_table(severe, lengthy, tmp_path, capsys):
    """A row for each response: its text, the mean rating, and what corrections make of it, which rises with θ."""
    for folder, lacking in ((severe, True), (lengthy, False)):
        wanted = ["--table", "rated_texts", "--format", "jsonl"]
        assert main(["export", "s", "--output-path", str(folder), "--out", str(tmp_path), *wanted]) == 0
        rows = pl.read_ndjson(tmp_path / "rated_texts.jsonl").sort("theta")
        for run in runs_in(folder):
            own = rows.filter(model=run.model)
            assert own["rating"].mean() == pytest.approx(run.stats["score"])
            assert own["length_free"].is_null().to_list() == [lacking] * len(ITEMS)
            assert own["theta_se"].min() > 0
            assert own["text"].str.starts_with(TEXT[:10]).all()
            assert own["calibrated"].is_sorted()
            assert set(own["calibrated"]) <= set(range(10, 51))
    assert "no length-free ratings of creativity: all lengths are equal" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("how", "panel", "problem"),
    [
        (CALIBRATED, RATERS[:1], "no calibrated score of b/n: creativity: a/lenient alone gave ratings"),
        (LENGTH_FREE, RATERS, "no length-free score of b/n: creativity: all lengths are equal within"),
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
    with pytest.raises(FileProblem, match=r"no calibrated score of acorn/model-001: its judges were asked"):
        read_suite(["s"], tmp_path, scores=CALIBRATED)
    with pytest.raises(hc.BadArguments, match="got 'calibrate'; did you mean 'calibrated'"):
        hc.load_suite("s", output_path=tmp_path, scores="calibrate")
