"""From responses, and what judges or a file say of their paths, to scores of responses and of a run."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from support import given as replies
from support.cdat import make_vectors
from support.create import LOST, TARGET, given, judged_response, labelled, row, scorer, sized, stated, via
from support.directions import unit
from support.judges import REFUSAL
from support.replies import read_rows

from helm_creativity.benchmark.base import sample_in_row
from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, Trial, drive, missing
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating
from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.judges.drivers import make_annotation
from helm_creativity.scenarios.create.benchmark import PROTOCOLS
from helm_creativity.scenarios.create.parse import pool_paths
from helm_creativity.scenarios.create.paths import path_text
from helm_creativity.scenarios.create.scoring import (
    Greedy,
    annealed,
    class_score,
    compared_texts,
    creative_utility,
    greedy,
    judged_specificity,
    mean_pairwise,
    path_distances,
    patience_area,
    program_annealed,
    program_area,
    program_utility,
    rank,
    utilities_by_factuality,
)
from helm_creativity.scenarios.create.vectors import PathSpace

CREATE = get_benchmark("create")
PAPER, CODE = PROTOCOLS
THREE = [via("alder"), via("birch"), via("cedar")]
ALDER, FAILED = stated(via("alder")), Response("", failed=True)
TRACES = ("trace_entities", "trace_relations", "trace_distinct_entities", "trace_distinct_relations")
approx = pytest.approx


def judged(*qualities, by_program=False):
    """One judge's ratings of paths of two triples, whose second class is small."""
    sizes = {5: 5, 4: 50, 3: 200}
    return [
        reply
        for number, quality in enumerate(qualities, start=1)
        for reply in (sized("j/a", number, (sizes[quality], 1)), labelled("j/a", number, (1, 1), by_program))
    ]


@pytest.fixture
def scored(stops):
    """The outcome of one row."""
    return lambda one, protocol=PAPER, **settings: scorer(protocol, stops, **settings).score([one])[0]


def ranked(one, embedding, protocol=PAPER):
    """The ranking of a row's paths."""
    answer = judged_response(one, protocol)
    return rank(answer, PathSpace(load_embeddings(embedding), compared_texts(answer)), PROTOCOLS[protocol].by_program)


def numbers(found, *names):
    return [found.submetrics[name] for name in names]


def test_a_panel_by_hand():
    """Each judge's least score, then the mean: (1 + 3) / 2, not that of mean sizes; facts by majority, not by half."""
    path = via("alder", "birch")
    panel = [sized("a", 1, (5, 50, 5000)), labelled("a", 1, (1, 1, 1)), sized("b", 1, (400, 5, 5))]
    (found,) = judged_response(row([path], [*panel, labelled("b", 1, (1, 0, 1))])).paths
    assert (found.specificity, found.factual_share) == (2, approx(2 / 3))
    assert (found.quality(), found.quality(0.5), found.judged) == (0, 2, True)
    # Ratings of another number of triples are of another path.
    (found,) = judged_response(row([path], [sized("a", 1, (5, 5)), labelled("a", 1, (1,) * 4)])).paths
    assert (found.specificity, found.factual_share) == (None, None)


def test_an_ensemble_is_the_mean_of_distances(stops, far_stops):
    """Alder and birch are (.5 + 1) / 2 apart, which is no distance of a mean angle: 5, then 3 · 1 and 4 · .75."""
    found = ranked(given(THREE, [5, 4, 3], [1, 1, 1]), f"{stops}+{far_stops}")
    assert found.gains == approx((5, 3, 3))
    assert numbers(found, "pairwise_distance", "factual_triples") == approx([2.75 / 3, 1])


@pytest.mark.parametrize("case", [([], [], []), ([via(start="Nobody")], [5], [1]), (THREE[:2], [5, 4], [0.5, 0])])
def test_without_a_valid_and_factual_path_the_program_says_1(stops, case):
    found = ranked(given(*case), stops, CODE)
    assert (found.score, found.order, found.gains, found.n_unjudged) == (1, (), (), 0)
    names = ("max_quality", "pairwise_distance", "utility_patience_area", "utility_factuality_100")
    assert numbers(found, *names) == [0, None, 1, 1]


# Degrees of six words, of which no two lie equally far apart; from 73° on g is 1.
ANGLES = {"alder": 0, "birch": 13, "cedar": 31, "dogwood": 50, "elder": 74, "fig": 89}
JUDGED = st.tuples(st.sampled_from([*ANGLES]), st.none() | st.integers(1, 5), st.sampled_from([None, 0, 1 / 2, 1]))


@pytest.fixture(scope="module")
def bent(home, tmp_path_factory):
    turns = {word: math.radians(angle) for word, angle in ANGLES.items()}
    vectors = {word: (math.cos(turn), math.sin(turn)) for word, turn in turns.items()}
    return make_vectors(tmp_path_factory.mktemp("bent"), "bent", vectors)


def slow_gains(quality, names):
    """Eq. 2 and 9 literally: the places in their order, and what each adds."""
    left, gains = {place for place, f in enumerate(quality) if f}, {}

    def worth(place):
        x = [1 - math.cos(math.radians(ANGLES[names[place]] - ANGLES[names[other]])) for other in gains]
        return quality[place] * min(
            ((1 - math.cos(math.pi * (min(each, 0.7) / 0.7) ** 2)) / 2 for each in x), default=1
        )

    while left:
        place = max(sorted(left), key=worth)
        gains[place] = worth(place)
        left.remove(place)
    return gains


def slow_utility(gains, patience):
    """Eq. 1 literally."""
    return sum(gain * patience**i for i, gain in enumerate(gains.values()))


@pytest.mark.usefixtures("bent")
@drawn(st.lists(JUDGED, max_size=7))
def test_answers_are_worth_what_the_definition_says(some):
    """At each patience and threshold; areas are integrals. Half of the valid paths must be judged."""
    names, quality, factual = ([*each] for each in zip(*some, strict=True)) if some else ([], [], [])
    found = ranked(given([via(name) for name in names], quality, factual), "bent")
    valid = [place for place, name in enumerate(names) if names.index(name) == place]
    known = [i for i in valid if factual[i] is not None and (factual[i] < 1 or quality[i] is not None)]
    assert found.n_unjudged == len(valid) - len(known)
    assert (found.score is None) == (2 * len(known) < len(valid))
    if found.score is not None:

        def counted(threshold):
            return [(q or 0) * (i in known and factual[i] >= threshold) for i, q in enumerate(quality)]

        def at(threshold):
            return slow_utility(slow_gains(counted(threshold), names), 0.9)

        gains = slow_gains(counted(1), names)
        assert (found.order, found.gains) == (tuple(gains), approx(tuple(gains.values()), abs=1e-6))
        patience = {n: slow_utility(gains, n / 100) for n in (50, 60, 70, 80, 90, 100)}
        patience["area"] = sum(gain / (i + 1) for i, gain in enumerate(gains.values()))
        expected = {f"utility_patience_{name}": utility for name, utility in patience.items()}
        steps = {0: at(0), 25: at(0.25), 50: at(0.5), 75: at(0.75), 100: at(1), "area": (at(0.25) + at(0.75)) / 2}
        rated = not known or any(quality[i] for i in known)
        expected |= {f"utility_factuality_{name}": utility if rated else None for name, utility in steps.items()}
        expected |= {"max_quality": max(counted(1), default=0), "n_paths": len(gains)}
        assert found.score == approx(patience[90], abs=1e-5)
        assert {name: found.submetrics[name] for name in expected} == approx(expected, abs=1e-5)


def test_an_answer_by_hand(scored):
    """Every kind of path is counted, and judgements go by the place of a path among all."""
    broken = (*via("elder")[:1], via("birch")[1]._replace(relation="field of work"))
    wrong = [via("elder", end="doctor"), via("elder", start="Lord Byron"), broken, via("alder")]
    text = stated(wrong[0], *THREE, *wrong[1:], via("alder", "Ada Lovelace", "alder"), [["no", "path"]])
    ratings = [replace(reply, about=f"#{int(reply.about[1:]) + 1}") for reply in judged(5, 4, 3)]
    found = scored(row(text, ratings))
    assert (found.score, found.failure_reason) == (approx(9.32), None)
    faults = ["wrong_start", "wrong_relation", "wrong_end", "broken", "repeated_triple", "duplicate", "malformed"]
    counts = {"n_paths": 3, "valid_paths": 3, "stated_paths": 9, "unjudged_paths": 0, "answer_tokens": len(text) / 4}
    assert {name: found.submetrics[name] for name in counts} == counts
    assert numbers(found, *(f"paths_{fault}" for fault in faults)) == [1] * 7
    assert found.details["path_faults"] == [
        *(["wrong_end"], [], [], [], ["wrong_start"], ["wrong_relation", "broken"], ["duplicate"], ["repeated_triple"])
    ]
    assert found.details["stated"][1] == [["Ada Lovelace", "knows", "alder"], ["alder", "occupation", "engineer"]]
    assert found.details["path_specificity"] == [None, 5, 4, 3, *[None] * 4]
    assert found.details["path_factual_share"] == [None, 1, 1, 1, *[None] * 4]
    assert (found.details["greedy_order"], found.details["gains"]) == ([1, 3, 2], approx([5, 3, 2]))


def test_the_program_by_hand(scored):
    """What joins counts wherever it leads, also twice; the last triple, whose class is large, does not count there."""
    found = scored(row(stated(*THREE, via("alder", end="doctor")), judged(5, 4, 3, 5, by_program=True)), CODE)
    assert (found.score, found.details["greedy_order"]) == (approx(9.8), [0, 2, 1, 3])
    assert numbers(found, "n_paths", "paths_wrong_end", "paths_duplicate") == [4, 0, 0]
    large = [[sized("j/a", 1, (5, 9000)), labelled("j/a", 1, (1, 1), by_program)] for by_program in (False, True)]
    found = [scored(row(ALDER, its), protocol).score for its, protocol in zip(large, PROTOCOLS, strict=True)]
    assert found == [1, 5]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_no_judge_rated_is_unjudged(scored, protocol):
    """Not 0; and where asking broke off there may be more."""
    for ratings in [], judged(5, 4, 3)[::2], [sized("j/a", 1, MissingReason.FAILED)]:
        found = scored(row(stated(*THREE), ratings), protocol)
        assert (found.score, found.failure_reason) == (None, FailureReason.UNJUDGED)
        names = ("valid_paths", "unjudged_paths", "n_paths", "max_quality", "utility_patience_90")
        assert numbers(found, *names) == [3, 3, None, None, None]
    outcomes, three = [], stated(*THREE)
    for text, form in ((three, "original"), (three, "iterative"), ("<answer>{}</answer>", "iterative")):
        (one := row(text)).fields["annotations"] = {FOLLOW_UPS: make_annotation((), (), "KeyError: 'query'")}
        found = scored(one, protocol, form=form)
        outcomes.append((found.score, found.failure_reason, found.submetrics["valid_paths"]))
    assert outcomes == [(None, FailureReason.UNJUDGED, 3), *[(None, FailureReason.FAILED, None)] * 2]


@pytest.mark.parametrize(
    ("answers", "reason", "n"),
    [
        ([Response("<answer>{", "length")], "truncated", 0),
        *[(["", REFUSAL, ""], "empty", 0), (["", REFUSAL, FAILED], "failed", 0), ([REFUSAL, ""], "refused", 0)],
        *[(["", ALDER, ALDER], None, 2), ([ALDER, FAILED], "failed", 1), (["", "<answer>{}</answer>"], None, 0)],
        ([ALDER, Response("", "content_filter", failed=True)], None, 1),
    ],
)
def test_answers_that_are_pooled(answers, reason, n):
    """One that failed fails all; else all must be unreadable, for the reason of the first. No path is an answer."""
    responses = [text if isinstance(text, Response) else Response(text, "stop") for text in answers]
    found = pool_paths(responses, TARGET, PROTOCOLS[PAPER].faults)
    assert (found.failure_reason, len(found.paths)) == (reason, n)
    assert [len(faults) for faults in found.faults] == [0, 1][:n]
    assert len(found.reasons) == len(answers)


def test_a_run_by_hand(stops):
    """Mean over answers; failures are left out, and count 0 where failures do, unjudged ones nowhere."""
    by_paper = scorer(PAPER, stops, form="resample", responses=3)
    cut = Response(stated(via("alder"), via("cedar"), via("elder"))[:-30], "length")
    rows = [
        row(stated(*THREE[:2]), judged(5, 4, 3, 3), further=["", cut]),
        row("<answer>{}</answer>", further=["<answer>{}</answer>"] * 2),
        row(stated(*THREE), further=[FAILED, ""]),
        row(ALDER, [sized("j/a", 1, MissingReason.EMPTY), labelled("j/a", 1, (1, 1))], further=["", ""]),
    ]
    tokens = (len(stated(*THREE[:2])) + len(cut.text)) / 4
    pooled = numbers(by_paper.score(rows)[0], "stated_paths", "paths_duplicate", "cut_answers", "answer_tokens")
    assert pooled == [4, 1, 1, tokens]
    stats = replies.stats_of(CREATE, by_paper.settings, rows, by_paper.scorer, items=["a", "b", "c", "d"])
    assert (stats["score"], stats["score_failures_as_zero"]) == (approx(9.32 / 2), approx(9.32 / 3))
    assert (stats["valid_rate"], stats["failed_rate"], stats["unjudged_rate"]) == (0.5, 0.25, 0.25)
    assert (stats["further_answers"], stats["further_failed"], stats["judge_failures"]) == (8, 1, 1)
    assert (stats["valid_paths"], stats["unjudged_paths"], stats["n_paths"]) == (4 / 3, 1 / 3, 1.5)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_is_looked_up_is_a_fact_whatever_else_is_said(tmp_path, scored, protocol):
    """The first path needs no label, the second that of its last triple; specificity is asked of all.

    Neither a direction, a qualifier nor another relation is looked up.
    """
    known = ["ADA  Lovelace\tknows\talder", "alder\toccupation\tengineer", "Ada Lovelace\tknows\tbirch"]
    known += ["birch\tis\tengineer", "engineer\toccupation\tbirch", "birch (tree)\toccupation\tengineer"]
    (graph := tmp_path / "facts.tsv").write_text("\n".join(known))
    settings = CREATE.settings_type(protocol=protocol, judges="x/one+x/two", graph=str(graph), embedding="builtin")
    trial, steps = Trial(row(stated(*THREE))), []
    drive(CREATE.follow_up(trial, settings), lambda step: [steps.append(step), missing(step)][1])
    asked = [(step.rubric.name.partition("_")[0], step.about, len(step.variables["triples"])) for step in steps]
    first, second, third = (("specificity", f"#{place}", 2) for place in (1, 2, 3))
    assert asked == [first, second, ("factuality", "#2", 1), third, ("factuality", "#3", 2)]
    judges, by_program = ("x/one", "x/two"), protocol == CODE
    ratings = [sized(judge, place, (5, 5)) for place in (1, 2, 3) for judge in judges]
    ratings += [labelled(judge, 2, (label,), by_program) for judge, label in zip(judges, (1, 0), strict=True)]
    one = row(stated(*THREE), [*ratings, *(labelled(judge, 3, (1, 1), by_program) for judge in judges)])
    found = scored(one, protocol, graph=str(graph))
    assert found.details["path_factual_share"] == [1, 0.5, 1]
    assert numbers(found, "graph_rate", "n_paths") == [3 / 6, 2]


REASONING = "Ada Lovelace worked with Charles Babbage.\nCharles Babbage knew Mary Somerville."


@pytest.mark.parametrize("parted", [True, False])
def test_judges_read_the_reasoning_wherever_it_is(scored, parted):
    """Apart from the text or in tags; the numbers are means over the judges that can be read."""

    def extracted(*counts):
        readings = [{"entities": ParsedRating(*(each[:1] or (None, LOST)))} for each in counts]
        some = enumerate(zip(readings, counts, strict=True))
        ratings = [JudgeReply(f"x/{n}", "extraction", "", reading, parts=each) for n, (reading, each) in some]
        text, apart = (ALDER, {"thinking": REASONING}) if parted else (f"<think>{REASONING}</think>{ALDER}", {})
        return numbers(scored(row(text, ratings, **apart), trace=True), *TRACES)

    assert extracted((3.0, 4.0, 2.0, 3.0), (), (0.0, 0.0, 0.0, 0.0)) == [1.5, 2.0, 1.0, 1.5]
    assert extracted(())[0] is None


@pytest.mark.parametrize("case", read_rows(Path(__file__).with_name("rated_rows.jsonl")))
def test_rows_of_a_file(scored, case):
    """Lists, objects, JSON, an answer in the place of paths; judgements as people type them, or none."""
    settings = CREATE.settings_type(protocol=PAPER, embedding="builtin")
    found = scored(sample_in_row(CREATE, case["row"], settings))
    assert (found.score, found.failure_reason) == (case["score"] and approx(case["score"]), case["reason"])


# f = 4, 5, 3 and d_01 = .5, d_02 = 1, d_12 = .8. The first is path 1, gain 5. Then path 0 would add 4 · .5 = 2 and path
# 2 adds 3 · .8 = 2.4. Last is path 0 with 4 · min(.5, 1) = 2.
QUALITY = [4.0, 5.0, 3.0]
DISTANCES = np.array([[0, 0.5, 1], [0.5, 0, 0.8], [1, 0.8, 0]])
GAINS = (5.0, 2.4, 2.0)


def test_specificity_by_hand():
    """The least class of Appendix D, whose inequalities fractions obey too; with or without the last triple."""
    sizes = [0, 10, 10.5, 99.5, 100, 499.9, 500, 4999, 5000, math.inf]
    assert [class_score(size) for size in sizes] == [5, 5, 4, 4, 3, 3, 2, 2, 1, 1]
    # Table 12 prints 4 for paths to a member of an academy of thousands, which the last triple would make 1.
    assert [judged_specificity([50, 20, 14_000], last_counts=counts) for counts in (False, True)] == [4, 1]
    assert judged_specificity([50], last_counts=False) == 4


def test_g_by_hand():
    """At .35 the square is a quarter; from .7 on the paper's is 1.

    The program's is 1 only up to 1, and then the wave again: at .7 · √3 at a crest, at 1.4 = .7 · √4 in a trough.
    """
    half = (1 - math.sqrt(0.5)) / 2
    assert annealed([0, 0.35, 0.7, 1, 1.2, 2]) == approx([0, half, 1, 1, 1, 1], abs=1e-15)
    wave = (1 - math.cos(math.pi * (2 / 0.7) ** 2)) / 2
    x = np.array([0, 0.35, 0.7, 1, np.nextafter(1, 2), 0.7 * math.sqrt(3), 1.4, 2])
    assert program_annealed(x) == approx([0, half, 1, 1, 0.0041, 1, 0, wave], abs=5e-5)
    # Table 5: some distance that is printed so has the g that is printed beside it, but for the misprint g(.13) = .03.
    for printed, g in [(0.33, 0.12), (0.40, 0.24), (0.58, 0.77), (0.71, 1.0), (0.8, 1.0)]:
        low, high = annealed([printed - 0.005, printed + 0.005])
        assert low - 0.005 <= g <= high + 0.005
    assert annealed(0.13) == approx(0.0029, abs=0.0001)


def test_distances_by_hand(stops):
    """Opposite paths are at 2, where the program's wave is low.

    Every known word of a text counts once; figures and letters are none, and without any all is 1 away.
    """
    assert path_distances(np.array([[1.0, 0.0], [-1.0, 0.0]]), program_annealed)[0, 1] == approx(0.0643, abs=0.0001)
    assert path_distances(np.empty((0, 3))).shape == (0, 0)
    texts = [path_text(via("alder", "Cedar tree 7", relation="as cedar to")), "", " [knows] nobody", " [k] 7", "a b c"]
    (found,) = PathSpace(load_embeddings(stops), texts).vectors(texts)
    assert found == approx(np.array([[0.5**0.5, 0, 0.5**0.5, 0, 0], *[[0] * 5] * 4]))


def test_equal_paths_are_equally_far_from_the_rest():
    """To the last digit, however a library sums, so that which of them comes first is decided by their place."""
    rows = unit(np.random.default_rng(1).normal(0.8, 1, size=(61, 384)))
    distances = path_distances(rows[[*range(61), *range(61)]])
    assert (distances[:61, :61] == distances[61:, :61])[~np.eye(61, dtype=bool)].all()
    assert (distances == distances.T).all()


def test_order_and_utility_by_hand():
    """5 + 2.4 γ + 2 γ²; the program has 5 + 2.4 + 2 γ, whose integral is 5 + 2.4 + 1. Ties go to the lower index."""
    found = greedy(QUALITY, DISTANCES)
    assert (found.order, found.gains) == ((1, 2, 0), approx(GAINS))
    assert [creative_utility(GAINS, patience) for patience in (0, 0.7, 0.9, 1)] == approx([5, 7.66, 8.78, 9.4])
    assert [program_utility(GAINS, patience) for patience in (0, 0.7, 0.9)] == approx([7.4, 8.8, 9.2])
    assert (patience_area(GAINS), program_area(GAINS)) == (approx(5 + 1.2 + 2 / 3), approx(8.4))
    assert (program_utility((), 0.9), program_area(())) == (1, 1)
    assert greedy([3, 0, 3], np.zeros((3, 3))) == Greedy((0, 2), (3, 0))
    assert mean_pairwise(DISTANCES) == approx(2.3 / 3)
    assert (mean_pairwise(DISTANCES[:2, :2]), mean_pairwise(np.zeros((1, 1)))) == (0.5, None)


def test_a_share_counts_where_rounding_puts_its_threshold_above_it():
    assert (step := float(np.linspace(0, 1, 11)[6])) > 3 / 5
    assert [utilities_by_factuality([4], [at], np.zeros((1, 1)), [step], 0.9)[0] for at in (3 / 5, 0.599)] == [4, 0]
