"""Rooms whose answers are lists of words."""

import argparse

import pytest
from support.rhymes_room.scorer import ROOM as RHYMES

from helm_creativity.errors import BadArguments, EmbeddingNotFound
from helm_creativity.responses import Answer
from helm_creativity.rooms import Row
from helm_creativity.rooms.signature import checksum_of_items
from helm_creativity.vocabulary import Measured, WordListScorer, WordRoom, WordRule

RULE = WordRule(4, 2, 3)


class Counted(WordListScorer):
    """The score is the number of words."""

    def measure(self, rows, lists):
        return [Measured(float(len(words))) for words in lists]


FIELDS = checksum_of_items(RHYMES.items)
ROOM = WordRoom(RHYMES.folder, "ask", RULE, Counted)


def parsed(*arguments):
    parser = argparse.ArgumentParser()
    ROOM.add_arguments(parser)
    return parser.parse_args(list(arguments))


def test_a_runs_scorer_is_signed_by_all_that_moves_the_score(toy):
    """Prompts, rule, vectors and dictionary."""
    scorer = ROOM.scorer("plain", toy, "none")
    assert isinstance(scorer, Counted)
    assert scorer.rule is RULE
    assert f"protocol:plain|prompts:{RHYMES.prompts}|fields:{FIELDS}|words:2-3 of 4|embedding:toy@" in scorer.signature
    assert "|dictionary:none|" in scorer.signature
    wordnet = ROOM.scorer("twice", toy, "wordnet")
    assert "protocol:twice|" in wordnet.signature
    assert "|dictionary:wordnet-nouns@" in wordnet.signature
    (outcome,) = wordnet.score([Row(Answer("cat\ndog\nlamp\ngolf"))])
    assert outcome.score == 3


def test_answers_from_elsewhere_are_signed_as_such(toy, tmp_path):
    """With the dictionary that the user names, which may be a file."""
    scorer = ROOM.scorer_of(parsed("--embedding", toy))
    assert f"prompts:not asked here|fields:{FIELDS}|words:2-3 of 4|" in scorer.signature
    words = tmp_path / "few.txt"
    words.write_text("cat\ndog\n")
    few = ROOM.scorer_of(parsed("--embedding", toy, "--dictionary", str(words)))
    assert "|dictionary:few@" in few.signature
    (outcome,) = few.score([Row(Answer("cat\ndog\nlamp\ngolf"))])
    assert outcome.score == 2


def test_an_embedding_that_is_not_here_is_told():
    """Before any answer is read."""
    with pytest.raises(BadArguments, match="nowhere"):
        ROOM.scorer_of(parsed("--embedding", "nowhere"))
    with pytest.raises(EmbeddingNotFound, match="embeddings fetch sbert-minilm"):
        ROOM.scorer_of(parsed("--embedding", "sbert-minilm"))


@pytest.mark.parametrize("words", [["cat", "dog"], "cat,dog", '["cat", "dog"]'])
def test_a_row_may_bring_its_words(words):
    """As a list, or as a spreadsheet holds one; the item is named or told."""
    row = ROOM.row_of({"id": "moon", "words": words})
    assert (row.answer, list(row.fields["words"]), row.fields["ending"]) == (None, ["cat", "dog"], "oon")
    assert ROOM.row_of({"word": "June", "ending": "une", "words": words}).fields["word"] == "June"


def test_other_rows_are_those_of_any_room():
    """A response is read later."""
    assert ROOM.row_of({"id": "moon", "words": "", "response": "cat, dog"}).answer == Answer("cat, dog")
    with pytest.raises(BadArguments, match="expected a text in the field response"):
        ROOM.row_of({"id": "moon"})
    with pytest.raises(BadArguments, match="no item has the id 'sun'"):
        ROOM.row_of({"id": "sun", "words": "cat, dog"})
