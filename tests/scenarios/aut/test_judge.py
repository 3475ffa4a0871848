"""The judges of originality that are trained on people's ratings."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import helm_creativity as hc
from helm_creativity.baselines.trained_replies import ABSTAINS, trained_reply
from helm_creativity.cli import main
from helm_creativity.core import trained_judges
from helm_creativity.core.entries import BenchmarkEntry
from helm_creativity.core.registry import list_places
from helm_creativity.core.trained_judges import judges_asked, list_trained_judges
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.exams.card import card_path, read_card
from helm_creativity.io.files import file_sha256
from helm_creativity.scenarios.aut.benchmark import CATEGORIES, ONE_TO_FIVE, TEN_TO_FIFTY, TENTHS
from helm_creativity.scenarios.aut.judge import HERE, UNRATED, Weights, features, load_weights, rate_uses
from helm_creativity.scenarios.aut.judge import trained_reply as reply

NAME = "aut-originality"
USUAL = ("doorstop", "paperweight", "build a wall", "throw it at a window", "hold a door open")
UNUSUAL = (
    "grind it into red pigment",
    "a moon for ants",
    "a pillow for a doll made of lava",
    "carve a chess set out of it",
)


def rated(*uses, thing="brick"):
    return rate_uses(NAME, "builtin", thing, uses)


def test_two_features_and_two_hidden_units_by_hand():
    # z is ((3 - 1) / 2, (1 - 1) / 1) = (1, 0), the hidden units are max(1·2 + 0·1 - 1, 0) = 1 and
    # max(1·-3 + 0·1 + 1, 0) = 0.
    # The rating is 2.5 + 1·0.25 + 0·9 + 1·0.5 + 0·-1 = 3.25. With z = (5, 0) it is 8.25, and with (-5, 0) -14.75.
    weights = Weights(
        mean=np.array([1, 1], np.float32),
        sd=np.array([2, 1], np.float32),
        linear=np.array([0.25, 9], np.float32),
        hidden=np.array([[2, -3], [1, 1]], np.float32),
        hidden_bias=np.array([-1, 1], np.float32),
        out=np.array([0.5, -1], np.float32),
        bias=np.array(2.5, np.float32),
    )
    assert weights.rate(np.array([[3, 1]], np.float32)).tolist() == [3.25]
    assert weights.rate(np.array([[999, 1]], np.float32)).tolist() == [5]
    assert weights.rate(np.array([[-999, 1]], np.float32)).tolist() == [1]


def test_it_is_what_its_definition_says():
    """Use by use, feature by feature, unit by unit, in plain Python."""
    (table,) = load_embeddings("builtin")
    weights = load_weights(NAME)
    uses = [*USUAL, *UNUSUAL]
    found = []
    for row in features(table, ["brick"] * len(uses), uses).tolist():
        z = [min(max((x - m) / s, -5), 5) for x, m, s in zip(row, weights.mean, weights.sd, strict=True)]
        total = float(weights.bias) + sum(a * b for a, b in zip(z, weights.linear.tolist(), strict=True))
        for unit in range(len(weights.out)):
            terms = (a * b for a, b in zip(z, weights.hidden[:, unit].tolist(), strict=True))
            total += max(float(weights.hidden_bias[unit]) + sum(terms), 0) * float(weights.out[unit])
        found.append(min(max(total, 1), 5))
    assert rated(*uses) == pytest.approx(found, abs=1e-4)


def test_what_hardly_anyone_would_think_of_is_rated_higher():
    assert max(rated(*USUAL)) < min(rated(*UNUSUAL))


@given(st.permutations(range(6)), st.sampled_from(["brick", "umbrella", "xqzt"]))
def test_order_repetition_and_company_change_no_rating(order, thing):
    """A rating is of one use."""
    uses = [*USUAL[:3], *UNUSUAL[:3]]
    alone = [rated(use, thing=thing)[0] for use in uses]
    assert all(1 <= rating <= 5 for rating in alone)
    shuffled = rated(*(uses[place] for place in order), uses[order[0]], thing=thing)
    assert shuffled == pytest.approx([*(alone[place] for place in order), alone[order[0]]], abs=1e-4)


@pytest.mark.parametrize(
    "use",
    [
        "", "!!!", "x", "asdf qwer zxcv", "bouw een muur van stenen", "als deurstopper gebruiken",
        "ein Briefbeschwerer für den Schreibtisch", "écraser des noix avec", "砖头可以当门挡", "qwrtp "  * 400,
    ],
)  # fmt: skip
def test_gibberish_and_other_languages_are_not_rated(use):
    assert rated(use, "doorstop")[0] is None


def test_a_megabyte_of_text_is_rated_in_time():
    """The features of length are cut as the others are."""
    assert 1 <= rated("paint it " * 100_000)[0] <= 5


def question(rubric, *uses, **variables):
    names = {"phrase": "a brick", "thing": "brick", "capitals": "BRICK", **variables}
    return rubric.question(**names, **({rubric.each: list(uses)} if rubric.each else {"use": uses[0]})).text


def test_replies_are_on_the_scale_of_the_question():
    """A tenth of a point of people's scale, a whole number, or ten times as much."""
    uses = (USUAL[0], UNUSUAL[0], "asdf qwer zxcv")
    usual, unusual, _ = rated(*uses)
    wanted = {
        TENTHS: (round(usual, 1), round(unusual, 1)),
        ONE_TO_FIVE: (round(usual), round(unusual)),
        TEN_TO_FIFTY: (round(10 * usual), round(10 * unusual)),
    }
    for rubric, (first, second) in wanted.items():
        assert json.loads(trained_reply(NAME, question(rubric, *uses))) == {"1": first, "2": second, "3": None}


def test_one_use_gets_one_number():
    """As the program of mctb2025 asks, whose words are fetched."""
    rubric = ONE_TO_FIVE.__class__("single", HERE, "single", ("originality",), scale=TEN_TO_FIFTY.scale, rated=("use",))
    variables = {"capitals": "BRICK", "use": USUAL[0]}
    assert reply(NAME, "builtin", rubric, variables) == str(round(10 * rated(USUAL[0])[0]))
    assert reply(NAME, "builtin", rubric, {**variables, "use": "asdf qwer"}) == UNRATED


def test_the_object_is_found_by_its_phrase():
    """``a pair of pants`` are pants, as in the ratings that it was trained on."""
    (pants,) = rate_uses(NAME, "builtin", "pants", ["a flag"])
    asked = question(TENTHS, "a flag", phrase="a pair of pants")
    assert json.loads(trained_reply(NAME, asked)) == {"1": round(pants, 1)}


def test_it_abstains_from_what_it_was_not_trained_for():
    """No reply at all to a text that the benchmark asks no judge."""
    assert trained_reply(NAME, question(CATEGORIES, *USUAL)) == ABSTAINS
    assert trained_reply(NAME, "How original is a brick?") is None


@pytest.mark.parametrize("judge", list_trained_judges(), ids=lambda judge: judge.name)
def test_every_judge_has_weights_and_an_exam(judge):
    """The card is the one that ``judges exam`` wrote."""
    weights = load_weights(judge.name)
    assert judge.path == HERE / "judges" / f"{judge.name}.npz"
    assert len(weights.mean) == len(weights.linear) == len(weights.hidden)
    card = read_card(card_path(HERE / "judges", f"creativity/{judge.name}"))
    assert (card.judge, [result.set for result in card.results]) == (f"creativity/{judge.name}", ["injection", "ocsai"])


@pytest.mark.parametrize(
    "text",
    [
        "[1]",
        "a: 1",
        "a: {display_name: A}",
        "a: {display_name: A, description: B, embedding: c, rates: d, weights: e}",
        "a: {display_name: A, description: B, embedding: c, rates: [d], weights: e, ratings: 1}",
        "a: [",
    ],
)
def test_names_of_judges_that_cannot_be_read_cost_a_warning_and_themselves(tmp_path, monkeypatch, caplog, text):
    """Otherwise every ``helm-run`` on the machine would fail."""
    (tmp_path / "judges").mkdir()
    (tmp_path / "judges" / "judges.yaml").write_text(text)
    places = (BenchmarkEntry("aaa", "stranger.aaa", tmp_path), *list_places())
    known = list_trained_judges()
    monkeypatch.setattr(trained_judges, "list_places", lambda: places)
    assert list_trained_judges() == known
    assert "stranger.aaa cannot be used" in caplog.text


PANELS = ([f"creativity/{NAME}"], [f"creativity/{NAME}", "creativity/lexical-judge"])


@pytest.mark.parametrize("panel", PANELS, ids=len)
def test_it_is_asked_what_it_rates_and_nothing_else(panel):
    """Neither about categories nor by another benchmark's rubric of the same dimension."""
    elsewhere = replace(TENTHS, folder=HERE.parent / "story")
    assert judges_asked(panel, TENTHS) == tuple(panel)
    for rubric in (CATEGORIES, elsewhere, replace(TENTHS, dimensions=("quality",))):
        assert judges_asked(panel, rubric) == tuple(panel[1:])


@pytest.fixture
def score_doorstop(tmp_path, monkeypatch):
    """The record of a file with one response that some judges rate."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "uses.csv").write_text("object,uses\nbrick,doorstop\n")

    def score(*judges):
        options = ["--protocol", "mctb2025", "--prompts", "own", "--embedding", "builtin", "--judges", "+".join(judges)]
        assert main(["score", "aut", *options, "--in", "uses.csv", "--out", "rated.jsonl"]) == 0
        return json.loads((tmp_path / "rated.jsonl").read_text())

    return score


@pytest.mark.parametrize(("panel", "questions"), [(PANELS[0], 1), (PANELS[1], 3)])
def test_a_plan_and_a_score_count_what_it_is_asked(panel, questions, score_doorstop):
    """Of three questions about a response two, about categories, are for the other judge or nobody."""
    entry = f"creativity_aut:protocol=mctb2025,prompts=own,judges={'+'.join(panel)},model=creativity/greedy"
    assert sum(row["calls"] for row in hc.plan(entry).rows) == 24 * (1 + questions)
    record = score_doorstop(*panel)
    assert len(record["ratings"]) == questions
    assert not any(rating["reason"] for rating in record["ratings"])
    assert (record["flexibility"] is None) == (questions == 1)


def test_other_weights_make_another_key(score_doorstop):
    """Scores of judges that were trained anew have a table of their own."""
    sha = file_sha256(HERE / "judges" / f"{NAME}.npz")
    assert f"|judge_weights:{NAME}@sha256:{sha[:12]}|" in score_doorstop(PANELS[0][0])["comparable"]
    assert "judge_weights" not in score_doorstop("creativity/lexical-judge")["comparable"]


@pytest.mark.parametrize("benchmark", ["story", "metaphor", "create"])
def test_a_benchmark_that_it_does_not_know_refuses_it(benchmark):
    (problem,) = hc.plan(f"creativity_{benchmark}:judges=creativity/{NAME},model=creativity/greedy").problems
    assert "creativity/aut-originality rates originality of aut alone; asked here: " in problem


def test_uses_of_any_object_in_a_file_are_rated(tmp_path, capsys, monkeypatch):
    """People may be asked about other objects than those of the items."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "uses.csv").write_text("object,uses\nShoe,plant pot; doorstop\nbrick,doorstop\nshoe,a boat for mice\n")
    options = ["--protocol", "mctb2025", "--prompts", "own", "--embedding", "builtin", "--judges", f"creativity/{NAME}"]
    assert main(["score", "aut", *options, "--in", "uses.csv", "--out", "rated.jsonl"]) == 0
    records = [json.loads(line) for line in (tmp_path / "rated.jsonl").read_text().splitlines()]
    wanted = [rated("plant pot", "doorstop", thing="shoe"), rated("doorstop"), rated("a boat for mice", thing="shoe")]
    assert [record["score"] for record in records] == [
        pytest.approx(np.mean([round(rating, 1) for rating in ratings])) for ratings in wanted
    ]


@pytest.fixture
def import_uses(tmp_path, capsys, monkeypatch):
    """Imports a table of uses that the judge rates; returns status and what is said."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "uses.csv").write_text(
        "participant,object,uses\nA,Shoe,plant pot; doorstop\nB,brick,wall\n,rope,swing\n"
    )
    options = ["--protocol", "mctb2025", "--prompts", "own", "--embedding", "builtin", "--judges", f"creativity/{NAME}"]

    def run(*more):
        status = main(["people", "import", "uses.csv", "--benchmark", "aut", *options, *more])
        return status, capsys.readouterr().err

    return run


def test_uses_of_any_object_in_a_table_of_people_are_rated(import_uses, tmp_path):
    """As they are by ``score``."""
    assert import_uses("--out", "people", "--name", "Study")[0] == 0
    lines = (tmp_path / "people" / "aut-study" / "responses.jsonl").read_text().splitlines()
    found = {record["item"]: record["score"] for record in map(json.loads, lines)}
    wanted = {"shoe": rated("plant pot", "doorstop", thing="shoe"), "brick": rated("wall")}
    assert found == {
        thing: pytest.approx(np.mean([round(rating, 1) for rating in its])) for thing, its in wanted.items()
    }


def test_a_dry_run_with_judges_says_which_rows_are_left_out(import_uses):
    """As the import itself does."""
    status, said = import_uses("--dry-run")
    assert (status, "line 4: expected a participant in the column participant" in said) == (0, True)


def test_a_folder_for_the_cache_that_cannot_be_written_is_named(import_uses, tmp_path):
    """Not a traceback."""
    (tmp_path / "file").touch()
    status, said = import_uses("--local-path", "file", "--out", "people")
    assert (status, "cannot write file/cache" in said) == (2, True)


@pytest.mark.parametrize(("options", "wanted"), [((), 0), (("--strict",), 1)])
def test_a_row_that_cannot_be_scored_does_not_end_the_rating_of_a_file(options, wanted, tmp_path, capsys, monkeypatch):
    """Under the default protocol an object without a vector has no distance."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "uses.csv").write_text("object,uses\nZiegelstein,wall\nbrick,wall\n")
    judge = ["--embedding", "builtin", "--judges", f"creativity/{NAME}"]
    assert main(["score", "aut", *judge, "--in", "uses.csv", "--out", "rated.jsonl", *options]) == wanted
    problem = "builtin has no vector for the object 'ziegelstein'"
    assert f"1 of 2 rows was not used: line 2: {problem}" in capsys.readouterr().err
    bad, good = map(json.loads, (tmp_path / "rated.jsonl").read_text().splitlines())
    assert (bad["failure_reason"], bad["problem"], bad.keys() - good.keys()) == ("invalid_row", problem, {"problem"})
    assert good["score"] > 0


def test_no_judge_is_asked_where_a_sample_of_that_name_exists(import_uses):
    """A judge may cost money."""
    assert import_uses("--out", "people", "--name", "Study")[0] == 0
    status, said = import_uses("--out", "people", "--name", "Study")
    assert (status, "people/aut-study already exists" in said, "asked" in said) == (2, True, False)
    assert import_uses("--out", "people", "--name", "Study", "--replace")[0] == 0


@pytest.mark.parametrize("text", ["{", "[]", '{"format": 1, "judge": "a"}'])
def test_a_damaged_card_is_refused_with_what_to_do(text, tmp_path):
    """An exam reads it, too, so that an exam alone would not mend it."""
    path = card_path(tmp_path, f"creativity/{NAME}")
    path.write_text(text)
    with pytest.raises(FileProblem, match="move the file away and examine the judge again"):
        read_card(path)


def test_spaces_make_no_other_object(tmp_path, capsys, monkeypatch):
    """Responses to one object are compared with each other."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "uses.csv").write_text("object,uses\ncar tire,swing\nCar  Tire,boat\n")
    options = ["--protocol", "mctb2025", "--prompts", "own", "--embedding", "builtin", "--judges", f"creativity/{NAME}"]
    assert main(["score", "aut", *options, "--in", "uses.csv", "--dry-run"]) == 0
    assert "2 responses to 1 item" in capsys.readouterr().out


def test_python_says_where_judges_can_be_had():
    """``hc.score`` asks none."""
    with pytest.raises(BadArguments, match="or have judges rate responses with `helm-creativity score --judges`"):
        hc.score("aut", [{"object": "brick", "uses": ["wall"]}], embedding="builtin", judges=f"creativity/{NAME}")
