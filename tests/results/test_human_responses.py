"""Released responses of people and models: norms by task, beside a suite, and as records to score and to rate."""

import json

import pytest
from support.agc_human import ITEMS, agc_human, write_responses  # noqa: F401 - a fixture

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.commands import main
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.reports.tables import render
from helm_creativity.results.human_responses import load_human_responses, rated_tasks
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
    norms = load_human_responses(released).norms()
    people, models = [norm for norm in norms if norm["benchmark"] == "metaphor"]
    row = {"benchmark": "metaphor", "who": "people", "n": 2, "responses": 6, "mean": 25.0}
    assert people == {**row, "sd": pytest.approx(50**0.5)}
    assert (models["who"], models["n"], models["mean"], models["sd"].reason) == (
        "models",
        1,
        44.0,
        "there is one author",
    )
    assert {norm["benchmark"] for norm in norms} == {"aut", "metaphor", "story"}


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
    table = load_human_responses(released).beside([run_of("metaphor|protocol:other"), run_of(key)])
    assert "only if AGC-Judge is its judge and prompts=authors" in render(table)
    rows = table.records()
    people, models, own = [row for row in rows if row["benchmark"] == "metaphor"]
    assert [row["who"] for row in (people, models)] == ["people (agc-human)", "models (agc-human)"]
    assert {row["judges"] for row in (people, models)} == {"AGC-Judge"}
    known = {"who": "local/mine", "n": None, "responses": 12, "mean": 33.0, "sd": None}
    assert {**known, "judges": "local/agc-judge", "prompts": "authors/5@sha256:0"}.items() <= own.items()


@pytest.mark.usefixtures("agc_human")
@pytest.mark.parametrize("name", ["aut", "metaphor", "story"])
def test_records_can_be_scored(released, tmp_path, name):
    """The released ratings are the scores, and each record has the item that its number names."""
    records = load_human_responses(released).records(name)
    if name == "metaphor":
        assert [record["item"] for record in records[:5]] == [ITEMS["metaphor"][number] for number in METAPHORS]
        assert records[0]["response"] == TEXT
        assert (records[0]["author"], records[6]["creativity"]) == ("human_001", None)
    source, target = tmp_path / "people.jsonl", tmp_path / "scored.jsonl"
    source.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    benchmark = get_benchmark(name)
    more = [] if name == "metaphor" else ["--protocol", "agc2026", "--embedding", "builtin"]
    assert main(["score", name, *more, str(source), "--out", str(target)]) == 0
    scored = [json.loads(line) for line in target.read_text("utf-8").splitlines()]
    assert [row["creativity"] for row in scored] == [record["creativity"] for record in records]
    assert benchmark.name in rated_tasks().values()


@pytest.mark.usefixtures("agc_human")
@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            ("human", "h", "Chess", 0, "x", 20),
            "line 2: expected who wrote it and a known task, got 'human' and 'Chess'",
        ),
        (("human", "h", "AUT", "one", "x", 20), "line 2: invalid literal"),
        (("human", "h", "AUT", 0, "x", 51), "expected a rating from 10 to 50, got 51"),
        (("human", "h", "AUT", 0, "x", 20), r"expected responses to the 5 items of aut, found the numbers \[0\]"),
    ],
)
def test_another_file_is_refused(tmp_path, row, message):
    with pytest.raises(FileProblem, match=message):
        load_human_responses(write_responses(tmp_path / "x.csv", [row])).records("aut")


def test_what_is_missing_is_named(tmp_path, released):
    (tmp_path / "y.csv").write_text("task,response\nAUT,x\n")
    with pytest.raises(FileProblem, match="'entity_type' is missing"):
        load_human_responses(tmp_path / "y.csv")
    with pytest.raises(FileProblem, match="fetch agc-human"):
        load_human_responses()
    with pytest.raises(BadArguments, match="agc-human has no responses to 'dat'"):
        load_human_responses(released).records("dat")
