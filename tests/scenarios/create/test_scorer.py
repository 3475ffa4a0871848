"""From answers and what judges said of them to the score of an answer and of a run, by hand."""

import json
import logging

import pytest
from support.cdat import Counting
from support.create import TARGET, given, labelled, row, sized, stated, via
from support.judges import REFUSAL

from helm_creativity.errors import BadArguments
from helm_creativity.hosting.aggregate import run_stats
from helm_creativity.judging import Judgement, Missing, Verdict
from helm_creativity.judging.ratings import ANNOTATOR, flat
from helm_creativity.responses import Answer, Unscored
from helm_creativity.scenarios.create import scorer as module
from helm_creativity.scenarios.create.pool import ASKED_MORE, flat_answer
from helm_creativity.scenarios.create.protocols import PROTOCOLS
from helm_creativity.scenarios.create.scorer import CARD, CreateScorer
from helm_creativity.scenarios.create.settings import given_signature
from helm_creativity.scenarios.create.structure import Fault

THREE = [via("alder"), via("birch"), via("cedar")]
OF_UNREAD = {"cut_answers", "answer_tokens"}


def judged(*qualities, facts=True, by_program=False):
    """One judge's verdicts on paths of two triples, whose second class is small."""
    size = {5: 5, 4: 50, 3: 200, 2: 1000, 1: 9000}
    return [
        verdict
        for number, quality in enumerate(qualities, start=1)
        for verdict in (
            sized("j/a", number, (size[quality], 1)),
            labelled("j/a", number, (1, int(facts)), by_program),
        )
    ]


def more(*answers):
    extra = {ASKED_MORE: len(answers)}
    for number, one in enumerate(answers, start=1):
        extra |= flat_answer(number, one, "")
    return extra


@pytest.fixture
def scored(stops):
    """The outcome of one row."""

    def of(one, protocol="wadhwa2026"):
        (outcome,) = CreateScorer(protocol, stops).score([one])
        return outcome

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
    assert (found.score, found.unscored) == (pytest.approx(9.32), None)
    facets = {name: found.facets[name] for name in found.facets if not name.startswith("utility")}
    assert facets == {
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
    }
    assert found.facets["utility_patience_90"] == found.facets["utility_factuality_100"] == found.score
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
    assert (found.facets["n_paths"], found.facets["paths_wrong_end"], found.facets["paths_duplicate"]) == (4, 0, 0)
    # The last triple, whose class is large, does not count there.
    large = [sized("j/a", 1, (5, 9000)), labelled("j/a", 1, (1, 1), by_program=True), labelled("j/a", 1, (1, 1))]
    assert scored(row(stated(via("alder")), large), "wadhwa2026_code").score == 5
    assert scored(row(stated(via("alder")), large)).score == 1


UNREAD = [
    ({"text": ""}, Unscored.EMPTY),
    ({"text": REFUSAL}, Unscored.REFUSED),
    ({"text": "<answer>{", "finish": "length"}, Unscored.TRUNCATED),
    ({"text": "", "failed": True}, Unscored.FAILED),
    ({"text": "", "finish": "content_filter"}, Unscored.REFUSED),
    ({"text": "Bananas are yellow."}, Unscored.UNPARSABLE),
]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("answer", "reason"), UNREAD)
def test_what_is_no_answer_has_no_numbers(scored, protocol, answer, reason):
    """Nor the program's 1; only that it was cut, and its length."""
    answer = dict(answer)
    found = scored(row(answer.pop("text"), judged(5), **answer), protocol)
    assert (found.score, found.unscored) == (None, reason)
    assert {name for name, value in found.facets.items() if value is not None} == OF_UNREAD
    assert found.facets["cut_answers"] == (reason is Unscored.TRUNCATED)


@pytest.mark.parametrize(("protocol", "worth"), [("wadhwa2026", 0), ("wadhwa2026_code", 1)])
@pytest.mark.parametrize("text", ["<answer>{}</answer>", stated((via("alder")[0], via("birch", "cedar")[1]))])
def test_no_valid_path_is_a_score(scored, protocol, worth, text):
    """0, or the program's 1: the model answered."""
    found = scored(row(text), protocol)
    assert (found.score, found.unscored, found.facets["valid_paths"]) == (worth, None, 0)
    assert (found.facets["utility_factuality_0"], found.facets["utility_patience_50"]) == (worth, worth)
    assert found.facets["stated_paths"] == ("knows" in text)


def test_an_answer_cut_in_a_path_is_scored_by_those_before(scored):
    """At the token limit too."""
    text = stated(*THREE)[:-40]
    found = scored(row(text, judged(5, 4), finish="length"))
    assert (found.score, found.unscored) == (pytest.approx(5 + 0.9 * 2), None)
    assert (found.facets["cut_answers"], found.facets["stated_paths"]) == (1, 2)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    "verdicts",
    [
        [],
        judged(5, 4, 3)[::2],
        [sized("j/a", 1, Missing.FAILED), labelled("j/a", 1, Missing.FAILED)],
        [labelled("j/a", 1, (1, 1)), labelled("j/a", 1, (1, 1), by_program=True)],
    ],
)
def test_what_nobody_judged_is_unjudged(scored, protocol, verdicts):
    """Not 0; what needs no judge is told."""
    found = scored(row(stated(*THREE), verdicts), protocol)
    assert (found.score, found.unscored) == (None, Unscored.UNJUDGED)
    assert (found.facets["valid_paths"], found.facets["unjudged_paths"]) == (3, 3)
    assert (found.facets["n_paths"], found.facets["max_quality"], found.facets["utility_patience_90"]) == (None,) * 3


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("text", ["<answer>{}</answer>", stated(*THREE)])
def test_an_answer_at_which_asking_broke_off_is_unjudged(scored, protocol, text):
    """Without valid paths too: a second turn might have brought some."""
    one = row(text)
    one.fields["annotations"][ANNOTATOR] = flat(Judgement((), 1, "KeyError: 'query'"))
    found = scored(one, protocol)
    assert (found.score, found.unscored, found.facets["utility_patience_90"]) == (None, Unscored.UNJUDGED, None)
    assert found.facets["valid_paths"] == ("alder" in text) * 3


def test_one_judged_path_is_enough(scored):
    """The others are left out, and counted."""
    verdicts = [*judged(5), sized("j/a", 2, (5, 5)), labelled("j/a", 3, (1, 1))]
    found = scored(row(stated(*THREE), verdicts))
    assert (found.score, found.facets["n_paths"], found.facets["unjudged_paths"]) == (5, 1, 2)


def test_a_pool_of_answers(scored):
    """Judged by their place among all stated paths; of three answers one is empty and one is cut."""
    cut = Answer(stated(via("alder"), via("cedar"), via("elder"))[:-30], "length")
    told = more(Answer("", "stop"), cut)
    found = scored(row(stated(via("alder"), via("birch")), judged(5, 4, 3, 3), extra=told))
    assert (found.score, found.unscored) == (pytest.approx(9.32), None)
    assert (found.facets["stated_paths"], found.facets["paths_duplicate"], found.facets["cut_answers"]) == (4, 1, 1)
    assert found.facets["answer_tokens"] == (len(stated(via("alder"), via("birch"))) + len(cut.text)) / 4
    assert found.details["greedy_order"] == [0, 3, 1]


def test_a_pool_without_any_answer_has_the_reason_of_the_first(scored):
    """And one whose first answer is a refusal is scored by the second."""
    found = scored(row(REFUSAL, extra=more(Answer("", "stop"))))
    assert (found.score, found.unscored) == (None, Unscored.REFUSED)
    assert scored(row(REFUSAL, judged(4), extra=more(Answer(stated(via("alder")), "stop")))).score == 4


def test_a_run_by_hand(stops):
    """Mean over answers; failures are left out, and count 0 where failures do, unjudged ones nowhere."""
    scorer = CreateScorer("wadhwa2026", stops)
    rows = [
        row(stated(*THREE), judged(5, 4, 3), extra=more(Answer("", "stop"), Answer("", "stop"))),
        row("<answer>{}</answer>", extra=more(Answer("<answer>{}</answer>", "stop"))),
        row(stated(*THREE), extra=more(Answer("", failed=True))),
        row(stated(via("alder")), [sized("j/a", 1, Missing.EMPTY), labelled("j/a", 1, (1, 1))]),
    ]
    outcomes = scorer.score(rows)
    told = run_stats(outcomes, ["a", "b", "c", "d"], scorer.of_run(rows, outcomes))
    assert told["score"] == pytest.approx(9.32 / 2)
    assert told["score_failures_as_zero"] == pytest.approx(9.32 / 3)
    assert (told["valid_rate"], told["failed_rate"], told["unjudged_rate"]) == (0.5, 0.25, 0.25)
    assert (told["further_answers"], told["further_failed"]) == (4, 1)
    assert told["judge_coverage"] == pytest.approx(7 / 8)
    assert (told["judge_calls"], told["judge_failures"]) == (8, 0)
    assert (told["valid_paths"], told["unjudged_paths"], told["n_paths"]) == (4 / 3, 1 / 3, 1.5)


def test_complaints_are_told(stops, caplog):
    """A judge who brought nothing, by name."""
    scorer = CreateScorer("wadhwa2026", stops)
    lost = [row(stated(via("alder")), [sized("j/a", 1, Missing.UNPARSABLE)]) for _ in range(4)]
    with caplog.at_level(logging.WARNING):
        scorer.of_run(lost, scorer.score(lost))
    assert "creativity_create" in caplog.text
    assert "j/a" in caplog.text


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_stat_is_described(stops, protocol):
    """By the card, and every described one is there."""
    of = {kind: {facet.name for facet in CARD.facets if facet.of == kind} for kind in ("answer", "run")}
    scorer = CreateScorer(protocol, stops)
    by_program = protocol == "wadhwa2026_code"
    rows = [row(stated(*THREE), judged(5, 4, 3, by_program=by_program)), row(""), row(stated(*THREE)), row("{}")]
    outcomes = scorer.score(rows)
    for outcome in outcomes:
        assert set(outcome.facets) == of["answer"]
    assert [outcome.score is None for outcome in outcomes] == [False, True, True, False]
    assert None not in outcomes[0].facets.values()
    assert set(scorer.of_run(rows, outcomes)) == of["run"]
    assert set(CARD.protocols) == set(PROTOCOLS)
    assert {f"paths_{fault.value}" for fault in Fault} < of["answer"]


def test_every_text_of_a_run_is_embedded_once(stops, monkeypatch):
    """However many answers have it; what is not compared is not embedded."""
    members = [Counting(one) for one in module.load_embeddings(stops)]
    monkeypatch.setattr(module, "load_embeddings", lambda name: members)
    alone = stated(via("dogwood"), via("elder", end="doctor"))
    CreateScorer("wadhwa2026", stops).score([row(stated(*THREE), judged(5, 4, 3))] * 3 + [row(alone)])
    assert sorted(members[0].embedded) == ["alder", "birch", "cedar", "knows"]


def test_verdicts_of_other_questions_say_nothing(scored):
    """Of another instrument, of the answer as a whole, and of a path that there is not."""
    others = [
        Verdict("j/a", "originality", "#1", sized("j/a", 1, (1, 1)).readings, parts=(9000.0, 9000.0)),
        Verdict("j/a", "specificity", "", sized("j/a", 1, (1, 1)).readings, parts=(9000.0, 9000.0)),
        *judged(5, 1)[2:],
    ]
    assert scored(row(stated(via("alder")), [*judged(4), *others])).score == 4


def test_given_judgements_are_refused_as_a_whole(stops):
    """One for each path, over all rows."""
    with pytest.raises(BadArguments, match="expected quality of each of 1 paths, got 2"):
        CreateScorer("wadhwa2026", stops).score(
            [given([via("alder")], [5.0], [1.0]), given([via("alder")], [1, 2], [1])]
        )


def test_the_signature_is_that_of_given_paths_unless_told(stops):
    """A run brings its own."""
    found = CreateScorer("wadhwa2026", stops).signature
    assert found == given_signature("wadhwa2026", stops) != CreateScorer("wadhwa2026_code", stops).signature
    assert f"|protocol:wadhwa2026|embedding:{stops}@" in found
    assert "|prompts:not asked here|judges:given|card:1-A|" in found
    assert CreateScorer("wadhwa2026", stops, "mine").signature == "mine"
    assert TARGET.rel_b not in found


def test_what_an_answer_says_of_its_paths_is_told(scored):
    """The probabilities of verbalized sampling, in the order of the paths; None where nothing is said."""
    said = [{"path_probability": 0.7, "path": [list(triple) for triple in via("alder")]}, list(map(list, via("birch")))]
    text = f"<answer>{json.dumps({str(i): one for i, one in enumerate(said, start=1)})}</answer>"
    found = scored(row(text, judged(5, 4)))
    assert found.details["path_probability"] == [0.7, None]
    assert scored(given([via("alder")], [5.0], [1.0])).details["path_probability"] == [None]
