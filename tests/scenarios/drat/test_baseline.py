"""How the baselines answer the DRAT."""

import json
from functools import partial

import numpy as np
import pytest
from support.drat import BENCHMARK, scorer_under

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.core.prompts import render
from helm_creativity.core.types import Response, Sample
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.scenarios.drat.items import BANKS, anchor_sets
from helm_creativity.words.cues import CUE_WORDS
from helm_creativity.words.inflections import is_inflection

answer = partial(baseline_response, BENCHMARK)


def prompt_of(anchors):
    return render(BENCHMARK.folder, "schapiro2026_own", anchors=anchors).text


@pytest.fixture(scope="module")
def sample_scores():
    """Of either baseline, by bank: an answer to each anchor set, and what it scores under the built-in table."""
    scorer = scorer_under()
    found = {}
    for strategy in CHOOSERS:
        for bank in BANKS:
            sets = list(anchor_sets(bank, 4).values())
            replies = [answer(prompt_of(anchors), CHOOSERS[strategy]("builtin", i)) for i, anchors in enumerate(sets)]
            rows = [Sample(Response(reply), {"anchors": anchors}) for reply, anchors in zip(replies, sets, strict=True)]
            found[strategy, bank] = list(zip(sets, replies, scorer.score(rows), strict=True))
    return found


@pytest.mark.parametrize("bank", BANKS)
@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_answers_are_ten_nouns_and_no_anchor(sample_scores, strategy, bank):
    """In the form that the prompt asks for; all are scored."""
    for anchors, reply, sample_score in sample_scores[strategy, bank]:
        words = json.loads(reply)
        assert sample_score.details["scored_words"] == words
        assert sample_score.submetrics["noun_rate"] == 1
        assert sample_score.submetrics["wrong_count_rate"] == sample_score.submetrics["anchor_rate"] == 0
        assert not any(is_inflection(word, anchor) for word in words for anchor in anchors)


@pytest.mark.parametrize("bank", BANKS)
def test_all_words_of_the_greedy_baseline_are_relevant(sample_scores, bank):
    """It knows the threshold."""
    assert {sample_score.submetrics["survivors"] for *_, sample_score in sample_scores["greedy", bank]} == {10}


@pytest.mark.parametrize("bank", BANKS)
def test_greedy_is_above_random_nouns(sample_scores, bank):
    """On every set; random nouns mostly collapse, and one in ten of them is relevant by chance."""
    for greedy, random in zip(sample_scores["greedy", bank], sample_scores["random", bank], strict=True):
        assert greedy[2].score > random[2].score
    assert (
        sum(sample_score.submetrics["relevance_collapse_rate"] for *_, sample_score in sample_scores["random", bank])
        > 15
    )


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
@pytest.mark.parametrize("k", [2, 3])
def test_smaller_sets_are_answered_too(strategy, k):
    """Anchors of two words among them."""
    for anchors in (("immune system", "friction", "supply chain")[:k], ("ant colony", "fire", "axiom")[:k]):
        assert len(json.loads(answer(prompt_of(anchors), CHOOSERS[strategy]("builtin", 1)))) == 10


def test_different_anchors_have_different_answers():
    """The greedy baseline answers the set, not the prompt's form."""
    replies = {
        answer(prompt_of(anchors), CHOOSERS["greedy"]("builtin", 1))
        for anchors in anchor_sets("scientific", 4).values()
    }
    assert len(replies) == 30


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_a_prompt_inside_other_text_is_found(strategy):
    """HELM may put words around it."""
    bare = prompt_of(["heart", "engine"])
    around = answer(f"System: be brief.\n\n{bare}\nAnswer:", CHOOSERS[strategy]("builtin", 1))
    assert around == answer(bare, CHOOSERS[strategy]("builtin", 1)) is not None


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_other_words_and_five_anchors_are_no_prompt(strategy):
    """By neither baseline."""
    chooser = CHOOSERS[strategy]("builtin", 0)
    texts = [
        prompt_of(["heart", "engine"])[:-1],
        prompt_of(["heart", "engine"]).replace("remote", "near"),
        prompt_of(["heart", "engine", "wave", "fire", "moss"]),
    ]
    assert [answer(text, chooser) for text in texts] == [None] * len(texts)


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_vectors_without_any_anchor_still_give_ten_words(strategy, toy):
    """Under twelve word vectors nothing is known of the anchors: any nouns will do."""
    words = json.loads(answer(prompt_of(["parliament", "set"]), CHOOSERS[strategy](toy, 0)))
    assert len(set(words)) == len(words) >= 8


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_vectors_without_any_cue_word_still_give_words(strategy, tmp_path):
    """Without a pool there is no threshold."""
    path = tmp_path / "few.txt"
    path.write_text("cat 1 0\ndog 0 1\nengine 1 1\nlamp -1 0\n")
    assert sorted(json.loads(answer(prompt_of(["heart", "engine"]), CHOOSERS[strategy](str(path), 0)))) == [
        "cat",
        "dog",
        "lamp",
    ]


def test_the_threshold_is_that_of_the_scorer_under_word_vectors_too(tmp_path):
    """Anchors of two words are the sum of them: what the greedy baseline names is above the scorer's threshold."""
    rng = np.random.default_rng(2)
    words = dict.fromkeys([*CUE_WORDS, "engine", "immune", "system", "supply", "chain", *builtin().nouns[::40]])
    rows = rng.normal(size=(len(words), 6))
    path = tmp_path / "words.txt"
    path.write_text("".join(f"{word} {' '.join(map(str, row))}\n" for word, row in zip(words, rows, strict=True)))
    for anchors in (["immune system", "supply chain"], ["heart", "immune system", "engine"]):
        reply = answer(prompt_of(anchors), CHOOSERS["greedy"](str(path), 0))
        (sample_score,) = scorer_under(str(path)).score([Sample(Response(reply), {"anchors": anchors})])
        assert sample_score.submetrics["survivors"] == 10
