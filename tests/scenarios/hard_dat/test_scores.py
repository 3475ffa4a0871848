"""From words to HardDAT scores, counts and reasons: by hand and against the slow definition; rows, and baselines."""

import itertools

import numpy as np
import pytest
import scipy.spatial.distance
from hypothesis import given
from hypothesis import strategies as st
from support.benchmarks import settings_of
from support.cdat import make_vectors
from support.directions import unit
from support.hard_dat import BENCHMARK, items_by_letter, scorer_under

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.base import sample_in_row
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.scenarios.hard_dat.scoring import hard_dat_of_lists
from helm_creativity.task_types.word_list.scorer import first_letter

GIVEN = ["water", "definition", "town", "circle"]
B_WORDS = [f"b{vowel}{end}" for vowel in "aeiou" for end in ("d", "g", "n", "t", "x")]
NAMES = ("novelty_within", "distance_to_given")


def test_formula_by_hand():
    """Two new words at 60 degrees, given one of them and its opposite; rows shorter than one are not stretched."""
    # New a, b with a·b = 1/2; given a and -a. Within: 1/2. Between: a-a 0, a-(-a) 2, b-a 1/2, b-(-a) 3/2: mean 1.
    # Together six pairs: 1/2 + 4 + 2 (given) = 13/2, mean 13/12.
    rows = np.array([[1, 0], [1 / 2, np.sqrt(3) / 2], [1, 0], [-1, 0]])
    assert hard_dat_of_lists([[0, 1]], [[2, 3]], rows)[0] == pytest.approx([1300 / 12, 50, 100])
    # All dot products are 1/4, where a cosine would be 1.
    assert hard_dat_of_lists([[0, 1]], [[2]], np.array([[0.5, 0.0]] * 3))[0] == pytest.approx([75, 75, 75])


def pair_by_pair(new, others):
    """The definition, one pair at a time."""
    pairs = itertools.combinations([*new, *others], 2), itertools.combinations(new, 2), itertools.product(new, others)
    return [100 * np.mean([scipy.spatial.distance.cosine(a, b) for a, b in some]) for some in pairs]


LISTS = st.lists(st.integers(0, 19), min_size=1, max_size=6)


@given(st.lists(st.tuples(LISTS.filter(lambda new: len(new) > 1), LISTS), max_size=12))
def test_lists_of_any_length_agree_with_the_definition(pairs):
    """Responses are worked through in groups; the results come back in order, one row each."""
    vectors = unit(np.random.default_rng(0).normal(size=(20, 8))).astype(np.float32)
    found = hard_dat_of_lists([new for new, _ in pairs], [others for _, others in pairs], vectors)
    expected = [pair_by_pair(vectors[new], vectors[others]) for new, others in pairs]
    assert found.shape == (len(pairs), 3)
    assert found == pytest.approx(np.array(expected).reshape(-1, 3), abs=1e-3)


@pytest.fixture(scope="module")
def squares(home, tmp_path_factory):
    """25 words with b, the given words and some others, all at right angles: every HardDAT under them is 100."""
    words = [*B_WORDS, *GIVEN, "cat", "dog", "culdesac", "b-side"]
    rows = np.eye(len(words)).tolist()
    return make_vectors(tmp_path_factory.mktemp("squares"), "squares", dict(zip(words, rows, strict=True)))


def score(embedding, words, given=GIVEN):
    """The outcome of words with b."""
    sample = Sample(None, {"letter": "b", "given": list(given), "words": list(words)})
    (found,) = scorer_under(embedding).score([sample])
    return found


def numbers(found):
    return [found.score, *(found.submetrics[name] for name in NAMES)]


def submetrics(found, names):
    return [found.submetrics[name] for name in names.split()]


def test_the_score_is_the_formula_on_the_tables_rows(squares):
    """New and given words are looked up; an ensemble is the mean of every number, not of vectors."""
    known = ["bed", "bag", "bat", "bit", "bin", "box", "bun", "bud"]
    (expected,) = hard_dat_of_lists([range(8)], [range(8, 12)], builtin().embed([*known, *GIVEN]).vectors)
    assert numbers(score("builtin", known)) == pytest.approx(list(expected), abs=1e-4)
    assert numbers(score(f"builtin+{squares}", known)) == pytest.approx((expected + 100) / 2, abs=1e-4)


def test_seven_to_25_valid_words_are_scored(squares):
    """Six are not enough, and a 26th is left out."""
    found = score(squares, [*B_WORDS, "b-side"])
    assert found.details["scored_words"] == B_WORDS
    assert submetrics(found, "n_valid wrong_count_rate") == [26, 1]
    assert score(squares, B_WORDS[:7]).score == pytest.approx(100)
    found = score(squares, [*B_WORDS[:6], B_WORDS[0], "cat", "water"])
    assert (numbers(found), found.failure_reason) == ([None] * 3, FailureReason.TOO_FEW_VALID)
    assert submetrics(found, "letter_violations repeats") == [2, 2]


ALIEN = ["cat", "Cat", "zzz", "the bat", "bzzz", "42"]


@pytest.mark.parametrize(
    ("more", "entries", "violations", "repeats"),
    [
        # Another initial, known or not, and an article that comes first.
        (ALIEN, {"letter": ["cat", "Cat"], "unknown": ["zzz", "the bat", "bzzz", "42"]}, 4, 1),
        # What is counted is the word, not how it is written.
        (["cul de sac", "culdesac"], {"letter": ["cul de sac", "culdesac"]}, 2, 1),
        # Of a valid word, of an unknown one, and of a given one.
        (["Bad", "bag", "bzzz", "bzzz!", "Town"], {"repeated": ["Bad", "bag"], "given": ["Town"]}, 1, 4),
    ],
)
def test_what_breaks_a_rule_is_counted_and_not_scored(squares, more, entries, violations, repeats):
    found = score(squares, [*B_WORDS[:8], *more])
    assert found.details["scored_words"] == B_WORDS[:8]
    assert {kind: found.details[f"{kind}_entries"] for kind in entries} == entries
    unknown = len(found.details["unknown_entries"]) / (8 + len(more))
    names = "letter_violations repeats unknown_rate"
    assert submetrics(found, names) == [violations, repeats, pytest.approx(unknown)]


def test_given_words_of_a_file(squares):
    """With the right initial they are no new words; without a vector they are left out of the distances and counted."""
    found = score(squares, B_WORDS[:9], given=(B_WORDS[0], "water"))
    assert (found.details["scored_words"], found.details["given_entries"]) == (B_WORDS[1:9], [B_WORDS[0]])
    assert submetrics(found, "repeats letter_violations") == [1, 0]
    found = score(squares, [*B_WORDS, "bleep"], given=("water", "quux", "town", "bleep"))
    assert (found.score, found.submetrics["given_unknown"]) == (pytest.approx(100), 2)
    assert (found.details["unknown_given"], found.details["unknown_entries"]) == (["quux", "bleep"], ["bleep"])


def test_initials():
    """The first letter, behind a hyphen too."""
    assert [first_letter(word) for word in ("bat", "-bat", "b-side", "", "-", "4b")] == ["b", "b", "b", "", "", ""]


@pytest.mark.parametrize("letter", ["either V or X or Z", "v, x, or z", "v/x/z", "v + x + z", "v,x,z"])
def test_a_row_of_a_file(letter):
    """A letter may be one of several, in the words of the programs that ask for it; each given word stands once."""
    words = ["vase", "xylophone", "zebra", "valley", "zone", "voice", "zero", "bed"]
    record = {"letter": letter, "given": "Water; town,water ,", "words": words}
    sample = sample_in_row(BENCHMARK, record, settings_of(BENCHMARK))
    assert sample.fields["given"] == ["water", "town"]
    (scored,) = scorer_under().score([sample])
    assert (scored.details["scored_words"], scored.details["letter_entries"]) == (words[:-1], ["bed"])
    plain = sample_in_row(BENCHMARK, {"letter": " B ", "given": "water", "response": "bed"}, settings_of(BENCHMARK))
    assert (plain.response, plain.fields["letter"]) == (Response("bed"), "b")


def test_the_baselines_keep_all_the_rules():
    """25 valid words each; the greedy one's lie further apart from one another and from the given words."""
    scores = {}
    for strategy, make in CHOOSERS.items():
        items = items_by_letter(letters="a+k+u+y").values()
        replies = [baseline_response(BENCHMARK, item.prompt.text, make("builtin", 1)) for item in items]
        rows = [Sample(Response(reply), item.fields) for reply, item in zip(replies, items, strict=True)]
        scores[strategy] = scorer_under().score(rows)
        names = "n_valid letter_violations repeats unknown_rate wrong_count_rate noun_rate"
        assert [submetrics(found, names) for found in scores[strategy]] == [[25, 0, 0, 0, 0, 1]] * 4
    means = {strategy: np.mean([numbers(row) for row in found], axis=0) for strategy, found in scores.items()}
    assert (means["greedy"] > means["random"] + (0, 5, 5)).all()
    assert min(row.score for row in scores["greedy"]) > max(row.score for row in scores["random"])
