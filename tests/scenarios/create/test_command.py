"""``helm-creativity score create``: paths of people or programs, judged by whomever."""

import json

import pytest
from support.create import TARGET, stated, via

from helm_creativity.commands import main
from helm_creativity.scenarios.create.rows import CreateRow

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
    assert main(["score", "create", str(source), "--out", str(target), *arguments]) == 0
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
