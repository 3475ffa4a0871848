"""The sheet of norms, here a stand-in of the same form: items, bands of difficulty, and scores by band."""

import logging

import openpyxl
import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.common.object_spec import create_object

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark import sources
from helm_creativity.benchmark.files.source_files import SourceFile, fetch, file_sha256, path_in_home
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.errors import FileProblem
from helm_creativity.task_types.answer_key import KeyedProblem, read_problems

RAT = get_benchmark("rat")
BOWDEN = RAT.task.sets["bowden2003"]
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

    def write(*rows):
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


def test_items_of_the_sheet(sheet):
    """Stems in its order, shares of people by seconds; means below the items are no items."""
    items = read_problems(BOWDEN, sheet(["dew/Comb/bee", "honey ", 30, 66, 80, 100]))
    assert len(items) == 144
    assert items[0] == KeyedProblem("bowden001", ("dew", "comb", "bee"), "honey", {2: 0.3, 7: 0.66, 15: 0.8, 30: 1.0})
    assert items[-1].id == "bowden144"


BANDS = {100: "easy", 65: "easy", 64: "medium", 50: "medium", 32: "medium", 31: "hard", 0: "hard"}


def test_bands_by_the_rate_after_15_seconds(sheet):
    """Over 64 % is easy, under 32 % hard, the bounds themselves are medium; other times do not count."""
    rows = [[f"dew/comb/bee{n}", "honey", 100 - n, 100 - n, n, 100 - n] for n in BANDS]
    assert [RAT.band(item) for item in read_problems(BOWDEN, sheet(*rows))[:7]] == list(BANDS.values())


# Copies print another word in one place, or one of two answers; the same words stand rightly in other items.
CORRECTED = {
    "sandwich/house/gold club": "sandwich/house/golf club",
    "right/car/carbon copy": "right/cat/carbon copy",
    "car/number/phone call": "cat/number/phone call",
    "french/car/show horn": "french/car/shoe horn",
    "palm/show/house tree": "palm/shoe/house tree",
    "cast/slide/jump broad": "cast/side/jump broad",
    "high/district/house school": "high/district/house school|court",
    "high/district/house court": "high/district/house school|court",
}
RIGHT = ["sandwich/house/golf club", "french/car/shoe horn", "show/life/row boat", "cast/slide/jump ski"]


@pytest.mark.parametrize(("read", "used"), [*CORRECTED.items(), *zip(RIGHT, RIGHT, strict=True)])
def test_known_errors_are_corrected_and_reported(sheet, caplog, read, used):
    """A typing error of copies is mended, and a warning names what it read and what it uses."""
    with caplog.at_level(logging.WARNING):
        item = read_problems(BOWDEN, sheet([*read.split(" "), 0, 0, 40, 50]))[0]
    assert ("/".join(item.stems), item.answer) == tuple(used.split(" "))
    said = f"read '{read}', a known error of copies; uses '{used.replace('|', '/')}'"
    assert [said in message for message in caplog.messages] == ([] if read == used else [True])


def test_another_sheet_is_refused(tmp_path):
    """And the columns that it has are named."""
    (tmp_path / "other.csv").write_text("word,answer\na,b\n")
    with pytest.raises(FileProblem, match=r"other\.csv has no column like .*solutions.*; there are word, answer"):
        read_problems(BOWDEN, tmp_path / "other.csv")


@pytest.fixture
def norms(sheet, monkeypatch):
    """The sheet, fetched, under a checksum of its own: its first items are easy, medium and hard."""
    named = [("cracker/fly/fighter", "fire", 80), ("high/district/house", "school", 50), ("dew/comb/bee", "honey", 10)]
    path = sheet(*([stems, answer, 0, 0, rate, 100] for stems, answer, rate in named))
    file = SourceFile("rat-norms", "", path.stat().st_size, file_sha256(path), "none stated", "nobody 2003")
    monkeypatch.setattr(sources, "find_source", lambda name: {"rat-norms": file}[name])
    yield fetch(file, path)
    path_in_home(file).unlink()


def test_problems_carry_their_band_to_the_score(norms):
    """From the sheet through the instance to the accuracy of its band."""
    fetched = get_run_spec_function("creativity_rat")(items="bowden2003")
    metric = create_object(fetched.metric_specs[0])
    asked = create_object(fetched.scenario_spec).get_instances("")
    assert len(asked) == 144
    assert [instance.id for instance in asked[:3]] == ["bowden001", "bowden002", "bowden003"]
    assert [instance.extra_data["band"] for instance in asked[:4]] == ["easy", "medium", "hard", "medium"]
    assert asked[1].extra_data["accepted"] == "school|court"
    # By what the instance carries, and by the stems of a row.
    of_rows = [{"stems": stems.split("/")} for stems in ("fly/fighter/cracker", "house/high/district", "bee/comb/dew")]
    for fields in ([instance.extra_data for instance in asked[:3]], of_rows):
        rows = [Sample(Response(word), its) for word, its in zip(("fire", "court", "ice"), fields, strict=True)]
        scores = RAT.scorer(metric.settings).score(rows)
        assert [score.score for score in scores] == [100, 100, 0]
        known = [{name: value for name, value in score.submetrics.items() if value is not None} for score in scores]
        assert known == [{"accuracy_easy": 100}, {"accuracy_medium": 100}, {"accuracy_hard": 0}]
