"""Files as people have them, in the forms of their programs, through the commands that read them."""

import io
import json
import zipfile
from pathlib import Path

import openpyxl
import pytest
import yaml

from helm_creativity.commands import main

FILES = Path(__file__).with_name("files")
CASES = yaml.safe_load((FILES / "files.yaml").read_text("utf-8"))
SETTINGS = ("--protocol", "mctb2025", "--prompts", "own", "--embedding", "builtin")
HEAD, ROW = ("participant", "object", "uses"), (1, "brick", "doorstop")
PART = "xl/worksheets/sheet1.xml"
BIG = {
    "far.xlsx": lambda file: file.write(b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
    "empty.xlsx": lambda file: [file.write(b"<row/>" * 100_000) for _ in range(30)],
    "huge.xlsx": lambda file: [
        file.write(b'<row r="3"><c r="A3" t="inlineStr"><is><t>'),
        *(file.write(b"a" * (1 << 20)) for _ in range(300)),
        file.write(b"</t></is></c></row>"),
    ],
}


def workbook(name, folder):
    """A workbook of one response whose sheet has more behind it, or a formula in the place of the response."""
    book, content = openpyxl.Workbook(), io.BytesIO()
    book.active.append(HEAD)
    book.active.append(ROW if name in BIG else (*ROW[:2], '="door"&"stop"'))
    book.save(content)
    with zipfile.ZipFile(content) as parts, zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as made:
        for part in parts.namelist():
            start, end, rest = parts.read(part).partition(b"</sheetData>")
            with made.open(part, "w", force_zip64=True) as file:
                file.write(start)
                if part == PART and name in BIG:
                    BIG[name](file)
                file.write(end + rest)
    return folder / name


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join((case["file"], case["command"])))
def test_a_file_is_read_as_its_owner_means_it(case, tmp_path, capsys):
    path = FILES / case["file"]
    path = path if path.exists() else workbook(path.name, tmp_path)
    options, folder = case.get("options", ()), tmp_path / "people"
    words = {
        "import": ("people", "import", path, "--benchmark", "aut", *SETTINGS, "--name", "x", "--out", folder),
        "score": ("score", "aut", path, *SETTINGS, "--out", tmp_path / "scored.jsonl"),
        "calibrate": ("judges", "calibrate", path),
    }[case["command"]]
    status = main([*map(str, words), *options])
    printed = "".join(capsys.readouterr())
    for text in (*case.get("says", ()), *case.get("refuses", ())):
        assert text in printed
    assert not [text for text in case.get("never", ()) if text in printed]
    assert ("refuses" in case) <= (status != 0)
    found = [json.loads(line) for file in tmp_path.rglob("*.jsonl") for line in file.read_text("utf-8").splitlines()]
    counts = {
        "participants": len({row.get("participant") for row in found}),
        "responses": len(found),
        "scored": sum(row["score"] is not None for row in found),
        "ideas": [[idea[0] for idea in row.get("ideas") or ()] for row in found],
    }
    assert {name: counts[name] for name in counts if name in case} == {
        name: case[name] for name in counts if name in case
    }
