"""Numbers that papers and cards print come out: those without files always, others from clones."""

import os
import re
from dataclasses import asdict, replace
from pathlib import Path

import fidelity_page
import pytest
from published.recompute import EQUAL, all_rows, as_number, check_row, compared

from helm_creativity.benchmark.files.source_files import HOME_VARIABLE
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.results.people_scores import read_rows

ROWS = all_rows()
CLONES = "HELM_CREATIVITY_TEST_CLONES"
PAGE = Path(__file__).parents[2] / "docs" / "fidelity.md"
KNOWN = replace(ROWS[0], printed="78.25", found="78.19", files=(), note="rounded", tolerance=0.005, n=3)
PRINTED = replace(KNOWN, printed="78.19", found="")


def test_rows_are_well_formed_and_differ():
    """What cards are said to print stands in them."""
    assert len(ROWS) >= 350
    assert len({(row.subject, row.what, row.paper, row.where) for row in ROWS}) == len(ROWS)
    for row in ROWS:
        assert 0 <= row.tolerance <= 0.5
        assert all(re.fullmatch("[0-9a-f]{64}", source.sha256) and source.licence for source in row.files), row.what
        assert bool(row.found) == bool(row.note)
        assert row.found != row.printed
        if row.where.startswith("card") and EQUAL not in row.what:
            card = find_entry(row.subject).card
            norms = [asdict(norm) | {"quantiles": ()} for norm in card.norms]
            numbers = re.findall(r"(?<![\w.,])[\d,]*\.?\d+(?![\w.]|,\d)", f"{norms} {card.deviations}")
            assert as_number(row.printed) in map(as_number, numbers), row.what


@pytest.mark.parametrize(("clones", "least"), [(False, 0), (True, 100)])
def test_what_is_printed_comes_out(clones, least):
    """What needs no clone always; the rest from clones of the authors' repositories."""
    folders = os.environ.get(CLONES) if clones else ""
    if folders is None:
        pytest.skip(f"{CLONES} names no folder of clones")
    rows = ROWS if clones else [row for row in ROWS if not row.files]
    checked = [check_row(row, list(map(Path, filter(None, folders.split(os.pathsep))))) for row in rows]
    assert [(found.row.subject, found.row.what, found.why) for found in checked if found.state == "wrong"] == []
    assert sum(found.number is not None for found in checked) >= 80
    assert sum(found.state == "equal" for found in checked) >= least


@pytest.mark.parametrize(
    ("row", "value", "n", "state"),
    [
        (PRINTED, 78.195, 3, "equal"),
        (PRINTED, 78.1951, 3, "wrong"),
        (PRINTED, 78.19, 2, "wrong"),
        (PRINTED, float("nan"), 3, "wrong"),
        (KNOWN, 78.19, 3, "differs"),
        (KNOWN, 78.25, 3, "wrong"),
    ],
)
def test_a_number_is_the_expected_one_within_its_tolerance(row, value, n, state):
    assert compared(row, (value, n)).state == state


def test_the_file_has_every_row_and_the_page_counts_them():
    """Otherwise: `make fidelity FROM=...`."""
    records = read_rows(PAGE.with_suffix(".csv"))
    found = {(row["benchmark"], row["what"], row["paper"], row["place"], row["printed"]) for row in records}
    assert found == {(row.subject, row.what, row.paper, row.where, row.printed) for row in ROWS}
    assert len(records) == len(ROWS)
    assert {row["state"] for row in records} <= {"equal", "differs", "absent"}
    assert fidelity_page.page(PAGE.read_text("utf-8"), records) == PAGE.read_text("utf-8")
    record = fidelity_page.record(compared(KNOWN, (78.19, 3)))
    keys = ("recomputed", "n", "difference", "state", "reason")
    assert [record[key] for key in keys] == ["78.1900", "3", "-0.0600", "differs", "rounded"]
    assert list(record) == list(records[0])


def test_without_a_clone_no_page_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    assert fidelity_page.main([str(tmp_path / "page.md")]) == 1
    assert "nothing was recomputed" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
