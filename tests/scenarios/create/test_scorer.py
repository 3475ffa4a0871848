"""From answers and the judges' ratings of them to the score of an answer and of a run, by hand."""

import pytest
from support.create import labelled, row, scorer, sized, stated, via
from support.given import stats_of

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.judges.drivers import make_annotation
from helm_creativity.scenarios.create.benchmark import PROTOCOLS

CREATE = get_benchmark("create")
THREE = [via("alder"), via("birch"), via("cedar")]
TRACE = ("trace_entities", "trace_relations", "trace_distinct_entities", "trace_distinct_relations")
"""Without reasoning there are none."""


def judged(*qualities, facts=True, by_program=False):
    """One judge's ratings of paths of two triples, whose second class is small."""
    size = {5: 5, 4: 50, 3: 200, 2: 1000, 1: 9000}
    return [
        judge_reply
        for number, quality in enumerate(qualities, start=1)
        for judge_reply in (
            sized("j/a", number, (size[quality], 1)),
            labelled("j/a", number, (1, int(facts)), by_program),
        )
    ]


@pytest.fixture
def scored(stops):
    """The outcome of one row."""

    def of(one, protocol="wadhwa2026", **settings):
        (sample_score,) = scorer(protocol, stops, **settings).score([one])
        return sample_score

    return of


def test_an_answer_by_hand(scored):
    """Gains 5, 3 and 2 (see the ranking); every kind of path is counted."""
    text = stated(
        *THREE,
        via("elder", end="doctor"),
        via("elder", start="Lord Byron"),
        (*via("elder")[:1], via("birch")[1]._replace(relation="field of work")),
        via("alder"),
        via("alder", "Ada Lovelace", "alder"),
        [["no", "path"]],
    )
    found = scored(row(text, judged(5, 4, 3)))
    assert (found.score, found.failure_reason) == (pytest.approx(9.32), None)
    submetrics = {name: found.submetrics[name] for name in found.submetrics if not name.startswith("utility")}
    assert submetrics == {
        "max_quality": 5,
        "pairwise_distance": pytest.approx(2.5 / 3),
        "n_paths": 3,
        "valid_paths": 3,
        "stated_paths": 9,
        "unjudged_paths": 0,
        "factual_triples": 1,
        "paths_wrong_start": 1,
        "paths_wrong_relation": 1,
        "paths_wrong_end": 1,
        "paths_broken": 1,
        "paths_repeated_triple": 1,
        "paths_duplicate": 1,
        "paths_malformed": 1,
        "cut_answers": 0,
        "answer_tokens": len(text) / 4,
        "graph_rate": None,
        **dict.fromkeys(TRACE),
    }
    assert found.submetrics["utility_patience_90"] == found.submetrics["utility_factuality_100"] == found.score
    assert found.details["path_faults"] == [
        [],
        [],
        [],
        ["wrong_end"],
        ["wrong_start"],
        ["wrong_relation", "broken"],
        ["duplicate"],
        ["repeated_triple"],
    ]
    assert found.details["stated"][0] == [["Ada Lovelace", "knows", "alder"], ["alder", "occupation", "engineer"]]
    assert found.details["path_specificity"] == [5, 4, 3, *[None] * 5]
    assert found.details["path_factual_share"] == [1, 1, 1, *[None] * 5]
    assert (found.details["greedy_order"], found.details["gains"]) == ([0, 2, 1], pytest.approx([5, 3, 2]))


def test_the_program_by_hand(scored):
    """What joins counts wherever it leads, also twice; the duplicate of alder, at no distance, adds nothing."""
    text = stated(*THREE, via("alder", end="doctor"))
    found = scored(row(text, judged(5, 4, 3, 5, by_program=True)), "wadhwa2026_code")
    assert found.score == pytest.approx(9.8)
    assert found.details["greedy_order"] == [0, 2, 1, 3]
    assert (found.submetrics["n_paths"], found.submetrics["paths_wrong_end"], found.submetrics["paths_duplicate"]) == (
        4,
        0,
        0,
    )
    # The last triple, whose class is large, does not count there.
    large = sized("j/a", 1, (5, 9000))
    by_program = row(stated(via("alder")), [large, labelled("j/a", 1, (1, 1), by_program=True)])
    assert scored(by_program, "wadhwa2026_code").score == 5
    assert scored(row(stated(via("alder")), [large, labelled("j/a", 1, (1, 1))])).score == 1


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    "judge_replies",
    [
        [],
        judged(5, 4, 3)[::2],
        [sized("j/a", 1, MissingReason.FAILED), labelled("j/a", 1, MissingReason.FAILED)],
        [labelled("j/a", 1, (1, 1)), labelled("j/a", 1, (1, 1), by_program=True)],
    ],
)
def test_what_no_judge_rated_is_unjudged(scored, protocol, judge_replies):
    """Not 0; what needs no judge is reported."""
    found = scored(row(stated(*THREE), judge_replies), protocol)
    assert (found.score, found.failure_reason) == (None, FailureReason.UNJUDGED)
    assert (found.submetrics["valid_paths"], found.submetrics["unjudged_paths"]) == (3, 3)
    assert (found.submetrics["n_paths"], found.submetrics["max_quality"], found.submetrics["utility_patience_90"]) == (
        None,
    ) * 3


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    ("text", "form", "reason", "valid"),
    [
        (stated(*THREE), "original", FailureReason.UNJUDGED, 3),
        (stated(*THREE), "iterative", FailureReason.FAILED, None),
        ("<answer>{}</answer>", "iterative", FailureReason.FAILED, None),
    ],
)
def test_an_answer_at_which_asking_broke_off_has_no_score(scored, protocol, text, form, reason, valid):
    """Without valid paths too: a second turn might have brought some."""
    one = row(text)
    one.fields["annotations"] = {FOLLOW_UPS: make_annotation((), (), "KeyError: 'query'")}
    found = scored(one, protocol, form=form)
    assert (found.score, found.failure_reason, found.submetrics["utility_patience_90"]) == (None, reason, None)
    assert found.submetrics["valid_paths"] == valid


def test_half_of_the_paths_are_enough(scored):
    """The others are left out, and counted; of three, one judged path is too few for a score."""
    judge_replies = [*judged(5), sized("j/a", 2, (5, 5)), labelled("j/a", 3, (1, 1))]
    found = scored(row(stated(*THREE[:2]), judge_replies))
    assert (found.score, found.submetrics["n_paths"], found.submetrics["unjudged_paths"]) == (5, 1, 1)
    found = scored(row(stated(*THREE), judge_replies))
    assert (found.score, found.failure_reason) == (None, FailureReason.UNJUDGED)
    assert found.submetrics["unjudged_paths"] == 2


def test_a_pool_of_answers(scored):
    """Judged by their place among all stated paths; of three answers one is empty and one is cut."""
    cut = Response(stated(via("alder"), via("cedar"), via("elder"))[:-30], "length")
    one = row(stated(via("alder"), via("birch")), judged(5, 4, 3, 3), further=[Response("", "stop"), cut])
    found = scored(one, form="resample", responses=3)
    assert (found.score, found.failure_reason) == (pytest.approx(9.32), None)
    assert (found.submetrics["stated_paths"], found.submetrics["paths_duplicate"], found.submetrics["cut_answers"]) == (
        4,
        1,
        1,
    )
    assert found.submetrics["answer_tokens"] == (len(stated(via("alder"), via("birch"))) + len(cut.text)) / 4
    assert found.details["greedy_order"] == [0, 3, 1]


def test_a_run_by_hand(stops):
    """Mean over answers; failures are left out, and count 0 where failures do, unjudged ones nowhere."""
    by_paper = scorer("wadhwa2026", stops, form="resample", responses=2)
    rows = [
        row(stated(*THREE), judged(5, 4, 3), further=[""]),
        row("<answer>{}</answer>", further=["<answer>{}</answer>"]),
        row(stated(*THREE), further=[Response("", failed=True)]),
        row(stated(via("alder")), [sized("j/a", 1, MissingReason.EMPTY), labelled("j/a", 1, (1, 1))], further=[""]),
    ]
    stats = stats_of(CREATE, by_paper.settings, rows, by_paper.scorer, items=["a", "b", "c", "d"])
    assert stats["score"] == pytest.approx(9.32 / 2)
    assert stats["score_failures_as_zero"] == pytest.approx(9.32 / 3)
    assert (stats["valid_rate"], stats["failed_rate"], stats["unjudged_rate"]) == (0.5, 0.25, 0.25)
    assert (stats["further_answers"], stats["further_failed"]) == (4, 1)
    assert stats["judge_coverage"] == pytest.approx(7 / 8)
    assert (stats["judge_calls"], stats["judge_failures"]) == (8, 1)
    assert (stats["valid_paths"], stats["unjudged_paths"], stats["n_paths"]) == (4 / 3, 1 / 3, 1.5)
