"""A file of one's own as a set on which judges are examined."""

import json

import pytest

from helm_creativity.errors import BadArguments
from helm_creativity.judges.evaluation.own_file import NO_PROMPT, NO_RATING, NO_RESPONSE, own_exam_set
from helm_creativity.judges.evaluation.types import ScaleKind

ROWS = "prompt;response;anna;ben;who\nBrick;doorstop;1;2,5;A\nBrick;;1;2;B\nBox;hat;;4;B\nBox;cup;;;B\n"


@pytest.fixture
def read(tmp_path):
    """The set that a text makes."""

    def make(text, name="study.csv", **more):
        (tmp_path / name).write_text(text, "utf-8")
        return own_exam_set(tmp_path / name, **more)

    return make


def test_a_spreadsheet_with_several_raters_is_read(read):
    found = read(ROWS, raters=["anna", "ben"], source="who", scale=(1, 5), question="Is it new?")
    first, second = found.responses
    assert (first.id, first.item, first.text, first.source) == ("line 2", "Brick", "doorstop", "A")
    assert (first.ratings, second.ratings) == ({"anna": 1, "ben": 2.5}, {"ben": 4})
    assert found.skipped == {NO_RESPONSE: 1, NO_RATING: 1}
    assert (found.name, found.scale.kind, found.scale.low, found.scale.high) == ("study", ScaleKind.INTERVAL, 1, 5)
    assert found.notes == ()
    assert "Is it new?" in first.question.user
    assert "from 1 to 5, with up to two decimals" in first.question.user


def test_cells_that_say_there_is_no_rating_are_none_and_numbers_are_ratings(read):
    """A code among few ratings is no end of a scale, unless the scale says so."""
    text = "prompt;response;anna;ben\nBrick;hat;-;2\nBrick;cup;NA;n.a.\nBox;fan;-99;1\n"
    found = read(text, raters=["anna", "ben"], scale=(-100, 100))
    assert [response.ratings for response in found.responses] == [{"ben": 2}, {"anna": -99, "ben": 1}]
    assert found.skipped[NO_RATING] == 1
    coded = "prompt;response;rating\nBrick;hat;1\nBrick;cup;5\nBox;fan;99\n"
    with pytest.raises(BadArguments, match="line 4: the rating 99 is out of the range of all others, 1 to 5; leave"):
        read(coded)
    assert read(coded, scale=(1, 100)).scale.high == 100


@pytest.mark.parametrize(
    ("scale", "kind"), [((0, 1), "binary"), ((0, 4), "ordinal"), ((0, 100), "interval"), (None, "ordinal")]
)
def test_the_scale_says_which_statistics_fit(read, scale, kind):
    """Without one it is that of the ratings, and a note says so."""
    lines = ({"prompt": "Say", "response": str(n), "rating": n, "topic": "x"} for n in ((0, 1) if scale else (2, 6)))
    found = read("".join(json.dumps(line) + "\n" for line in lines), "mine.jsonl", item="topic", scale=scale)
    assert (found.scale.kind.value, found.scale.low, found.scale.high) == (kind, *(scale or (2, 6)))
    assert ("the scale, 2 to 6, is the range of the ratings in the file" in found.notes) is (scale is None)
    assert {response.item for response in found.responses} == {"x"}
    assert ("in whole numbers" in found.responses[0].question.user) is (kind != "interval")


def test_a_prompt_may_be_merged_over_its_rows_and_a_row_without_one_is_left_out(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    rows = [("prompt", "response", "rating"), ("Brick", "step", 1), (None, "hat", 2), ("Box", "fan", 3), (None, "x", 4)]
    for row in rows:
        book.active.append(row)
    book.active.merge_cells("A2:A3")
    book.save(tmp_path / "study.xlsx")
    found = own_exam_set(tmp_path / "study.xlsx")
    texts = [(response.item, response.text) for response in found.responses]
    assert texts == [("Brick", "step"), ("Brick", "hat"), ("Box", "fan")]
    assert found.skipped == {NO_PROMPT: 1, NO_RESPONSE: 0, NO_RATING: 0}
