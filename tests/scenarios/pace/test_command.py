"""``helm-creativity score pace``: chains that are there already."""

import csv
import json

import pytest
from hypothesis import given as each
from hypothesis import settings
from hypothesis import strategies as st
from support.pace import REFUSAL, REST, SEED, given, note, pace_scorer, results, row

from helm_creativity.cli import main
from helm_creativity.core.benchmark import sample_in_row
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.types import FailureReason
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.errors import BadArguments

PACE = get_benchmark("pace")
CARD = PACE.card
SETTINGS = PACE.settings(embedding="builtin")
CHAIN = ["dog", *REST]
CIRCLE = [*CHAIN, "cat"]
SUBMETRICS = {submetric.name for submetric in CARD.submetrics if submetric.of == "answer"}


@pytest.fixture
def scorer(toy):
    return pace_scorer(toy)


def score(scorer, chains, seed=SEED):
    return scorer.score([given(chains, seed)])[0]


def test_each_chain_has_its_distance(scorer):
    """And the seed is the mean of them."""
    sample_score = score(scorer, [CHAIN, CIRCLE])
    # The last word of the circle is at distance 1 from 11 of the 12 words before it.
    assert sample_score.details["chain_distances"] == pytest.approx([1, (11 + 11 / 12) / 12])
    assert sample_score.score == pytest.approx((1 + (11 + 11 / 12) / 12) / 2)
    assert sample_score.submetrics["chain_ttr"] == pytest.approx((1 + 12 / 13) / 2)
    assert sample_score.submetrics["ttr"] == pytest.approx(12 / 23)
    assert set(sample_score.submetrics) == SUBMETRICS


def test_the_seed_at_the_head_changes_nothing(scorer):
    """Whatever its capitals."""
    bare = score(scorer, [CHAIN])
    assert bare.details["chains"] == [[SEED, *CHAIN]]
    assert score(scorer, [[SEED, *CHAIN]]) == bare
    assert score(scorer, [[" CAT", *CHAIN]]) == bare


def test_only_one_seed_is_taken_off(scorer):
    """People write whole chains, which echo no prompt: a word that comes again is theirs."""
    chain = [SEED, SEED, "dog", "dog", *REST]
    assert score(scorer, [chain]).details["chains"] == [chain]
    assert score(scorer, [["dog", SEED, *REST]]).details["chains"] == [[SEED, "dog", SEED, *REST]]


@settings(deadline=None)
@each(st.lists(st.sampled_from(["cat", "dog", *builtin().nouns[::6000]]), min_size=10, max_size=22))
def test_scored_chains_can_be_scored_again(words):
    """What one run wrote down has the same distance when it is read."""
    scorer = pace_scorer()
    (first,) = scorer.score([row(results(["dog"]), note([results(words)]))])
    again = score(scorer, first.details["chains"])
    assert again.details["chains"] == first.details["chains"]
    assert again.details["chain_distances"] == pytest.approx(first.details["chain_distances"])


def test_twenty_words_of_a_longer_chain_are_scored(scorer):
    """Seed included. No later word takes the place of one without a vector."""
    assert score(scorer, [[*CHAIN, *CHAIN]]).submetrics["chain_length"] == 20
    assert score(scorer, [["zzz", *CHAIN, *CHAIN]]).submetrics["chain_length"] == 19


def test_empty_and_short_chains_keep_their_places(scorer):
    """Lost, counted, and listed in the order in which they were given."""
    sample_score = score(scorer, [[], CHAIN, ["dog", "zzz"], [SEED]])
    assert sample_score.score == pytest.approx(1)
    assert sample_score.details["chain_reasons"] == ["empty", None, "too_few_valid", "too_few_valid"]
    assert sample_score.details["chain_distances"] == [None, pytest.approx(1), None, None]
    assert sample_score.details["chains"] == [[], [SEED, *CHAIN], [SEED, "dog"], [SEED]]
    assert sample_score.submetrics["n_chains"] == 1
    assert sample_score.submetrics["chain_failure_rate"] == 3 / 4


@pytest.mark.parametrize(
    ("chains", "reason"),
    [
        ([], FailureReason.EMPTY),
        ([[]], FailureReason.EMPTY),
        ([["dog"]], FailureReason.TOO_FEW_VALID),
        ([[""] * 12], FailureReason.TOO_FEW_VALID),
        ([[REFUSAL] * 12], FailureReason.TOO_FEW_VALID),
    ],
)
def test_without_a_chain_there_is_a_reason(scorer, chains, reason):
    """Not 0."""
    sample_score = score(scorer, chains)
    assert (sample_score.score, sample_score.failure_reason) == (None, reason)
    assert set(sample_score.submetrics) == SUBMETRICS


def test_people_were_not_asked_for_a_number_of_words(scorer):
    """Undefined, not 0."""
    assert score(scorer, [CHAIN]).submetrics["wrong_count_rate"] is None


@pytest.mark.parametrize(
    "chains",
    [
        [["dog", "river"], ["lamp"]],
        '[["dog", "river"], ["lamp"]]',
        ' [["dog", "river"], "lamp"]',
        ["dog, river", "lamp"],
        ["dog; river", '["lamp"]'],
    ],
)
def test_chains_come_as_lists_or_as_text(chains):
    """As JSON lines and spreadsheets hold them."""
    one = sample_in_row(PACE, {"seed": " cat ", "chains": chains}, SETTINGS)
    assert one.response is None
    assert one.fields["seed"] == "cat"
    assert [[word.strip() for word in chain] for chain in one.fields["chains"]] == [["dog", "river"], ["lamp"]]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"chains": []}, "expected a text in the field seed, which is missing"),
        ({"chains": [], "seed": " "}, "expected a text in the field seed, got ' '"),
        ({"chains": [], "seed": 7}, "expected a text in the field seed, got 7"),
        ({"seed": "cat"}, "chains must be a list of lists of words, which is missing"),
        ({"seed": "cat", "chains": "dog, river"}, "chains must be a list of lists of words, got 'dog, river'"),
        ({"seed": "cat", "chains": ""}, "chains must be a list of lists of words, got ''"),
        ({"seed": "cat", "chains": {"1": ["dog"]}}, "chains must be a list of lists of words, got {"),
        ({"seed": "cat", "chains": '[["dog"'}, "chains begins like a JSON list but is not one: "),
        ({"seed": "cat", "chains": "[" * 100_000}, "chains begins like a JSON list but is not one: "),
        ({"seed": "cat", "chains": [["dog", 7]]}, r"each chain must be a list of texts, got \['dog', 7\]"),
        ({"seed": "cat", "chains": [None]}, "each chain must be a list of texts, got nothing"),
        ({"seed": "cat", "chains": ['["dog"']}, "each chain begins like a JSON list but is not one: "),
    ],
)
def test_wrong_kinds_are_refused(record, message):
    """With what was expected and what stood there."""
    with pytest.raises(BadArguments, match=message):
        sample_in_row(PACE, record, SETTINGS)


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_files_come_back_with_scores(tmp_path, toy, suffix):
    """From either form, with the distance of each chain."""
    source, target = tmp_path / f"in.{suffix}", tmp_path / "out.jsonl"
    rows = [("cat", [CHAIN, [SEED, *CIRCLE]]), ("cat", [])]
    if suffix == "csv":
        with source.open("w", newline="") as file:
            csv.writer(file).writerows([("seed", "chains"), *((seed, json.dumps(chains)) for seed, chains in rows)])
    else:
        source.write_text("\n".join(json.dumps({"seed": seed, "chains": chains}) for seed, chains in rows))
    assert main(["score", "pace", "--embedding", toy, "--in", str(source), "--out", str(target)]) == 0
    first, second = map(json.loads, target.read_text().splitlines())
    assert first["score"] == pytest.approx((1 + (11 + 11 / 12) / 12) / 2)
    assert first["chain_distances"] == pytest.approx([1, (11 + 11 / 12) / 12])
    assert first["ttr"] == pytest.approx(12 / 23)
    assert first["comparable"].startswith("pace|protocol:schapiro2026|prompts:from a file|")
    assert (second["score"], second["failure_reason"], second["chain_distances"]) == (None, "empty", [])


def test_a_line_that_cannot_be_read_is_named(tmp_path, toy, capsys):
    """By its number, with an exit code where that is asked for."""
    (tmp_path / "in.jsonl").write_text('{"seed": "cat", "chains": []}\n{"seed": "cat", "chains": 7}\n')
    paths = ["--in", str(tmp_path / "in.jsonl"), "--out", str(tmp_path / "out.jsonl")]
    assert main(["score", "pace", "--embedding", toy, "--strict", *paths]) == 1
    assert "line 2: chains must be a list of lists of words, got 7" in capsys.readouterr().err
