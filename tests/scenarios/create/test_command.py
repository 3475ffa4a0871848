"""``helm-creativity score create``: paths of people or programs, judged by whomever."""

import csv
import json
import re

import pytest
from support.create import TARGET, judged_response, stated, via

from helm_creativity.cli import main
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.create.records import CreateRow

THREE = [via("alder"), via("birch"), via("cedar")]
LISTS = [[list(triple) for triple in path] for path in THREE]


def record(**fields):
    return {**TARGET._asdict(), "paths": LISTS, "quality": [5, 4, 3], "factual": [True] * 3, **fields}


def sample_in(row):
    return CreateRow.read(row, None).sample(None)


def score(folder, records, *arguments):
    """What the command writes for some records."""
    source, target = folder / "in.jsonl", folder / "out.jsonl"
    source.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert main(["score", "create", "--in", str(source), "--out", str(target), *arguments]) == 0
    return [json.loads(line) for line in target.read_text().splitlines()]


def test_every_form_of_a_row(tmp_path, stops):
    """Lists, objects, JSON text, an answer in the place of paths; shares, and labels of each triple."""
    objects = [[triple._asdict() for triple in path] for path in THREE]
    answer = {name: value for name, value in record(response=stated(*THREE)).items() if name != "paths"}
    records = [
        record(),
        record(paths=objects),
        record(paths=json.dumps(LISTS), quality="[5, 4, 3]", factual="[true, 1, 1.0]"),
        answer,
        record(paths="", response=stated(*THREE)),
        record(paths=None, response=stated(*THREE)),
        record(factual=[[True, True], [1, 1], 1]),
        record(entity_a=" ada lovelace", paths=[[["ADA  LOVELACE", "knows", " alder "], LISTS[0][1]], *LISTS[1:]]),
    ]
    found = score(tmp_path, records, "--embedding", stops)
    assert [row["score"] for row in found] == pytest.approx([9.32] * len(records))
    for row in found:
        assert (row["greedy_order"], row["gains"]) == ([0, 2, 1], pytest.approx([5, 3, 2]))
        assert (row["n_paths"], row["valid_paths"], row["unjudged_paths"]) == (3, 3, 0)
        assert (row["path_specificity"], row["path_factual_share"]) == ([5, 4, 3], [1, 1, 1])
    assert found[0]["comparable"].startswith("create|protocol:wadhwa2026|prompts:from a file|embedding:stops@")
    assert found[0]["answer_tokens"] is None
    assert found[3]["answer_tokens"] == len(stated(*THREE)) / 4


def test_what_was_given_comes_back(tmp_path, stops):
    """Columns of the benchmark's own and others, as they were."""
    (found,) = score(tmp_path, [record(person="P7", score=3, gains=["mine"])], "--embedding", stops)
    assert {name: found[name] for name in record()} == record()
    assert (found["person"], found["given_gains"], found["score"]) == ("P7", ["mine"], pytest.approx(9.32))


def test_the_program(tmp_path, stops):
    """By its own arithmetic."""
    (found,) = score(tmp_path, [record()], "--embedding", stops, "--protocol", "wadhwa2026_code")
    assert found["score"] == pytest.approx(9.8)


def test_the_share_of_facts(tmp_path, stops):
    """Half of one's triples, all, none."""
    (found,) = score(tmp_path, [record(factual=[[True, False], True, 0])], "--embedding", stops)
    assert (found["score"], found["path_factual_share"]) == (4, [0.5, 1, 0])
    # Up to a half 5 + .9 · 2, above it birch's 4.
    assert found["utility_factuality_area"] == pytest.approx((6.8 + 4) / 2)


def test_what_was_not_judged_is_unjudged(tmp_path, stops):
    """A path with a null, or all where a field is missing or blank; an answer without paths needs none.

    Where more than half of the paths are, the response is.
    """
    bare = {**TARGET._asdict(), "paths": LISTS}
    records = [
        record(quality=[5, None, 3], factual=[True, True, None]),
        record(quality=[5, None, 3], factual=[True, True, False]),
        bare,
        record(quality="", factual=None),
        record(quality=[5, 4, 3], factual=" "),
        {**TARGET._asdict(), "response": None},
        {**TARGET._asdict(), "response": "<answer>{}</answer>"},
        record(paths=[], quality=[], factual=[]),
    ]
    found = score(tmp_path, records, "--embedding", stops)
    assert [(row["score"], row["failure_reason"]) for row in found] == [
        (None, "unjudged"),
        (5, None),
        (None, "unjudged"),
        (None, "unjudged"),
        (None, "unjudged"),
        (None, "empty"),
        (0, None),
        (0, None),
    ]
    assert [row["unjudged_paths"] for row in found] == [2, 1, 3, 3, 3, None, 0, 0]


def test_a_spreadsheet(tmp_path, stops):
    """JSON in cells; what is a list comes back as JSON."""
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    with source.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*TARGET._fields, "paths", "quality", "factual", "response"])
        writer.writerow([*TARGET, json.dumps(LISTS), "[5, 4, 3]", "[true, true, true]", ""])
        writer.writerow([*TARGET, json.dumps(LISTS), "[5, null, 3]", "[1, 1, [true, false]]", ""])
        writer.writerow([*TARGET, "", "", "", stated(*THREE)])
        writer.writerow([*TARGET, "", "", "", ""])
    assert main(["score", "create", "--in", str(source), "--out", str(target), "--embedding", stops]) == 0
    with target.open(newline="") as file:
        first, second, third, fourth = csv.DictReader(file)
    assert (float(first["score"]), json.loads(first["greedy_order"])) == (pytest.approx(9.32), [0, 2, 1])
    assert json.loads(first["gains"]) == pytest.approx([5, 3, 2])
    assert json.loads(first["paths"]) == LISTS
    assert (second["score"], second["unjudged_paths"]) == ("5.0", "1.0")
    assert (third["failure_reason"], fourth["failure_reason"]) == ("unjudged", "empty")


@pytest.mark.parametrize(
    ("quality", "factual"),
    [
        ("5, 4, 3", "TRUE, FALSE, NA"),
        ("5;4; 3", "1; 0; null"),
        ("[5, 4.0, 3]", "[True, False, None]"),
        ('["5", "4", "3"]', '["yes", "No", "NULL"]'),
        (" 5,4,3 ", "[true, true], [no, NO], na"),
        ("5,4,3", "1.0,'false',none"),
    ],
)
def test_judgements_as_people_type_them(quality, factual):
    """In a cell of text, whatever the spelling of true, false and nothing."""
    fields = sample_in(record(quality=quality, factual=factual)).fields
    assert (fields["quality"], fields["factual"]) == ([5, 4, 3], [1, 0, None])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"entity_a": ""}, "expected a text in the field entity_a, got ''"),
        ({"rel_b": None}, "expected a text in the field rel_b, got nothing"),
        ({"entity_b": 7}, "expected a text in the field entity_b, got 7"),
        ({"paths": 7}, r"expected paths as a list of paths, each a list of triples: \[\[\[.*\]\]\], got 7$"),
        (
            {"paths": "a -> b"},
            "expected paths as a list .*, got 'a -> b'; text as a model wrote it belongs in .* response",
        ),
        ({"paths": "[[1,"}, r"expected paths as a list of paths, .*, got '\[\[1,'; text as a model wrote it"),
        ({"paths": ["alder"]}, r"path 1: expected a list of triples, as in \[\[\[.*, got 'alder'"),
        ({"paths": [LISTS[0], []]}, r"path 2: expected a list of triples, .*, got \[\]"),
        ({"paths": LISTS[0]}, r"path 1: expected a triple as three texts .*, got 'Ada Lovelace'"),
        ({"paths": [[["a", "b"]]]}, r"expected a triple as three texts \(head, relation, tail\), got \['a', 'b'\]"),
        ({"paths": [[["a", "b", " "]]]}, "expected a triple as three texts"),
        ({"paths": [[["a", "b", 3]]]}, "expected a triple as three texts"),
        ({"paths": [["abc"]]}, "expected a triple as three texts .*, got 'abc'"),
        ({"paths": [[{"head": "a", "tail": "b"}]]}, "expected a triple as three texts"),
        ({"paths": "", "response": 7}, "expected a text in the field response, got 7"),
        ({"quality": 3}, "expected quality as a list with an entry for each path, got 3"),
        ({"quality": "good, bad"}, "expected quality as a list with an entry for each path, got 'good, bad'"),
        ({"quality": [0.9, 4, 3]}, "quality of path 1: expected a number from 1 to 5, or null, got 0.9"),
        ({"quality": [5, 4, 5.1]}, "quality of path 3: expected a number from 1 to 5, or null, got 5.1"),
        ({"quality": [5, 4, True]}, "quality of path 3: expected .*, got True"),
        ({"quality": [5, 4, "3"]}, "quality of path 3: expected .*, got '3'"),
        ({"quality": [5, 4, float("nan")]}, "quality of path 3: expected .*, got nan"),
        ({"factual": True}, "expected factual as a list with an entry for each path, got True"),
        ({"factual": "true, perhaps, no"}, "expected factual as a list .*, got 'true, perhaps, no'"),
        ({"factual": [1, 1, 1.1]}, "factual of path 3: expected true or false, a share from 0 to 1, .* got 1.1"),
        ({"factual": "100; 50; 0"}, "factual of path 1: expected .*, got 100"),
        ({"factual": [1, 1, -0.1]}, "factual of path 3: .*, got -0.1"),
        ({"factual": [1, 1, "true"]}, "factual of path 3: .*, got 'true'"),
        ({"factual": [1, 1, []]}, r"factual of path 3: .*, got \[\]"),
        ({"factual": [1, 1, [0.5]]}, r"factual of path 3: .*, got \[0.5\]"),
        ({"factual": [1, 1, float("nan")]}, "factual of path 3: .*, got nan"),
    ],
)
def test_wrong_rows_are_refused(fields, message):
    """By what is wrong with them."""
    with pytest.raises(BadArguments, match=message):
        sample_in(record(**fields))


def test_a_row_without_paths_or_response_is_refused():
    """It is another kind of file."""
    with pytest.raises(BadArguments, match=r"expected a field paths or response, got \['entity_a', .*'words'\]"):
        sample_in({**TARGET._asdict(), "words": "cat"})


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"quality": [5, 4]}, "expected quality of each of 3 paths, got 2"),
        ({"factual": [1] * 4}, "expected factual of each of 3 paths, got 4"),
        ({"paths": None, "response": ""}, "expected quality of each of 0 paths, got 3"),
        (
            {"paths": None, "response": '{"1": [["Ada Lovelace", "occupation", "engineer"]], "2": [["alder"]]}'},
            r"expected quality of each of 1 paths \(entries that are no path, 1 here, have none\), got 3",
        ),
        (
            {"factual": [1, [1, 0, 1], 1]},
            "factual of path 2: expected a value, or one for each of its 2 triples, got 3",
        ),
        (
            {"factual": [1, 1, [1, 0]], "paths": [*LISTS[:2], [["Ada", "knows", "Ben"], *LISTS[2]]]},
            "factual of path 3: .* 3 triples, got 2",
        ),
        ({"factual": [[1], 1, 1], "paths": None, "response": stated(*THREE)}, "factual of path 1: .* 2 triples, got 1"),
    ],
)
def test_judgements_of_another_number_are_refused(tmp_path, stops, capsys, fields, message):
    """With the line that has them."""
    with pytest.raises(BadArguments, match=message):
        judged_response(sample_in(record(**fields)))
    source = tmp_path / "in.jsonl"
    source.write_text(f"{json.dumps(record())}\n{json.dumps(record(**fields))}\n")
    assert main(["score", "create", "--in", str(source), "--embedding", stops, "--strict"]) == 1
    assert re.search(f"line 2: {message}", capsys.readouterr().err)


def test_the_embedding_must_be_here(tmp_path, capsys):
    """Before the file is read."""
    assert main(["score", "create", "--in", str(tmp_path / "none.jsonl"), "--embedding", "glove-841b"]) != 0
    assert "glove-841b" in capsys.readouterr().err
