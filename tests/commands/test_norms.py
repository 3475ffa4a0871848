"""Norms by recipes: by hand on a made-up file, from the shipped cards, and kept by a user."""

import hashlib
from dataclasses import replace

import pytest

import helm_creativity as hc
from helm_creativity.benchmark.files.source_files import HOME_VARIABLE
from helm_creativity.benchmark.norms import keep_norms, kept_path, known_norms
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.commands.norms import compute_norms, summarise
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.norms import norms_for
from helm_creativity.results.people_scores import drawn_groups

HEAD = "\t".join(["dat", *(f"word.{place}" for place in range(1, 11))])
WORDS = ("arm eyes feet hand head leg body face ear nose", "dog idea river tax violin moss engine salt rumour crane")


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def clones(tmp_path, monkeypatch, home):
    """A clone whose study 2 has three people, and DAT recipes of that file."""
    rows = [f"60.0\t{WORDS[0].replace(' ', chr(9))}", f"80.0\t{WORDS[1].replace(' ', chr(9))}", "NA" + "\tNA" * 10]
    path = tmp_path / "clones" / "theGreen-Coder" / "MCTB" / "data" / "olson_2021" / "study2.tsv"
    path.parent.mkdir(parents=True)
    path.write_text("\n".join([HEAD, *rows]) + "\n")
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    recipes = find_entry("dat").card.recipes
    file = replace(recipes["words"].file, sha256=sha256)
    monkeypatch.setitem(recipes, "words", replace(recipes["words"], file=file))
    return tmp_path / "clones"


def test_numbers_of_a_norm_by_hand():
    """Scores of several draws are pooled; their n is that of one."""
    found = summarise([4.0, 1.0, 2.0, 5.0])
    # Mean 3; squares of 1, 2, 1 and 2 are 10 in sum, and sd = sqrt(10 / 3).
    assert (found.n, found.mean, found.sd) == (4, 3.0, pytest.approx(1.8257418583505538))
    # 0 %, 50 % between 2 and 4, 100 %; a third of the way is the second least.
    assert [found.quantiles[place] for place in (0, 33, 50, 100)] == [1.0, pytest.approx(1.99), 3.0, 5.0]
    assert summarise([1.0, 3.0, 5.0, 7.0], draws=2)[:2] == (2, 4.0)
    with pytest.raises(BadArguments, match="a norm needs two scores or more, got 1"):
        summarise([1.0])


def test_groups_are_drawn_without_replacement_by_seed():
    texts = {name: [f"{name}{place}" for place in range(6)] for name in "ab"}
    arguments = {"draws": "3", "groups": "2", "size": "3", "draw_seed": "7"}
    groups = list(drawn_groups(texts, arguments))
    pairs = [sorted(one + other) for one, other in zip(groups[::2], groups[1::2], strict=True)]
    assert pairs == [texts["a"], texts["b"]] * 3
    assert groups == list(drawn_groups(texts, arguments))
    assert groups[4:8] == list(drawn_groups(texts, {**arguments, "draws": "1", "draw_seed": "8"}))


def test_a_norm_of_released_words(clones):
    """By the settings of the user, from the score that ``hc.score`` gives the same words; of no altered file."""
    (found,) = compute_norms("dat", {"embedding": "builtin", "protocol": "olson2021"}, [clones])
    scores = hc.score("dat", [{"words": words.split()} for words in WORDS], embedding="builtin").scores
    assert (found.n, found.mean, found.settings["protocol"]) == (2, round(sum(scores) / 2, 2), "olson2021")
    assert found.settings["embedding"].startswith("builtin3-")
    assert found.source == "Olson et al. 2021; data/olson_2021/study2.tsv of theGreen-Coder/MCTB at 2652cf343d5b"
    (other,) = compute_norms("dat", {"embedding": "builtin", "estimate": "false"}, [clones])
    assert other.settings["embedding"] != found.settings["embedding"]
    path = next(clones.rglob("study2.tsv"))
    path.write_text(path.read_text().replace("60.0", "61.0"))
    with pytest.raises(FileProblem, match="is another file: expected sha256"):
        compute_norms("dat", {"embedding": "builtin"}, [clones])


def test_a_norm_that_was_kept_is_found(clones):
    """By the table's norms and by the DAT's percentile, under settings for which the card has none."""
    key = "creativity_dat|protocol:schapiro2026|embedding:{embedding}|dictionary:none"
    words = [{"words": WORDS[1].split()}]
    named = {"embedding": "builtin", "protocol": "schapiro2026"}
    assert hc.score("dat", words, **named).to_polars()["human_percentile"].to_list() == [None]
    found = hc.compute_norms("dat", folders=[clones], keep=True, dictionary="none", **named)
    assert kept_path("dat").read_text("utf-8") == found.yaml()
    (kept,) = known_norms(find_entry("dat").card)[len(find_entry("dat").card.norms) :]
    assert norms_for("creativity_dat", key.format(embedding=kept.settings["embedding"])) == (kept,)
    (percentile,) = hc.score("dat", words, **named).to_polars()["human_percentile"].to_list()
    assert percentile == pytest.approx(100, abs=0.05)  # quantiles are kept with two decimals


def test_a_kept_norm_replaces_a_provisional_one(home):
    card = find_entry("metaphor").card
    (own,) = card.norms
    keep_norms("metaphor", [whole := replace(own, n=700, mean=20.5, provisional=False)])
    assert (own.provisional, known_norms(card)) == (True, (whole,))


@pytest.mark.parametrize("text", ["norms: [7]\n", "norms: [\n", "", "- 3\n"])
def test_norms_that_cannot_be_read_are_left_out_and_not_overwritten(home, text, caplog):
    """Who has edited the file loses nothing by a slip."""
    kept_path("dat").parent.mkdir(parents=True)
    kept_path("dat").write_text(text)
    assert known_norms(find_entry("dat").card) == find_entry("dat").card.norms
    assert "norms that were kept are left out" in caplog.text
    with pytest.raises(FileProblem, match=r"dat\.yaml.*; correct or remove this file, in which norms are kept, first"):
        keep_norms("dat", [])
    assert kept_path("dat").read_text() == text
