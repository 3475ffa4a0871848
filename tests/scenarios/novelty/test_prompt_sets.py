"""The prompts: our own, the authors', and those of a file."""

import json
import re
from collections import Counter

import pytest

from helm_creativity.core.loading import get_benchmark
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.scenarios.novelty import items as prompt_sets
from helm_creativity.scenarios.novelty.items import CATEGORIES, checksum_in, prompts_label, read_prompts

ROWS = [{"id": "a", "category": "odd", "prompt": "Name a hat."}, {"prompt": 'Name, for once, a "shoe".'}]


def jsonl(folder, rows, name="mine.jsonl"):
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_our_own_are_a_quarter_of_each_category():
    """25 of each, all different, as the card says."""
    own = read_prompts("own")
    assert Counter(item["category"] for item in own) == dict.fromkeys(CATEGORIES, 25)
    assert len({item["prompt"].casefold() for item in own}) == len(own) == get_benchmark("novelty").card.items[0].count
    assert all(re.fullmatch(rf"{item['category'].replace('_', '-')}-\d\d", item["id"]) for item in own)
    assert prompts_label("own") == "own"


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


def test_a_broken_file_is_refused(tmp_path):
    """With the line."""
    (tmp_path / "mine.jsonl").write_text("{")
    with pytest.raises(FileProblem, match=r"mine.jsonl, line 1: not JSON"):
        read_prompts(str(tmp_path / "mine.jsonl"))


@pytest.mark.parametrize("name", ["mine", "curated@xyz", "own@1234567", 7, "gone.jsonl"])
def test_other_names_are_refused(name):
    """With those that exist."""
    with pytest.raises(BadArguments, match=r"items must be own, curated, wildchat, .*@COMMIT, or a file"):
        read_prompts(name)


def test_the_authors_prompts_come_from_the_hub(monkeypatch):
    """By split and commit; all of them must be there."""
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
    with pytest.raises(FileProblem, match="expected the 1000 prompts of wildchat, got 100; name a commit"):
        read_prompts("wildchat")
    prompt_sets._official.cache_clear()


def test_without_a_network_the_message_says_what_to_do(monkeypatch):
    """Whatever the library raises."""
    import datasets

    def load(*_, **__):
        raise ConnectionError("nobody there")

    monkeypatch.setattr(datasets, "load_dataset", load)
    prompt_sets._official.cache_clear()
    with pytest.raises(
        FileProblem, match=r"cannot load the split curated .*ConnectionError: nobody there.*curated\.jsonl"
    ):
        read_prompts("curated")
