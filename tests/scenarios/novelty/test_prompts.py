"""Prompts of ours, of the authors and of files; how the baselines answer them; thresholds of cosines."""

import csv
import json
from pathlib import Path

import datasets
import numpy as np
import pytest
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import parse_object_spec
from support import chat
from support.cdat import make_vectors
from support.encoders import real_encoder

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.parsing.text import folded
from helm_creativity.scenarios.novelty.benchmark import SAME, THRESHOLDS
from helm_creativity.scenarios.novelty.items import checksum_in, prompts_label, read_prompts

NOVELTY = get_benchmark("novelty")
LEXICAL = "creativity/lexical-judge"
ROWS = [{"id": "a", "category": "odd", "prompt": "Name a hat."}, {"prompt": 'Name, for once, a "shoe".'}]
ENCODERS = {"sbert-minilm": "all-MiniLM-L6-v2", "sbert-mpnet": "all-mpnet-base-v2"}


def jsonl(folder, rows):
    path = folder / "odd, name.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_a_file_of_prompts_is_asked_and_compared_by_what_it_holds(tmp_path):
    """A row without an id has its number, and equal prompts have equal checksums; no two versions share a name."""
    path = jsonl(tmp_path, ROWS)
    found = read_prompts(path)
    assert found == (ROWS[0], {"id": "2", "category": "", "prompt": 'Name, for once, a "shoe".'})
    label = prompts_label(path)
    assert label == f"odd_name@{checksum_in(found).rpartition(':')[2][:8]}"
    (copy := tmp_path / "mine.csv").write_text('prompt\nName a hat.\n"Name, for once, a ""shoe""."\n')
    assert checksum_in(read_prompts(str(copy))) == checksum_in(found)
    assert prompts_label(jsonl(tmp_path, ROWS[:1])) != label


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"prompt": " "}], r"name.jsonl, row 1: expected a text in the field prompt, got ' '"),
        ([{"id": "a"}], r"row 1: expected a text in the field prompt, got nothing"),
        ([{"id": "a", "prompt": "x"}, {"id": "a", "prompt": "y"}], r"row 2: expected ids that differ, got 'a' again"),
        ([], r"expected a prompt in every row, found no row"),
    ],
)
def test_what_cannot_be_asked_is_refused(tmp_path, rows, message):
    with pytest.raises(FileProblem, match=message):
        read_prompts(jsonl(tmp_path, rows))


def test_the_authors_prompts_come_from_the_hub(monkeypatch):
    """By split and commit."""
    asked, rows = [], [{"id": f"curated-{i}", "prompt": f"Name hat {i}."} for i in range(100)]
    monkeypatch.setattr(datasets, "load_dataset", lambda *names, **options: [asked.append((names, options)), rows][1])
    assert prompts_label("curated@ABCDEF123") == "curated@abcdef1"
    assert read_prompts("curated@ABCDEF1")[99] == {"id": "curated-99", "category": "", "prompt": "Name hat 99."}
    assert asked == [(("yimingzhang/novelty-bench",), {"split": "curated", "revision": "ABCDEF1"})]


@pytest.mark.parametrize("more", [f"same=judges,judges={LEXICAL}", "same=builtin"])
def test_fewer_responses_than_count_are_refused(monkeypatch, more):
    """HELM's own argument is filled in after the run spec function; with or without judges."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["one"])
    entry = f"creativity_novelty:protocol=zhang2025_distinct,{more},responses=4,model=chat/one"
    with pytest.raises(BadArguments, match=r"num_trials=3 asks for fewer: leave num_trials out \(6, of which 2 are sp"):
        construct_run_specs(parse_object_spec(f"{entry},num_trials=3"))
    (enough,) = construct_run_specs(parse_object_spec(f"{entry},num_trials=4"))
    assert enough.adapter_spec.num_trials == 4


def test_an_embedding_of_ones_own_needs_a_threshold(tmp_path):
    name = make_vectors(tmp_path, "mine", {"cat": (1.0, 0.0)})
    with pytest.raises(BadArguments, match=r"threshold must be a number .* known for sbert-minilm 0.6"):
        NOVELTY.settings(judges=LEXICAL, same=name)


@pytest.mark.parametrize(("strategy", "kinds"), [("greedy", {1}), ("random", {9, 10})])
def test_the_baselines_are_the_two_ends_of_the_scale(strategy, kinds):
    """One always says the same, the other hardly ever."""
    prompt = NOVELTY.prompt(NOVELTY.entries[0]).text
    assert len({baseline_response(NOVELTY, prompt, CHOOSERS[strategy]("builtin", n)) for n in range(10)}) in kinds


@pytest.mark.parametrize(("other", "letter"), [("A red hat!", "A"), ("a blue shoe", "B"), ("a red shoe", "B")])
def test_the_lexical_judge_compares_words(other, letter):
    """The same if more than half of all words are in both."""
    question = SAME.question(task="Name it.", first="a red hat", second=other).user
    assert lexical_rating(NOVELTY, question) == f'{{"answer": "{letter}"}}'


@pytest.mark.encoders
@pytest.mark.parametrize(("name", "share"), [("sbert-minilm", 0.86), ("sbert-mpnet", 0.76)])
def test_the_usual_threshold_is_the_best_one(name, share):
    """Of steps of 0.05, in the mean of both kinds of pair; and as good as the card says of its 95, 40 of them alike."""
    folder = real_encoder(ENCODERS[name])
    if folder is None:
        pytest.skip(f"{ENCODERS[name]} is not on this machine")
    with Path(__file__).with_name("pairs.csv").open(encoding="utf-8", newline="") as file:
        pairs = list(csv.DictReader(file))
    true = np.array([pair["same"] == "1" for pair in pairs])
    assert (len(true), true.sum()) == (95, 40)
    (one,) = load_embeddings(str(folder))
    first, second = (one.embed([folded(pair[side]) for pair in pairs]).vectors for side in ("first", "second"))
    similar = (first * second).sum(axis=1)

    def right(least):
        return ((similar >= least)[true].mean() + (similar < least)[~true].mean()) / 2

    assert max(np.arange(0.4, 0.96, 0.05), key=right) == pytest.approx(THRESHOLDS[name])
    assert right(THRESHOLDS[name]) == pytest.approx(share, abs=0.005)
