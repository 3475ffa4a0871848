"""What all scorers of word lists share, in a benchmark that refuses words in -ing and scores how many there are."""

import dataclasses

import numpy as np
import pytest
from support.dat import one

from helm_creativity.benchmark.card import Submetric, WordRule
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.benchmark.types import FailureReason, Sample
from helm_creativity.embeddings.registry import fetch_embedding
from helm_creativity.errors import BadArguments
from helm_creativity.task_types.word_list.benchmark import WordEmbeddingSettings
from helm_creativity.task_types.word_list.scorer import Measured, WordListScorer

NAMES = ["n_valid", "unknown_rate", "repeated_rate", "ending_rate", "wrong_count_rate", "length"]
SUBMETRICS = [Submetric(*[name] * 4, of="run" if name == "of_all" else "answer") for name in (*NAMES, "of_all")]
CARD = dataclasses.replace(find_entry("dat").card, submetrics=tuple(SUBMETRICS))


class CountedSettings(WordEmbeddingSettings):
    rule = WordRule(4, 2, 3)


class Counted(WordListScorer):
    """The score is the number of words, ten times under an embedding named ``tens``."""

    refusals = ("ending",)

    def __init__(self, embedding):
        super().__init__(CARD, CountedSettings(embedding=embedding))
        self.batches = []

    def refuse(self, row, word):
        return "ending" if word.endswith("ing") else None

    def measure(self, rows, lists):
        self.batches.append([tuple(words) for words in lists])
        assert len(rows) == len(lists)

        def value(table):
            return np.array([len(words) * (10.0 if table.embedding.name == "tens" else 1) for words in lists])

        return [
            Measured(score, {"length": float(len(words))}, {"first": words[0]})
            for score, words in zip(self.mean_over_embeddings(value).tolist(), lists, strict=True)
        ]

    def no_details(self):
        return {"first": None}


@pytest.fixture(scope="module", autouse=True)
def stores(home, tmp_path_factory):
    """``ones`` knows seven words, ``tens`` all of them but ``idea``."""
    folder = tmp_path_factory.mktemp("stores")
    words = ["cat", "dog", "lamp", "golf", "running", "sing", "idea"]
    for name, known in (("ones", words), ("tens", words[:-1])):
        path = folder / f"{name}.txt"
        path.write_text("".join(f"{word} 1 {i}\n" for i, word in enumerate(known)))
        fetch_embedding(name, origin=path)


def test_every_entry_has_its_place():
    """Valid, unknown, refused or repeated; a refused word that comes twice is refused twice."""
    found = one(Counted("ones"), words=["cat", "running", "xyzzy", "Cat", "running", "dog", "sing", "cat"])
    assert found.score == 2
    assert found.details == {
        "scored_words": ["cat", "dog"],
        "unknown_entries": ["xyzzy"],
        "repeated_entries": ["Cat", "cat"],
        "ending_entries": ["running", "running", "sing"],
        "first": "cat",
    }
    # Of eight entries.
    rates = {"unknown_rate": 1 / 8, "repeated_rate": 2 / 8, "ending_rate": 3 / 8, "wrong_count_rate": 1}
    assert found.submetrics == {"n_valid": 2, "length": 2, **rates}


@pytest.mark.parametrize(
    ("words", "reason"), [(["cat", "cat", "sing"], "too_few_valid"), ([], "empty"), (["cat"] * 41, "too_long")]
)
def test_unscored_answers_have_the_same_submetrics_and_details(words, reason):
    """Undefined or empty, so that tables line up; submetrics of a run are no answer's."""
    found = one(Counted("ones"), words=words)
    scored = one(Counted("ones"), words=["cat", "dog"])
    assert (found.score, found.failure_reason) == (None, reason)
    assert set(found.submetrics) == set(scored.submetrics) == set(NAMES)
    assert set(found.details) == set(scored.details)
    assert found.details["scored_words"] == []
    assert found.submetrics["length"] is None
    assert found.details["first"] is None


def test_what_is_measured_is_one_batch_of_the_scored():
    scorer = Counted("ones")
    rows = [Sample(None, {"words": words}) for words in (["cat"], ["dog", "cat"], [], ["lamp", "dog", "cat"])]
    assert [found.score for found in scorer.score(rows)] == [None, 2, None, 3]
    assert scorer.score([]) == []
    assert scorer.score(rows[:1])[0].failure_reason is FailureReason.TOO_FEW_VALID
    assert scorer.batches == [[("dog", "cat"), ("lamp", "dog", "cat")]]


def test_an_ensemble_takes_the_mean_of_its_members():
    found = one(Counted("ones+tens"), words=["cat", "idea", "dog"])
    # Two words: 2 under ``ones``, 20 under ``tens``.
    assert found.score == 11
    assert found.details["unknown_entries"] == ["idea"]
    assert one(Counted("tens+ones"), words=["cat", "idea", "dog"]) == found
    assert one(Counted("ones"), words=["cat", "idea", "dog"]).score == 3


def test_texts_of_the_task_must_be_known_to_every_member():
    scorer = Counted("ones+tens")
    assert scorer.known(["idea", "cat", "xyzzy", "cat"]) == ["cat", "cat"]
    scorer.require_known(["cat", "dog"], "cue")
    with pytest.raises(BadArguments, match=r"^ones\+tens has no vector for the cues 'idea', 'xyzzy'$"):
        scorer.require_known(iter(["xyzzy", "idea", "cat", "xyzzy"]), "cues")


@pytest.mark.parametrize("numbers", [(4, 1, 3), (4, 3, 2), (4, 2, 5)])
def test_impossible_rules_are_refused(numbers):
    with pytest.raises(BadArguments, match=f"2 <= minimum <= maximum <= asked, got minimum {numbers[1]}"):
        WordRule(*numbers)
