"""CREATE through HELM's own commands, by models and judges each of which misbehaves in its own way."""

import json
import re
from ast import literal_eval

import pytest
from support import helm
from support.create import stated, via
from support.judges import REFUSAL
from support.server import ChatServer, failure, reply

from helm_creativity.cli import main
from helm_creativity.core.prompts import render
from helm_creativity.core.transcripts import transcript_in
from helm_creativity.scenarios.create.benchmark import HERE, ITERATIVE, first_prompt
from helm_creativity.scenarios.create.items import read_own
from helm_creativity.scenarios.create.parse import Triple

pytestmark = pytest.mark.commands

GROUP = "creativity_create"
QUERIES = 2
PANEL = ["good", "mild", "garbage", "half", "silent", "down"]
MODELS = ["behaves", "empty", "refuses", "cut", "garbles", "nothing", "verbal", "drops"]
SIZES = {"alder": 5, "birch": 50, "cedar": 200}
SIZE = f"max_eval_instances={QUERIES},model=text"
ONE = f"judges=fake/good,{SIZE}"


def target_in(prompt):
    """From where to where, as the prompt says."""
    start = re.search(r"MUST start with the head entity: '(.*)'\n", prompt)[1]
    relation, end = re.search(r"whose relationship is '(.*)' and whose tail entity is '(.*)'\n", prompt).groups()
    return start, relation, end


def paths(call, *stops):
    """The paths through those stops, to the target of the first message."""
    start, relation, end = target_in(call.body["messages"][0]["content"])
    several = [via(stop, start=start, end=end) for stop in stops]
    return [(*path[:-1], Triple(path[-1].head, relation, end)) for path in several]


def behaves(call):
    """Three paths; in a second turn the first of them again and a fourth."""
    return reply(stated(*paths(call, *(["alder", "elder"] if is_second(call) else ["alder", "birch", "cedar"]))))


def is_second(call):
    return len(call.body["messages"]) == 3


def verbal(call):
    """Paths with their probabilities, as verbalized asks for them."""
    entries = [{"path_probability": 0.5, "path": path} for path in paths(call, "alder", "birch", "cedar")]
    return reply(f"<answer>{json.dumps(dict(enumerate(entries, start=1)))}</answer>")


def judge(size, label):
    """A judge by what it says of a triple."""

    def says(call):
        triples = literal_eval(call.prompt.rpartition("Path: ")[2])
        if call.prompt.startswith("Goal:"):
            return reply(json.dumps([{"explanation": "so", "judgment": size(triple)} for triple in triples]))
        return reply(json.dumps({"explanation": "so", "judgments": [label(triple) for triple in triples]}))

    return says


def is_fact(triple):
    return "hallucinated" if triple[2] == "elder" else "not hallucinated"


BEHAVIOURS = {
    "good": judge(lambda one: SIZES.get(one[2], 1), is_fact),
    "mild": judge(lambda one: 1, lambda one: "not hallucinated"),
    "garbage": lambda call: reply("Bananas are yellow."),
    "half": lambda call: reply('[{"explanation": "so", "judgment": 9000}', "length"),
    "silent": lambda call: reply(None),
    "down": lambda call: failure(500),
    "behaves": behaves,
    "empty": lambda call: reply(""),
    "refuses": lambda call: reply(REFUSAL),
    "cut": lambda call: reply(stated(*paths(call, "alder", "birch", "cedar"))[:-30], "length"),
    "garbles": lambda call: reply("Both were in the same place once; ask anybody."),
    "nothing": lambda call: reply("<answer>{}</answer>"),
    "verbal": verbal,
    "drops": lambda call: failure(400) if is_second(call) else behaves(call),
}


@pytest.fixture(scope="module")
def world(stops, tmp_path_factory):
    """Folder of the runs of every model, run and summarised once, and the server that answered."""
    folder = tmp_path_factory.mktemp("create")
    panel = "+".join(f"fake/{name}" for name in PANEL)
    entries = [
        f"{GROUP}:embedding={stops},judges={panel},{SIZE}",
        f"{GROUP}:embedding={stops},form=iterative,{ONE}",
        f"{GROUP}:embedding={stops},form=resample,responses=2,protocol=wadhwa2026_code,{ONE}",
        f"{GROUP}:embedding={stops},form=verbalized,instruction=creative,{ONE}",
    ]
    with ChatServer(BEHAVIOURS) as server:
        models = helm.deployments(folder, server.url, list(BEHAVIOURS))
        under_test = [model for model in models if model.removeprefix("fake/") in MODELS]
        helm.run(folder, entries, models=[*under_test, "creativity/random-nouns"], impatient=True)
        schema = folder / "schema.yaml"
        assert main(["schema", "s", "--output-path", str(folder), "--out", str(schema)]) == 0
        helm.summarize(folder, schema)
        yield folder, server


def folder_of(world, name, how):
    """The run of a model by what tells it from the others."""
    name = name if "/" in name else f"fake/{name}"
    (found,) = (
        path
        for path in (world[0] / "runs" / "s").glob(f"*model={name.replace('/', '_')}*")
        if (how in path.name if how else ",form=" not in path.name)
    )
    return found


def stats(world, name, how=""):
    values = json.loads((folder_of(world, name, how) / "stats.json").read_text())
    return {stat["name"]["name"]: stat["mean"] for stat in values}


def states(world, name, how=""):
    return json.loads((folder_of(world, name, how) / "scenario_state.json").read_text())["request_states"]


def test_the_score_is_made_of_the_judgements_that_came(world):
    """Two judges gave sizes, 5 with 5, 4 with 5, 3 with 5: qualities 5, 4.5 and 4; all are facts to both.

    Gains 5, 4 (cedar, at 1) and 4.5 · .5 (birch): 5 + 3.6 + .81 · 2.25.
    """
    found = stats(world, "behaves")
    assert found["score"] == found["utility_patience_90"] == pytest.approx(5 + 3.6 + 0.81 * 2.25)
    assert found["utility_factuality_area"] == pytest.approx(found["score"])
    assert (found["max_quality"], found["n_paths"], found["valid_paths"], found["unjudged_paths"]) == (5, 3, 3, 0)
    assert found["pairwise_distance"] == pytest.approx(2.5 / 3)
    assert (found["valid_rate"], found["num_answers"], found["num_instances"]) == (1, QUERIES, QUERIES)
    assert found["further_answers"] == 0


def test_the_coverage_tells_the_truth(world):
    """Of six judges' two judgements of each path two judges' came."""
    found = stats(world, "behaves")
    assert found["judge_coverage"] == pytest.approx(2 / 6)
    assert found["judge_failures"] >= 1
    reasons = {}
    for state in states(world, "behaves"):
        replies = transcript_in(state["annotations"]).judge_replies
        ratings = [(reply.judge, reading) for reply in replies for reading in reply.readings.values()]
        assert len(ratings) == 6 * 2 * 3
        for judge, reading in ratings:
            reasons.setdefault(judge.removeprefix("fake/"), set()).add(str(reading.missing or ""))
    assert reasons["good"] == reasons["mild"] == {""}
    assert (reasons["garbage"], reasons["silent"]) == ({"unparsable"}, {"empty"})
    assert "" not in reasons["half"] | reasons["down"]
    assert reasons["down"] <= {"failed", "not_asked"}


def test_a_second_turn_adds_paths(world):
    """Five are stated, of which one is a duplicate, and elder a hallucination: 5 + .9 · 3 + .81 · 2."""
    found = stats(world, "behaves", "iterative")
    assert found["score"] == pytest.approx(9.32)
    assert (found["stated_paths"], found["paths_duplicate"], found["valid_paths"], found["n_paths"]) == (5, 1, 4, 3)
    assert (found["further_answers"], found["further_failed"], found["judge_coverage"]) == (QUERIES, 0, 1)
    assert found["factual_triples"] == pytest.approx((3 + 0.5) / 4)
    turns = [body["messages"] for body in world[1].bodies if len(body["messages"]) == 3 and body["model"] == "behaves"]
    expected = {query.query: first_prompt("original", query.target, query.query).text for query in read_own()}
    assert len(turns) == QUERIES
    for first, middle, second in turns:
        (query,) = (query for query in expected if second["content"] == render(HERE, ITERATIVE, query=query).text)
        assert first["content"] == expected[query]
        assert middle["content"].startswith("<answer>{")
        assert [first["role"], middle["role"], second["role"]] == ["user", "assistant", "user"]


def test_a_second_turn_that_failed_fails_the_answer(world):
    """Counted as such, and never scored as if one turn had been asked for."""
    found = stats(world, "drops", "iterative")
    assert "score" not in found
    assert (found["further_answers"], found["further_failed"]) == (QUERIES, QUERIES)
    assert (found["failed_rate"], found["valid_rate"]) == (1, 0)


def test_a_pool_under_the_program(world):
    """Both answers are the same: the paths count twice, and those at no distance add nothing; 5 + 3 + .9 · 2."""
    found = stats(world, "behaves", "resample")
    assert found["score"] == pytest.approx(9.8)
    assert (found["stated_paths"], found["n_paths"], found["paths_duplicate"]) == (6, 6, 0)
    assert (found["further_answers"], found["judge_coverage"]) == (QUERIES, 1)


@pytest.mark.parametrize("how", ["", "iterative", "verbalized", "resample"])
def test_paths_with_probabilities_are_paths(world, how):
    """Whatever was asked."""
    assert stats(world, "verbal", how)["score"] == pytest.approx(
        {"": 5 + 3.6 + 0.81 * 2.25, "resample": 9.8}.get(how, 9.32)
    )


def test_an_instruction_stands_before_the_candidates_prompt_alone(world):
    """Not before those of judges."""
    prompts = [body["messages"][0]["content"] for body in world[1].bodies if body["model"] == "verbal"]
    behind = [prompt for prompt in prompts if "path_probability" in prompt]
    assert len(behind) == QUERIES
    asked = {first_prompt("verbalized", query.target, query.query).text for query in read_own()}
    assert all(any(text.endswith(prompt) and text != prompt for prompt in asked) for text in behind)
    judged = [body["messages"][0]["content"] for body in world[1].bodies if body["model"] == "good"]
    assert judged
    assert all(text.startswith(("Goal:", "You are a fact-checking expert")) for text in judged)


def test_an_answer_cut_in_a_path(world):
    """Two were complete: 5 and 4.5 · .5 under the panel."""
    found = stats(world, "cut")
    assert found["score"] == pytest.approx(5 + 0.9 * 2.25)
    assert (found["cut_answers"], found["valid_rate"], found["truncation_rate"]) == (1, 1, 0)


@pytest.mark.parametrize("how", ["", "iterative", "resample"])
def test_an_empty_object_is_an_answer_without_paths(world, how):
    """Worth 0, or the program's 1; no judge is asked."""
    found = stats(world, "nothing", how)
    assert (found["score"], found["valid_rate"], found["n_paths"]) == (how == "resample", 1, 0)
    assert found["judge_calls"] == 0
    assert "judge_coverage" not in found


@pytest.mark.parametrize("how", ["", "iterative", "resample", "verbalized"])
@pytest.mark.parametrize(
    ("name", "rate"), [("refuses", "refusal_rate"), ("empty", "empty_rate"), ("garbles", "unparsable_rate")]
)
def test_a_model_without_paths_has_no_score(world, name, rate, how):
    """But a rate, under the program too; its judges are not asked, and 0 is what failures count where they do."""
    found = stats(world, name, how)
    assert "score" not in found
    assert (found[rate], found["valid_rate"], found["score_failures_as_zero"]) == (1, 0, 0)
    assert found["judge_calls"] == 0


@pytest.mark.parametrize("how", ["", "iterative", "resample", "verbalized"])
def test_the_baseline_has_valid_paths(world, how):
    """Eight an answer; to these judges all are facts."""
    found = stats(world, "creativity/random-nouns", how)
    turns = 2 if how in ("iterative", "resample") else 1
    assert found["valid_rate"] == 1
    assert found["stated_paths"] == found["valid_paths"] == found["n_paths"] == 8 * turns
    assert found["score"] > 0
    assert found["further_failed"] == 0


def test_the_pages_show_the_runs_apart(world):
    """Every model has a row under the columns of the card, in a table for each way of asking."""
    tables = json.loads((world[0] / "runs" / "s" / "groups" / f"{GROUP}.json").read_text())
    titles = [table["title"] for table in tables]
    for form in ("iterative", "resample", "verbalized"):
        assert any(f"form: {form}" in title for title in titles)
    assert any("form:" not in title for title in titles)
    for table in tables:
        rows = {line[0]["value"] for line in table["rows"]}
        assert rows == {*(f"fake/{name}" for name in MODELS), "Random nouns"}
    titles = {cell["value"] for table in tables for cell in table["header"]}
    assert {
        "Judge coverage",
        "Best quality",
        "Path distance",
        "Paths that count",
        "Factual triples",
        "Utility, patience 0.7",
    } <= titles
    assert not {"Utility, patience 0.5", "Wrong end", "Further responses"} & titles
    assert any("wadhwa2026_code" in table["title"] and "resample" in table["title"] for table in tables)


def test_ratings_of_the_suite(world, tmp_path):
    """A row for each judge, path and question, with the least class score and the share of facts."""
    out = tmp_path / "ratings.jsonl"
    item = states(world, "behaves", "iterative")[0]["instance"]["id"]
    assert main(["export", "ratings", "s", "--output-path", str(world[0]), "--out", str(out)]) == 0
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    of = [
        (row["judge"], row["trial"], row["dimension"], row["rating"])
        for row in rows
        if row["model"] == "fake/behaves" and "iterative" in row["run"] and row["instance"] == item
    ]
    numbers = {"specificity": [5, 4, 3, 5], "factuality": [1, 1, 1, 0.5]}
    assert of == [
        ("fake/good", f"0#{place}", dimension, numbers[dimension][number])
        for number, place in enumerate((1, 2, 3, 5))  # the fourth repeats another
        for dimension in ("specificity", "factuality")
    ]
    assert {row["rubric"] for row in rows} == {"specificity", "factuality", "factuality_by_program"}


def test_judges_of_the_suite_are_calibrated_or_the_reason_is_reported(world, capsys):
    """In words; shares of facts are ratings like others where there are few of them."""
    code = main(["judges", "calibrate", "s", "--output-path", str(world[0])])
    printed = capsys.readouterr().out
    assert code == 0
    specificity, factuality, by_program = printed.split("creativity_create: ")[1:]
    assert specificity.startswith("specificity, asked as specificity\n")
    assert "3 categories in use: 3 to 5" in specificity
    assert "2 categories in use: 0.5 to 1" in factuality
    assert "not calibrated: fake/good alone gave ratings" in " ".join(by_program.split())
    assert re.search(r"fake/garbage +\d+ +100.0%", factuality)
