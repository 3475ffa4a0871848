"""From both stages' replies to chains and PACE scores: by hand, by law, against the slow definition."""

import numpy as np
import pytest
import scipy.spatial.distance
from hypothesis import given as drawn
from hypothesis import strategies as st
from support.directions import directions, unit
from support.pace import ASSOCIATES, REFUSAL, REST, SEED, STAGE1, given, note, one, pace_scorer, results, row

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.base import sample_in_row
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.parsing.pairs import ExplainedEntry
from helm_creativity.scenarios.pace.benchmark import associates, read_stage
from helm_creativity.scenarios.pace.scoring import join_chain, pace, pace_of_chains, type_token_ratio

PACE = get_benchmark("pace")
CHAIN = ["dog", *REST]
WHOLE, ONE = results(CHAIN), results(["dog"])
BUILTIN = pace_scorer()
NOUNS = builtin().nouns[::900]
# The last word of the circle is at distance 1 from 11 of the 12 words before it.
CIRCLE = (11 + 11 / 12) / 12


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        *[(np.eye(20), 1), (np.ones((20, 4)) / 2, 0), ([[1, 0], [-1, 0]], 2)],
        # Second: 60 degrees from the first, distance 1/2. Third: right angles to both, (1 + 1)/2 = 1. Mean 3/4, where
        # the mean over the three pairs would be 5/6. The other way round: 1, then (1/2 + 1)/2 = 3/4: mean 7/8.
        ([[1, 0, 0], [1 / 2, np.sqrt(3) / 2, 0], [0, 0, 1]], 3 / 4),
        ([[0, 0, 1], [1 / 2, np.sqrt(3) / 2, 0], [1, 0, 0]], 7 / 8),
        # 20 unrelated words after the second twice: only the third is nearer, (1 + 0)/2, so 1 - (1/2)/20.
        (np.eye(20)[[0, 1, *range(1, 20)]], 39 / 40),
    ],
)
def test_distances_by_hand(rows, expected):
    assert pace(np.array(rows, dtype=float)) == pytest.approx(expected, abs=1e-12)


CHAINS = st.lists(st.lists(st.integers(0, 19), min_size=2, max_size=21), max_size=12)


@drawn(st.integers(2, 9).flatmap(lambda n: directions(n, 4)), CHAINS)
def test_it_agrees_with_the_definition_word_by_word(rows, chains):
    """Every word against each before it; chains of any length keep their places."""
    distance = scipy.spatial.distance.cosine
    slow = np.mean([np.mean([distance(rows[i], rows[j]) for j in range(i)]) for i in range(1, len(rows))])
    assert pace(rows) == pytest.approx(slow, abs=1e-9)
    vectors = unit(np.random.default_rng(0).normal(size=(20, 8))).astype(np.float32)
    assert pace_of_chains(chains, vectors) == pytest.approx([pace(vectors[chain]) for chain in chains], abs=1e-6)


@drawn(st.lists(st.sampled_from(["rock", "stone", "pebble", "Rock"]), max_size=25))
def test_a_chain_is_seed_associate_and_what_follows(results):
    """Of 20 words; only first results that repeat what was given go, in the order in which it was given."""
    rest = [*results]
    for word in ("rock", "stone"):
        if rest[:1] and rest[0].casefold() == word:
            rest = rest[1:]
    assert join_chain("rock", "stone", results) == ("rock", "stone", *rest[:18])


@drawn(st.lists(st.lists(st.sampled_from("abcde"), max_size=12), max_size=4))
def test_type_token_ratio_by_its_definition(chains):
    """The number of words that are not there before, divided by all."""
    words = [word for chain in chains for word in (chain[1:] if chain[:1] == ["a"] else chain)]
    new = sum(word not in words[:i] for i, word in enumerate(words))
    assert type_token_ratio("a", chains) == (pytest.approx(new / len(words)) if words else None)


@drawn(st.lists(st.sampled_from(["rock", "Rock", "stone", "Stone", "roll", "cliff", "band"])), st.integers(1, 4))
def test_associates_by_their_definition(words, chains):
    """A word counts unless it or the seed stood before it, whatever their capitals, until there are enough."""
    expected = []
    for place, word in enumerate(words):
        known = ["rock", *(entry.word.lower() for entry in expected)]
        if word.lower() not in known and len(expected) < chains:
            expected.append(ExplainedEntry(word, str(place)))
    assert associates([ExplainedEntry(word, str(n)) for n, word in enumerate(words)], "Rock", chains) == expected


TWENTY = [f"{a}{b}" for a in "bcdf" for b in ("at", "in", "od", "ut", "en")]
TWO_LISTS = results(["stone", "roll"]) + "\n\n" + "\n".join(f"{i}. {word}" for i, word in enumerate(TWENTY, 1))
APOLOGY = "I'm sorry, I cannot think of rarer ones:\n" + results(["stone", "roll"])


@pytest.mark.parametrize(
    ("text", "asked", "words"),
    [
        *[(results(["stone"] * 30), 3, ["stone"] * 30), (results(["stone"] * 31), 4, ["stone"] * 31)],
        *[(APOLOGY, 3, ["stone", "roll"]), (TWO_LISTS, 20, TWENTY), (TWO_LISTS, 3, ["stone", "roll"])],
    ],
)
def test_the_list_with_as_many_words_as_were_asked_is_the_answer(text, asked, words):
    """Ten times as many are still one, and an apology before half of them is no refusal."""
    assert [pair.word for pair in read_stage(Response(text), asked)] == words


@pytest.fixture
def scorer(toy):
    return pace_scorer(toy)


def alone(scorer, words):
    """The outcome of a seed with one chain, from ``dog``."""
    return one(scorer, ONE, note([results(words)]))


def submetrics(found, names):
    return [found.submetrics[name] for name in names.split()]


@pytest.mark.parametrize(
    ("words", "unknown", "length"),
    [
        # The associate, repeated, counts once: 12 words at right angles.
        *[(CHAIN, [], 12), (["DOG ", *REST], [], 12), (REST, [], 12), (REST[:8], [], 10)],
        (["dog", "Zzz", *REST, "qqq", "qqq"], ["Zzz", "qqq", "qqq"], 12),
        ([*REST[:7], "zzz", "qqq", "xxx"], ["zzz", "qqq", "xxx"], None),  # seed and associate are two of the ten
    ],
)
def test_known_words_make_the_chain_and_unknown_ones_are_counted(scorer, words, unknown, length):
    """What follows an unknown word moves up; fewer than ten known ones are no chain."""
    found = alone(scorer, words)
    assert found.score == (length and pytest.approx(1))
    assert found.details["unknown_entries"] == unknown
    assert found.details["chain_reasons"] == [None if length else "too_few_valid"]
    rate = pytest.approx(len(unknown) / (12 + len(unknown)), abs=0.01)
    names = "chain_length repeats unknown_rate"
    assert submetrics(found, names)[: 3 if length else 2] == ([length, 0, rate] if length else [None, None])


def test_a_chain_has_twenty_entries_at_most():
    """Known or not: what stands behind them is not looked at; another number than 20 is counted."""
    found = alone(BUILTIN, ["zzz", *NOUNS[:30]])
    assert found.details["chains"] == [["cat", "dog", *NOUNS[:17]]]
    assert submetrics(found, "chain_length unknown_rate wrong_count_rate") == [19, pytest.approx(1 / 20), 1]
    counts = [alone(BUILTIN, ["dog", *NOUNS[:n]]).submetrics["wrong_count_rate"] for n in (18, 19, 20)]
    assert counts == [1, 0, 1]


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        *[("", "empty"), (REFUSAL, "refused"), ({"text": WHOLE, "finish_reason": "content_filter"}, "refused")],
        *[({"text": WHOLE, "finish_reason": "length"}, "truncated"), ({"text": "", "failed": True}, "failed")],
        *[(WHOLE[:-20], "unparsable"), (results(REST[:3]), "too_few_valid"), (results(["dog"] * 201), "too_long")],
    ],
)
@pytest.mark.parametrize("place", range(3))
def test_a_broken_chain_leaves_the_mean_of_the_others(scorer, broken, reason, place):
    """Whatever broke it, and wherever it stands; it is no 0."""
    first, second = (word for number, word in enumerate(ASSOCIATES) if number != place)
    chains = [[word, *(other for other in CHAIN if other != word)] for word in (first, second)]
    replies = [results(chains[0]), results([*chains[1], "cat"])]
    replies.insert(place, broken)
    found = one(scorer, STAGE1, note(replies))
    assert found.score == pytest.approx((1 + CIRCLE) / 2)
    failures = pytest.approx(1 / 3)
    assert submetrics(found, "n_chains chain_length repeats chain_failure_rate") == [2, 12.5, 0.5, failures]
    assert [why for why in found.details["chain_reasons"] if why] == [found.details["chain_reasons"][place]] == [reason]
    assert found.details["chain_distances"][place] is None


def test_the_score_is_the_formula_on_the_rows_of_the_words(toy):
    """The slow way, over three chains of different lengths; an ensemble has the mean of its members' scores."""
    chains = [NOUNS[:18], NOUNS[18:30], NOUNS[30:45]]
    found = one(BUILTIN, STAGE1, note([results(chain) for chain in chains]))
    pairs = zip(ASSOCIATES, chains, strict=True)
    expected = [pace(builtin().embed(["cat", associate, *chain]).vectors) for associate, chain in pairs]
    assert found.details["chain_distances"] == pytest.approx(expected, abs=1e-6)
    assert found.score == pytest.approx(np.mean(expected), abs=1e-6)
    words = [*(word for word in REST if word not in ("top-hat", "culdesac", "paris")), "cat"]
    both, *single = (alone(pace_scorer(name), words).score for name in (f"builtin+{toy}", "builtin", toy))
    assert both == pytest.approx(np.mean(single))
    assert single[0] != pytest.approx(single[1], abs=0.01)
    assert alone(pace_scorer(f"builtin+{toy}"), [*words, "culdesac"]).details["unknown_entries"] == ["culdesac"]


def test_questions_of_the_run_are_counted(scorer):
    """Over all seeds, whatever came of them; a seed without an annotation asked nothing."""
    lost = {"text": "", "failed": True}
    rows = [row(STAGE1, note([WHOLE, lost, lost])), row(ONE, note([lost])), row(""), row(STAGE1, {})]
    assert scorer.score_run(rows, scorer.score(rows)) == {"stage2_questions": 4, "stage2_failed": 3}


def of_file(scorer, *chains):
    return scorer.score([given(chains)])[0]


def test_chains_that_are_there_already_have_their_distances(scorer):
    """Each in its place, lost ones too; the seed is the mean of the others."""
    found = of_file(scorer, [], CHAIN, ["dog", "zzz"], [*CHAIN, "cat"])
    assert found.details["chain_distances"] == [None, pytest.approx(1), None, pytest.approx(CIRCLE)]
    assert found.score == pytest.approx((1 + CIRCLE) / 2)
    assert submetrics(found, "chain_ttr ttr") == pytest.approx([(1 + 12 / 13) / 2, 12 / 23], abs=0.02)
    assert found.details["chain_reasons"] == ["empty", None, "too_few_valid", None]
    assert found.details["chains"] == [[], [SEED, *CHAIN], [SEED, "dog"], [SEED, *CHAIN, "cat"]]
    assert submetrics(found, "n_chains chain_failure_rate") == [2, 1 / 2]


def test_one_seed_at_the_head_changes_nothing(scorer):
    """Whatever its capitals; people write whole chains, so that a word that comes again is theirs."""
    bare = of_file(scorer, CHAIN)
    assert of_file(scorer, [" CAT", *CHAIN]) == of_file(scorer, [SEED, *CHAIN]) == bare
    chain = [SEED, SEED, "dog", "dog", *REST]
    assert of_file(scorer, chain).details["chains"] == [chain]


@drawn(st.lists(st.sampled_from(["cat", "dog", *builtin().nouns[::6000]]), min_size=10, max_size=22))
def test_scored_chains_can_be_scored_again(words):
    """What one run wrote down has the same distance when it is read."""
    first = alone(BUILTIN, words)
    again = of_file(BUILTIN, *first.details["chains"])
    assert again.details["chains"] == first.details["chains"]
    assert again.details["chain_distances"] == pytest.approx(first.details["chain_distances"])


@pytest.mark.parametrize(
    "chains",
    [
        *([["dog", "river"], ["lamp"]], '[["dog", "river"], ["lamp"]]', ' [["dog", "river"], "lamp"]'),
        *(["dog, river", "lamp"], ["dog; river", '["lamp"]']),
    ],
)
def test_chains_come_as_lists_or_as_text(chains):
    """As JSON lines and spreadsheets hold them."""
    found = sample_in_row(PACE, {"seed": " cat ", "chains": chains}, PACE.settings(embedding="builtin"))
    assert (found.response, found.fields["seed"]) == (None, "cat")
    assert [[word.strip() for word in chain] for chain in found.fields["chains"]] == [["dog", "river"], ["lamp"]]


def test_chains_of_baselines_are_whole_and_random_nouns_lie_further_apart():
    """Three of 20 known words, of which none comes twice."""
    scores = {}
    for strategy, make in CHOOSERS.items():
        chooser = make("builtin", 1)
        stage1 = baseline_response(PACE, PACE.render("stage1", seed=SEED).text, chooser)
        first = [entry._asdict() for entry in read_stage(Response(stage1), 3)]
        asked = [PACE.render("stage2", seed=SEED, associate=its["word"], reason=its["reason"]).text for its in first]
        found = one(BUILTIN, stage1, note([baseline_response(PACE, prompt, chooser) for prompt in asked]))
        names = "n_chains chain_length chain_ttr repeats chain_failure_rate unknown_rate wrong_count_rate"
        assert submetrics(found, names) == [3, 20, 1, 0, 0, 0, 0]
        scores[strategy] = found.score
    assert scores["random"] > scores["greedy"] + 0.1
