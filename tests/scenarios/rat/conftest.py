"""A stand-in for the sheet of norms."""

import openpyxl
import pytest

from helm_creativity.benchmark import sources
from helm_creativity.benchmark.files.source_files import SourceFile, fetch, file_sha256, path_in_home

HEADER = ["Items", "Solutions", *(f"{seconds} sec\n% of \nParticipants \nsolving item" for seconds in (2, 7, 15, 30))]
NAMED = [
    ["cracker/fly/fighter", "fire", 0, 0, 80, 100],
    ["high/district/house", "school", 0, 0, 50, 100],
    ["dew/comb/bee", "honey", 0, 0, 10, 100],
]


def invented(i):
    """The i-th of many items that mean nothing."""
    word = "".join(chr(97 + i // 26**k % 26) for k in range(3))
    return [f"{word}x/{word}y/{word}z", word, 0, 0, 40, 100]


@pytest.fixture
def norms(tmp_path, monkeypatch):
    """144 items under a checksum of their own: the first is easy, the third hard, all others of medium difficulty."""
    book = openpyxl.Workbook()
    for cells in [HEADER, *NAMED, *map(invented, range(141))]:
        book.active.append(cells)
    path = tmp_path / "norms.xlsx"
    book.save(path)
    file = SourceFile("rat-norms", "", path.stat().st_size, file_sha256(path), "none stated", "nobody 2003")
    monkeypatch.setattr(sources, "find_source", lambda name: {"rat-norms": file}[name])
    yield fetch(file, path)
    path_in_home(file).unlink()
