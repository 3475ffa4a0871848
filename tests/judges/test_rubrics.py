"""What judges are asked, and how their replies become ratings of the right dimensions."""

import pytest

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.rubrics import Composed, Question, Rubric
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.readings import JudgeReading, read_one, readings, unread

TEN = Scale(1, 10)
LETTERS = {"A": 10.0, "B": 4.0}


@pytest.fixture
def folder(tmp_path):
    """A benchmark with two templates."""
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "system.j2").write_text("{# Written for this test. #}\nYou rate {{ kind }}s.\n")
    (tmp_path / "prompts" / "user.j2").write_text("{# Written for this test. #}\nThe {{ kind }}:\n{{ text }}\n")
    return tmp_path


def rubric(folder, dimensions=("originality", "feasibility"), **more):
    return Rubric("critic", folder, "user", dimensions, **{"scale": TEN, **more})


def test_the_question_has_its_variables_filled_in(folder):
    """In both parts; an instrument without a system part has an empty one."""
    both = rubric(folder, system="system")
    assert both.question(kind="poem", text="{{ kind }} & <b>") == Question(
        "You rate poems.", "The poem:\n{{ kind }} & <b>"
    )
    assert rubric(folder).question(kind="poem", text="x") == Question("", "The poem:\nx")
    assert [form.id for form in both.forms()] == ["system", "user"]
    assert [form.id for form in rubric(folder).forms()] == ["user"]


def count_words(answer, parts):
    """A reader for tests: a word for each part, or nothing."""
    sizes = tuple(float(len(word)) for word in answer.text.split())
    return (
        Composed(ParsedRating(min(sizes)), sizes)
        if len(sizes) == len(parts)
        else Composed(ParsedRating(None, MissingReason.UNPARSABLE))
    )


def test_what_is_composed_of_parts_is_one_reading(folder):
    """Of the whole, with the ratings of each part; missing as a whole."""
    whole = rubric(folder, ("least",), scale=None, each="text", composed=count_words)
    question = whole.question(kind="path", text=["first", "second"])
    assert question.rated == ("first", "second")
    assert not whole.rates_each
    assert readings(whole, Response("three words"), question.rated) == [
        JudgeReading({"least": ParsedRating(5.0)}, parts=(5.0, 5.0))
    ]
    assert readings(whole, Response("one"), question.rated) == [
        JudgeReading({"least": ParsedRating(None, MissingReason.UNPARSABLE)})
    ]
    assert unread(whole, question.rated, MissingReason.FAILED) == [
        JudgeReading({"least": ParsedRating(None, MissingReason.FAILED)})
    ]


ONE = {"dimensions": ("d",), "scale": None}
EACH = {**ONE, "each": "text"}
FIVE = {"scale": Scale(1, 5)}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"letters": LETTERS}, "rubric 'critic' needs scale, letters, words, groups or composed"),
        ({"scale": None}, "rubric 'critic' needs scale, letters, words, groups or composed"),
        ({"scale": None, "letters": LETTERS}, r"letters takes one dimension, got \('originality', 'feasibility'\)"),
        ({"scale": None, "composed": count_words}, "groups and composed need each="),
        ({**EACH, **FIVE, "composed": count_words}, "needs scale, .* got .'scale', 'composed'"),
        ({"each": "text"}, "scale takes one dimension"),
        ({**EACH, "letters": LETTERS}, "letters and words do without"),
        ({**EACH, **FIVE, "rated": ("item",)}, r"rated= stays empty; got .* rated=\('item',\)"),
        ({**EACH, **FIVE, "groups": True}, "needs scale"),
        ({**EACH, "letters": LETTERS, "groups": True}, "needs scale"),
        ({**ONE, "groups": True}, "groups and composed need each="),
        ({**EACH, "groups": True, "rated": ("item",)}, "rated= stays empty; got .*groups"),
    ],
)
def test_instruments_that_cannot_be_are_refused(folder, more, message):
    """When they are written down."""
    with pytest.raises(ValueError, match=message):
        rubric(folder, **more)


def test_several_texts_are_neither_one_text_nor_one_rating(folder):
    each = rubric(folder, **{**EACH, **FIVE})
    with pytest.raises(TypeError, match="rubric 'critic': text must be a sequence of texts, got one text"):
        each.question(kind="use", text="a drum")
    with pytest.raises(ValueError, match="rubric 'critic': a reply about several texts holds more than one rating"):
        read_one(each, Response("1. 4", "stop"), ("a drum",))


NO = MissingReason
WORTH = {**ONE, "letters": LETTERS}


@pytest.mark.parametrize(
    ("more", "text", "expected"),
    [
        ({}, 'SCORES = { "originality": 7, "feasibility": 3 }', (7, 3)),
        ({}, '{"feasibility": 3, "originality": 7}', (7, 3)),
        ({}, '{"originality": 7', (7, NO.UNPARSABLE)),
        ({}, '{"originality": 0, "feasibility": 10}', (NO.OUT_OF_RANGE, 10)),
        ({}, "", (NO.EMPTY, NO.EMPTY)),
        ({}, "I'm sorry, but I can't help with that.", (NO.REFUSED, NO.REFUSED)),
        ({"dimensions": ("originality",)}, "Originality: 6\nEffort: 9", (6,)),
        ({"dimensions": ("originality",)}, "8", (8,)),
        (WORTH, "The answer is B.", (4,)),
        (WORTH, "A", (10,)),
        (WORTH, "D", (NO.UNPARSABLE,)),
        (WORTH, "", (NO.EMPTY,)),
    ],
)
def test_what_a_reply_is_worth(folder, more, text, expected):
    """Each dimension has its rating or its reason, in the order asked; letters what the instrument says."""
    one = rubric(folder, **more)
    found = read_one(one, Response(text, "stop"), ())
    assert tuple(found) == one.dimensions
    assert tuple(reading.missing or reading.value for reading in found.values()) == expected
