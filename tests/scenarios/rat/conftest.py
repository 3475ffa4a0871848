"""A stand-in for the sheet of norms."""

import openpyxl
import pytest

from helm_creativity.benchmark import sources
from helm_creativity.benchmark.files.source_files import SourceFile, fetch, file_sha256, path_in_home

TIMES = [f"{seconds} sec\nn = 89\n% of \nParticipants \nsolving item" for seconds in (2, 7, 15, 30)]
# Columns that are not read stand between those that are, and means below the items.
HEADER = ["Items", "Solutions", *TIMES[:2], "7 sec\nMean \nSolution time", TIMES[2], "15 sec\nn = 76\nSD", TIMES[3]]
FOOT = [[None, None, 1129, 32.92, None, 44.25, None, 67.59], [None, None, 6.97, None, None, None, None, None]]


def invented(i):
    """The i-th of many items that mean nothing."""
    word = "".join(chr(97 + i // 26**k % 26) for k in range(3))
    return [f"{word}x/{word}y/{word}z", word, 0, 0, 40, 100]


@pytest.fixture
def sheet(tmp_path):
    """Writes 144 items as a workbook of the authors' form: those given, then invented ones of medium difficulty."""

    def write(rows):
        book = openpyxl.Workbook()
        book.active.append(HEADER)
        for stems, answer, two, seven, fifteen, thirty in [*rows, *map(invented, range(144 - len(rows)))]:
            book.active.append([stems, answer, two, seven, 3.5, fifteen, "X", thirty])
        for cells in FOOT:
            book.active.append(cells)
        book.create_sheet("Practice").append(["pure/blue/fall", "water"])
        book.save(tmp_path / "norms.xlsx")
        return tmp_path / "norms.xlsx"

    return write


@pytest.fixture
def norms(sheet, monkeypatch):
    """The sheet, fetched, under a checksum of its own: its first items are easy, medium and hard."""
    named = [("cracker/fly/fighter", "fire", 80), ("high/district/house", "school", 50), ("dew/comb/bee", "honey", 10)]
    path = sheet([[stems, answer, 0, 0, rate, 100] for stems, answer, rate in named])
    file = SourceFile("rat-norms", "", path.stat().st_size, file_sha256(path), "none stated", "nobody 2003")
    monkeypatch.setattr(sources, "find_source", lambda name: {"rat-norms": file}[name])
    yield fetch(file, path)
    path_in_home(file).unlink()
