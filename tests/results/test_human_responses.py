"""People beside models: their samples, released responses of them, and one scale for people and models."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.agc_human import write_responses
from support.folders import entry, write_run
from support.given import annotation_with
from support.participants import column, sample, suite_beside

from helm_creativity.benchmark.base import comparable_key, parse_settings
from helm_creativity.benchmark.card import Norm
from helm_creativity.benchmark.follow_ups import FOLLOW_UPS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating
from helm_creativity.errors import BadArguments, FileProblem, NothingToSay
from helm_creativity.psychometrics.common_scale import length_residuals, z_within
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.reports.tables import render
from helm_creativity.results.human_responses import load_human_responses, ratings_beside
from helm_creativity.results.loading import read_suite
from helm_creativity.results.norms import differing_parts
from helm_creativity.results.people import (
    people_in_columns,
    percentile_columns,
    rating_count,
    sample_scores,
)
from helm_creativity.results.runs import Run

METAPHORS = (0, 1, 3, 6, 8)
TEXT = 'a cat, yawning; "late" and so is the next line\nof it'
STORY = "A man walked home and sang. His dog slept by the door."
ROWS = [
    *(
        ("human", "human_001", "Metaphor", number, TEXT, rating)
        for number, rating in zip(METAPHORS, (10, 20, 30, 40, 50), strict=True)
    ),
    ("human", "human_002", "Metaphor", 0, "a bus", 20),
    ("human", "human_002", "Metaphor", 1, "a tram", ""),
    ("llm", "vendor/model", "Metaphor", 3, "a tide", 44),
    *(("human", "human_001", "AUT", number, "doorstop; red pigment", 12) for number in range(5)),
    *(("human", "human_001", "Story", number, STORY, 12) for number in range(5)),
]


@pytest.fixture
def released(tmp_path):
    return write_responses(tmp_path / "released.csv", ROWS)


def test_norms_are_over_people(released):
    """Person 1 has the mean 30, person 2 20: mean 25, sd √50; a missing rating is in no mean."""
    rows = ratings_beside(load_human_responses(released)).rows
    people, models = [row for row in rows if row["benchmark"] == "metaphor"]
    own = {"who": "people (agc-human)", "n": 2, "responses": 6, "mean": 25.0, "sd": pytest.approx(50**0.5)}
    assert own.items() <= people.items()
    assert (models["who"], models["n"], models["mean"]) == ("models (agc-human)", 1, 44.0)
    assert models["sd"].reason == "there is one author"
    assert {row["benchmark"] for row in rows} == {"aut", "metaphor", "story"}


def run_of(comparable, **stats):
    return Run(
        "a run",
        "creativity_metaphor",
        "local/mine",
        {"comparable": comparable},
        {"creativity": 33.0, "num_answers": 15.0, "valid_rate": 0.8, **stats},
    )


def test_runs_stand_behind_people_and_models(released):
    key = "metaphor|protocol:agc2026|prompts:authors/5@sha256:0|judges:local/agc-judge|card:4"
    table = ratings_beside(load_human_responses(released), [run_of("metaphor|protocol:other"), run_of(key)])
    assert "only if AGC-Judge is its judge and prompts=authors" in render(table)
    rows = table.records()
    people, models, own = [row for row in rows if row["benchmark"] == "metaphor"]
    assert [row["who"] for row in (people, models)] == ["people (agc-human)", "models (agc-human)"]
    assert {row["judges"] for row in (people, models)} == {"AGC-Judge"}
    known = {"who": "local/mine", "n": None, "responses": 12, "mean": 33.0, "sd": None}
    assert {**known, "judges": "local/agc-judge", "prompts": "authors/5@sha256:0"}.items() <= own.items()


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            ("human", "h", "Chess", 0, "x", 20),
            "line 2: expected who wrote it and a known task, got 'human' and 'Chess'",
        ),
        (("human", "h", "AUT", "one", "x", 20), "line 2: invalid literal"),
        (("human", "h", "AUT", 0, "x", 51), "expected a rating from 10 to 50, got 51"),
    ],
)
def test_another_file_is_refused(tmp_path, row, message):
    with pytest.raises(FileProblem, match=message):
        load_human_responses(write_responses(tmp_path / "x.csv", [row]))


def test_what_is_missing_is_named(tmp_path):
    (tmp_path / "y.csv").write_text("task,response\nAUT,x\n")
    with pytest.raises(FileProblem, match="'entity_type' is missing"):
        load_human_responses(tmp_path / "y.csv")
    with pytest.raises(FileProblem, match="fetch agc-human"):
        load_human_responses()


ASKED = ("i0", "i1", "i2")
GROUPS = {"dat": "dat|protocol:a|embedding:e|card:1", "rat": "rat|protocol:a|card:1"}


def state(item, text):
    request, result = {"prompt": item}, {"success": True, "completions": [{"text": text}]}
    return {"instance": {"id": item, "input": {"text": item}}, "request": request, "result": result}


def beside(folder, *, texts=True, scored=True, items=ASKED):
    """Two models and two people on two benchmarks, with all that was written by (who, author, benchmark, item)."""
    rng, written, people = np.random.default_rng(2), {}, []
    for group, key in GROUPS.items():
        for model in ("a/x", "a/y"):
            values = {item: (float(rng.normal()), "word " * int(rng.integers(1, 9))) for item in ASKED}
            written |= {("models", model, group, item): value for item, value in values.items()}
            entries = [entry(item, score=score) for item, (score, _) in values.items()]
            stats = {"score": 1.0, "valid_rate": float(scored), "num_instances": 3}
            path = write_run(
                folder / "runs/s", f"creativity_{group}", model, stats, entries, comparable=f"{key}|temp:1"
            )
            states = [state(item, text) for item, (_, text) in values.items()]
            (path / "scenario_state.json").write_text(json.dumps({"request_states": states}) if texts else "{}")
        given = sample({who: list(rng.normal(size=3)) for who in "pq"}, benchmark=group, comparable=key)
        responses = [replace(each, response="word " * int(rng.integers(1, 9))) for each in given.responses]
        if group == "dat":  # a further item, which no model was asked
            responses.append(replace(responses[0], item="other", score=99.0))
        responses = [each for each in responses if each.item in (*items, "other")]
        people.append(replace(given, responses=tuple(responses)))
        found = (each for each in responses if each.item in ASKED)
        written |= {("people", each.participant, group, each.item): (each.score, each.response) for each in found}
    return read_suite(["s"], folder, people=tuple(people)), written


@pytest.mark.parametrize("texts", [True, False])
def test_people_and_models_of_a_suite_stand_on_one_scale(tmp_path, texts):
    """Each is the mean of z within benchmark and item; without length where all texts were kept."""
    suite, written = beside(tmp_path, texts=texts)
    cells = [where[2:] for where in written]
    scores = np.array([score for score, _ in written.values()])
    lengths = [len(text.split()) for _, text in written.values()]
    expected = z_within(length_residuals(scores, lengths, cells) if texts else scores, cells)
    found = suite.analyse("common_scale")
    by_author = {(row["who"], row["author"]): row for row in found.records()}
    assert by_author.keys() == {where[:2] for where in written}
    for key, row in by_author.items():
        own = [z for where, z in zip(written, expected, strict=True) if where[:2] == key]
        assert row["score"] == pytest.approx(np.mean(own))
        assert row["tasks"] == 2
        lower = [(row["score"] > by_author["people", who]["score"]) for who in "pq"]
        assert row["percentile"] == 50 * sum(lower) + 25 * (row["who"] == "people")
    assert any("with length, since not all texts were kept" in note for note in found.notes) is not texts
    for group, record in zip(("people", "models"), found.records("alphas"), strict=True):
        own = {author: [] for who, author in by_author if who == group}
        for (who, author, _, _), z in zip(written, expected, strict=True):
            own.get(author, []).extend([z] if who == group else [])
        tasks = np.array([np.reshape(values, (2, 3)).mean(axis=1) for values in own.values()])
        assert (record["n"], record["tasks"]) == (2, 2)
        assert record["alpha"] == pytest.approx(cronbach_alpha(tasks, standardised=True).value)


def test_where_a_suite_has_no_common_scale_it_says_why(tmp_path):
    suite, _ = beside(tmp_path / "a", items=())
    with pytest.raises(NothingToSay, match="no sample of people"):
        replace(suite, people=()).analyse("common_scale")
    for other in (suite, beside(tmp_path / "b", scored=False)[0]):
        with pytest.raises(NothingToSay, match="no scored responses to the same items"):
            other.analyse("common_scale")


MODELS = "dat|protocol:a|prompts:5@sha256:1|items:2@sha256:2|embedding:e|instruction:none|temp:1|card:1"
SCORES = st.lists(st.integers(-3, 3).map(float), min_size=1, max_size=8)
PEOPLE = sample({"p": [1.0, 3.0, None], "q": [4.0], "r": [9.0], "s": [None, None]}, licence="CC BY 4.0")


def test_scores_are_those_of_participants():
    """By hand. Means are 2 (of 1 and 3; the failure does not count), 4 and 9: mean 5, deviations -3, -1 and 4.

    Their squares add up to 26, sd = √(26/2) = √13, se = √13/√3, and the quantile of t with 2 degrees is 4.3027. The
    fourth participant has no score, and 4 of the 7 responses have one.
    """
    people = sample_scores(PEOPLE)
    error = (13 / 3) ** 0.5
    known = {"score": 5.0, "score_se": error, "sd": 13**0.5, "low": 5 - 4.302653 * error, "high": 5 + 4.302653 * error}
    assert people.stats == pytest.approx({**known, "valid_rate": 4 / 7, "num_instances": 3, "num_answers": 7})
    assert [people.percentile(score) for score in (1.0, 2.0, 3.0, 4.0, 9.0, 10.0)] == [0, 1 / 6, 1 / 3, 1 / 2, 5 / 6, 1]
    for values, expected in (  # one participant has no spread and no interval; nobody has no mean either
        ({"p": [1.0, 3.0]}, (2.0, None, None, None, None)),
        ({"p": [2.0], "q": [2.0]}, (2.0, 0.0, 0.0, None, None)),
        ({"p": [None]}, (None,) * 5),
    ):
        few = sample_scores(sample(values))
        assert tuple(few.stats[name] for name in ("score", "sd", "score_se", "low", "high")) == expected
    assert (few.percentile(1.0), few.stats["valid_rate"]) == (None, 0)
    less = people._replace(lower_is_better=True)
    assert [less.percentile(score) for score in (1.0, 2.0, 10.0)] == [1, 5 / 6, 0]
    assert (people.title(alone=True), people.title(alone=False)) == ("people (n = 3)", "people (Study 1, n = 3)")
    for models, note in (  # a percentile among people who were asked about other objects compares objects, too
        ((), ""),
        (("i0", "x", "y"), "people responded to 3, models to 3, both to 1"),
        (("x", "y", "z"), "people responded to 3, models to 3, both to 0"),
    ):
        other_items = sample_scores(PEOPLE, model_items=models).other_items
        assert (note in other_items) if note else other_items == ""


@given(SCORES, st.floats(-5, 5))
def test_percentiles_of_a_score_and_of_its_mirror_add_up(values, score):
    """A model surpasses those who do not surpass it; and all participants together stand at one half."""
    people = sample_scores(sample({f"p{place}": [value] for place, value in enumerate(values)}))
    turned = people._replace(lower_is_better=True)
    assert people.percentile(score) + turned.percentile(score) == pytest.approx(1)
    assert np.mean([people.percentile(value) for value in values]) == pytest.approx(0.5)


OF_FILE = "dat|protocol:a|prompts:from a file|embedding:e|card:1"


@pytest.mark.parametrize(
    ("key", "models", "parts"),
    [
        (OF_FILE, MODELS, {}),
        (f"{OF_FILE}|judges:j", MODELS, {"judges": ("j", "none")}),
        (OF_FILE.replace(":e|card:1", ":f|card:2"), MODELS, {"embedding": ("f", "e"), "card": ("2", "1")}),
        (f"{OF_FILE}|items:2@sha256:9", MODELS, {"items": ("2@sha256:9", "2@sha256:2")}),
        # A file of responses has a checksum of the set's file, models one of what they were asked.
        ("rat|items:own@sha256:7|card:1", "rat|items:own/3@sha256:1|card:1", {}),
        ("rat|items:own@sha256:7", "rat|items:owned/3@sha256:1", {"items": ("own@sha256:7", "owned/3@sha256:1")}),
        # The key of a column whose score the number of trials moves has that number.
        (OF_FILE, f"{MODELS}|num_trials:3", {"num_trials": ("none", "3")}),
    ],
)
def test_all_that_scored_people_must_have_scored_models(key, models, parts):
    assert differing_parts(key, models) == parts


@pytest.mark.parametrize(
    ("name", "settings", "asking"),
    [
        ("dat", {"embedding": "builtin"}, {"temp": 0.5}),
        ("drat", {"embedding": "builtin"}, {"prompts": "own"}),
        ("pace", {"embedding": "builtin"}, {}),
        ("letter_string", {}, {}),
    ],
)
def test_people_stand_beside_models_that_were_scored_alike(name, settings, asking):
    """With the keys of real benchmarks, however models were asked; another protocol or embedding is another column."""
    benchmark = get_benchmark(name)
    people = sample(
        {}, comparable=comparable_key(benchmark, parse_settings(benchmark, settings, asked=False), asked=False)
    )
    models = comparable_key(benchmark, benchmark.settings(**settings, **asking))
    assert differing_parts(people.comparable, models) == {}
    assert list(differing_parts(people.comparable, models.replace("protocol:", "protocol:other-"))) == ["protocol"]


def test_what_belongs_in_no_column_is_named_with_what_differs():
    keys = [MODELS, MODELS.replace("card:1", "card:2").replace("|embedding:e", ""), MODELS.replace("temp:1", "temp:0")]
    columns = [*map(column, keys), column("none", group="mmlu")]
    fits, lone = sample({}), sample({}, "Lone", benchmark="aut", comparable="aut|protocol:a|card:1")
    apart = sample({}, "Apart", comparable=fits.comparable.replace("|embedding:e", "|embedding:f"))
    problems = []
    found = people_in_columns(suite_beside([fits, lone, apart], np.zeros((1, 4)), columns), problems)
    assert {place: [person.sample for person in people] for place, people in found.items()} == {0: [fits], 2: [fits]}
    assert problems == [
        "people, Lone (aut): no run of these suites measures aut",
        "people, Apart (dat): no scores of models are comparable; the nearest differ in embedding (people f, models e)",
    ]
    with pytest.raises(BadArguments, match=r"every sample of people once, got Study 1 \(dat\), Study 1 \(dat\)"):
        people_in_columns(suite_beside([fits, fits], [[0.0]], columns[:1]))


def test_the_analysis_has_people_participants_and_models_among_them():
    """Participants have 2, 4 and 9: 4.0 surpasses one and ties with one, 1.5 of 3. What does not count has no place."""
    stats = {"valid_rate": np.array([[1.0], [1.0], [0.1], [0.0]])}
    other = sample({"=1+1": [None]}, "Study 2")
    old = sample({}, "Old", comparable="dat|card:9")
    suite = suite_beside([PEOPLE, other, old], [[4.0], [10.0], [3.0], [np.nan]], [column(MODELS)], stats=stats)
    found = suite.analyse("people", participants="true")
    first, second = found.records("people")
    known = {"participants": 4, "responses": 7, "ratings": 0, "mean": 5.0, "licence": "CC BY 4.0"}
    assert known.items() <= first.items()
    assert first["low"] < 5 < first["high"]
    assert second["undefined"]["mean"] == "no participant has a score"
    percentiles = {(row["sample"][-1], row["model"]): row["percentile"] for row in found.records("percentiles")}
    assert percentiles == {("1", "a/m0"): 0.5, ("1", "a/m1"): 1.0, ("2", "a/m0"): None, ("2", "a/m1"): None}
    names = ("participant", "responses", "score", "failures", "unscored")
    everyone = [tuple(row[name] for name in names) for row in found.records("participants")]
    assert (everyone[0], everyone[-1]) == (("p", 3, 2.0, "empty 1", 1), ("=1+1", 1, None, "empty 1", 1))
    assert "'=1+1" in render(found, "csv")
    text = render(found)
    assert "Study 1: licence CC BY 4.0; consent: not stated" in text
    assert "people, Old (dat): no scores of models are comparable; the nearest differ in card (" in text
    assert len(list(suite.analyse("people"))) == 2
    for people, why in (([], "no sample of people was given"), ([sample({}, benchmark="aut")], "measures aut")):
        with pytest.raises(NothingToSay, match=why):
            suite_beside(people, [[1.0]], [column(MODELS)]).analyse("people")


def test_people_stand_below_a_leaderboard_and_models_among_them():
    """Without a rank; of several samples each has a row and a column, and what does not count has no percentile."""
    stats = {"valid_rate": np.array([[1.0], [1.0], [0.1]])}
    other = sample({"p": [6.0], "q": [8.0]}, "Study 2")
    suite = suite_beside([PEOPLE, other], [[4.0], [10.0], [3.0]], [column(MODELS)], stats=stats)
    (table,) = suite.leaderboards()
    first, second = "percentile_in_dat-study-1", "percentile_in_dat-study-2"
    found = [(row["model"], row["rank"], row[first], row[second]) for row in table.rows]
    assert found == [("a/m1", 1, 1.0, 1.0), ("a/m0", 2, 0.5, 0.0), ("a/m2", None, None, None)]
    below = {row["model"]: row for row in table.totals}
    assert list(below) == ["people (Study 1, n = 3)", "people (Study 2, n = 2)"]
    assert {"score": 5.0, "valid_rate": 4 / 7, "_mark": "people"}.items() <= below["people (Study 1, n = 3)"].items()
    models, _, people = render(table).partition("people (Study 1, n = 3)")
    assert "percentile in Study 2" in models
    assert "(*) a/m2 does not count" in people


def test_columns_say_which_share_of_a_norm_is_surpassed():
    """The norm's quantiles are turned where less is better."""
    norm = Norm("students", 101, 50.0, 29.0, "a table", {}, quantiles=tuple(map(float, range(101))))
    (alone, place), (shown, of_norm) = percentile_columns([sample_scores(PEOPLE)], norm)
    assert (alone.title, place(4.0)) == ("percentile in people", 0.5)
    assert (shown.title, of_norm(75.5)) == ("percentile of the norm", pytest.approx(0.755))
    ((only, turned),) = percentile_columns([], norm, lower_is_better=True)
    assert (only.title, turned(75.5)) == ("percentile of people", pytest.approx(0.245))


def test_ratings_are_counted():
    """Those that arrived, of all judges and dimensions; what no panel rated has none."""
    reply = JudgeReply("j", "r", "", readings={"a": ParsedRating(3.0), "b": ParsedRating(None, MissingReason.REFUSED)})
    people = sample({"p": [1.0], "q": [2.0]})
    rated = {FOLLOW_UPS: annotation_with(reply, replace(reply, judge="k"))}
    responses = [replace(response, annotations=rated) for response in people.responses]
    assert rating_count(people) == 0
    assert rating_count(replace(people, responses=(*responses, *people.responses))) == 4
    broken = replace(people.responses[0], annotations={FOLLOW_UPS: {"steps": [{"id": "", "replies": [{"value": 3}]}]}})
    with pytest.raises(FileProblem, match=r"Study 1 \(dat\): .*: a step is not as it was written"):
        rating_count(replace(people, responses=(broken,)))
