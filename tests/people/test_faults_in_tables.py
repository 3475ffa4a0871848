"""Tables with the faults that people's files have: each is read as it was meant, or the import says what it found."""

from __future__ import annotations

import csv
import json

import pytest
from support.command import run

from helm_creativity import import_people
from helm_creativity.errors import BadArguments

WORDS = ["lamp", "algorithm", "golf", "playground", "orchestra", "spaghetti", "crocodile"]
BUILTIN = {"embedding": "builtin"}
HEADS = ["participant", *(f"word{number}" for number in range(1, 8))]


def write(path, rows, **how):
    with path.open("w", newline="", encoding=how.pop("encoding", "utf-8")) as file:
        csv.writer(file, **how).writerows(rows)
    return path


def workbook(path, rows, formats=()):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for place, form in formats:
        book.active[place].number_format = form
    book.save(path)
    return path


def participants(sample):
    return [response.participant for response in sample.responses]


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        ([1234567.0, 1234568.0], ["1234567", "1234568"]),
        ([45322.51234, 45322.51235], ["45322.51234", "45322.51235"]),
        ([7, 7.0], ["7", "7"]),
        (["A B", "A  B"], ["A B", "A B"]),
    ],
)
def test_ids_keep_all_digits_however_the_file_holds_them(ids, expected, tmp_path, caplog):
    path = tmp_path / "study.jsonl"
    path.write_text("".join(json.dumps(dict(zip(HEADS, [who, *WORDS], strict=True))) + "\n" for who in ids))
    assert participants(import_people(path, "dat", **BUILTIN)) == expected
    assert "more than 15 digits" not in caplog.text


def test_ids_that_a_program_has_rounded_are_noted(tmp_path, caplog):
    floats = tmp_path / "study.jsonl"
    rows = [dict(zip(HEADS, [who, *WORDS], strict=True)) for who in (2.0**53 + 2, 12345678901234567890)]
    floats.write_text("".join(json.dumps(row) + "\n" for row in rows))
    expected = ["9007199254740994", "12345678901234567890"]
    assert participants(import_people(floats, "dat", **BUILTIN)) == expected
    said = "participants: {} ids in the column participant are numbers of more than 15 digits, such as {}"
    assert said.format(1, 9007199254740994) in caplog.text, "whole numbers of JSON are exact"
    caplog.clear()
    book = workbook(tmp_path / "study.xlsx", [HEADS, [1234567890123450, *WORDS], [123456789012345, *WORDS]])
    import_people(book, "dat", **BUILTIN)
    assert said.format(1, 1234567890123450) in caplog.text
