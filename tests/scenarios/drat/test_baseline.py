"""How the baselines answer the DRAT."""

from functools import partial

import numpy as np
import pytest
from support.drat import BENCHMARK, scorer_under

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.prompts import render
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.lexicon.word_files import CUE_WORDS
from helm_creativity.scenarios.drat.benchmark import BANKS, anchor_sets

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
def test_other_words_and_five_anchors_are_no_prompt(strategy):
    """By neither baseline."""
    chooser = CHOOSERS[strategy]("builtin", 0)
    texts = [
        prompt_of(["heart", "engine"])[:-1],
        prompt_of(["heart", "engine"]).replace("remote", "near"),
        prompt_of(["heart", "engine", "wave", "fire", "moss"]),
    ]
    assert [answer(text, chooser) for text in texts] == [None] * len(texts)


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
