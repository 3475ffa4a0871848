"""From answers and the judges' ratings of them to the score of an answer and of a run, by hand."""

import json

import pytest
from support.cdat import Counting
from support.create import given, labelled, row, scorer, sized, stated, via
from support.given import stats_of
from support.judges import REFUSAL

from helm_creativity.core.benchmark import comparable_key, parse_settings
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.ratings import MissingReason
from helm_creativity.core.transcripts import FOLLOW_UPS
from helm_creativity.core.types import FailureReason, Response
from helm_creativity.judges.drivers import make_annotation
from helm_creativity.scenarios.create import benchmark as module
from helm_creativity.scenarios.create.benchmark import PROTOCOLS
from helm_creativity.scenarios.create.parse import Fault

CREATE = get_benchmark("create")
THREE = [via("alder"), via("birch"), via("cedar")]
OF_UNREAD = {"cut_answers", "answer_tokens"}
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


UNREAD = [
    ({"text": ""}, FailureReason.EMPTY),
    ({"text": REFUSAL}, FailureReason.REFUSED),
    ({"text": "<answer>{", "finish": "length"}, FailureReason.TRUNCATED),
    ({"text": "", "failed": True}, FailureReason.FAILED),
    ({"text": "", "finish": "content_filter"}, FailureReason.REFUSED),
    ({"text": "Bananas are yellow."}, FailureReason.UNPARSABLE),
]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("answer", "reason"), UNREAD)
def test_what_is_no_answer_has_no_numbers(scored, protocol, answer, reason):
    """Nor the program's 1; only that it was cut, and its length."""
    answer = dict(answer)
    found = scored(row(answer.pop("text"), judged(5), **answer), protocol)
    assert (found.score, found.failure_reason) == (None, reason)
    assert {name for name, value in found.submetrics.items() if value is not None} == OF_UNREAD
    assert found.submetrics["cut_answers"] == (reason is FailureReason.TRUNCATED)


@pytest.mark.parametrize(("protocol", "worth"), [("wadhwa2026", 0), ("wadhwa2026_code", 1)])
@pytest.mark.parametrize("text", ["<answer>{}</answer>", stated((via("alder")[0], via("birch", "cedar")[1]))])
def test_no_valid_path_is_a_score(scored, protocol, worth, text):
    """0, or the program's 1: the model answered."""
    found = scored(row(text), protocol)
    assert (found.score, found.failure_reason, found.submetrics["valid_paths"]) == (worth, None, 0)
    assert (found.submetrics["utility_factuality_0"], found.submetrics["utility_patience_50"]) == (worth, worth)
    assert found.submetrics["stated_paths"] == ("knows" in text)


def test_an_answer_cut_in_a_path_is_scored_by_those_before(scored):
    """At the token limit too."""
    text = stated(*THREE)[:-40]
    found = scored(row(text, judged(5, 4), finish="length"))
    assert (found.score, found.failure_reason) == (pytest.approx(5 + 0.9 * 2), None)
    assert (found.submetrics["cut_answers"], found.submetrics["stated_paths"]) == (1, 2)


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


def test_a_pool_without_any_answer_has_the_reason_of_the_first(scored):
    """And one whose first answer is a refusal is scored by the second."""
    two = {"form": "resample", "responses": 2}
    found = scored(row(REFUSAL, further=[""]), **two)
    assert (found.score, found.failure_reason) == (None, FailureReason.REFUSED)
    assert scored(row(REFUSAL, judged(4), further=[stated(via("alder"))]), **two).score == 4


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


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_perfect_paths_leave_no_submetric_out(stops, protocol):
    """By the card, and every described one is there."""
    of = {
        kind: {submetric.name for submetric in CREATE.card.submetrics if submetric.of == kind}
        for kind in ("answer", "run")
    }
    by_protocol = scorer(protocol, stops)
    by_program = protocol == "wadhwa2026_code"
    rows = [row(stated(*THREE), judged(5, 4, 3, by_program=by_program)), row(""), row(stated(*THREE)), row("{}")]
    sample_scores = by_protocol.score(rows)
    for sample_score in sample_scores:
        assert set(sample_score.submetrics) == of["answer"]
    assert [sample_score.score is None for sample_score in sample_scores] == [False, True, True, False]
    known = {name: value for name, value in sample_scores[0].submetrics.items() if name not in {"graph_rate", *TRACE}}
    assert None not in known.values()
    assert set(by_protocol.score_run(rows)) == of["run"]
    assert set(CREATE.card.protocols) == set(PROTOCOLS)
    assert {f"paths_{fault.value}" for fault in Fault} < of["answer"]


def test_every_text_of_a_run_is_embedded_once(stops, monkeypatch):
    """However many answers have it; what is not compared is not embedded."""
    members = [Counting(embedding) for embedding in module.load_embeddings(stops)]
    monkeypatch.setattr(module, "load_embeddings", lambda name: members)
    alone = stated(via("dogwood"), via("elder", end="doctor"))
    scorer("wadhwa2026", stops).score([row(stated(*THREE), judged(5, 4, 3))] * 3 + [row(alone)])
    assert sorted(members[0].embedded) == ["alder", "birch", "cedar", "knows"]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_paths_of_a_file_have_a_key_of_their_own(stops, protocol):
    """Protocol and vectors; no model was asked."""
    settings = parse_settings(CREATE, {"protocol": protocol, "embedding": stops}, asked=False)
    key = comparable_key(CREATE, settings, asked=False)
    assert key.startswith(f"create|protocol:{protocol}|prompts:from a file|embedding:{stops}@")
    assert key.endswith("|judges:from a file|card:2")


def test_what_an_answer_says_of_its_paths_is_kept(scored):
    """The probabilities of verbalized sampling, in the order of the paths; None where there is none."""
    written = [
        {"path_probability": 0.7, "path": [list(triple) for triple in via("alder")]},
        list(map(list, via("birch"))),
    ]
    text = f"<answer>{json.dumps({str(i): path for i, path in enumerate(written, start=1)})}</answer>"
    found = scored(row(text, judged(5, 4)))
    assert found.details["path_probability"] == [0.7, None]
    assert scored(given([via("alder")], [5.0], [1.0])).details["path_probability"] == [None]
