"""A file of one's own as a set on which judges are examined."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helm_creativity.errors import BadArguments
from helm_creativity.judges.evaluation.own_file import NO_PROMPT, NO_RATING, NO_RESPONSE, own_exam_set
from helm_creativity.judges.evaluation.types import ScaleKind

ROWS = "prompt;response;anna;ben;who\nBrick;doorstop;1;2,5;A\nBrick;;1;2;B\nBox;hat;;4;B\nBox;cup;;;B\n"


def written(folder: Path, text: str = ROWS, name: str = "study.csv") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_a_spreadsheet_with_several_raters_is_read(tmp_path: Path) -> None:
    found = own_exam_set(written(tmp_path), raters=["anna", "ben"], source="who", scale=(1, 5), question="Is it new?")
    first, second = found.responses
    assert (first.id, first.item, first.text, first.source) == ("line 2", "Brick", "doorstop", "A")
    assert (first.ratings, second.ratings) == ({"anna": 1, "ben": 2.5}, {"ben": 4})
    assert found.skipped == {NO_RESPONSE: 1, NO_RATING: 1}
    assert (found.name, found.scale.kind, found.scale.low, found.scale.high) == ("study", ScaleKind.INTERVAL, 1, 5)
    assert found.notes == ()
    assert "Is it new?" in first.question.user
    assert "from 1 to 5, with up to two decimals" in first.question.user


def test_cells_that_say_there_is_no_rating_are_none_and_numbers_are_ratings(tmp_path: Path) -> None:
    text = "prompt;response;anna;ben\nBrick;hat;-;2\nBrick;cup;NA;n.a.\nBox;fan;-99;1\n"
    found = own_exam_set(written(tmp_path, text), raters=["anna", "ben"], scale=(-100, 100))
    assert [response.ratings for response in found.responses] == [{"ben": 2}, {"anna": -99, "ben": 1}]
    assert found.skipped[NO_RATING] == 1


def test_a_code_among_few_ratings_is_no_end_of_a_scale(tmp_path: Path) -> None:
    path = written(tmp_path, "prompt;response;rating\nBrick;hat;1\nBrick;cup;5\nBox;fan;99\n")
    with pytest.raises(BadArguments, match="line 4: the rating 99 is out of the range of all others, 1 to 5; leave"):
        own_exam_set(path)
    assert own_exam_set(path, scale=(1, 100)).scale.high == 100


def test_without_a_scale_it_is_that_of_the_ratings_and_a_note_says_so(tmp_path: Path) -> None:
    lines = ({"prompt": "Say", "response": str(n), "rating": n, "topic": "x"} for n in (2, 6))
    path = written(tmp_path, "".join(json.dumps(line) + "\n" for line in lines), "mine.jsonl")
    found = own_exam_set(path, item="topic")
    assert (found.scale.kind, found.scale.low, found.scale.high) == (ScaleKind.ORDINAL, 2, 6)
    assert "the scale, 2 to 6, is the range of the ratings in the file" in found.notes
    assert {response.item for response in found.responses} == {"x"}
    assert "in whole numbers" in found.responses[0].question.user


@pytest.mark.parametrize(("scale", "kind"), [((0, 1), "binary"), ((0, 4), "ordinal"), ((0, 100), "interval")])
def test_the_scale_says_which_statistics_fit(tmp_path: Path, scale: tuple[float, float], kind: str) -> None:
    path = written(tmp_path, "prompt,response,rating\na,b,0\na,c,1\n")
    assert own_exam_set(path, scale=scale).scale.kind.value == kind


def test_a_prompt_may_be_merged_over_its_rows_and_a_row_without_one_is_left_out(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    rows = [("Brick", "doorstop", 1), (None, "hat", 2), ("Box", "fan", 3), (None, "cup", 4)]
    for row in [("prompt", "response", "rating"), *rows]:
        book.active.append(row)
    book.active.merge_cells("A2:A3")
    book.save(tmp_path / "study.xlsx")
    found = own_exam_set(tmp_path / "study.xlsx")
    assert [(response.item, response.text) for response in found.responses] == [
        ("Brick", "doorstop"),
        ("Brick", "hat"),
        ("Box", "fan"),
    ]
    assert found.skipped == {NO_PROMPT: 1, NO_RESPONSE: 0, NO_RATING: 0}
