"""People and models on one scale: of a made-up release, and of a suite."""

import json
from dataclasses import replace

import numpy as np
import pytest
from support.agc_human import write_responses
from support.folders import entry, write_run
from support.participants import sample

from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.psychometrics.common_scale import length_residuals, z_within
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.reports.tables import render
from helm_creativity.results.common_scale import common_scale_tables, panel
from helm_creativity.results.human_responses import load_human_responses, rated_tasks
from helm_creativity.results.loading import read_suite

TASKS = ("AUT", "Design", "Metaphor", "SCTT", "Story")


@pytest.fixture
def released(tmp_path):
    """12 people and 8 models; models follow one ability, people none; person 0 has no stories."""
    rng = np.random.default_rng(3)
    rows = []
    for kind, n, common in (("human", 12, 0.0), ("llm", 8, 6.0)):
        for author in range(n):
            ability = common * rng.normal()
            for task in TASKS:
                for number in range(2):
                    if (kind, author, task) == ("human", 0, "Story"):
                        continue
                    rating = np.clip(30 + ability + 3 * rng.normal() + (2 if kind == "llm" else 0), 10, 50)
                    rows.append((kind, f"{kind}_{author}", task, number, "word " * rng.integers(3, 9), f"{rating:.3f}"))
    return write_responses(tmp_path / "released.csv", rows)


def test_the_slow_definition(released):
    responses = load_human_responses(released).responses
    scores = {}
    for cell in {(response.benchmark, response.number) for response in responses}:
        here = [response for response in responses if (response.benchmark, response.number) == cell]
        x = np.log([len(response.text.split()) for response in here])
        y = np.array([response.rating for response in here])
        left = y - np.polyval(np.polyfit(x, y, 1), x)
        for response, z in zip(here, left / np.std(left, ddof=1), strict=True):
            scores.setdefault((response.who, response.author), {}).setdefault(response.benchmark, []).append(z)
    found = common_scale_tables(load_human_responses(released))
    people = [author["score"] for author in found.records() if author["who"] == "people"]
    for author in found.records():
        lower = sum(score < author["score"] for score in people) + 0.5 * (author["who"] == "people")
        assert author["percentile"] == pytest.approx(100 * lower / len(people))
        mine = scores[author["who"], author["author"]]
        assert author["score"] == pytest.approx(np.mean([z for task in mine.values() for z in task]))
    models = [[np.mean(tasks[name]) for name in sorted(tasks)] for (who, _), tasks in scores.items() if who == "models"]
    alpha = cronbach_alpha(models, standardised=True).value
    of_people, of_models = found.records("alphas")
    assert of_models["alpha"] == pytest.approx(alpha)
    assert (of_people["n"], of_models["n"], of_people["tasks"], len(rated_tasks())) == (
        11,
        8,
        5,
        5,
    )  # who have all tasks
    assert of_models["alpha"] > 0.8 > of_people["alpha"]
    assert of_models["p"] < 0.05
    text = render(found)
    assert "Models against people: W = " in text
    assert "which the released file lacks" in text


PLAIN = "dog cat horse cow sheep goat pig hen duck goose"
WIDE = "dog comet violin tax glacier button sermon yeast tunnel algebra fever anchor jury pepper orbit shadow"


def write_texts(path, blank=0):
    """Of 7 people and 7 models, 3 items of each task; models choose from many kinds of things, people from animals.

    The responses of the first ``blank`` people have no word that any embedding of words knows.
    """
    rng = np.random.default_rng(5)
    rows = []
    for kind, words in (("human", PLAIN), ("llm", WIDE)):
        for author in range(7):
            for task in TASKS:
                for number in range(3):
                    text = " and the ".join(rng.choice(words.split(), rng.integers(3, 8)))
                    if kind == "human" and author < blank:
                        text = "of the, and it was " * int(rng.integers(1, 4))
                    rows.append((kind, f"{kind}_{author}", task, number, text, ""))
    return write_responses(path, rows)


def test_the_slow_definition_of_the_panel(tmp_path):
    """Every pair of words of a text, and every pair of texts by different authors, in plain loops."""
    released = load_human_responses(write_texts(tmp_path / "released.csv"))
    (embedding,) = load_embeddings("builtin")

    def similarity(first, second):
        a, b = embedding.embed([first, second]).vectors.astype(float)
        return 1.0 if first == second else float(a @ b)

    cell = [
        each for each in released.responses if (each.benchmark, each.number) == (released.responses[0].benchmark, 0)
    ]
    words = [each.text.split(" and the ") for each in cell]
    table = panel(cell, "builtin")
    for place, some in enumerate(words):
        n = len(some)
        dsi = np.mean([1 - similarity(some[i], some[j]) for i in range(n) for j in range(n) if i < j])
        assert table[place, 0] == pytest.approx(dsi, abs=1e-5)
    # Of each text the sum of its words' vectors, in units of its length, where a word has the similarity 1 to itself.
    rows = [embedding.embed(some).vectors.astype(float) for some in words]
    sums = [x.sum(axis=0) / (len(x) + x.sum(axis=0) @ x.sum(axis=0) - (x * x).sum()) ** 0.5 for x in rows]
    for place in range(len(cell)):
        others = [other for other in range(len(cell)) if other != place]
        assert table[place, 1] == pytest.approx(np.mean([1 - sums[place] @ sums[j] for j in others]), abs=1e-5)


def test_the_panel_says_what_its_responses_lack(tmp_path):
    released = load_human_responses(write_texts(tmp_path / "released.csv", blank=1))
    found = common_scale_tables(released, "builtin")
    assert "human_0" not in {author["author"] for author in found.records()}
    assert found.records("alphas")[0]["n"] == 6
    text = render(found)
    assert "novelty (DSI) and diversity under builtin" in text
    assert "15 responses have no novelty and 15 no diversity" in text
    for name, message in (("no-such", "unknown embedding 'no-such'"), ("builtin+glove-840b", "must be a single one")):
        with pytest.raises(BadArguments, match=message):
            common_scale_tables(released, name)


ITEMS = ("i0", "i1", "i2")
GROUPS = {"dat": "dat|protocol:a|embedding:e|card:1", "rat": "rat|protocol:a|card:1"}


def state(item, text):
    request, result = {"prompt": item}, {"success": True, "completions": [{"text": text}]}
    return {"instance": {"id": item, "input": {"text": item}}, "request": request, "result": result}


def beside(folder, *, texts=True, scored=True, items=ITEMS):
    """Two models and two people on two benchmarks, with all that was written by (who, author, benchmark, item)."""
    rng, written, people = np.random.default_rng(2), {}, []
    for group, key in GROUPS.items():
        for model in ("a/x", "a/y"):
            values = {item: (float(rng.normal()), "word " * int(rng.integers(1, 9))) for item in ITEMS}
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
        found = (each for each in responses if each.item in ITEMS)
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
    assert any("with length, since not all texts were kept" in note for note in found.notes) is not texts
    assert [row["n"] for row in found.records("alphas")] == [2, 2]


def test_where_a_suite_has_no_common_scale_it_says_why(tmp_path):
    suite, _ = beside(tmp_path / "a", items=())
    with pytest.raises(NothingToSay, match="no sample of people"):
        replace(suite, people=()).analyse("common_scale")
    for other in (suite, beside(tmp_path / "b", scored=False)[0]):
        with pytest.raises(NothingToSay, match="no scored responses to the same items"):
            other.analyse("common_scale")
