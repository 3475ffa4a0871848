"""From uses, vectors and the judges' ratings to scores: by hand, by law, against slow definitions, and as printed."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from support.cdat import Counting
from support.given import given as replies_given

from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating, place_name
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.embeddings.encoders import SentenceEncoder
from helm_creativity.embeddings.models import ModelSource
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.scenarios.aut.scoring import distances, mean_rating, semantic_flexibility
from helm_creativity.scenarios.aut.vectors import UseSpace, phrase_vector

FOUR = "Doorstop; novel; paper weight; grandmother"
COLOURS = ["red", "blue", "green", "white", "black", "grey", "pink", "gold"]
HALF = np.sqrt(0.5)
LOST = MissingReason.UNPARSABLE


def reply(j, rubric, value, place=None):
    """A judge's rating, or the reason why there is none."""
    name = {"validity": "valid", "categories": "flexibility"}.get(rubric, rubric)
    read = ParsedRating(None, value) if isinstance(value, MissingReason) else ParsedRating(float(value))
    where = {"counts": rubric in ("validity", "categories")} if place is None else {"place": place}
    return JudgeReply(f"j/{j}", rubric, "" if place is None else place_name(place), {name: read}, **where)


def note(ratings=(), **whole):
    """What judges reply: the ratings of each judge for each use, and each judge's of the whole response, by rubric."""
    each = [
        reply(j, "originality", value, place) for j, its in enumerate(ratings) for place, value in enumerate(its, 1)
    ]
    whole_replies = [reply(j, rubric, value) for rubric, values in whole.items() for j, value in enumerate(values)]
    return replies_given(*each, *whole_replies)


def row(text=FOUR, thing="book", annotation=None):
    annotations = {"guard": {"mended": ""}, **(annotation or {})}
    return Sample(Response(text, "stop"), {"object": thing, "number": 0, "trial": 0, "annotations": annotations})


def one(scorer, *arguments, **named):
    (sample_score,) = scorer.score([row(*arguments, **named)])
    return sample_score


def submetrics(found, names):
    return [found.submetrics[name] for name in names.split()]


SEMANTIC = "semantic_originality semantic_flexibility"


@pytest.fixture
def wenger(scorer_of, toy_uses):
    return scorer_of("wenger2025", toy_uses)


def test_a_response_by_hand(wenger):
    """Distances to book: doorstop 1, novel 1 - .6 = .4, paper weight 1; grandmother has no vector and still counts."""
    found = one(wenger)
    assert found.score == found.submetrics["semantic_originality"] == pytest.approx((1 + 0.4 + 1) / 3)
    # doorstop (0,0,1,0), novel (.6,0,.8,0), paper weight (0,0,√½,√½): the first two are .2 apart; the third is
    # 1 - √½ = .293 from doorstop and 1 - .8·√½ = .434 from novel, .364 in the mean, so that all are one cluster.
    names = "fluency semantic_flexibility elaboration uses_without_vector surplus_uses judged_originality flexibility"
    assert submetrics(found, names) == [4, 1, (1 + 1 + 2 + 1) / 4, 1, 0, None, None]
    assert found.details["use_distances"] == pytest.approx([1, 0.4, 1, None])
    assert found.details["words_without_vector"] == ["grandmother"]
    assert found.details["scored_uses"] == ["Doorstop", "novel", "paper weight", "grandmother"]


def test_an_object_without_a_vector_says_nothing_of_its_uses(scorer_of, toy_uses, other_uses):
    """They have vectors, and clusters; only their distances are from nothing."""
    found = one(scorer_of("mctb2025", toy_uses), "reading; doorstop; grandmother", thing="zither")
    assert submetrics(found, f"{SEMANTIC} uses_without_vector") == [None, 2, 1]
    assert found.details["use_distances"] == [None, None, None]
    # weight is unknown to the second of two; there are two clusters under the first, and under it the two are opposite.
    both = one(scorer_of("mctb2025", f"{toy_uses}+{other_uses}"), "reading; doorstop", thing="weight")
    assert submetrics(both, SEMANTIC) == [None, 2]


def test_only_ten_uses_are_scored(scorer_of, wenger):
    """The prompt of wenger2025 asks for no more; those behind are reported."""
    text = "; ".join(["reading", "novel", *(f"doorstop number {word}" for word in COLOURS), "weight", "paper"])
    found = one(wenger, text)
    assert submetrics(found, "fluency surplus_uses") == [10, 2]
    assert found.score == pytest.approx((0 + 0.4 + 8 * 1) / 10)
    assert one(scorer_of("mctb2025", "builtin"), text).submetrics["fluency"] == 12


def test_an_ensemble_is_the_mean_of_its_members(scorer_of, toy_uses, other_uses):
    """Over the uses that all of them know: weight is unknown to one."""
    found = one(scorer_of("wenger2025", f"{toy_uses}+{other_uses}"), "doorstop; novel; weight; reading")
    # doorstop (1 + 2)/2, novel (.4 + 2)/2, reading (0 + 0)/2.
    assert found.score == pytest.approx((1.5 + 1.2 + 0) / 3)
    assert found.details["use_distances"] == pytest.approx([1.5, 1.2, None, 0])
    assert found.details["words_without_vector"] == ["weight"]
    # The first: doorstop with novel, reading at (1 + .4)/2 = .7 from them; the second: the two and their opposite.
    assert found.submetrics["semantic_flexibility"] == 2


def test_a_use_no_vector_knows_leaves_no_score(scorer_of, wenger):
    """Which is too few valid uses, not 0; the other numbers are reported."""
    found = one(wenger, "grandmother; mother in law")
    assert (found.score, found.failure_reason) == (None, FailureReason.TOO_FEW_VALID)
    assert submetrics(found, f"fluency {SEMANTIC}") == [2, None, None]
    judged = one(scorer_of("mctb2025", "builtin"), "xyzzy; zzyx", annotation=note([(2, 3)]))
    assert (judged.score, judged.submetrics["semantic_originality"]) == (2.5, None)


def test_judges_by_hand(scorer_of):
    """Two judges, four uses; a rating is missing, one use has none: ((4 + 2)/2 + 3 + 5) / 3."""
    annotation = note([(4, 3, LOST, 5), (2, LOST, LOST, 5)], categories=[3, 2], creativity=[30, 41])
    found = one(scorer_of("mctb2025", "builtin"), annotation=annotation)
    assert found.score == found.submetrics["judged_originality"] == pytest.approx((3 + 3 + 5) / 3)
    assert found.submetrics["flexibility"] == 2.5
    assert found.details["use_ratings"] == [[4, 2], [3], [], [5, 5]]
    whole = one(scorer_of("agc2026", "builtin"), annotation=annotation)
    assert whole.score == whole.submetrics["creativity"] == 35.5
    assert whole.submetrics["judged_originality"] == found.score


def test_ratings_stand_by_the_number_in_the_question(scorer_of, toy_uses):
    """So that invalid and repeated uses shift none of them."""
    text = "book; doorstop; a doorstop; novel; weight"
    found = one(scorer_of("mctb2025", toy_uses), text, annotation=note([(1, 2, 3)]))
    assert found.details["scored_uses"] == ["doorstop", "novel", "weight"]
    assert found.details["use_ratings"] == [[1], [2], [3]]


@pytest.mark.parametrize(
    ("protocol", "annotation"),
    [
        ("mctb2025", None),
        ("mctb2025", note([(MissingReason.FAILED,) * 4], categories=[2], creativity=[30])),
        ("agc2026", note([(20,) * 4], creativity=[MissingReason.OUT_OF_RANGE])),
    ],
)
def test_what_no_judge_rated_is_unjudged(scorer_of, protocol, annotation):
    """Not 0, and its other numbers are reported."""
    found = one(scorer_of(protocol, "builtin"), annotation=annotation)
    assert (found.score, found.failure_reason, found.submetrics["fluency"]) == (None, FailureReason.UNJUDGED, 4)


def test_a_response_that_most_judges_take_for_no_attempt_is_off_task(scorer_of, authors_words):
    found = one(scorer_of("agc2026", "builtin", own=False), annotation=note(validity=[0, 0, 1], creativity=[30]))
    assert (found.score, found.failure_reason, found.submetrics["fluency"]) == (None, FailureReason.OFF_TASK, 4)


def directions(*degrees):
    """Unit vectors in a plane."""
    angles = np.deg2rad(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def test_distances_by_hand():
    """0 for the object's own direction, 1 at a right angle, 2 for the opposite; 1 - cos 60° is one half."""
    assert distances(directions(0)[0], directions(0, 90, 180, 60)) == pytest.approx([0, 1, 2, 0.5])


@pytest.mark.parametrize(
    ("ratings", "mean"),
    [
        # A use counts once, however many judges rated it: ((4 + 2)/2 + 1) / 2 = 2, where the mean of ratings is 7/3.
        *[([[4, 2], [1]], 2), ([[4, 2], [], [1]], 2), ([[], []], None), ([], None)],
        # Half of the uses must have a rating.
        *[([[5], *[[]] * 8], None), ([[5], [], []], None), ([[5], []], 5), ([[5], [1], [], []], 3)],
    ],
)
def test_judged_originality_by_hand(ratings, mean):
    assert mean_rating(ratings) == mean


@pytest.mark.parametrize(
    ("degrees", "clusters"),
    [
        # 1 - cos 10° = .015 within the pairs, about 1 - cos 90° = 1 between them; .6 unless another is named.
        ((0, 10, 90, 100), {0.01: 4, 0.02: 2, 0.6: 2, 1.1: 1}),
        # The last two meet at .134; the first is at .5 and 1 from them: .75, neither the nearest nor the farthest.
        ((0, 60, 90), {0.74: 2, 0.76: 1}),
    ],
)
def test_clusters_by_hand(degrees, clusters):
    x = directions(*degrees)
    assert {threshold: semantic_flexibility(x, threshold) for threshold in clusters} == clusters
    assert [semantic_flexibility(directions(0, angle)) for angle in (66, 67)] == [1, 2]  # cos 66.4° = .4


def slow_clusters(x, threshold):
    """Merges the two nearest clusters as long as their mean distance is at most the threshold, pair by pair."""
    clusters = [[row] for row in x]

    def apart(one, other):
        return np.mean([1 - a @ b for a in one for b in other])

    while len(clusters) > 1:
        pairs = [(apart(cluster, clusters[j]), i, j) for i, cluster in enumerate(clusters) for j in range(i)]
        least, i, j = min(pairs)
        if least > threshold:
            break
        clusters[j] += clusters.pop(i)
    return len(clusters)


@given(st.lists(st.integers(0, 359), min_size=1, max_size=7, unique=True), st.floats(0.01, 1.5))
def test_clusters_agree_with_the_slow_definition(degrees, threshold):
    """Wherever no two distances tie."""
    x = directions(*degrees)
    apart = np.sort((1 - x @ x.T)[np.triu_indices(len(x), 1)])
    if len(apart) < 2 or np.diff(apart).min() >= 1e-9:
        assert semantic_flexibility(x, threshold) == slow_clusters(x, threshold)


WHOLE = st.integers(1, 8).flatmap(lambda n: arrays(np.float64, (n, 3), elements=st.integers(-3, 3).map(float)))


@given(WHOLE, st.floats(0.01, 1.99), st.randoms())
def test_laws_of_clusters(x, threshold, random):
    """From one to as many as there are different uses; a wider threshold never parts what a narrower one joined.

    The order of uses means nothing, ties between distances included, of which vectors of whole numbers have many.
    """
    x = np.where((x == 0).all(axis=1, keepdims=True), [[1.0, 0, 0]], x)
    x = x / np.linalg.norm(x, axis=1, keepdims=True)
    found = semantic_flexibility(x, threshold)
    assert semantic_flexibility(x[random.sample(range(len(x)), len(x))], threshold) == found
    assert 1 <= found <= len(np.unique(x.round(9), axis=0))
    assert semantic_flexibility(x, threshold + 0.3) <= found
    assert semantic_flexibility(x, 2.1) == 1


def test_ties_are_broken_the_same_way_in_any_order():
    """Four in a row, each at .5 from the next: merged from the ends they are two clusters, from the middle three."""
    x = np.array([[1, 1, 1, 1], [1, 1, 1, -1], [1, 1, -1, -1], [1, -1, -1, -1]]) / 2
    assert len({semantic_flexibility(x[list(order)], 0.6) for order in permutations(range(4))}) == 1


@pytest.mark.parametrize(
    ("text", "vector", "unknown"),
    [
        # The sum of the words, scaled to length one: (0, 0, 1, 1)/√2. What is unknown is left out of it and reported.
        ("paper weight", [0, 0, HALF, HALF], ()),
        ("weight for my grandmother's paper", [0, 0, HALF, HALF], ("grandmother",)),
        # A word with hyphens falls into parts where it is unknown.
        ("door-bell", [-1, 0, 0, 0], ()),
        ("paper-weight", [0, 0, HALF, HALF], ()),
        *[("up-to-grandmother", None, ("up-to-grandmother",)), ("grandmother", None, ("grandmother",))],
        # Stop words alone, nothing, and words that cancel each other out.
        *[("it is what it is", None, ()), ("", None, ()), ("reading un", None, ())],
    ],
)
def test_the_vector_of_a_use(toy_uses, text, vector, unknown):
    counting = Counting(load_embeddings(toy_uses)[0])
    space = UseSpace(counting, ["book", text, f"a {text}"])
    assert (space.knows("book"), space.knows(text), space.unknown_words(text)) == (True, vector is not None, unknown)
    assert space.vectors([text])[0].tolist() == pytest.approx(vector or [0] * 4)
    assert len(set(counting.embedded)) == len(counting.embedded)


def test_vectors_under_the_builtin_table():
    """Its rows are shorter than one; the sum's length is that of vectors of length one with their dot products."""
    rows = np.array([[0.9, 0.0], [0.45, 0.6]], dtype=np.float32)
    # cos = .405; |sum|² of the vectors that they stand for: 2 + 2 · .405 = 2.81
    assert phrase_vector(rows) == pytest.approx(np.array([1.35, 0.6]) / np.sqrt(2.81))
    assert phrase_vector(rows[:1]) == pytest.approx(rows[0])
    assert phrase_vector(np.array([[1, 0], [-1, 0]], dtype=np.float32)) is None
    # A phrase that it knows is one, not the sum of its words.
    (table,) = load_embeddings("builtin")
    vector = UseSpace(table, ["as a Supply Chain"]).vectors(["as a Supply Chain"])[0]
    assert vector.tolist() == table.embed(["supply chain"]).vectors[0].tolist()


class Whole(SentenceEncoder):
    """Tells what it reads instead of encoding it."""

    def __init__(self):
        super().__init__(ModelSource("nowhere"), "whole", dimension=2)
        self.read = []

    def _encode(self, texts):
        self.read += texts
        return np.tile(np.array([[1, 0]], dtype=np.float32), (len(texts), 1))


def test_a_sentence_encoder_reads_the_use_as_it_is():
    """Stop words and capitals included, each once; only what is blank has no vector."""
    encoder, text = Whole(), "Use it as what it is"
    space = UseSpace(encoder, [text, "book", text, " "])
    assert encoder.read == [text, "book"]
    assert (space.knows(text), space.knows(" "), space.unknown_words(text)) == (True, False, ())


TABLE_18 = "Reading; Doorstop; Paperweight; Coaster; Gift; Kindling; Art canvas; Pressing flowers; Prop for photos; "


@pytest.mark.glove
def test_the_example_of_table_18(glove):
    """Wadhwa et al. 2026 print .83 and neither which GloVe it is nor how phrases got vectors, so only about that."""
    uses = [*TABLE_18.rstrip("; ").split("; "), "Shelf divider"]
    space = UseSpace(glove, ["book", *uses])
    assert all(space.knows(use) for use in uses)
    assert distances(space.vectors(["book"])[0], space.vectors(uses)).mean() == pytest.approx(0.83, abs=0.15)
