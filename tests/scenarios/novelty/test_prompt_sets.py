"""The prompts: our own, the authors', and those of a file."""

import json

import pytest

from helm_creativity.errors import FileProblem
from helm_creativity.scenarios.novelty import items as prompt_sets
from helm_creativity.scenarios.novelty.items import checksum_in, prompts_label, read_prompts

ROWS = [{"id": "a", "category": "odd", "prompt": "Name a hat."}, {"prompt": 'Name, for once, a "shoe".'}]


def jsonl(folder, rows, name="mine.jsonl"):
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_file_is_read(tmp_path):
    """JSON lines or CSV; a row without an id has its number, and equal prompts have equal checksums."""
    path = jsonl(tmp_path, ROWS)
    assert read_prompts(str(path)) == (
        {"id": "a", "category": "odd", "prompt": "Name a hat."},
        {"id": "2", "category": "", "prompt": 'Name, for once, a "shoe".'},
    )
    digits = checksum_in(read_prompts(str(path))).rpartition(":")[2]
    assert prompts_label(str(path)) == f"mine@{digits[:8]}"
    copy = tmp_path / "mine.csv"
    copy.write_text('prompt\nName a hat.\n"Name, for once, a ""shoe""."\n')
    assert checksum_in(read_prompts(str(copy))) == checksum_in(read_prompts(str(path)))


def test_a_file_that_changed_has_another_label(tmp_path):
    """Two versions of it never share a run's name."""
    label = prompts_label(str(jsonl(tmp_path, ROWS, "odd, name.jsonl")))
    assert label.startswith("odd_name@")
    assert prompts_label(str(jsonl(tmp_path, ROWS[:1], "odd, name.jsonl"))) != label


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"prompt": " "}], r"mine.jsonl, row 1: expected a text in the field prompt, got ' '"),
        ([{"id": "a"}], r"row 1: expected a text in the field prompt, got nothing"),
        ([{"id": "a", "prompt": "x"}, {"id": "a", "prompt": "y"}], r"row 2: expected ids that differ, got 'a' again"),
        ([], r"expected a prompt in every row, found no row"),
    ],
)
def test_what_cannot_be_asked_is_refused(tmp_path, rows, message):
    """With the file and the row."""
    with pytest.raises(FileProblem, match=message):
        read_prompts(str(jsonl(tmp_path, rows)))


def test_the_authors_prompts_come_from_the_hub(monkeypatch):
    """By split and commit."""
    import datasets

    asked = []

    def load(*names, **options):
        asked.append((names, options))
        return [{"id": f"curated-{i}", "prompt": f"Name hat {i}."} for i in range(100)]

    monkeypatch.setattr(datasets, "load_dataset", load)
    prompt_sets._official.cache_clear()
    assert prompts_label("curated@ABCDEF123") == "curated@abcdef1"
    assert read_prompts("curated@ABCDEF1")[99] == {"id": "curated-99", "category": "", "prompt": "Name hat 99."}
    assert asked == [(("yimingzhang/novelty-bench",), {"split": "curated", "revision": "ABCDEF1"})]
    prompt_sets._official.cache_clear()
