"""From words to DRAT scores and reasons: by hand, by law, against the slow definition, and as the paper prints them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.drat import BENCHMARK, FIGURE_8, GOOD, IRRELEVANT, NARROW, one, row, scorer_under
from support.encoders import real_encoder

from helm_creativity.benchmark.protocols import Embedded
from helm_creativity.benchmark.types import FailureReason
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.registry import fetch_embedding
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.drat.scoring import drat_of_lists, utility

KINDS = ["max", "min", "avg"]
# Two anchors at right angles, so that a vector's similarities to them are its coordinates.
ANCHORS = np.eye(2)
# Utilities 0, 1/4, 1/2, 3/4, 1: their .75 quantile is the fourth of them, 3/4, exactly.
POOL = np.array([[0, 0], [0.25, 0], [0, 0.5], [0.75, 0], [0, 1]])
# Utilities 1, 1, .8, 0 and 3/4, which is not above the threshold.
WORDS = np.array([[1, 0], [0, 1], [0.6, 0.8], [-1, 0], [0.75, -0.5]])


def drat(words, anchors, pool, *options):
    """DRAT of one response; options: the kind of utility, the quantile, and how many must be relevant."""
    places, n, k = list(range(len(words) + len(anchors) + len(pool))), len(words), len(anchors)
    rows = np.concatenate([words, anchors, pool])
    (found,) = drat_of_lists([places[:n]], [tuple(places[n : n + k])], places[n + k :], rows, *options)
    return found


def unit(seed, n, d=4):
    """N random rows of length one: no two similarities are equal."""
    x = np.random.default_rng(seed).normal(size=(n, d))
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def slow_drat(words, anchors, pool, kind, quantile, n_min):
    """Eq. 6-9, with nothing but loops."""

    def u(x):
        similarities = [float(x @ anchor) for anchor in anchors]
        return {"max": max, "min": min, "avg": lambda values: sum(values) / len(values)}[kind](similarities)

    def distance(rows):
        return 100 * np.mean([1 - x @ y for i, x in enumerate(rows) for j, y in enumerate(rows) if i != j])

    ordered = sorted(u(x) for x in pool)
    place = quantile * (len(ordered) - 1)
    low, high = math.floor(place), math.ceil(place)
    tau = ordered[low] + (place - low) * (ordered[high] - ordered[low])
    relevant = [x for x in words if u(x) > tau]
    return distance(relevant) if len(relevant) >= n_min else 0, tau, [u(x) > tau for x in words], distance(words)


@pytest.mark.parametrize(("n_min", "score"), [(2, 160 / 3), (3, 160 / 3), (4, 0)])
def test_formula_by_hand(n_min, score):
    """Five words, of which three are relevant, one is at the threshold and one below."""
    found = drat(WORDS, ANCHORS, POOL, "max", 0.75, n_min)
    assert (found.tau, found.survivors.tolist()) == (0.75, [True, True, True, False, False])
    # Distances of the first three are 1, .4 and .2. Of the ten pairs: 1, .4, 2, .25, .2, 1, 1.5, 1.6, .95, 1.75: 10.65.
    assert (found.score, found.dat) == (pytest.approx(score), pytest.approx(106.5))


def test_a_word_at_the_threshold_is_not_relevant():
    """The next number up is; a word and its like in the pool have one utility, in whatever order sums are made."""
    words = np.array([[0.75, 0], [np.nextafter(0.75, 1), 0], [np.nextafter(0.75, 0), 0], [1, 0]])
    assert drat(words, ANCHORS, POOL, "max", 0.75).survivors.tolist() == [False, True, False, True]
    # Eleven words of the pool: the .9 quantile is the tenth of them, which leaves the eleventh.
    vectors = unit(3, 14, d=31).astype(np.float32)
    (found,) = drat_of_lists([list(range(11))], [(11, 12, 13)], list(range(11)), vectors)
    assert found.survivors.sum() == 1


ROWS = st.integers(0, 29)
TASKS = st.lists(
    st.tuples(st.lists(ROWS, min_size=2, max_size=10), st.lists(ROWS, min_size=1, max_size=4).map(tuple)), max_size=12
)
PAPERS = ("max", 0.9, 3)
OPTIONS = st.tuples(st.sampled_from(KINDS), st.sampled_from([0, 0.1, 0.5, 0.8, 1]), st.integers(2, 5))


@given(TASKS, OPTIONS | st.just(()))
def test_many_responses_agree_with_the_definition(tasks, options):
    """Whatever their lengths and anchors, in their order; the paper's settings are max, .9 and 3."""
    vectors, pool = unit(11, 30, d=5).astype(np.float32), list(range(5, 26))
    lists, anchors = [words for words, _ in tasks], [of for _, of in tasks]
    found = drat_of_lists(lists, anchors, pool, vectors, *options)
    wide = vectors.astype(np.float64)
    for (words, of), its in zip(tasks, found, strict=True):
        task = wide[words], wide[list(of)], wide[pool]
        kind, quantile, n_min = options or PAPERS
        score, tau, survivors, dat = slow_drat(*task, kind, quantile, n_min)
        assert (its.tau, its.dat) == (pytest.approx(tau, abs=1e-5), pytest.approx(dat, abs=1e-3))
        # Single precision cannot tell on which side of the threshold a word lies that is within rounding of it.
        if np.abs(utility(task[0] @ task[1].T, kind) - tau).min() > 1e-5:
            assert its.survivors.tolist() == survivors
            assert its.score == pytest.approx(score, abs=1e-3)


# Degrees in a plane. The anchor ``compass`` points to 0, and the pool's .9 quantile is its tenth word of eleven, which
# lies at 60: what is less than 60 degrees away is relevant.
DEGREES = {"compass": 0, "river": 0, "lamp": 50, "golf": -50, "cat": 59, "dog": 60, "violin": -61, "thimble": 90}
DEGREES |= {"idea": 180, "monk": 125, "crystal": -125, "supply": 20, "chain": -20, "supply-chain": 3}
DEGREES |= {**dict.fromkeys([f"pool{letter}" for letter in "abcdefghi"], 90), "poolj": 60, "poolk": -10}
RELEVANT = ["river", "lamp", "golf"]
# Distances 1 - cos 50°, twice, and 1 - cos 100°.
SCORE = 100 * (2 * (1 - np.cos(np.radians(50))) + 1 - np.cos(np.radians(100))) / 3


@pytest.fixture(scope="module")
def planes(home, tmp_path_factory):
    """A pool for ``plane``, and ``turned``, where other words are relevant: those less than 70 degrees away."""
    folder = tmp_path_factory.mktemp("planes")
    pool = [word for word in DEGREES if word.startswith("pool")]
    for name, of_words, of_pool in (("plane", 0, 0), ("turned", 180, 10)):
        turns = {word: of_pool if word in pool else of_words for word in DEGREES} | {"compass": 0}
        angles = {word: np.radians(degrees + turns[word]) for word, degrees in DEGREES.items()}
        lines = (f"{word} {np.cos(angle):.9f} {np.sin(angle):.9f}\n" for word, angle in angles.items())
        (folder / f"{name}.txt").write_text("".join(lines))
        fetch_embedding(name, origin=folder / f"{name}.txt")
    (folder / "pool.txt").write_text("\n".join(pool))
    return str(folder / "pool.txt")


def of_plane(planes, words, embedding="plane", anchors=("compass",)):
    """The outcome of words for the plane's anchor."""
    return one(scorer_under(embedding, pool=planes), words=words, anchors=anchors)


def submetrics(found, names):
    return [found.submetrics[name] for name in names.split()]


def test_a_response_by_hand(planes):
    """Three relevant words among seven; collapse is a score of 0, no failure: the response is scored, and counted."""
    names = "tau survivors relevance_collapse_rate"
    found = of_plane(planes, [*RELEVANT, "violin", "thimble", "idea", "monk"])
    assert (found.score, found.failure_reason) == (pytest.approx(SCORE, abs=1e-4), None)
    assert submetrics(found, names) == [pytest.approx(0.5, abs=1e-6), 3, 0]
    assert found.details["surviving_words"] == RELEVANT
    # A word at the threshold has the utility of the pool's tenth word, as that word itself.
    few = of_plane(planes, ["cat", "dog", "poolj", "violin"])
    assert (few.score, few.failure_reason, few.details["surviving_words"]) == (0, None, ["cat"])
    assert submetrics(few, names) == [pytest.approx(0.5, abs=1e-6), 1, 1]
    assert few.submetrics["dat_of_all"] > 0


def test_an_ensemble_is_the_mean_of_its_members(planes):
    """Each has a threshold and survivors of its own: here three words survive under one and none under the other."""
    found = of_plane(planes, [*RELEVANT, "violin"], "plane+turned")
    assert found.score == pytest.approx(SCORE / 2, abs=1e-4)
    tau = pytest.approx((0.5 + np.cos(np.radians(70))) / 2, abs=1e-6)
    assert submetrics(found, "survivors relevance_collapse_rate tau") == [1.5, 0.5, tau]
    assert found.details["surviving_words"] == {"plane": RELEVANT, "turned": []}


def test_an_anchor_of_two_words_is_the_sum_of_them_under_word_vectors(planes):
    """At 20 and -20 degrees: their sum points where ``compass`` does. Unknown anchors are named, with the embedding."""
    words = [*RELEVANT, "cat", "dog", "violin"]
    whole, parts = (of_plane(planes, words, anchors=anchors) for anchors in (["compass"], ["supply chain"]))
    assert parts.score == pytest.approx(whole.score, abs=1e-4)
    assert parts.details == whole.details
    with pytest.raises(BadArguments, match="plane has no vector for the anchors 'plugh', 'xyzzy'"):
        of_plane(planes, words, anchors=["xyzzy", "compass", "plugh"])


@pytest.fixture(scope="module")
def scorer():
    return scorer_under()


def test_the_first_ten_valid_words_are_scored(scorer):
    """Not the first ten entries, and not the eleventh word."""
    words = GOOD[:9]
    found = one(scorer, words=["xyzzy", *words[:3], words[0], *words[3:], "vessel", "heartbeat"])
    assert found.details["scored_words"] == [*words, "vessel"]
    assert (found.details["unknown_entries"], found.details["repeated_entries"]) == (["xyzzy"], [words[0]])
    names = "n_valid wrong_count_rate unknown_rate repeated_rate"
    assert submetrics(found, names) == pytest.approx([11, 1, 1 / 13, 1 / 13])


def test_anchors_among_the_words_are_scored_and_counted_or_left_out_by_name(scorer):
    """The other words have the score that they have alone; the share is of the entries, and its key says so."""
    usual, without = scorer, scorer_under(anchor_words="left_out")
    given = ["Heartbeat", "heartburn", "pipeline", *GOOD[:6]]
    assert [one(each, words=given).submetrics["anchor_rate"] for each in (usual, without)] == [pytest.approx(2 / 9)] * 2
    assert one(usual, words=given).details["surviving_words"][0] == "heartbeat"
    found = one(without, words=given)
    assert found.details["anchor_entries"] == ["Heartbeat", "pipeline"]
    assert found.score == one(usual, words=["heartburn", *GOOD[:6]]).score
    assert one(usual, words=FIGURE_8).score > 80
    assert one(without, words=FIGURE_8).failure_reason == FailureReason.TOO_FEW_VALID
    keys = [made.settings.compared() for made in (usual, without)]
    assert {**keys[0], "anchor_words": "left_out"} == keys[1] != keys[0]
    # The plural of an anchor is the anchor; a singular that is no noun, and a word with the same beginning, are none.
    plurals = ["mice", "Leaves", "supply chains", "topologies"]
    found = one(without, words=[*plurals, *GOOD[:6]], anchors=["mouse", "leaf", "supply chain", "topology"])
    assert (found.details["anchor_entries"], found.details["scored_words"]) == (plurals, GOOD[:6])
    others = {"anchors": ["new", "gas", "mouse", "leaf"]}
    assert one(usual, words=["news", "gasp", "mousetrap", "leaflet"], **others).submetrics["anchor_rate"] == 0


def test_short_lists_are_unscored_or_0_by_name():
    """The paper's 0 is for words that are not relevant; of a list without valid words no distance is known."""
    zero = scorer_under(too_few="0")
    for words, dat in (([], None), (GOOD[:1], None), (GOOD[:2], one(zero, words=GOOD[:2]).submetrics["dat_of_all"])):
        assert one(scorer_under(), words=[*words, "xyzzy"]).failure_reason == FailureReason.TOO_FEW_VALID
        found = one(zero, words=[*words, "xyzzy"])
        assert (found.score, found.failure_reason) == (0, None)
        assert submetrics(found, "survivors relevance_collapse_rate dat_of_all")[1:] == [1, dat]
    assert one(zero, words=GOOD).score == one(scorer_under(), words=GOOD).score
    assert one(zero, text="").failure_reason == FailureReason.EMPTY
    keys = [made.settings.compared() for made in (scorer_under(), zero)]
    assert {**keys[0], "too_few": "0"} == keys[1] != keys[0]


class Padding:
    """The built-in table, as a sentence encoder computes: the longest text of a batch moves the last bits of all."""

    name, signature, dimension, knows = "builtin", "builtin", builtin().dimension, staticmethod(builtin().knows)

    def embed(self, texts):
        vectors, known = builtin().embed(texts)
        return Embedded(vectors * np.float32(1 + max(map(len, texts)) * 1e-6), known)


def test_a_threshold_does_not_depend_on_the_other_responses(monkeypatch):
    """To the last bit, where an encoder's vectors depend on what is embedded with them."""
    monkeypatch.setattr("helm_creativity.task_types.word_list.scorer.load_embeddings", lambda name: (Padding(),))
    overlapping = ["heartbeat", "theorem", "immune system", "organization"]
    rows = [row(words=words, anchors=anchors) for words in (NARROW, GOOD) for anchors in (overlapping, FIGURE_8)]
    together = [sample_score.submetrics["tau"] for sample_score in scorer_under().score(rows)]
    assert together == [scorer_under().score([alone])[0].submetrics["tau"] for alone in rows]


FIGURE = [(GOOD, 81.99), (NARROW, 71.31), (IRRELEVANT, 0)]
SURVIVORS = [
    ["river", "breath", "clockwork"],
    ["rhythm", "pulse", "flow", "network", "circuit", "structure", "cascade", "vibration"],
    [],
]


def check_figure_8(scorer, digits):
    """Scores of the three lists, to so many digits, by the same words."""
    found = [one(scorer, words=words) for words, _ in FIGURE]
    assert [each.score for each in found] == pytest.approx([score for _, score in FIGURE], abs=digits)
    assert [each.details["surviving_words"] for each in found] == SURVIVORS
    assert [submetrics(each, "survivors relevance_collapse_rate") for each in found] == [[3, 0], [8, 0], [0, 1]]
    return found


@pytest.mark.encoders
def test_figure_8(tmp_path, monkeypatch):
    """Schapiro et al. 2026, to the last printed digit, by the encoder's name as by its folder."""
    mpnet = real_encoder("all-mpnet-base-v2")
    if mpnet is None:
        pytest.skip("all-mpnet-base-v2 is not on this machine")
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path))
    fetch_embedding("sbert-mpnet", mpnet)
    assert BENCHMARK.settings(prompts="own").embedding == "sbert-mpnet"
    for embedding in ("sbert-mpnet", str(mpnet)):
        found = check_figure_8(scorer_under(embedding), 0.01)
        assert found[0].submetrics["tau"] == pytest.approx(0.3605, abs=0.00005)


def test_the_builtin_table_agrees_with_figure_8(scorer):
    """Within a fifth of a point, the second an eighth below the first."""
    good, narrow, _ = check_figure_8(scorer, 0.2)
    assert 1 - narrow.score / good.score == pytest.approx(0.13, abs=0.005)
