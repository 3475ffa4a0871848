"""Scores of answers from what judges said, or from people's labels."""

import logging

import pytest
from support.judged import verdict
from support.macgyver import NOT_POSSIBLE, PROBLEM, SORRY, STEPS, TOOLS, WALL

from helm_creativity.errors import BadArguments
from helm_creativity.judging import Judgement
from helm_creativity.judging.ratings import flat
from helm_creativity.responses import Answer, Unscored
from helm_creativity.rooms import Row
from helm_creativity.scenarios.macgyver.items import own_items
from helm_creativity.scenarios.macgyver.measure import CLASSES, LETTERS
from helm_creativity.scenarios.macgyver.scorer import CARD, CHECKS, SETTINGS, MacGyverScorer, row_of


def judged(text, *letters, solvable=True, setting=None, **answer):
    """An answer with one letter a judge; a letter may be the reason why there is none."""
    verdicts = [verdict(f"j/{i}", "solution", solution=LETTERS.get(letter, letter)) for i, letter in enumerate(letters)]
    fields = {"problem": PROBLEM if solvable else WALL, "tools": list(TOOLS), "solvable": solvable}
    if setting:
        fields["setting"] = setting
    return Row(Answer(text, **answer), {**fields, "annotations": {"judges": flat(Judgement(verdicts, len(verdicts)))}})


def one(row, items="own"):
    return MacGyverScorer(items).score([row])[0]


def test_the_score_is_made_of_the_letters_that_came():
    """Two of three correct; the one that is missing is nobody's."""
    outcome = one(judged(STEPS, "A", "B", "C", "unparsable"))
    assert outcome.score == pytest.approx(200 / 3)
    shares = [outcome.facets[name] for name in CLASSES]
    assert shares == pytest.approx([100 / 3, 100 / 3, 100 / 3, 0, 0])
    assert {name: outcome.facets[name] for name in CHECKS} == {
        "solvability_correct": 1,
        "says_impossible": 0,
        "foreign_tools": 0,
        "tools_used": 2,
        "steps": 2,
        "words": 12,
        "over_100_words": 0,
    }
    assert outcome.details == {"verdict": "possible", "foreign": []}


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (judged("", "A"), Unscored.EMPTY),
        (judged(SORRY, "A"), Unscored.REFUSED),
        (judged(STEPS, "A", finish_reason="length"), Unscored.TRUNCATED),
        (judged(STEPS, "A", failed=True), Unscored.FAILED),
    ],
)
def test_what_is_no_answer_is_unscored(row, reason):
    """Without a facet, whatever a judge says of it."""
    outcome = one(row)
    assert (outcome.score, outcome.unscored) == (None, reason)
    assert set(outcome.facets.values()) == {None}


def test_an_answer_without_a_letter_is_unjudged():
    """Its checks are there all the same."""
    outcome = one(judged(STEPS, "unparsable"))
    assert (outcome.score, outcome.unscored, outcome.facets["wrong"]) == (None, Unscored.UNJUDGED, None)
    assert outcome.facets["steps"] == 2


def test_saying_that_it_is_not_possible_is_an_answer():
    """However sorry the writer is."""
    outcome = one(judged(NOT_POSSIBLE, "A", solvable=False))
    assert (outcome.score, outcome.facets["solvability_correct"], outcome.facets["steps"]) == (100, 1, None)
    assert outcome.details["verdict"] == "impossible"


def test_the_run_tells_solvable_from_unsolvable(caplog):
    """By hand; settings and the judges' work too."""
    rows = [
        judged(STEPS, "A", setting="home"),
        judged(STEPS, "C", setting="home"),
        judged(STEPS, "A", setting="office"),
        judged(NOT_POSSIBLE, "E", solvable=False),
        judged("", solvable=False),
        judged(NOT_POSSIBLE, "unparsable", solvable=False),
    ]
    scorer = MacGyverScorer("own")
    with caplog.at_level(logging.WARNING):
        stats = scorer.of_run(rows, scorer.score(rows))
    assert stats["solvable_score"] == pytest.approx(200 / 3)
    # Three answers to one problem: their spread alone, 100·sqrt(2/3·1/3·3/2/3).
    assert stats["solvable_score_se"] == pytest.approx(100 / 3)
    assert (stats["unsolvable_score"], stats["unsolvable_score_se"]) == (0, None)
    assert (stats["setting_home"], stats["setting_office"], stats["setting_travel"]) == (50, 100, None)
    assert stats["tools_known_rate"] == 1
    assert stats["judge_coverage"] == pytest.approx(4 / 5)
    assert "j/0: 1 of 5 ratings are missing (unparsable 1)" in caplog.text
    of_run = {facet.name for facet in CARD.facets if facet.of == "run"}
    of_answers = {facet.name for facet in CARD.facets} - of_run
    assert of_run == set(stats) | {"judge_failures"} - of_answers
    assert {*CLASSES, *CHECKS} == of_answers


def test_every_setting_of_the_problems_has_a_facet():
    """And no other."""
    assert {f"setting_{item.setting}" for item in own_items()} == set(SETTINGS)


def record(**fields):
    return {"response": STEPS, "problem": PROBLEM, "solvable": "yes", "tools": "a fork; a ball of string", **fields}


@pytest.mark.parametrize(
    ("label", "score"),
    [
        ("A", 100),
        ("E", 0),
        ("partly_wrong", 0),
        ("correct_unsolvable", 100),
        (["A", "D"], 50),
        ('["correct_efficient", "B", "C", "wrong"]', 50),
    ],
)
def test_people_may_have_labelled_the_answer(label, score):
    """By letter, class or the authors' label, one or several."""
    for name in ("label", "class"):
        outcome = one(row_of(record(**{name: label})))
        assert (outcome.score, outcome.facets["tools_used"]) == (score, 2)


@pytest.mark.parametrize("text", [SORRY, "I cannot do that."])
def test_what_people_labelled_was_an_answer_to_them(text):
    """Whatever it looks like, with its checks; an empty one is none, and without a class it is what it looks like."""
    outcome = one(row_of(record(response=text, label="E")))
    assert (outcome.score, outcome.unscored, outcome.facets["wrong_solvability"]) == (0, None, 100)
    assert outcome.facets["words"] == len(text.split())
    assert one(row_of(record(response=" ", label="E"))).unscored is Unscored.EMPTY
    assert one(row_of(record(response=text))).unscored is Unscored.REFUSED


def test_without_a_label_there_are_the_checks():
    """The answer is unjudged; tools that are not known leave theirs out."""
    outcome = one(row_of(record(tools="")))
    assert (outcome.unscored, outcome.facets["tools_used"], outcome.facets["steps"]) == (Unscored.UNJUDGED, None, 2)
    assert one(row_of(record(response=None))).unscored is Unscored.EMPTY


def test_a_problem_may_be_named_by_its_id():
    """Text, tools and solvability are then those of the items."""
    item = next(item for item in own_items() if not item.solvable)
    outcome = one(row_of({"response": item.oracle, "item": item.id, "label": "A"}))
    assert (outcome.score, outcome.facets["solvability_correct"]) == (100, 1)
    with pytest.raises(BadArguments, match="no problem of own has the id 'x'; give others with --items, or its text"):
        one(row_of({"response": STEPS, "item": "x"}))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"response": 7}, "expected a text in the field response, got 7"),
        ({"problem": " "}, "expected an id in the field item, or a text in the field problem, got ' '"),
        ({"problem": None}, "a text in the field problem, got None"),
        ({"problem": 7}, "a text in the field problem, got 7"),
        ({"item": True}, "expected a problem's id in the field item, got True"),
        ({"item": " "}, "expected a problem's id in the field item, got ' '"),
        ({"solvable": None}, "solvable must be yes or no, got None"),
        ({"solvable": "maybe"}, "solvable must be yes or no, got 'maybe'"),
        ({"tools": 7}, "tools must be a list of texts, got 7"),
        ({"label": "F"}, "class must be one of A, B, .*, or a list of them, got 'F'"),
        ({"label": ["A", 5]}, "class must be one of"),
        ({"label": []}, "class must be one of"),
        ({"label": "[A"}, r"class must be one of .*, got '\[A'"),
    ],
)
def test_wrong_rows_are_refused(fields, message):
    """With what was expected and what stood there."""
    with pytest.raises(BadArguments, match=message):
        row_of(record(**fields))
    with pytest.raises(BadArguments, match="expected a text in the field response, got None"):
        row_of({"problem": "x"})
