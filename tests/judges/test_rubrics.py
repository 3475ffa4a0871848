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


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"letters": LETTERS}, "rubric 'critic' needs scale, letters, words, groups or composed"),
        ({"scale": None}, "rubric 'critic' needs scale, letters, words, groups or composed"),
        (
            {"scale": None, "letters": LETTERS},
            "letters takes one dimension, got \\('originality', 'feasibility'\\)",
        ),
        ({"scale": None, "composed": count_words}, "groups and composed need each="),
        (
            {"each": "text", "dimensions": ("d",), "composed": count_words},
            "needs scale, .* got .'scale', 'composed'",
        ),
    ],
)
def test_instruments_that_cannot_be_are_refused(folder, more, message):
    """When they are written down."""
    with pytest.raises(ValueError, match=message):
        rubric(folder, **more)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('SCORES = { "originality": 7, "feasibility": 3 }', (ParsedRating(7.0), ParsedRating(3.0))),
        ('{"feasibility": 3, "originality": 7}', (ParsedRating(7.0), ParsedRating(3.0))),
        ('{"originality": 7', (ParsedRating(7.0), ParsedRating(None, MissingReason.UNPARSABLE))),
        ('{"originality": 0, "feasibility": 10}', (ParsedRating(None, MissingReason.OUT_OF_RANGE), ParsedRating(10.0))),
        ("", (ParsedRating(None, MissingReason.EMPTY),) * 2),
        ("I'm sorry, but I can't help with that.", (ParsedRating(None, MissingReason.REFUSED),) * 2),
    ],
)
def test_several_dimensions_of_one_reply(folder, text, expected):
    """Each has its rating, or its reason, under its name, in the order asked."""
    found = read_one(rubric(folder), Response(text, "stop"), ())
    assert list(found.items()) == list(zip(("originality", "feasibility"), expected, strict=True))


def test_one_dimension_is_read_under_its_name(folder):
    """And without one."""
    one = rubric(folder, ("originality",))
    assert read_one(one, Response("Originality: 6\nEffort: 9", "stop"), ()) == {"originality": ParsedRating(6.0)}
    assert read_one(one, Response("8", "stop"), ()) == {"originality": ParsedRating(8.0)}
    assert read_one(one, Response("", failed=True), ()) == {"originality": ParsedRating(None, MissingReason.FAILED)}


def test_letters_are_worth_what_the_instrument_says(folder):
    """A letter that it does not have is none."""
    one = rubric(folder, ("fluency",), scale=None, letters=LETTERS)
    assert read_one(one, Response("The answer is B.", "stop"), ()) == {"fluency": ParsedRating(4.0)}
    assert read_one(one, Response("A", "stop"), ()) == {"fluency": ParsedRating(10.0)}
    (other,) = read_one(one, Response("D", "stop"), ()).values()
    assert other.value is None
    assert read_one(one, Response("", "stop"), ()) == {"fluency": ParsedRating(None, MissingReason.EMPTY)}


def test_nothing_is_one_reason_for_all(folder):
    """No dimension is forgotten."""
    assert rubric(folder).nothing(MissingReason.NOT_ASKED) == {
        "originality": ParsedRating(None, MissingReason.NOT_ASKED),
        "feasibility": ParsedRating(None, MissingReason.NOT_ASKED),
    }


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


def test_a_question_is_as_long_as_both_of_its_parts():
    """In characters; what is rated is in them already."""
    assert Question("ab", "cde", ("de",)).characters == 5
