"""Tables of others: workbooks and CSV files as rows by name."""

import datetime
import zipfile

import openpyxl
import pytest

from helm_creativity.benchmark.rows.sheets import numbered_rows, read_sheet
from helm_creativity.errors import FileProblem


@pytest.fixture
def workbook(tmp_path):
    """Writes sheets, each a name and its rows."""

    def write(**sheets):
        book = openpyxl.Workbook()
        book.remove(book.active)
        for name, rows in sheets.items():
            sheet = book.create_sheet(name)
            for row in rows:
                sheet.append(row)
        book.save(tmp_path / "table.xlsx")
        return tmp_path / "table.xlsx"

    return write


def csv_file(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "table.csv"
    path.write_bytes(text.encode(encoding))
    return path


def test_rows_of_the_first_sheet_by_name(workbook):
    """Numbers stay numbers, texts lose outer blanks, empty cells are None."""
    path = workbook(one=[["word", "n", "share"], [" cat ", 3, 0.5], ["dog", None, "X"]], two=[["other"], ["no"]])
    assert read_sheet(path) == [
        {"word": "cat", "n": 3, "share": 0.5},
        {"word": "dog", "n": None, "share": "X"},
    ]


def test_names_in_several_lines(workbook):
    """White space inside a name is one space."""
    path = workbook(one=[["2 sec\nn = 89\n% of  \nitems", " word\u00a0"], [1, "cat"]])
    assert read_sheet(path) == [{"2 sec n = 89 % of items": 1, "word": "cat"}]


def test_blank_rows_and_columns_without_a_name(workbook):
    """Rows of nothing but blanks are dropped and still counted; so are cells that stand under no name."""
    path = workbook(one=[["word", None, "n"], ["cat", "remark", 1], [None, None, None], ["  ", "only", None], ["dog"]])
    assert numbered_rows(path) == [(2, {"word": "cat", "n": 1}), (5, {"word": "dog", "n": None})]


def test_dates_and_truth_values_are_texts(workbook):
    """What is no number and no text is read as text."""
    path = workbook(one=[["when", "yes"], [datetime.date(2026, 6, 1), True]])
    assert read_sheet(path) == [{"when": "2026-06-01 00:00:00", "yes": "True"}]


def test_a_size_that_the_sheet_claims_does_not_cut_it(workbook, tmp_path):
    """A sheet that says it has one cell is read to its end."""
    path = workbook(one=[["word", "n"], ["cat", 1], ["dog", 2]])
    lying = tmp_path / "lying.xlsx"
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(lying, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name.startswith("xl/worksheets/sheet"):
                assert b'ref="A1:B3"' in content
                content = content.replace(b'ref="A1:B3"', b'ref="A1"')
            target.writestr(name, content)
    assert read_sheet(lying) == [{"word": "cat", "n": 1}, {"word": "dog", "n": 2}]


def test_a_workbook_without_styles_gives_no_warning(workbook, tmp_path):
    """What the library warns of does not reach the user: the values are all the same."""
    path, plain = workbook(one=[["word"], ["cat"]]), tmp_path / "plain.xlsx"
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(plain, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "xl/styles.xml":
                content = b'<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'
            target.writestr(name, content)
    assert read_sheet(plain) == [{"word": "cat"}]


def test_csv_with_byte_order_mark_and_quotes(tmp_path):
    """CSV cells are texts; quoted commas and line ends stay in their cell."""
    path = csv_file(tmp_path, 'word,"of\n what"\r\ncat,"a, b"\r\n,\r\ndog,\r\n', "utf-8-sig")
    assert numbered_rows(path) == [(2, {"word": "cat", "of what": "a, b"}), (4, {"word": "dog", "of what": None})]


def test_a_missing_file(tmp_path):
    """The message has the path."""
    for name in ("none.xlsx", "none.csv"):
        with pytest.raises(FileProblem, match=f"cannot read .*{name}: .*No such file"):
            read_sheet(tmp_path / name)


@pytest.mark.parametrize("content", [b"word,n\ncat,1\n", b"", b"PK\x03\x04 cut off"])
def test_no_workbook(tmp_path, content):
    """Anything else under the name of a workbook is refused, and the message says what to do."""
    path = tmp_path / "table.xlsx"
    path.write_bytes(content)
    with pytest.raises(FileProblem, match=r"table.xlsx is not a readable workbook .* save it again as"):
        read_sheet(path)


def test_a_zip_file_that_is_no_workbook(tmp_path):
    """A zip file of something else is refused in the same way."""
    path = tmp_path / "table.xlsx"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("readme.txt", "hello")
    with pytest.raises(FileProblem, match="is not a readable workbook"):
        read_sheet(path)


def test_no_header(workbook, tmp_path):
    """An empty first row, or no row at all, is no header."""
    for path in (workbook(one=[[None, None], ["cat", 1]]), workbook(one=[]), csv_file(tmp_path, "")):
        with pytest.raises(FileProblem, match="has no header: expected the names of the columns"):
            read_sheet(path)


def test_a_name_twice(workbook):
    """Two columns of one name would hide one another."""
    with pytest.raises(FileProblem, match="duplicate columns: a b;"):
        read_sheet(workbook(one=[["a b", "c", "a\nb"], [1, 2, 3]]))


def test_csv_that_is_none(tmp_path):
    """A quote that never closes, and a file in another encoding, are refused."""
    with pytest.raises(FileProblem, match="is not CSV: unexpected end of data"):
        read_sheet(csv_file(tmp_path, 'a,b\n1,"2\n'))
    with pytest.raises(FileProblem, match=r"cannot read .*\.csv, line 2: it is not UTF-8; save it as CSV UTF-8"):
        read_sheet(csv_file(tmp_path, "a\nmüde\n", "latin-1"))
